//! What the user says of an import, and what a convention says of the cases.

use super::files::Files;
use crate::corpus::{Case, CaseOptions};
use clap::ValueEnum;
use std::path::{Path, PathBuf};

/// A convention.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ImportKind {
    /// `; COMMAND-LINE:`, `; EXPECT:` and `; EXPECT-ERROR:` headers of cvc5's regression tests
    Cvc5,
    /// NAME.expected.out beside NAME.smt2, as in z3's tests
    Z3,
    /// Task definitions of BenchExec, version 2.0 (`*.yml`)
    Benchexec,
    /// The database.json of the artifact of ddSMT 2.0
    Ddsmt,
}

/// What the user says of an import.
#[derive(Clone, Debug)]
pub struct Import<'a> {
    /// The convention.
    pub kind: ImportKind,
    /// A directory of cases, or the database.
    pub path: &'a Path,
    /// The solver of all cases, by its name in the configuration.
    pub solver: Option<&'a str>,
    /// The trusted solver for wrong answers.
    pub reference: Option<&'a str>,
    /// Whether the output that is expected must be preserved.
    pub expected: bool,
}

/// What a convention says of a case.
pub(super) struct Wish {
    /// The case, below the root.
    pub(super) relative: PathBuf,
    /// Names of solvers that are meant, the best first.
    pub(super) solvers: Vec<String>,
    /// What its table says, without solver and glob.
    pub(super) options: CaseOptions,
    /// Whether the answer is the failure, so that another solver is needed.
    pub(super) is_wrong_answer: bool,
}

/// The wishes of one import, and what is left out.
#[derive(Default)]
pub(super) struct Wishes {
    pub(super) wishes: Vec<Wish>,
    pub(super) left: Vec<(String, String)>,
}

impl Wishes {
    /// The cases below the directory of an import. None, with a reason among what is left out, if it is elsewhere.
    pub(super) fn cases<'f>(
        &mut self,
        import: &Import<'_>,
        files: &Files<'f>,
    ) -> impl Iterator<Item = &'f Case> + use<'f> {
        let below = files.below(import.path);
        let below = below.map_err(|why| self.leave(import.path.display().to_string(), why));
        let cases = files.cases.iter();
        cases.filter(move |case| {
            let below = below.as_ref();
            below.is_ok_and(|below| case.relative.starts_with(below))
        })
    }

    /// Leaves something out.
    pub(super) fn leave(&mut self, name: impl Into<String>, why: impl Into<String>) {
        self.left.push((name.into(), why.into()));
    }
}
