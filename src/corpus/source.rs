//! A source of configuration.

use super::CaseOptions;
use std::path::{Path, PathBuf};

/// The kind of a source, which decides how far it is trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SourceKind {
    /// The command line of this run.
    CommandLine,
    /// A file of the corpus that is more specific than the root file: third-party input.
    Near,
    /// A header of cvc5's regression tests, which was not written for smelt.
    Regression,
    /// The root file, which the user named.
    Root,
}

/// The options of one source, the directory for its relative paths, and its name.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Source {
    /// The options.
    pub(super) options: CaseOptions,
    /// The directory of the file; empty for the command line.
    pub(super) base: PathBuf,
    /// Its name, such as `bugs/smelt.toml, [[case]] '*.smt2'`.
    pub(super) from: String,
    /// How far it is trusted.
    pub(super) kind: SourceKind,
}

impl Source {
    /// The command line as a source.
    pub(super) fn command_line(options: &CaseOptions) -> Source {
        Source {
            options: options.clone(),
            base: PathBuf::new(),
            from: "command line".to_owned(),
            kind: SourceKind::CommandLine,
        }
    }

    /// A table of the root file as a source.
    pub(super) fn root(options: &CaseOptions, base: &Path, from: String) -> Source {
        Source {
            options: options.clone(),
            base: base.to_owned(),
            from,
            kind: SourceKind::Root,
        }
    }
}
