//! What became of a case.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What became of a case.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// The result is smaller and still fails.
    Reduced,
    /// Nothing could be removed.
    AlreadyMinimal,
    /// The case did not fail.
    NotReproduced,
    /// The solver gave different answers to the same text.
    Flaky,
    /// It failed with an earlier build of the solver and no longer does.
    Fixed,
    /// An earlier build had fixed it, and it fails again; the result is smaller, or nothing could be removed.
    Regressed,
    /// It fails differently than with an earlier build.
    Changed,
    /// It was interrupted; the best result so far was delivered.
    Stopped,
    /// smelt could not work on the case. Also the value of a row that has not been filled in.
    #[default]
    Failed,
}

impl Status {
    /// All of them, in the order in which summaries count them.
    pub const ALL: [Status; 9] = [
        Status::Reduced,
        Status::AlreadyMinimal,
        Status::NotReproduced,
        Status::Flaky,
        Status::Fixed,
        Status::Regressed,
        Status::Changed,
        Status::Stopped,
        Status::Failed,
    ];

    /// The name of the status in reports.
    pub fn name(self) -> &'static str {
        match self {
            Status::Reduced => "reduced",
            Status::AlreadyMinimal => "already-minimal",
            Status::NotReproduced => "not-reproduced",
            Status::Flaky => "flaky",
            Status::Fixed => "fixed",
            Status::Regressed => "regressed",
            Status::Changed => "changed",
            Status::Stopped => "stopped",
            Status::Failed => "failed",
        }
    }

    /// Whether nothing is left to do for the case: the next run takes its row up.
    pub fn is_done(self) -> bool {
        !matches!(self, Status::Stopped | Status::Failed)
    }

    /// Whether a reduction with this status has ended with a result at its usual place; see also [`Row::is_measured`].
    ///
    /// [`Row::is_measured`]: super::Row::is_measured
    pub fn is_measured(self) -> bool {
        matches!(
            self,
            Status::Reduced | Status::AlreadyMinimal | Status::Regressed
        )
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
