//! Finds a short list of globs that assigns a solver to each of many cases.
//!
//! The tree of directories is divided from the root: cases that all have the same choice get one glob, otherwise each
//! subdirectory is divided in turn. Files that remain together in a directory are told apart by a part of their names
//! where one decides, and by their whole names where none does.

use super::Case;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// How long the names in one glob are together, in bytes, unless a single one is longer.
const LONGEST: usize = 90;

/// The solver that was chosen for a case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SolverChoice {
    /// Its index in the list of solvers.
    pub solver: usize,
    /// Arguments for this case in addition to those of the solver.
    pub arguments: Vec<String>,
    /// A part of the file name that may also occur in the names of other cases of the same solver.
    pub token: Option<String>,
}

/// A solver and its arguments.
type Runs<'a> = (usize, &'a [String]);

impl SolverChoice {
    fn runs(&self) -> Runs<'_> {
        (self.solver, &self.arguments)
    }
}

/// A case and its choice.
type Chosen<'a> = (&'a Path, Option<&'a SolverChoice>);

/// Globs and their choices. For each case, the first glob that matches gives its choice. Cases without a choice get no
/// glob, nor do cases whose names cannot be written in a text file.
pub(super) fn globs<'a>(
    cases: &'a [Case],
    choices: &'a [Option<SolverChoice>],
) -> Vec<(String, &'a SolverChoice)> {
    let chosen: Vec<Chosen<'a>> = cases
        .iter()
        .map(|case| &*case.relative)
        .zip(choices.iter().map(Option::as_ref))
        .collect();
    let mut found = Vec::new();
    below(Path::new(""), &chosen, &mut found);
    found
}

/// The same, but the globs match these files by their names, and no others of the directory: what is said of one case alone
/// does not hold for a case that somebody adds later.
pub(super) fn globs_by_name<'a>(
    cases: &'a [Case],
    choices: &'a [Option<SolverChoice>],
) -> Vec<(String, &'a SolverChoice)> {
    let mut places: BTreeMap<(&Path, &SolverChoice), Vec<&str>> = BTreeMap::new();
    for (case, choice) in cases.iter().zip(choices) {
        let directory = case.relative.parent().unwrap_or(Path::new(""));
        let name = case.relative.file_name().and_then(plain);
        if let (Some(choice), Some(name)) = (choice, name) {
            places.entry((directory, choice)).or_default().push(name);
        }
    }
    let mut found = Vec::new();
    // A glob without a directory matches names everywhere, so those at the root come last.
    for ((directory, choice), names) in places.iter().rev() {
        let globs = patterns(names).into_iter();
        let globs = globs.filter_map(|names| glob(directory, &names));
        found.extend(globs.map(|glob| (glob, *choice)));
    }
    found
}

/// The globs of the cases below a directory: a single one if all of them have the same choice.
fn below<'a>(directory: &Path, cases: &[Chosen<'a>], found: &mut Vec<(String, &'a SolverChoice)>) {
    if let Some(choice) = common(cases) {
        found.extend(glob(directory, "**").map(|glob| (glob, choice)));
        return;
    }
    let mut inside: BTreeMap<PathBuf, Vec<Chosen<'a>>> = BTreeMap::new();
    let mut files = Vec::new();
    for case in cases {
        let rest = case.0.strip_prefix(directory).unwrap_or(case.0);
        let mut parts = rest.iter();
        match (parts.next(), parts.next()) {
            (Some(first), Some(_)) => inside.entry(directory.join(first)).or_default().push(*case),
            _ => files.push(*case),
        }
    }
    for (directory, cases) in &inside {
        below(directory, cases, found);
    }
    of_files(directory, &files, found);
}

