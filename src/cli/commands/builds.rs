//! The builds that `--builds` names.

use super::preparation::absolute;
use crate::cli::error::CliError;
use crate::cli::output;
use crate::solver::{Build, builds_in, find_program, program_name};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// What `--builds` names: a directory, or builds. Paths are absolute, because the current directory may change.
pub(super) enum ListedBuilds {
    Directory(PathBuf),
    Builds(Vec<Build>),
}

impl ListedBuilds {
    /// Reads the value of the option. A name in a list is one that `known` knows, or a program.
    pub(super) fn of(
        value: &OsStr,
        known: &dyn Fn(&str) -> Option<Build>,
    ) -> Result<ListedBuilds, CliError> {
        let directory = Path::new(value);
        if directory.is_dir() {
            return absolute(directory).map(ListedBuilds::Directory);
        }
        let text = value.to_str().ok_or_else(|| {
            let value = value.display();
            let message = format!("`{value}` is no directory, and no list of programs");
            CliError::usage(message, "a list has names in UTF-8, separated by commas")
        })?;
        let mut builds = Vec::new();
        for name in text.split(',').filter(|name| !name.is_empty()) {
            if let Some(build) = known(name) {
                builds.push(build);
                continue;
            }
            // A bare name is looked for on PATH.
            let program = find_program(name.as_ref()).map_err(|error| {
                let message = format!("`--builds` names no directory or list of programs: {error}");
                CliError::usage(
                    message,
                    "name a directory of builds, or programs separated by commas",
                )
            })?;
            builds.push(build(&program)?);
        }
        Ok(ListedBuilds::Builds(builds))
    }

    /// The builds. Of a directory, those of the solver with this name; all if it is empty.
    pub(super) fn builds(&self, solver: &str) -> Result<Vec<Build>, CliError> {
        match self {
            ListedBuilds::Builds(builds) => Ok(builds.clone()),
            ListedBuilds::Directory(directory) => {
                let found = builds_in(directory, solver).map_err(|error| {
                    let message = format!("cannot read `{}`: {error}", directory.display());
                    CliError::usage(message, "check the directory")
                })?;
                for (name, why) in &found.others {
                    output::say(&format!("note: `{name}` is no build: {why}"));
                }
                Ok(found.builds)
            }
        }
    }
}

/// The build that is this program.
pub(super) fn build(program: &Path) -> Result<Build, CliError> {
    let program = absolute(program)?;
    Ok(Build {
        name: program_name(program.as_os_str()),
        program,
    })
}
