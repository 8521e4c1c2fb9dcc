//! Finds installed solvers by the names of their programs: `z3`, `z3-4.8.7.0`, `cvc5-1.0.3`.

use super::caller::is_program;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A family of solvers and the names of its programs.
#[derive(Debug, PartialEq, Eq)]
pub struct Family {
    /// The family's name in texts.
    pub name: &'static str,
    /// The name that its programs begin with; a version, or anything after a `-`, may follow.
    program: &'static str,
    /// Another such name, which belongs to the family only if a version follows; alone or followed by a word, it is
    /// another program.
    versioned: Option<&'static str>,
    /// Arguments that make it check its own answers, so that a wrong model becomes a failure.
    pub checking: &'static [&'static str],
    /// Whether the options in `; COMMAND-LINE:` headers of test suites are its own.
    pub has_headers: bool,
}

/// A family whose programs have its name, and of which no more is known.
const fn family_of(name: &'static str) -> Family {
    Family {
        name,
        program: name,
        versioned: None,
        checking: &[],
        has_headers: false,
    }
}

/// The families to look for.
pub const FAMILIES: &[Family] = &[
    Family {
        checking: &["model_validate=true"],
        ..family_of("z3")
    },
    Family {
        checking: &["--check-models"],
        has_headers: true,
        ..family_of("cvc5")
    },
    Family {
        checking: &["--check-models"],
        has_headers: true,
        ..family_of("cvc4")
    },
    Family {
        program: "yices-smt2",
        versioned: Some("yices"),
        ..family_of("yices")
    },
    Family {
        checking: &["--check-model"],
        ..family_of("bitwuzla")
    },
    Family {
        checking: &["--check-model"],
        ..family_of("boolector")
    },
    family_of("mathsat"),
    family_of("clingo"),
];

impl Family {
    /// What follows the family's name in the name of a program: a version, a word, or nothing. None if the program does
    /// not belong to the family.
    fn rest<'a>(&self, program: &'a str) -> Option<&'a str> {
        let named = |stem: &str| {
            let rest = program.strip_prefix(stem)?;
            let follows = rest.is_empty() || rest.starts_with(|c: char| c == '-' || is_digit(c));
            follows.then(|| rest.trim_start_matches('-'))
        };
        named(self.program)
            .or_else(|| named(self.versioned?).filter(|rest| rest.starts_with(is_digit)))
    }
}

/// The family that a program belongs to, by its name, and what follows the family's name in it.
fn of(program: &str) -> Option<(&'static Family, &str)> {
    FAMILIES
        .iter()
        .find_map(|family| Some((family, family.rest(program)?)))
}

/// The family that a program belongs to, by its name.
pub(super) fn family(program: &str) -> Option<&'static Family> {
    of(program).map(|(family, _)| family)
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// An installed solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installed {
    /// The name of its program.
    pub name: String,
    /// Its family.
    pub family: &'static Family,
    /// What follows the family's name: `4.8.7.0`, `nightly`, or nothing.
    pub version: String,
    /// The path of its program.
    pub program: PathBuf,
}

impl Installed {
    /// The solver of this name, if the name or that of its program belongs to a family.
    pub fn of_name(name: &str, program: &Path) -> Option<Installed> {
        let program_name = || program.file_name().and_then(|name| name.to_str());
        let (family, version) = of(name).or_else(|| of(program_name()?))?;
        Some(Installed {
            name: name.to_owned(),
            family,
            version: version.to_owned(),
            program: program.to_owned(),
        })
    }
}

/// The solvers in the directories of PATH. Directories that cannot be read are ignored.
pub fn on_path() -> Vec<Installed> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path)
        .filter(|directory| directory.is_absolute())
        .flat_map(|directory| in_directory(&directory).unwrap_or_default());
    ordered(found)
}

/// The solvers in these directories.
///
/// # Errors
/// A directory cannot be read.
pub fn in_directories(directories: &[PathBuf]) -> Result<Vec<Installed>, (PathBuf, io::Error)> {
    let mut found = Vec::new();
    for directory in directories {
        let solvers = directory
            .canonicalize()
            .and_then(|real| in_directory(&real))
            .map_err(|error| (directory.clone(), error))?;
        found.extend(solvers);
    }
    Ok(ordered(found.into_iter()))
}

fn in_directory(directory: &Path) -> io::Result<Vec<Installed>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory)? {
        let program = entry?.path();
        let name = program.file_name().and_then(|name| name.to_str());
        if let Some(name) = name.filter(|name| !name.contains(char::is_control))
            && let Some(solver) = Installed::of_name(name, &program)
            && is_program(&program)
        {
            found.push(solver);
        }
    }
    Ok(found)
}

/// The solvers without duplicates, sorted by family, with the newest version first. Of two programs with the same name,
/// the first is kept, as PATH would choose it; of two names for the same program, the longer one.
fn ordered(found: impl Iterator<Item = Installed>) -> Vec<Installed> {
    let mut by_name: Vec<Installed> = Vec::new();
    for solver in found {
        if by_name.iter().all(|known| known.name != solver.name) {
            by_name.push(solver);
        }
    }
    let mut by_program: HashMap<PathBuf, Installed> = HashMap::new();
    for solver in by_name {
        let real = solver
            .program
            .canonicalize()
            .unwrap_or_else(|_| solver.program.clone());
        let says_more =
            |known: &Installed| (solver.name.len(), &known.name) > (known.name.len(), &solver.name);
        if by_program.get(&real).is_none_or(says_more) {
            by_program.insert(real, solver);
        }
    }
    let mut all: Vec<Installed> = by_program.into_values().collect();
    let rank = |solver: &Installed| FAMILIES.iter().position(|family| family == solver.family);
    // Which of them is the newest is only known of those with a number.
    let is_numbered = |solver: &Installed| solver.version.starts_with(is_digit);
    all.sort_by(|a, b| {
        let newest = is_numbered(b)
            .cmp(&is_numbered(a))
            .then_with(|| natural(&b.version, &a.version));
        rank(a).cmp(&rank(b)).then(newest).then(a.name.cmp(&b.name))
    });
    all
}

