//! Exit codes. If several apply, the highest is used.

use crate::event::{Row, Status};

/// All cases are reduced or already minimal, also after a regression, or fixed.
pub(super) const DONE: u8 = 0;
/// Wrong usage or configuration, or an output directory that is in use.
pub(super) const USAGE: u8 = 2;
/// Some case failed, was flaky or did not reproduce, or the output can no longer be written.
pub(super) const CASES: u8 = 3;
/// No cases were found.
pub(super) const NONE: u8 = 4;
/// Interrupted; the best result so far is written.
pub(super) const CUT: u8 = 5;
/// `answer-sets`: there is none, as clasp says it.
pub(super) const UNSATISFIABLE: u8 = 20;
/// `answer-sets`: there are some, and all were found, as clasp says it.
pub(super) const SATISFIABLE: u8 = 30;
/// An internal error of smelt.
pub(super) const INTERNAL: u8 = 70;

/// The exit code of a row.
pub(super) fn of_row(row: &Row) -> u8 {
    match row.status {
        Status::Reduced | Status::AlreadyMinimal | Status::Fixed | Status::Regressed => DONE,
        Status::NotReproduced | Status::Flaky | Status::Changed | Status::Failed => CASES,
        Status::Stopped => CUT,
    }
}
