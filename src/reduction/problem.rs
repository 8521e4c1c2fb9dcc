//! Why a case was not reduced.

use crate::checker::CheckError;
use crate::event::Status;
use std::fmt;

/// Why a case was not reduced: what its row says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What became of the case.
    pub status: Status,
    /// Why, in one line.
    pub detail: String,
}

impl Problem {
    /// The case could not be worked on.
    pub fn failed(detail: impl Into<String>) -> Problem {
        Problem {
            status: Status::Failed,
            detail: detail.into(),
        }
    }

    /// The case does not fail.
    pub fn not_reproduced(detail: impl Into<String>) -> Problem {
        Problem {
            status: Status::NotReproduced,
            detail: detail.into(),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}

impl From<CheckError> for Problem {
    fn from(error: CheckError) -> Self {
        let status = if matches!(error, CheckError::Interrupted) {
            Status::Stopped
        } else {
            Status::Failed
        };
        Problem {
            status,
            detail: error.to_string(),
        }
    }
}
