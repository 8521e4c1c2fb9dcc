//! Finds installed solvers by the names of their programs: `z3`, `z3-4.8.7.0`, `cvc5-1.0.3`.

use rustix::fs::{Access, access};
use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A family of solvers and the names of its programs.
#[derive(Debug, PartialEq, Eq)]
pub struct Family {
    /// The family's name in texts.
    pub name: &'static str,
    /// The names that its programs begin with; a version, or anything after a `-`, may follow.
    programs: &'static [&'static str],
    /// Names that belong to the family only if a version follows; alone or followed by a word, they are other programs.
    versioned: &'static [&'static str],
    /// Arguments that make it check its own answers, so that a wrong model becomes a failure.
    pub checking: &'static [&'static str],
    /// Whether the options in `; COMMAND-LINE:` headers of test suites are its own.
    pub has_headers: bool,
}

/// The families to look for.
pub const FAMILIES: &[Family] = &[
    Family {
        name: "z3",
        programs: &["z3"],
        versioned: &[],
        checking: &["model_validate=true"],
        has_headers: false,
    },
    Family {
        name: "cvc5",
        programs: &["cvc5"],
        versioned: &[],
        checking: &["--check-models"],
        has_headers: true,
    },
    Family {
        name: "cvc4",
        programs: &["cvc4"],
        versioned: &[],
        checking: &["--check-models"],
        has_headers: true,
    },
    Family {
        name: "yices",
        programs: &["yices-smt2"],
        versioned: &["yices"],
        checking: &[],
        has_headers: false,
    },
    Family {
        name: "bitwuzla",
        programs: &["bitwuzla"],
        versioned: &[],
        checking: &["--check-model"],
        has_headers: false,
    },
    Family {
        name: "boolector",
        programs: &["boolector"],
        versioned: &[],
        checking: &["--check-model"],
        has_headers: false,
    },
    Family {
        name: "mathsat",
        programs: &["mathsat"],
        versioned: &[],
        checking: &[],
        has_headers: false,
    },
    Family {
        name: "clingo",
        programs: &["clingo"],
        versioned: &[],
        checking: &[],
        has_headers: false,
    },
];

impl Family {
    /// What follows the family's name in the name of a program: a version, a word, or nothing. None if the program does
    /// not belong to the family.
    fn rest<'a>(&self, program: &'a str) -> Option<&'a str> {
        let named = |stem: &&str| {
            let rest = program.strip_prefix(stem)?;
            let follows = rest.is_empty() || rest.starts_with(|c: char| c == '-' || is_digit(c));
            follows.then(|| rest.trim_start_matches('-'))
        };
        self.programs.iter().find_map(named).or_else(|| {
            self.versioned
                .iter()
                .find_map(named)
                .filter(|rest| rest.starts_with(is_digit))
        })
    }
}

/// The family that a program belongs to, by its name.
pub(super) fn family(program: &str) -> Option<&'static Family> {
    FAMILIES
        .iter()
        .find(|family| family.rest(program).is_some())
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
        let of = |text: &str| {
            FAMILIES
                .iter()
                .find_map(|family| Some((family, family.rest(text)?.to_owned())))
        };
        let program_name = || program.file_name().and_then(|name| name.to_str());
        let (family, version) = of(name).or_else(|| of(program_name()?))?;
        Some(Installed {
            name: name.to_owned(),
            family,
            version,
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
        let Some(name) = program
            .file_name()
            .and_then(|name| name.to_str())
            .filter(|name| !name.contains(char::is_control))
        else {
            continue;
        };
        let family = FAMILIES
            .iter()
            .find_map(|family| Some((family, family.rest(name)?)));
        if let Some((family, version)) = family
            && program.is_file()
            && access(&program, Access::EXEC_OK).is_ok()
        {
            found.push(Installed {
                name: name.to_owned(),
                family,
                version: version.to_owned(),
                program: program.clone(),
            });
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
    all.sort_by(|a, b| {
        let newest = natural(&b.version).cmp(&natural(&a.version));
        rank(a).cmp(&rank(b)).then(newest).then(a.name.cmp(&b.name))
    });
    all
}

/// A key to sort versions by, so that 4.13 is newer than 4.8.
fn natural(version: &str) -> Vec<(u64, String)> {
    let part = |part: &str| {
        let end = part.find(|c: char| !is_digit(c)).unwrap_or(part.len());
        (part[..end].parse().unwrap_or(0), part[end..].to_owned())
    };
    version.split('.').map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::{FAMILIES, natural};

    fn known(program: &str) -> Option<(&'static str, &str)> {
        let mut families = FAMILIES.iter();
        families.find_map(|family| Some((family.name, family.rest(program)?)))
    }

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
            assert_eq!(known(program), expected, "{program}");
        }
    }

    #[test]
    fn versions_are_compared_as_people_read_them() {
        let mut versions = ["4.13.0", "nightly", "4.8.10", "4.8.7", "4.8", ""];
        versions.sort_by_key(|version| natural(version));
        assert_eq!(
            versions,
            ["", "nightly", "4.8", "4.8.7", "4.8.10", "4.13.0"]
        );
    }
}
