//! Guesses which solver a case is meant for, from its path and its comments, without running anything.
//!
//! The most specific sign wins: a version in the path, then a name in the path, then a header of cvc5's regression
//! tests, then a mention in comments or `set-info` commands at the beginning. A guess becomes a line in a file that the
//! user can edit, so there is none for doubtful cases.

use super::Case;
use super::header::Header;
use crate::input::{self, InputFile};
use crate::solver::installed::{FAMILIES, Family, Installed};
use regex::Regex;
use std::path::Path;

/// How many bytes of a case are searched for mentions of a solver.
const LONGEST: usize = 64 << 10;

/// A guess at the solver of a case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Guess {
    /// The index of the solver in the list; none if no solver fits, or several do.
    pub solver: Option<usize>,
    /// The solvers to try, the most promising first.
    pub order: Vec<usize>,
    /// The part of the file's own name that the guess is based on, if it is.
    pub token: Option<String>,
    /// The arguments in the header of the case, for solvers whose headers these are.
    pub arguments: Vec<String>,
}

/// A solver that a text mentions.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Mention {
    family: &'static Family,
    /// The version with its dots; empty if none is mentioned.
    version: String,
    text: String,
}

/// Guesses for many cases, from one list of solvers.
pub struct Guesser<'a> {
    solvers: &'a [Installed],
    mention: Option<Regex>,
}

impl<'a> Guesser<'a> {
    /// A guesser for these solvers.
    pub fn new(solvers: &'a [Installed]) -> Guesser<'a> {
        let names: Vec<&str> = FAMILIES.iter().map(|family| family.name).collect();
        // A number without a dot is the number of an issue or a case.
        let pattern = format!(
            r"(?i)(?:^|[^a-z0-9])(({})(?:-smt2)?(?:[-_ ]?v?(\d+(?:\.\d+)+(?:\.post\d+)?))?)(?:[^a-z0-9]|$)",
            names.join("|")
        );
        Guesser {
            solvers,
            mention: Regex::new(&pattern).ok(),
        }
    }

    /// The guess for a case.
    pub fn guess(&self, case: &Case) -> Guess {
        Guess {
            arguments: Header::arguments(&case.file).unwrap_or_default(),
            ..self.solver(case)
        }
    }

    fn solver(&self, case: &Case) -> Guess {
        let all = || (0..self.solvers.len()).collect();
        if let [_] = self.solvers {
            return Guess {
                solver: Some(0),
                order: all(),
                ..Guess::default()
            };
        }
        let Some((mention, is_in_name)) = self
            .in_path(&case.relative)
            .or_else(|| self.in_text(&case.file))
        else {
            return Guess {
                order: all(),
                ..Guess::default()
            };
        };
        // The solver that is meant comes first, then its family, then the others.
        let solver = self.meant(&mention);
        let mut order: Vec<usize> = all();
        order.sort_by_key(|&at| {
            (
                Some(at) != solver,
                self.solvers[at].family != mention.family,
            )
        });
        Guess {
            solver,
            order,
            token: is_in_name.then_some(mention.text),
            ..Guess::default()
        }
    }

    /// The mention in the path, and whether it is in the file's own name. A mention with a version is preferred, then
    /// one close to the file.
    fn in_path(&self, relative: &Path) -> Option<(Mention, bool)> {
        let mut mentions = Vec::new();
        for (depth, part) in relative.iter().rev().enumerate() {
            for mention in self.mentions(&part.to_string_lossy()) {
                mentions.push((mention, depth == 0));
            }
        }
        mentions
            .iter()
            .find(|(mention, _)| !mention.version.is_empty())
            .or(mentions.first())
            .cloned()
    }

    /// The mention in the header or the first comments of the case.
    fn in_text(&self, file: &InputFile) -> Option<(Mention, bool)> {
        if Header::read(file).is_ok_and(|header| header.command_line.is_some()) {
            let is_installed =
                |family: &&Family| self.solvers.iter().any(|solver| *solver.family == **family);
            let mut families = FAMILIES.iter().filter(|family| family.has_headers);
            let family = families.find(is_installed)?;
            let mention = Mention {
                family,
                version: String::new(),
                text: String::new(),
            };
            return Some((mention, false));
        }
        let bytes = input::head(file, LONGEST).ok()?;
        let text = String::from_utf8_lossy(&bytes);
        let mention = text
            .lines()
            .filter(|line| {
                let line = line.trim_start();
                line.starts_with(';') || line.starts_with("(set-info")
            })
            .flat_map(|line| self.mentions(line))
            .next()?;
        Some((mention, false))
    }

    /// The solvers that a text mentions, in order.
    fn mentions(&self, text: &str) -> Vec<Mention> {
        let Some(pattern) = &self.mention else {
            return Vec::new();
        };
        let mut mentions = Vec::new();
        for found in pattern.captures_iter(text) {
            let name = found[2].to_lowercase();
            if let Some(family) = FAMILIES.iter().find(|family| family.name == name) {
                let version = found.get(3).map_or("", |version| version.as_str());
                mentions.push(Mention {
                    family,
                    version: version.to_owned(),
                    text: found[1].to_owned(),
                });
            }
        }
        mentions
    }

    /// The solver that a mention means. With a version, it is the first of the family that has this version; without
    /// one, the only solver of the family, or the first one whose version is not known.
    fn meant(&self, mention: &Mention) -> Option<usize> {
        let mut family =
            (0..self.solvers.len()).filter(|&at| self.solvers[at].family == mention.family);
        if !mention.version.is_empty() {
            return family.find(|&at| is_same(&self.solvers[at].version, &mention.version));
        }
        let family: Vec<usize> = family.collect();
        match family[..] {
            [only] => Some(only),
            _ => family
                .into_iter()
                .find(|at| self.solvers[*at].version.is_empty()),
        }
    }
}

/// Whether two versions agree in all parts that both have: 4.8.7 and 4.8.7.0 do, 4.8.7 and 4.8.70 do not.
fn is_same(one: &str, other: &str) -> bool {
    !one.is_empty() && one.split('.').zip(other.split('.')).all(|(a, b)| a == b)
}
