//! Finds the cases that a command line names, and their settings.

use super::builds::ListedBuilds;
use super::preparation::{check_commands, command};
use crate::cli::args::{BatchArgs, Common};
use crate::cli::error::CliError;
use crate::cli::fit::listed;
use crate::cli::progress::count;
use crate::cli::{exit, guess, output};
use crate::command::quoted;
use crate::corpus::{
    CaseOptions, CommandLine, Config, CorpusError, Discovery, Planned, discover, discover_any,
    on_builds, plan_under, unmatched_globs,
};
use crate::solver::Build;
use crate::solver::installed::natural;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The cases found in directories.
pub(super) struct Cases {
    /// The cases; there is at least one.
    pub(super) planned: Vec<Planned>,
    /// Whether a file or directory could not be read.
    pub(super) unread: bool,
    /// The builds on which each case is run, in the order of their names; none if each case has its own solver.
    pub(super) builds: Vec<Build>,
    /// The configuration at the root of each directory, or the one that is named.
    configs: Vec<Option<Config>>,
}

impl Cases {
    /// Looks for cases, and reports what is skipped.
    pub(super) fn of(
        directories: &[PathBuf],
        common: &Common,
        command: &[OsString],
    ) -> Result<Cases, CliError> {
        Cases::under(&CaseOptions::default(), None, directories, common, command)
    }

    /// The same, but these options come before all others, and if a case is named, there is only that one.
    pub(super) fn under(
        first: &CaseOptions,
        only: Option<&str>,
        directories: &[PathBuf],
        common: &Common,
        command: &[OsString],
    ) -> Result<Cases, CliError> {
        refuse_command(directories, command)?;
        let mut found = discovered(directories, common)?;
        if let Some(only) = only {
            found.cases.retain(|case| case.id == only);
        }
        tell_skipped(&found, common.run.level());
        let unread = found.skipped.iter().any(|skipped| skipped.is_failure);
        if found.cases.is_empty() {
            return Err(none_found(directories, &found));
        }
        let configs = configs(directories, common)?;
        let options = (first, &common.options());
        let planned = planned(directories, options, (command, &configs), found)?;
        Ok(Cases {
            planned,
            unread,
            builds: Vec::new(),
            configs,
        })
    }

    /// The cases of a batch, each once for each build that it names.
    pub(super) fn of_batch(args: &BatchArgs) -> Result<Cases, CliError> {
        let mut cases = Cases::of(&args.directories, &args.common, &args.command)?;
        let configs: Vec<&Config> = cases.configs.iter().flatten().collect();
        let configured: Vec<Build> = configs.iter().flat_map(|config| config.builds()).collect();
        let known = |name: &str| {
            let build = configured.iter().find(|build| build.name == name).cloned();
            build.or_else(|| {
                let program = configs.iter().find_map(|config| config.program(name))?;
                let name = name.to_owned();
                Some(Build { name, program })
            })
        };
        let mut builds = match &args.builds {
            Some(named) => ListedBuilds::of(named, &known)?.builds("")?,
            None => configured,
        };
        builds.sort_by(|one, other| natural(&one.name, &other.name));
        builds.dedup_by(|one, other| one.name == other.name);
        if builds.is_empty() && args.builds.is_some() {
            return Err(CliError::usage(
                "`--builds` names no build",
                "name a directory of builds, or programs separated by commas",
            ));
        }
        cases.planned = on_builds(cases.planned, &builds);
        let settings = cases
            .planned
            .iter()
            .filter_map(|it| it.settings.as_ref().ok());
        let mut solvers = settings.map(|settings| &settings.solver).peekable();
        let is_build = |solver: &String| builds.iter().any(|build| build.name == *solver);
        if args.builds.is_some() && solvers.peek().is_some() && !solvers.any(is_build) {
            return Err(CliError::usage(
                "no build that `--builds` names can take the place of a case's solver",
                "name builds of the solver that the configuration or the command after `--` has; the name of the program says \
                 which solver it is",
            ));
        }
        cases.builds = builds;
        Ok(cases)
    }

    /// Says which globs of the configuration match no case: they are probably misspelt.
    pub(super) fn tell_unmatched_globs(&self) {
        let cases = self.planned.iter().map(|planned| &planned.case);
        for (path, globs) in unmatched_globs(cases, &self.configs) {
            let quoted: Vec<String> = globs.iter().map(|glob| format!("`{glob}`")).collect();
            let names: Vec<&str> = quoted.iter().map(String::as_str).collect();
            let what = match names[..] {
                [_] => "this glob matches no case".to_owned(),
                _ => format!("{} globs match no case", names.len()),
            };
            let path = path.display();
            output::say(&format!("note: in `{path}`, {what}: {}", listed(&names)));
        }
    }
}

/// The files below directories that are cases under these options.
pub(super) fn discovered(
    directories: &[PathBuf],
    common: &Common,
) -> Result<Discovery, CorpusError> {
    // If the user names the language, files with any extension are cases.
    let mut found = match common.case.language {
        Some(_) => discover_any(directories)?,
        None => discover(directories)?,
    };
    found.limit(common.run.max_input());
    Ok(found)
}

