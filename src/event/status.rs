//! What became of a case.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What became of a case.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// It is smaller now and still fails.
    Reduced,
    /// Nothing could be taken away.
    AlreadyMinimal,
    /// It did not fail.
    NotReproduced,
    /// It gave two answers to one question.
    Flaky,
    /// It failed with an earlier build of the solver, and does no more.
    Fixed,
    /// It fails in another way than with an earlier build.
    Changed,
    /// It was cut short; the best so far was delivered.
    Stopped,
    /// It could not be worked on; also what a row is before anyone says better.
    #[default]
    Failed,
}

impl Status {
    /// All of them, in the order in which summaries count them.
    pub const ALL: [Status; 8] = [
        Status::Reduced,
        Status::AlreadyMinimal,
        Status::NotReproduced,
        Status::Flaky,
        Status::Fixed,
        Status::Changed,
        Status::Stopped,
        Status::Failed,
    ];

    /// The word in reports.
    pub fn name(self) -> &'static str {
        match self {
            Status::Reduced => "reduced",
            Status::AlreadyMinimal => "already-minimal",
            Status::NotReproduced => "not-reproduced",
            Status::Flaky => "flaky",
            Status::Fixed => "fixed",
            Status::Changed => "changed",
            Status::Stopped => "stopped",
            Status::Failed => "failed",
        }
    }

    /// Whether there is nothing more to do for the case: running again takes the row up.
    pub fn is_done(self) -> bool {
        !matches!(self, Status::Stopped | Status::Failed)
    }

    /// Whether the row's sizes are those of a finished reduction, so that averages may use them.
    pub fn is_measured(self) -> bool {
        matches!(self, Status::Reduced | Status::AlreadyMinimal)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
