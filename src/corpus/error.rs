//! Why a corpus or its configuration cannot be used.

use std::fmt;
use std::path::PathBuf;

/// Why a corpus or its configuration cannot be used. All of them are the user's to mend: exit code 2.
#[derive(Debug)]
pub enum CorpusError {
    /// A file or directory cannot be read.
    Read {
        /// Which.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// What should be a directory is none.
    NotADirectory(PathBuf),
    /// A configuration file says something that it cannot say.
    Config {
        /// The file.
        path: PathBuf,
        /// The line, from 1, where it is known.
        line: Option<usize>,
        /// What is wrong.
        what: String,
    },
    /// Options that are wrong, or that contradict each other.
    Options {
        /// What is wrong.
        what: String,
        /// What to do.
        hint: String,
    },
}

impl CorpusError {
    /// Wrong options, with what to do.
    pub(super) fn options(what: impl Into<String>, hint: impl Into<String>) -> CorpusError {
        CorpusError::Options {
            what: what.into(),
            hint: hint.into(),
        }
    }

    /// What to try.
    pub fn hint(&self) -> String {
        match self {
            CorpusError::Read { .. } => "check that it exists and that you have permission to read it".to_owned(),
            CorpusError::NotADirectory(_) => {
                "use `smelt reduce` for a single file; `smelt batch` takes directories".to_owned()
            }
            CorpusError::Config { .. } => {
                "the keys are the long names of the options in `smelt reduce --help`; `smelt batch --help` shows an example".to_owned()
            }
            CorpusError::Options { hint, .. } => hint.clone(),
        }
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
            CorpusError::Config {
                path,
                line: Some(line),
                what,
            } => {
                write!(
                    f,
                    "cannot use configuration `{}`: line {line}: {what}",
                    path.display()
                )
            }
            CorpusError::Config {
                path,
                line: None,
                what,
            } => {
                write!(f, "cannot use configuration `{}`: {what}", path.display())
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
