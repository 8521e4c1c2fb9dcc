//! Exit codes. Of several the highest counts.

use crate::event::{Row, Status};

/// All reduced or already minimal.
pub(super) const DONE: u8 = 0;
/// Usage, configuration, an output directory in use.
pub(super) const USAGE: u8 = 2;
/// Some case failed, was flaky or did not reproduce, or the output cannot be written any more.
pub(super) const CASES: u8 = 3;
/// No cases found.
pub(super) const NONE: u8 = 4;
/// Cut short, best so far written.
pub(super) const CUT: u8 = 5;
/// An error of smelt itself.
pub(super) const INTERNAL: u8 = 70;

/// The exit code of a row.
pub(super) fn of_row(row: &Row) -> u8 {
    match row.status {
        Status::Reduced | Status::AlreadyMinimal | Status::Fixed => DONE,
        Status::NotReproduced | Status::Flaky | Status::Changed | Status::Failed => CASES,
        Status::Stopped => CUT,
    }
}
