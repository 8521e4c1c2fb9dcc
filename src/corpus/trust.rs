//! Trust: what configuration that is more specific than the root file may say.
//!
//! A corpus of bugs is third-party input. Its authors may choose among the solvers of the root file and say what is
//! interesting. They must not name a program, pass on a variable of the user's environment, use a file outside
//! the corpus, or take more time or memory for a run than the root file or the defaults grant.

use super::{CaseOptions, CommandLine, Config, Expression, HangLimit};
use crate::language::file_argument;
use crate::oracle::{ORACLES, other_solvers};
use crate::solver::is_pipeline;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// How much any case may ask for: CPU seconds of a run, which are those of source and golden runs, its megabytes, and runs
/// of each text.
const ANY_CASE: [f64; 3] = [600.0, 4096.0, 100.0];

// The places there.
const SECONDS: usize = 0;
const MEGABYTES: usize = 1;
const RUNS: usize = 2;

/// What decides whether options are allowed.
pub(super) struct Trust<'a> {
    /// The root file.
    pub(super) config: Option<&'a Config>,
    /// The directory of the corpus.
    pub(super) root: PathBuf,
    /// How much a case may ask for: what any may, or what the root file and the command line grant to some case.
    most: [f64; 3],
}

/// Why arguments that a case brings along are refused; none if they are harmless.
///
/// A bar begins another program, so it is refused whoever is trusted: only the user names programs. With `trusts_code`,
/// arguments may name files that the solver reads or writes.
pub(super) fn harm(arguments: &[String], trusts_code: bool) -> Option<String> {
    let words: Vec<OsString> = arguments.iter().map(OsString::from).collect();
    if is_pipeline(&words) {
        return Some("`|` would start another program, which only the user may name".to_owned());
    }
    let file = file_argument(arguments).filter(|_| !trusts_code)?;
    Some(format!(
        "the argument `{file}` names a file that the solver would read or write; if you trust the case, use `--allow-code`"
    ))
}

/// What options ask for: of what, by which key, and how much.
fn asked(options: &CaseOptions) -> [(usize, &'static str, Option<f64>); 8] {
    let hangs = options.hangs.and_then(|limit| match limit {
        HangLimit::Default => None,
        HangLimit::Seconds(limit) => Some(limit),
    });
    [
        (SECONDS, "timeout", options.timeout),
        (SECONDS, "timeout-cc", options.timeout_cc),
        (SECONDS, "hangs", hangs),
        (SECONDS, "slower-than", options.slower_than),
        (SECONDS, "idle", options.idle),
        (MEGABYTES, "memout", options.memout.map(|most| most as f64)),
        (RUNS, "repeat", options.repeat.map(f64::from)),
        (RUNS, "seeds", options.seeds.map(f64::from)),
    ]
}

impl<'a> Trust<'a> {
    pub(super) fn new(
        root: &Path,
        config: Option<&'a Config>,
        command_line: &CaseOptions,
    ) -> Trust<'a> {
        let mut most = ANY_CASE;
        let granting = config.into_iter().flat_map(Config::options);
        for (of, _, granted) in granting.chain([command_line]).flat_map(asked) {
            most[of] = granted.map_or(most[of], |granted| most[of].max(granted));
        }
        Trust {
            config,
            root: root.to_owned(),
            most,
        }
    }

    /// Refuses options that are not allowed. Relative paths start at `base`. An error has the key, and what is wrong.
    pub(super) fn check(
        &self,
        options: &CaseOptions,
        base: &Path,
    ) -> Result<(), (&'static str, String)> {
        let reserved = [
            ("command", options.command.is_some()),
            ("case_arguments", options.case_arguments.is_some()),
            ("env", !options.env.is_empty()),
            ("cwd", options.cwd.is_some()),
            ("script", options.script.is_some()),
            ("allow-code", options.allow_code),
            // An argument may be there to keep the solver from something.
            ("reduce-options", options.reduce_options),
        ];
        for (key, is_given) in reserved {
            if is_given {
                let what = format!(
                    "`{key}` may only be set in the smelt.toml at the root of the corpus, \
                     in `--config` or on the command line"
                );
                return Err((key, what));
            }
        }
        self.limits(options)?;
        for options in options.interesting.iter().flat_map(Expression::rules) {
            let limits = self.limits(options);
            limits.map_err(|(_, what)| ("interesting", what))?;
        }
        if let Some(name) = &options.solver {
            self.known(name).map_err(|what| ("solver", what))?;
        }
        for (key, command) in other_solvers(ORACLES, &options.given())? {
            self.second(key, &command).map_err(|what| (key, what))?;
        }
        if let Some(command) = &options.lift_with {
            let key = "lift-with";
            self.second(key, command).map_err(|what| (key, what))?;
        }
        for file in &options.depends {
            self.inside(&base.join(file))
                .map_err(|what| ("depends", what))?;
        }
        Ok(())
    }

    /// Refuses limits that nobody has granted: a run must end, and leave memory for others.
    fn limits(&self, options: &CaseOptions) -> Result<(), (&'static str, String)> {
        for (of, key, amount) in asked(options) {
            let most = self.most[of];
            if amount.is_some_and(|amount| amount > most) {
                let what = format!(
                    "`{key}` may be at most {most} here; to allow more, set it in the smelt.toml at the root of the \
                     corpus, in `--config` or on the command line"
                );
                return Err((key, what));
            }
        }
        Ok(())
    }

    fn known(&self, name: &str) -> Result<(), String> {
        match self.config {
            Some(config) => config.known_solver(name),
            None => Err(format!(
                "unknown solver `{name}`: there is no smelt.toml at the root of the corpus to define it"
            )),
        }
    }

    /// A second command runs a program, so only the name of a known solver is allowed.
    fn second(&self, key: &str, command: &CommandLine) -> Result<(), String> {
        let Some(name) = command.name() else {
            return Err(format!(
                "here `{key}` may only name a solver of the smelt.toml at the root of the corpus, not a command"
            ));
        };
        self.known(name)
    }

    /// Refuses a file outside the corpus.
    fn inside(&self, file: &Path) -> Result<(), String> {
        let shown = file.display();
        let real = file
            .canonicalize()
            .map_err(|error| format!("cannot use `depends` file `{shown}`: {error}"))?;
        let root = self.root.canonicalize();
        if !root.is_ok_and(|root| real.starts_with(root)) {
            return Err(format!(
                "cannot use `depends` file `{shown}`: it is outside the corpus"
            ));
        }
        if !real.is_file() {
            return Err(format!(
                "cannot use `depends` file `{shown}`: it is not a file"
            ));
        }
        Ok(())
    }
}
