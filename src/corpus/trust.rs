//! Trust: what configuration that is more specific than the root file may say.
//!
//! A corpus of bugs is third-party input. Its authors may choose among the solvers of the root file and say what is
//! interesting. They must not name a program, pass on a variable of the user's environment, use a file outside
//! the corpus, or take more time or memory for a run than the root file or the defaults grant.

use super::{CaseOptions, CommandLine, Config, Expression, HangLimit};
use crate::oracle::{ORACLES, other_solvers};
use std::path::{Path, PathBuf};

/// The CPU limit in seconds that any case may ask for: that of source and golden runs.
const SECONDS: f64 = 600.0;

/// The memory limit in megabytes that any case may ask for.
const MEGABYTES: f64 = 4096.0;

/// The number of runs of each text that any case may ask for.
const RUNS: f64 = 100.0;

/// What decides whether options are allowed.
pub(super) struct Trust<'a> {
    /// The root file.
    pub(super) config: Option<&'a Config>,
    /// The command line, which precedes the other sources.
    pub(super) command_line: &'a CaseOptions,
    /// The directory of the corpus.
    pub(super) root: PathBuf,
}

/// What options ask for, by the keys; and the most of it that any case may ask for.
type Limit = (Vec<(&'static str, Option<f64>)>, f64);

/// The limits: the times of runs, their memory, and the number of runs of each text.
fn limits(options: &CaseOptions) -> [Limit; 3] {
    let hangs = options.hangs.and_then(|limit| match limit {
        HangLimit::Default => None,
        HangLimit::Seconds(limit) => Some(limit),
    });
    let times = vec![
        ("timeout", options.timeout),
        ("timeout-cc", options.timeout_cc),
        ("hangs", hangs),
        ("slower-than", options.slower_than),
        ("idle", options.idle),
    ];
    let sizes = vec![("memout", options.memout.map(|most| most as f64))];
    let runs = vec![
        ("repeat", options.repeat.map(f64::from)),
        ("seeds", options.seeds.map(f64::from)),
    ];
    [(times, SECONDS), (sizes, MEGABYTES), (runs, RUNS)]
}

impl Trust<'_> {
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
        let combined = options.interesting.iter();
        let combined: Vec<CaseOptions> = combined.flat_map(Expression::rules).collect();
        self.limits(options)?;
        for options in &combined {
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
        for (nth, (asked, default)) in limits(options).into_iter().enumerate() {
            // The largest that the root file and the command line grant to some case, or the default if that is larger.
            let granting = self.config.into_iter().flat_map(Config::options);
            let granted = granting
                .chain([self.command_line])
                .flat_map(|options| limits(options)[nth].0.clone());
            let most = granted
                .filter_map(|(_, granted)| granted)
                .fold(default, f64::max);
            if let Some((key, _)) = asked.into_iter().find(|(_, asked)| *asked > Some(most)) {
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