/// Compares names and versions as people do, the older one first: stretches of digits count as numbers, so that 4.8.10
/// comes after 4.8.9 and 2021-10-1 after 2021-9-1. A candidate for a release, such as 2.1-rc1, comes before it. A word
/// in the place of a number, such as `nightly`, comes last.
pub fn natural(one: &str, other: &str) -> Ordering {
    pieces(one).cmp(pieces(other)).then(one.cmp(other))
}

/// A piece of a text as people compare it.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Piece<'a> {
    /// What follows is not released yet: the place of its word among [`CANDIDATES`].
    Candidate(usize),
    End,
    /// How many digits a number has, and these, without zeros in front.
    Number(usize, &'a str),
    Other(char),
}

/// Words for what comes before a release, the earliest first.
const CANDIDATES: [&str; 3] = ["alpha", "beta", "rc"];

fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut left = text;
    let (mut is_after_letter, mut is_after_number) = (false, false);
    let pieces = std::iter::from_fn(move || {
        let first = left.chars().next()?;
        if let Some((word, rest)) = candidate(left).filter(|_| is_after_number) {
            left = rest;
            return Some(Piece::Candidate(word));
        }
        // The 3 of `z3` is no number of a version.
        is_after_number = is_digit(first) && !is_after_letter;
        is_after_letter = first.is_alphabetic();
        let end = left.find(|c: char| !is_digit(c)).unwrap_or(left.len());
        let (piece, rest) = left.split_at(end.max(first.len_utf8()));
        left = rest;
        Some(if is_digit(first) {
            let number = piece.trim_start_matches('0');
            Piece::Number(number.len(), number)
        } else {
            Piece::Other(first)
        })
    });
    pieces.chain([Piece::End])
}

/// The place of the word for a candidate that a text begins with, and what follows it: 2 and `1` for `-rc1`.
fn candidate(text: &str) -> Option<(usize, &str)> {
    let word = text.trim_start_matches(['-', '.', '_', '~']);
    let at = CANDIDATES.iter().position(|name| word.starts_with(name))?;
    let rest = &word[CANDIDATES[at].len()..];
    (!rest.starts_with(char::is_alphabetic)).then_some((at, rest))
}

#[cfg(test)]
mod tests {
    use super::{Installed, natural, of, ordered};
    use std::path::Path;

    #[test]
    fn a_solver_is_known_by_how_its_programs_name_begins() {
        for (program, expected) in [
            ("zzz", None),
            ("z", None),
            ("z3py", None),
            ("pyz3", None),
            ("cvc", None),
            ("yices", None),
            ("yices-sat", None),
            ("boolectormc", None),
            ("z3", Some(("z3", ""))),
            ("z3-4.8.7.0", Some(("z3", "4.8.7.0"))),
            ("z3-nightly", Some(("z3", "nightly"))),
            ("cvc51.0", Some(("cvc5", "1.0"))),
            ("cvc4-1.6", Some(("cvc4", "1.6"))),
            ("yices-smt2", Some(("yices", ""))),
            ("yices-2.6.4", Some(("yices", "2.6.4"))),
        ] {
            let found = of(program).map(|(family, rest)| (family.name, rest));
            assert_eq!(found, expected, "{program}");
        }
    }

    #[test]
    fn versions_are_compared_as_people_read_them() {
        for sorted in [
            &["", "4.8", "4.8.7", "4.8.10", "4.13.0", "nightly"][..],
            &["2021-9-1", "2021-9-12", "2021-10-1", "2022-1-1"],
            &["4.8.1", "4.8.2", "4.8.post1"],
            &["2.0", "2.1-rc", "2.1-rc2", "2.1-rc10", "2.1", "2.1.1"],
            &["2.1-alpha2", "2.1-beta1", "2.1-rc1", "2.1"],
            &[
                "x-s",
                "x-src",
                "z3-4.8rc1",
                "z3-4.8",
                "z3-archive",
                "z3-beta",
            ],
            &["a", "z3", "z3-04.8", "z3-4.8", "z3-4.8.9"],
            &["z3-4.8.9", "z3-4.8.10", "z3-4.13", "z3-nightly"],
        ] {
            let mut versions: Vec<&str> = sorted.iter().copied().rev().collect();
            versions.sort_by(|one, other| natural(one, other));
            assert_eq!(versions, sorted);
        }
    }

    #[test]
    fn of_dated_builds_the_newest_comes_first_and_those_without_a_number_last() {
        let of_name = |name: &str| Installed::of_name(name, Path::new(name)).expect("a family");
        let found = ["z3", "z3-2021-9-1", "z3-nightly", "z3-2021-10-1"].map(of_name);
        let all = ordered(found.into_iter());
        let names: Vec<&str> = all.iter().map(|solver| &*solver.name).collect();
        assert_eq!(names, ["z3-2021-10-1", "z3-2021-9-1", "z3-nightly", "z3"]);
    }
}
