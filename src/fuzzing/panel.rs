//! The solvers of a run: those under test, with each set of options, and the trusted ones.

use super::names::names;
use crate::corpus::CommandLine;
use crate::solver::{CommandSpec, Invocation, ResolveError, for_all_models};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The solvers as they are given.
#[derive(Clone, Debug, Default)]
pub(crate) struct Solvers {
    /// Those under test.
    pub subjects: Vec<CommandLine>,
    /// The trusted ones.
    pub trusted: Vec<CommandLine>,
    /// Sets of options for those under test, of which each program draws one. Empty if there are no options.
    pub options: Vec<Vec<OsString>>,
    /// Whether all solvers look for all models.
    pub all_models: bool,
}

/// A solver with its options.
#[derive(Debug)]
pub(super) struct Member {
    /// Its name in tables, directories and configurations.
    pub(super) name: String,
    /// Its words, with absolute paths.
    pub(super) command: Vec<OsString>,
    /// How it is started.
    pub(super) invocation: Invocation,
}

/// The resolved solvers.
#[derive(Debug)]
pub(crate) struct Panel {
    /// All of them; each subject once for each set of options.
    pub(super) members: Vec<Member>,
    /// The names of the subjects.
    pub(super) subjects: Vec<String>,
    /// How many sets of options there are, at least one.
    pub(super) sets: usize,
}

impl Panel {
    /// Finds the programs. `extension` is that of the files that they will read.
    ///
    /// # Errors
    /// A program is missing or cannot be run.
    pub(crate) fn of(solvers: &Solvers, extension: &str) -> Result<Panel, ResolveError> {
        let here = std::env::current_dir().map_err(ResolveError::NoDirectory)?;
        let commands = [&solvers.subjects[..], &solvers.trusted].concat();
        let names = names(&commands);
        let none = [Vec::new()];
        let sets = match &solvers.options[..] {
            [] => &none,
            sets => sets,
        };
        let mut panel = Panel {
            members: Vec::new(),
            subjects: names[..solvers.subjects.len()].to_vec(),
            sets: sets.len(),
        };
        let resolved = |name: String, mut command: Vec<OsString>| -> Result<Member, ResolveError> {
            command = absolute(command, &here);
            if solvers.all_models {
                command = for_all_models(command);
            }
            let spec = CommandSpec {
                argv: command.clone(),
                extension: extension.into(),
                ..CommandSpec::default()
            };
            Ok(Member {
                name,
                command,
                invocation: Invocation::resolve(&spec)?,
            })
        };
        for (name, command) in names.iter().zip(&solvers.subjects) {
            for (nth, options) in (1..).zip(sets) {
                let name = match sets.len() {
                    1 => name.clone(),
                    _ => format!("{name}+{nth}"),
                };
                let command = [&command.0[..], options].concat();
                panel.members.push(resolved(name, command)?);
            }
        }
        for (name, command) in names.into_iter().zip(&commands).skip(panel.subjects.len()) {
            panel.members.push(resolved(name, command.0.clone())?);
        }
        Ok(panel)
    }

    /// The member that is a subject with a set of options.
    pub(super) fn variant(&self, subject: usize, set: usize) -> usize {
        subject * self.sets + set
    }

    /// The members that judge a subject: the trusted solvers, or without any, the other subjects with the same options.
    pub(super) fn voters(&self, subject: usize, set: usize) -> Vec<usize> {
        let trusted = self.subjects.len() * self.sets;
        if trusted < self.members.len() {
            return (trusted..self.members.len()).collect();
        }
        (0..self.subjects.len())
            .filter(|other| *other != subject)
            .map(|other| self.variant(other, set))
            .collect()
    }
}

/// The words with absolute paths of the program and of files, because a configuration in another directory must mean
/// the same.
fn absolute(mut command: Vec<OsString>, here: &Path) -> Vec<OsString> {
    for (nth, word) in command.iter_mut().enumerate() {
        let path = PathBuf::from(&*word);
        let is_path = word.as_encoded_bytes().contains(&b'/');
        if path.is_relative() && (is_path || nth > 0) && path.is_file() {
            *word = here.join(path).into_os_string();
        }
    }
    command
}
