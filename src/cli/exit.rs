//! Exit codes. If several apply, the highest is used.

use crate::event::{Row, Status};
use std::collections::HashSet;

/// All cases are reduced or already minimal, also after a regression, or fixed.
pub(super) const DONE: u8 = 0;
/// Wrong usage or configuration, or an output directory that is in use.
pub(super) const USAGE: u8 = 2;
/// Some case failed, was flaky or did not reproduce, or there is no room for the output, or it can no longer be written.
pub(super) const CASES: u8 = 3;
/// No cases were found.
pub(super) const NONE: u8 = 4;
/// Interrupted; the best result so far is written.
pub(super) const CUT: u8 = 5;
/// `answer-sets`: there is none. This is clasp's exit code.
pub(super) const UNSATISFIABLE: u8 = 20;
/// `answer-sets`: there are some, and all were found. This is clasp's exit code.
pub(super) const SATISFIABLE: u8 = 30;
/// An internal error of smelt, or no memory is left for it.
pub(super) const INTERNAL: u8 = 70;

/// This code if it applies.
pub(super) fn if_so(applies: bool, code: u8) -> u8 {
    if applies { code } else { DONE }
}

/// The exit code of a batch with these rows. A case that is run on several builds fails on some of them only; that a
/// build does not show its failure is what was asked.
pub(super) fn of_rows(rows: impl Iterator<Item = Row>, has_builds: bool) -> u8 {
    let mut worst = DONE;
    let (mut failing, mut passing) = (HashSet::new(), Vec::new());
    for row in rows {
        if has_builds && row.status == Status::NotReproduced {
            passing.push(row.case);
            continue;
        }
        worst = worst.max(of_row(&row));
        if has_builds && row.status.is_measured() {
            failing.insert(row.case);
        }
    }
    if passing.iter().all(|case| failing.contains(case)) {
        worst
    } else {
        worst.max(CASES)
    }
}

/// The exit code of a row.
pub(super) fn of_row(row: &Row) -> u8 {
    match row.status {
        Status::Reduced | Status::AlreadyMinimal | Status::Fixed | Status::Regressed => DONE,
        Status::NotReproduced | Status::Flaky | Status::Changed | Status::Failed => CASES,
        Status::Stopped => CUT,
    }
}
