//! Languages: how files are read and printed, what their parts mean, and what "smaller" means for them.
//!
//! Invariants: a language runs nothing and touches no file; `parse(print(t)) == t`; what it does not
//! understand is unknown, never an error.

mod size;
pub mod smtlib;
mod testcase;
mod twins;

pub use size::Size;
pub use testcase::TestCase;

use crate::tree::Tree;
use std::fmt;

/// The languages: name, what it is in at most 79 columns, and the extensions of its files.
pub const LANGUAGES: &[(&str, &str, &[&str])] = &[(
    "smtlib",
    "SMT-LIB 2 and its dialects: SyGuS, separation logic, solver extensions",
    &["smt2", "smt", "sy", "smtlib"],
)];

/// What was read.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The tree, without comments.
    pub tree: Tree,
    /// How it had to be read; what is printed must be read so again.
    pub dialect: Dialect,
}

/// How strings are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// SMT-LIB 2.5 and later: `""` is a quote, `\` an ordinary character.
    #[default]
    Modern,
    /// Before: `\"` and `\\` are escapes.
    Backslash,
}

/// Why a text is not of a language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// What is wrong.
    pub what: &'static str,
    /// The line, from 1.
    pub line: usize,
    /// The column in bytes, from 1.
    pub column: usize,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}, column {}: {}",
            self.line, self.column, self.what
        )
    }
}

impl std::error::Error for ParseError {}