/// Refuses a program among the directories: the `--` before the solver must be missing.
fn refuse_command(directories: &[PathBuf], command: &[OsString]) -> Result<(), CliError> {
    if !command.is_empty() {
        return Ok(());
    }
    let words = directories.iter().map(|directory| directory.as_os_str());
    let Some(guess) = guess::forgotten_dashes(words) else {
        return Ok(());
    };
    let program = directories.iter().find(|directory| !directory.is_dir());
    let name = program.unwrap_or(&directories[0]).display();
    Err(CliError::usage(
        format!("`{name}` is not a directory"),
        guess,
    ))
}

/// The configuration at the root of each directory, or the one that is named.
pub(super) fn configs(
    directories: &[PathBuf],
    common: &Common,
) -> Result<Vec<Option<Config>>, CliError> {
    match &common.run.config {
        Some(file) => Ok(vec![Some(Config::read(file)?)]),
        None => Ok(directories
            .iter()
            .map(|directory| Config::of_directory(directory))
            .collect::<Result<_, _>>()?),
    }
}

/// The cases with their settings. All errors of the user are found here, before anything is run.
fn planned(
    directories: &[PathBuf],
    (first, options): (&CaseOptions, &CaseOptions),
    (words, configs): (&[OsString], &[Option<Config>]),
    found: Discovery,
) -> Result<Vec<Planned>, CliError> {
    let command = command(words, "put the solver and its arguments after `--`")?;
    let has_script = options.script.is_some();
    if command.is_none() && !has_script && configs.iter().all(Option::is_none) {
        let named = directories.first().map(|directory| shown(directory));
        let hint = format!(
            "put the solver's command after `--`, name a script with `--script FILE`, or run `smelt init {}` to find \
             solvers and write a `smelt.toml`",
            named.map_or_else(String::new, |name| quoted(&[name]))
        );
        return Err(CliError::usage("no solver is given", hint));
    }
    let planned = plan_under(first, found.cases, configs, options, command.as_ref())?;
    check_scripts(&planned)?;
    if let Some(command) = &command {
        refuse_unused(command, &planned)?;
    }
    Ok(planned)
}

/// How many cases are not run on the command, because their configuration names a solver.
pub(super) fn cases_of_others(planned: &[Planned], command: &CommandLine) -> usize {
    let settings = planned
        .iter()
        .filter_map(|planned| planned.settings.as_ref().ok());
    settings
        .filter(|settings| !settings.command.starts_with(&command.0))
        .count()
}

/// Refuses a command that no case is run on: who has typed it expects something else.
fn refuse_unused(command: &CommandLine, planned: &[Planned]) -> Result<(), CliError> {
    if planned.is_empty() || cases_of_others(planned, command) < planned.len() {
        return Ok(());
    }
    Err(CliError::usage(
        format!(
            "the command after `--` applies to no case: the configuration names another solver for each of {}",
            planned.len()
        ),
        "leave the command out, or name a configuration without these solvers with `--config FILE`; \
         `smelt check --explain FILE` shows where the solver of a case comes from",
    ))
}

/// Refuses scripts that cannot be run. Only the user can name them, so it is the user's error; each is checked once,
/// because one script may be meant for every case.
fn check_scripts(planned: &[Planned]) -> Result<(), CliError> {
    let mut checked = BTreeSet::new();
    for Planned { case, settings } in planned {
        if let Ok(settings) = settings
            && settings.rule.is_script()
            && checked.insert(&settings.command)
        {
            check_commands(case.path(), settings)?;
        }
    }
    Ok(())
}

fn tell_skipped(found: &Discovery, level: i16) {
    for skipped in &found.skipped {
        let (path, why) = (skipped.path.display(), &skipped.why);
        if skipped.is_failure {
            output::say(&format!("error: cannot read `{path}`: {why}"));
        } else if level > 0 {
            output::say(&format!("skipped `{path}`: {why}"));
        }
    }
}

fn none_found(directories: &[PathBuf], found: &Discovery) -> CliError {
    let names: Vec<String> = directories
        .iter()
        .map(|directory| format!("`{}`", shown(directory)))
        .collect();
    let mut reasons: Vec<&str> = found.skipped.iter().map(|skipped| &*skipped.why).collect();
    reasons.sort_unstable();
    reasons.dedup();
    let skipped = found.skipped.len();
    let why = if reasons.is_empty() {
        String::new()
    } else {
        format!(" ({})", reasons.join(", "))
    };
    let message = format!(
        "no cases found in {}: {} seen, {skipped} skipped{why}",
        names.join(", "),
        count(found.seen as u64, "file")
    );
    CliError::new(
        exit::NONE,
        message,
        "run with -v to list the skipped files; `smelt list languages` shows the known extensions",
    )
}

/// A directory's name, which ends with a `/`.
fn shown(directory: &Path) -> String {
    let name = directory.display().to_string();
    if name.ends_with('/') {
        name
    } else {
        format!("{name}/")
    }
}
