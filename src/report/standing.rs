//! What a case is since an earlier state: new, fixed, smaller and so on.

use crate::event::{Row, Status};
use std::fmt;

/// What a row is since an earlier state, in the order of reports: what has happened first, then what is as it was, then
/// what is in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// It fails, and was not known to.
    New,
    /// It was fixed, and fails again.
    Regressed,
    /// It fails in another way.
    Changed,
    /// It no longer fails.
    Fixed,
    /// The failure could be reproduced then and cannot be now, but nothing shows that it is fixed.
    NoLongerReproduced,
    /// It fails as it did, and the result is smaller.
    Smaller,
    /// It fails as it did.
    StillOpen,
    /// It was fixed then, too.
    FixedBefore,
    /// The solver gave different answers to the same text.
    Flaky,
    /// It does not fail, and was not known to.
    NotReproduced,
    /// The case could not be worked on.
    Failed,
    /// Its reduction was interrupted, or has begun and not ended.
    Unfinished,
    /// It was there then, and this run has not found it.
    Gone,
}

/// What is known of a row in the earlier state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Then {
    pub(super) status: Status,
    pub(super) bytes_after: Option<u64>,
    pub(super) signature: Option<String>,
}

impl Then {
    pub(super) fn of(row: Row) -> Then {
        Then {
            status: row.status,
            bytes_after: row.bytes_after,
            signature: row.signature.or(row.signature_after),
        }
    }

    /// Whether the case failed then, as far as is known.
    pub(super) fn failed(&self) -> bool {
        match self.status {
            Status::Reduced
            | Status::AlreadyMinimal
            | Status::Regressed
            | Status::Changed
            | Status::Flaky => true,
            // It may have been interrupted before it was run.
            Status::Stopped => self.signature.is_some(),
            Status::NotReproduced | Status::Fixed | Status::Failed => false,
        }
    }
}