/// The globs of the files in one directory.
fn of_files<'a>(
    directory: &Path,
    files: &[Chosen<'a>],
    found: &mut Vec<(String, &'a SolverChoice)>,
) {
    let at_root = directory.as_os_str().is_empty();
    if let Some(choice) = common(files).filter(|_| !at_root) {
        found.extend(glob(directory, "*").map(|glob| (glob, choice)));
        return;
    }
    let mut done = BTreeSet::new();
    // Of many files, few have a part of their names or a choice that no other one has.
    let mut decided: BTreeMap<&SolverChoice, bool> = BTreeMap::new();
    let mut rest: BTreeMap<Runs<'_>, (&SolverChoice, Vec<&str>)> = BTreeMap::new();
    for (path, choice) in files {
        let (Some(choice), Some(name)) = (*choice, path.file_name().and_then(plain)) else {
            continue;
        };
        let is_decided = |token: &&str| {
            let known = decided.entry(choice);
            *known.or_insert_with(|| decides(token, choice, files))
        };
        let Some(token) = choice.token.as_deref().filter(is_decided) else {
            let alike = rest.entry(choice.runs());
            alike.or_insert((choice, Vec::new())).1.push(name);
            continue;
        };
        let pattern = format!("*{}*", escaped(token));
        if let Some(glob) = glob(directory, &pattern).filter(|glob| done.insert(glob.clone())) {
            found.push((glob, choice));
        }
    }
    // What most files have in common is said of all, after the exceptions.
    let has_choice = |(path, choice): &Chosen<'_>| {
        choice.is_some() && path.file_name().and_then(plain).is_some()
    };
    let most = rest
        .values()
        .max_by_key(|(choice, names)| (names.len(), Reverse(*choice)));
    let usual = most
        .filter(|(_, names)| names.len() > 1 && !at_root && files.iter().all(has_choice))
        .map(|(choice, _)| *choice);
    for (choice, names) in rest.values().filter(|(choice, _)| Some(*choice) != usual) {
        let globs = patterns(names)
            .into_iter()
            .filter_map(|names| glob(directory, &names));
        found.extend(globs.map(|glob| (glob, *choice)));
    }
    found.extend(usual.and_then(|choice| Some((glob(directory, "*")?, choice))));
}

/// Patterns that match these names and no others: those with one extension together, but no more than fit in a line.
fn patterns(names: &[&str]) -> Vec<String> {
    let mut by_extension: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for name in names {
        let (stem, extension) = match name.rfind('.') {
            Some(dot) if dot > 0 => name.split_at(dot),
            _ => (*name, ""),
        };
        let stems = by_extension.entry(extension).or_default();
        stems.push(escaped(stem));
    }
    let mut patterns = Vec::new();
    for (extension, stems) in by_extension {
        let mut stems = &stems[..];
        while let Some((first, others)) = stems.split_first() {
            let mut length = first.len();
            let fits = |stem: &&String| {
                length += 1 + stem.len();
                length <= LONGEST
            };
            let count = 1 + others.iter().take_while(fits).count();
            let (together, rest) = stems.split_at(count);
            patterns.push(match together {
                [stem] => format!("{stem}{}", escaped(extension)),
                // A comma would separate two names.
                stems => {
                    let stems: Vec<String> =
                        stems.iter().map(|stem| stem.replace(',', "[,]")).collect();
                    format!("{{{}}}{}", stems.join(","), escaped(extension))
                }
            });
            stems = rest;
        }
    }
    patterns
}

/// Whether all files with this part in their names have the same choice.
fn decides(token: &str, choice: &SolverChoice, files: &[Chosen<'_>]) -> bool {
    files.iter().all(|(path, other)| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        !name.contains(token) || other.is_some_and(|other| other.runs() == choice.runs())
    })
}

/// The choice that all of these cases have in common, if there is one.
fn common<'a>(cases: &[Chosen<'a>]) -> Option<&'a SolverChoice> {
    let first = cases.first()?.1?;
    cases
        .iter()
        .all(|(_, choice)| choice.is_some_and(|choice| choice.runs() == first.runs()))
        .then_some(first)
}

/// A pattern below a directory; at the root, `*` matches everything.
fn glob(directory: &Path, pattern: &str) -> Option<String> {
    if directory.as_os_str().is_empty() {
        return Some(if pattern == "**" { "*" } else { pattern }.to_owned());
    }
    let directory = plain(directory.as_os_str())?;
    Some(format!("{}/{pattern}", escaped(directory)))
}

/// A glob that matches only this text.
pub(super) fn escaped(text: &str) -> String {
    globset::escape(text).replace('\\', r"\\")
}

/// The name, if it is text that can be written in one line.
pub(super) fn plain(name: &OsStr) -> Option<&str> {
    name.to_str()
        .filter(|name| !name.contains(char::is_control))
}

/// Whether a glob can name this path alone.
pub(super) fn is_writable(relative: &Path) -> bool {
    relative.iter().all(|part| plain(part).is_some())
}
