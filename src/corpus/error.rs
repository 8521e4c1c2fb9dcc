//! Why a corpus or its configuration cannot be used.

use crate::oracle::RuleError;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a corpus or its configuration cannot be used. The user can fix each of these errors: exit code 2.
#[derive(Debug)]
pub enum CorpusError {
    /// A file or directory cannot be read.
    Read {
        /// The file or directory.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The path is not a directory.
    NotADirectory(PathBuf),
    /// A configuration file is wrong.
    Config {
        /// The file.
        path: PathBuf,
        /// The line, from 1, if it is known.
        line: Option<usize>,
        /// What is wrong.
        what: String,
    },
    /// Options are wrong or contradict each other.
    Options {
        /// What is wrong.
        what: String,
        /// What the user can do.
        hint: String,
    },
}

impl CorpusError {
    /// An error about options, with a hint.
    pub(super) fn options(what: impl Into<String>, hint: impl Into<String>) -> CorpusError {
        CorpusError::Options {
            what: what.into(),
            hint: hint.into(),
        }
    }

    /// The error of reading this file or directory.
    pub(super) fn read(path: &Path) -> impl Fn(io::Error) -> CorpusError {
        move |source| CorpusError::Read {
            path: path.to_owned(),
            source,
        }
    }

    /// What the user can try.
    pub fn hint(&self) -> String {
        match self {
            CorpusError::Read { .. } => "check that it exists and that you have permission to read it".to_owned(),
            CorpusError::NotADirectory(_) => {
                "use `smelt reduce` for a single file; `smelt batch` takes directories".to_owned()
            }
            CorpusError::Config { .. } => {
                "the keys are the long names of the options in `smelt reduce --help-all`; `smelt help config` has examples".to_owned()
            }
            CorpusError::Options { hint, .. } => hint.clone(),
        }
    }
}

impl From<RuleError> for CorpusError {
    fn from(error: RuleError) -> CorpusError {
        CorpusError::options(error.to_string(), error.hint())
    }
}

impl fmt::Display for CorpusError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CorpusError::Read { path, source } => {
                write!(f, "cannot read `{}`: {source}", path.display())
            }
            CorpusError::NotADirectory(path) => {
                write!(f, "`{}` is not a directory", path.display())
            }
            CorpusError::Config { path, line, what } => {
                let line = line.map(|line| format!("line {line}: "));
                write!(
                    f,
                    "cannot use configuration `{}`: {}{what}",
                    path.display(),
                    line.unwrap_or_default()
                )
            }
            CorpusError::Options { what, .. } => f.write_str(what),
        }
    }
}

impl std::error::Error for CorpusError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            CorpusError::Read { source, .. } => Some(source),
            _ => None,
        }
    }
}
