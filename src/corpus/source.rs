//! One place from which configuration comes.

use super::CaseOptions;
use std::path::{Path, PathBuf};

/// How near a source is, as far as that decides what it may say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rank {
    /// The user, now.
    CommandLine,
    /// A file of the corpus nearer to the case than the root file: third-party input.
    Near,
    /// A header of cvc5's regression tests, which was not written for smelt.
    Regression,
    /// The root file, which the user named.
    Root,
}

/// What one source says, what its relative paths start from, and what users know it as.
#[derive(Clone, Debug)]
pub(super) struct Source {
    /// What it says.
    pub(super) options: CaseOptions,
    /// The directory of the file; empty for the command line.
    pub(super) base: PathBuf,
    /// Its name, such as `bugs/smelt.toml, [[case]] '*.smt2'`.
    pub(super) from: String,
    /// How far it is trusted.
    pub(super) rank: Rank,
}

impl Source {
    /// The command line.
    pub(super) fn command_line(options: &CaseOptions) -> Source {
        Source {
            options: options.clone(),
            base: PathBuf::new(),
            from: "command line".to_owned(),
            rank: Rank::CommandLine,
        }
    }

    /// A table of the root file.
    pub(super) fn root(options: &CaseOptions, base: &Path, from: String) -> Source {
        Source {
            options: options.clone(),
            base: base.to_owned(),
            from,
            rank: Rank::Root,
        }
    }
}
