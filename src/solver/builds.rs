//! Builds of a solver: the programs in a directory or a list.

use super::caller::is_program;
use super::installed::family;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A build of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Build {
    /// Its name: that of its entry in the directory, or of its program.
    pub name: String,
    /// Its program.
    pub program: PathBuf,
}

/// The builds in a directory, in no particular order, and the entries that are none, each with the reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundBuilds {
    /// The builds.
    pub builds: Vec<Build>,
    /// The names of other entries, and why they are no builds.
    pub others: Vec<(String, &'static str)>,
}

/// Looks for builds of the solver whose program has this name. An entry of the directory is a build if it is a program,
/// or a directory that has the program in it or in its `bin`. Programs of another known family of solvers are none.
///
/// # Errors
/// The directory cannot be read.
pub fn builds_in(directory: &Path, solver: &str) -> io::Result<FoundBuilds> {
    let mut found = FoundBuilds::default();
    for entry in fs::read_dir(directory)? {
        let entry = entry?.path();
        let name = name_of(&entry);
        if name.starts_with('.') {
            continue;
        }
        let program = if entry.is_dir() {
            program_in(&entry, solver)
        } else {
            is_program(&entry).then(|| entry.clone())
        };
        match program {
            None if entry.is_dir() => found
                .others
                .push((name, "there is no single program in it")),
            None => found.others.push((name, "it is no program")),
            Some(program) if is_of_another_family(&name, &program, solver) => {
                found.others.push((name, "it is another solver"));
            }
            Some(program) => found.builds.push(Build { name, program }),
        }
    }
    found.others.sort();
    Ok(found)
}

/// The program that a directory holds: the one with this name, or else the only one.
fn program_in(directory: &Path, solver: &str) -> Option<PathBuf> {
    let places = [directory.to_owned(), directory.join("bin")];
    let named = places.iter().map(|place| place.join(solver));
    if let Some(named) = named.into_iter().find(|named| is_program(named)) {
        return Some(named);
    }
    places.iter().find_map(|place| {
        let entries = fs::read_dir(place).ok()?;
        let mut programs = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| is_program(path));
        let only = programs.next()?;
        programs.next().is_none().then_some(only)
    })
}

/// Whether a build can take the place of a program with this name: the names do not say that they belong to different
/// families of solvers.
pub(crate) fn are_of_one_family(solver: &str, build: &Build) -> bool {
    !is_of_another_family(&build.name, &build.program, solver)
}

/// Whether the names say that a program belongs to a known family of solvers, and the solver to another one.
fn is_of_another_family(name: &str, program: &Path, solver: &str) -> bool {
    let program = name_of(program);
    match (family(solver), family(&program).or(family(name))) {
        (Some(wanted), Some(found)) => wanted != found,
        _ => false,
    }
}

/// The name of a file, for messages.
pub(crate) fn name_of(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// The name of a program without its directory; for a word of a command.
pub fn program_name(word: &OsStr) -> String {
    name_of(Path::new(word))
}
