//! The line for the whole batch, above those of the running cases.

use super::estimate::{self, BatchWork};
use super::words::{budget_left, clock};
use crate::cli::fit::{self, Segment, Shortening};
use crate::event::{Row, Status};
use crate::report::{percentage, thousands};
use std::time::Duration;

/// The results of the cases so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Overall {
    /// The number of cases.
    pub(super) cases: usize,
    /// The number of cases with a row.
    pub(super) done: usize,
    reduced: usize,
    minimal: usize,
    failed: usize,
    /// The bytes of all cases.
    bytes: u64,
    /// The bytes removed from cases with a row.
    pub(super) bytes_gone: u64,
}

impl Overall {
    /// The state at the beginning, with this many cases and bytes.
    pub(super) fn of(cases: usize, bytes: u64) -> Overall {
        Overall {
            cases,
            bytes,
            ..Overall::default()
        }
    }

    /// Adds a row.
    pub(super) fn add(&mut self, row: &Row) {
        self.done += 1;
        match row.status {
            Status::Reduced | Status::Regressed => self.reduced += 1,
            Status::AlreadyMinimal => self.minimal += 1,
            Status::NotReproduced | Status::Flaky | Status::Failed => self.failed += 1,
            Status::Fixed | Status::Changed | Status::Stopped => {}
        }
        let after = row.bytes_after.unwrap_or(row.bytes_before);
        self.bytes_gone += row.bytes_before.saturating_sub(after);
    }

    /// The line, in at most `width` columns. `gone` is the number of bytes removed so far, including running cases.
    pub(super) fn line(
        &self,
        gone: u64,
        work: &BatchWork,
        elapsed: Duration,
        budget: Option<Duration>,
        width: usize,
    ) -> String {
        let some = |number: usize, what: &str| match number {
            0 => String::new(),
            _ => format!("{} {what}", thousands(number as u64)),
        };
        let percent = percentage(100.0 * gone as f64 / (self.bytes as f64).max(1.0), 0);
        let [long, short] = estimate::words(work.left());
        let cut = budget.and_then(|budget| work.cut(budget));
        let waiting = some(work.waiting, "waiting");
        let (done, cases) = (thousands(self.done as u64), thousands(self.cases as u64));
        let bytes = thousands(gone);
        let segments = [
            Segment::of([format!("{done} of {cases} done"), format!("{done}/{cases}")]),
            Segment::of([some(self.reduced, "reduced"), String::new()]),
            Segment::of([some(self.minimal, "already minimal"), String::new()]),
            Segment::of([some(self.failed, "not reduced")]),
            Segment::of([
                format!("{bytes} bytes gone ({percent} %)"),
                format!("{bytes} bytes gone"),
                format!("{percent} % gone"),
            ]),
            Segment::of([waiting, String::new()]),
            Segment::of([clock(elapsed)]),
            Segment::of([long, short, String::new()]),
            Segment::of(budget_left(budget)),
            Segment::of(estimate::cut_words(cut)),
        ];
        fit::line("", &segments, SHORTENINGS, width)
    }
}

/// The order in which the line is shortened.
const SHORTENINGS: &[Shortening] = &[
    Shortening::Segment(MINIMAL),
    Shortening::Segment(WAITING),
    Shortening::Segment(CUT),
    Shortening::Segment(GONE),
    Shortening::Segment(DONE),
    Shortening::Segment(BUDGET),
    Shortening::Segment(LEFT),
    Shortening::Segment(GONE),
    Shortening::Segment(LEFT),
    Shortening::Segment(REDUCED),
    Shortening::Segment(CUT),
    Shortening::Segment(BUDGET),
];

const DONE: usize = 0;
const REDUCED: usize = 1;
const MINIMAL: usize = 2;
const GONE: usize = 4;
const WAITING: usize = 5;
const LEFT: usize = 7;
const BUDGET: usize = 8;
const CUT: usize = 9;

#[cfg(test)]
mod tests {
    use super::{BatchWork, Overall};
    use crate::event::{Row, Status};
    use std::time::Duration;
    use unicode_width::UnicodeWidthStr;

    fn overall() -> Overall {
        let mut overall = Overall::of(45, 2_000_000);
        let row = |status, bytes_after| Row {
            status,
            bytes_before: 40_000,
            bytes_after,
            ..Row::default()
        };
        for _ in 0..10 {
            overall.add(&row(Status::Reduced, Some(400)));
        }
        overall.add(&row(Status::AlreadyMinimal, Some(40_000)));
        overall.add(&row(Status::Failed, None));
        overall
    }

    fn work() -> BatchWork {
        BatchWork {
            finished: 12,
            finished_bytes: 480_000,
            finished_time: Duration::from_mins(12),
            waiting: 32,
            waiting_bytes: 700_000,
            running: vec![],
            jobs: 2,
        }
    }

    #[test]
    fn the_line_above_says_how_far_all_of_it_is() {
        let line = |width| {
            let (elapsed, budget) = (Duration::from_secs(400), Duration::from_secs(7_384));
            let overall = overall();
            overall.line(overall.bytes_gone, &work(), elapsed, Some(budget), width)
        };
        assert_eq!(
            line(159),
            "12 of 45 done  10 reduced  1 already minimal  1 not reduced  396,000 bytes gone (20 %)  32 waiting  6:40  \
             7 to 21 min left  2:03:04 of the budget left"
        );
        for width in 1..160 {
            assert!(line(width).width() <= width, "{width}");
        }
        assert_eq!(
            line(59),
            "12/45  1 not reduced  20 % gone  6:40  budget 2:03:04"
        );
    }
}