impl Standing {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Standing::New => "new",
            Standing::Regressed => "regressed",
            Standing::Changed => "changed",
            Standing::Fixed => "fixed",
            Standing::NoLongerReproduced => "no longer reproduced",
            Standing::Smaller => "smaller",
            Standing::StillOpen => "still open",
            Standing::FixedBefore => "fixed before",
            Standing::Flaky => "flaky",
            Standing::NotReproduced => "not reproduced",
            Standing::Failed => "failed",
            Standing::Unfinished => "unfinished",
            Standing::Gone => "gone",
        }
    }

    /// Whether the case is a bug that is open.
    pub fn is_open(self) -> bool {
        match self {
            Standing::New
            | Standing::Regressed
            | Standing::Changed
            | Standing::Smaller
            | Standing::StillOpen => true,
            Standing::Fixed
            | Standing::NoLongerReproduced
            | Standing::FixedBefore
            | Standing::Flaky
            | Standing::NotReproduced
            | Standing::Failed
            | Standing::Unfinished
            | Standing::Gone => false,
        }
    }

    /// Whether nothing has happened to a case that was known.
    pub fn is_as_it_was(self) -> bool {
        matches!(self, Standing::StillOpen | Standing::FixedBefore)
    }

    /// What a row is since then. `is_other`: then is another output, so that the two failures were never compared.
    pub(super) fn of(row: &Row, then: Option<&Then>, is_other: bool) -> Standing {
        let known = then.filter(|then| then.failed());
        let was_fixed = then.is_some_and(|then| then.status == Status::Fixed);
        // Refused or cut off by a limit then, but with a result from before.
        let has_failed =
            |then: &Then| then.status == Status::NotReproduced && then.bytes_after.is_some();
        let fails_as_then = |then: &Then| match (&row.signature, &then.signature) {
            (Some(now), Some(then)) => now == then,
            (None, _) | (_, None) => true,
        };
        match (row.status, known) {
            (Status::Failed, _) => Standing::Failed,
            (Status::Flaky, _) => Standing::Flaky,
            // Its failure is known, though not all of its search was made.
            (Status::Stopped, None) if row.signature.is_some() && was_fixed => Standing::Regressed,
            (Status::Stopped, None) if row.signature.is_some() && !then.is_some_and(has_failed) => {
                Standing::New
            }
            (Status::Stopped, _) => Standing::Unfinished,
            (Status::Fixed, _) if was_fixed => Standing::FixedBefore,
            (Status::Fixed, _) => Standing::Fixed,
            (Status::NotReproduced, Some(_)) => Standing::NoLongerReproduced,
            (Status::NotReproduced, None) => Standing::NotReproduced,
            (Status::Reduced | Status::AlreadyMinimal, None) if was_fixed => Standing::Regressed,
            (Status::Reduced | Status::AlreadyMinimal, None) if then.is_some_and(has_failed) => {
                Standing::StillOpen
            }
            (Status::Reduced | Status::AlreadyMinimal, None) => Standing::New,
            (Status::Regressed, None) => Standing::Regressed,
            (Status::Changed, None) => Standing::Changed,
            (Status::Changed, Some(then))
                if then.status != Status::Changed || !fails_as_then(then) =>
            {
                Standing::Changed
            }
            // It fails as it did before it changed, or the two failures were never compared.
            (_, Some(then))
                if (is_other || then.status == Status::Changed) && !fails_as_then(then) =>
            {
                Standing::Changed
            }
            (
                Status::Reduced | Status::AlreadyMinimal | Status::Regressed | Status::Changed,
                Some(then),
            ) => match (row.bytes_after, then.bytes_after) {
                (Some(now), Some(then)) if now < then => Standing::Smaller,
                _ => Standing::StillOpen,
            },
        }
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::{Standing, Then};
    use crate::event::{Row, Status};

    fn row(status: Status, bytes: Option<u64>, signature: &str) -> Row {
        Row {
            status,
            bytes_after: bytes,
            signature: (!signature.is_empty()).then(|| signature.to_owned()),
            ..Row::default()
        }
    }

    #[test]
    fn what_became_of_a_case_follows_from_its_row_and_the_earlier_one() {
        use Standing::*;
        use Status as S;
        let reduced = (S::Reduced, Some(9), "SIGSEGV");
        let fixed = (S::Fixed, Some(9), "");
        let changed = (S::Changed, Some(9), "SIGABRT");
        let table = [
            (reduced, None, New),
            (reduced, Some((S::Failed, None, "")), New),
            (reduced, Some((S::NotReproduced, None, "")), New),
            (reduced, Some((S::NotReproduced, Some(9), "")), StillOpen),
            (reduced, Some(fixed), Regressed),
            (reduced, Some((S::Reduced, Some(12), "SIGSEGV")), Smaller),
            (reduced, Some((S::Stopped, Some(12), "SIGSEGV")), Smaller),
            (reduced, Some((S::Stopped, Some(12), "")), New),
            (reduced, Some((S::Reduced, Some(7), "SIGSEGV")), StillOpen),
            (reduced, Some(reduced), StillOpen),
            ((S::AlreadyMinimal, Some(9), "x"), None, New),
            ((S::Regressed, Some(9), "x"), None, Regressed),
            ((S::Regressed, Some(9), "x"), Some(fixed), Regressed),
            (
                (S::Regressed, Some(9), "x"),
                Some((S::Regressed, Some(9), "x")),
                StillOpen,
            ),
            (fixed, Some(reduced), Fixed),
            (fixed, None, Fixed),
            (fixed, Some(fixed), FixedBefore),
            (changed, Some(reduced), Changed),
            (changed, None, Changed),
            (changed, Some(changed), StillOpen),
            (changed, Some((S::Changed, Some(9), "exit 1")), Changed),
            ((S::Reduced, Some(7), "SIGSEGV"), Some(changed), Changed),
            ((S::Reduced, Some(7), "SIGABRT"), Some(changed), Smaller),
            (
                (S::NotReproduced, None, ""),
                Some(reduced),
                NoLongerReproduced,
            ),
            ((S::NotReproduced, None, ""), None, NotReproduced),
            ((S::Flaky, None, ""), Some(reduced), Flaky),
            ((S::Stopped, Some(9), ""), Some(reduced), Unfinished),
            ((S::Stopped, None, ""), None, Unfinished),
            ((S::Stopped, Some(9), "x"), None, New),
            ((S::Stopped, Some(9), "x"), Some(fixed), Regressed),
            ((S::Stopped, Some(9), "x"), Some(reduced), Unfinished),
            (
                (S::Stopped, Some(9), "x"),
                Some((S::NotReproduced, Some(9), "")),
                Unfinished,
            ),
            ((S::Failed, None, ""), Some(reduced), Failed),
        ];
        for ((status, bytes, signature), then, standing) in table {
            let now = row(status, bytes, signature);
            let then =
                then.map(|(status, bytes, signature)| Then::of(row(status, bytes, signature)));
            assert_eq!(
                Standing::of(&now, then.as_ref(), false),
                standing,
                "{status} since {then:?}"
            );
        }
    }

    #[test]
    fn in_another_output_another_failure_is_a_change_and_in_the_same_one_only_if_the_row_says_so() {
        let now = row(Status::Reduced, Some(9), "SIGSEGV");
        let then = Then::of(row(Status::Reduced, Some(9), "SIGABRT"));
        assert_eq!(Standing::of(&now, Some(&then), true), Standing::Changed);
        assert_eq!(Standing::of(&now, Some(&then), false), Standing::StillOpen);
    }
}
