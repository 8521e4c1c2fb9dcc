//! Why fuzzing cannot go on.

use crate::oracle::RuleError;
use crate::solver::SlotError;
use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why fuzzing cannot go on.
#[derive(Debug)]
pub(crate) enum FuzzError {
    /// The output directory has results already.
    Used(PathBuf),
    /// A file cannot be written.
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A solver cannot be run.
    Slot(SlotError),
    /// The system provides no thread.
    Thread(io::Error),
    /// A rule is unusable.
    Rule(RuleError),
}

impl FuzzError {
    /// What to try.
    pub(crate) fn hint(&self) -> &'static str {
        match self {
            FuzzError::Used(_) => {
                "choose another directory with `--out`; with `--first N` the programs go on where they ended"
            }
            FuzzError::Write { .. } => "check the path and the space on the disk",
            FuzzError::Slot(_) | FuzzError::Rule(_) => "check the commands of the solvers",
            FuzzError::Thread(_) => "raise the limits on processes and memory (see `ulimit -a`)",
        }
    }
}

impl fmt::Display for FuzzError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FuzzError::Used(path) => {
                write!(f, "`{}` has results of an earlier run", path.display())
            }
            FuzzError::Write { path, source } => {
                write!(f, "cannot write `{}`: {source}", path.display())
            }
            FuzzError::Slot(error) => error.fmt(f),
            FuzzError::Thread(error) => write!(f, "cannot start a thread: {error}"),
            FuzzError::Rule(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FuzzError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            FuzzError::Used(_) => None,
            FuzzError::Write { source, .. } => Some(source),
            FuzzError::Slot(error) => Some(error),
            FuzzError::Thread(error) => Some(error),
            FuzzError::Rule(error) => Some(error),
        }
    }
}
