//! The nights of an output: runs until all cases have had their turn. A night that was interrupted goes on in the next run.

use crate::event::{Event, PackedRow, RowKey, Status};
use std::collections::BTreeSet;

/// The rows of earlier nights.
#[derive(Debug, Default)]
pub(super) struct Nights {
    /// The rows of the nights that have ended.
    pub(super) earlier: BTreeSet<PackedRow>,
    /// The rows of the night that has not ended.
    tonight: BTreeSet<PackedRow>,
    /// The keys of rows, of any night, whose searches were cut: these cases have not had their turn.
    cut: BTreeSet<RowKey>,
    planned: usize,
    /// How many cases of the last run have had their turn.
    done: usize,
}

impl Nights {
    /// Adds the next event.
    pub(super) fn see(&mut self, event: &Event) {
        match event {
            Event::Start { .. } => {
                if self.is_over() {
                    self.end();
                }
                (self.planned, self.done) = (usize::MAX, 0);
            }
            Event::Planned { cases, .. } => self.planned = *cases,
            // Rows that were cut are taken up, too, when a run does not come to them.
            Event::TakenUp { key } => self.done += usize::from(!self.cut.contains(key)),
            Event::Finished { row: packed, .. } => {
                let (key, row) = (packed.key(), packed.row());
                if row.status == Status::Stopped && !row.is_bounded {
                    self.cut.insert(key.clone());
                } else {
                    self.cut.remove(key);
                    self.done += 1;
                }
                self.tonight.replace(packed.clone());
            }
            _ => {}
        }
    }
    /// Whether all cases of the last run have had their turn.
    pub(super) fn is_over(&self) -> bool {
        self.done >= self.planned
    }

    /// The rows of the last night are those of an earlier one now.
    pub(super) fn end(&mut self) {
        for row in std::mem::take(&mut self.tonight) {
            self.earlier.replace(row);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Nights;
    use crate::event::{Event, JOURNAL_VERSION, PackedRow, Row, Status};

    /// The events of a run of two cases.
    fn run(events: &[Event]) -> Vec<Event> {
        let start = Event::Start {
            version: JOURNAL_VERSION,
            smelt: String::new(),
            nonce: String::new(),
            call: None,
            at: None,
        };
        let planned = Event::Planned {
            cases: 2,
            on_builds: false,
            part: None,
        };
        [&[start, planned][..], events].concat()
    }

    fn row(case: &str, status: Status, is_bounded: bool) -> Row {
        Row {
            case: case.to_owned(),
            status,
            is_bounded,
            ..Row::default()
        }
    }

    fn finished(row: &Row) -> Event {
        Event::Finished {
            config: String::new(),
            row: PackedRow::of(row),
        }
    }

    fn taken_up(row: &Row) -> Event {
        Event::TakenUp { key: row.key() }
    }

    fn is_over(runs: &[&[Event]]) -> bool {
        let mut nights = Nights::default();
        let events = runs.iter().copied().flatten();
        events.for_each(|event| nights.see(event));
        nights.is_over()
    }

    #[test]
    fn a_run_that_takes_up_what_was_cut_and_begins_none_of_it_does_not_end_the_night() {
        let done = row("a", Status::Reduced, false);
        let cut = row("b", Status::Stopped, false);
        let first = run(&[finished(&done), finished(&cut)]);
        let second = run(&[taken_up(&done), taken_up(&cut)]);
        assert!(!is_over(&[&first, &second]));
        let ended = finished(&row("b", Status::Reduced, false));
        let third = run(&[taken_up(&done), ended]);
        assert!(is_over(&[&first, &second, &third]));
        // What has ended is taken up like any other.
        assert!(is_over(&[&first, &third, &second]));
    }

    #[test]
    fn a_case_that_its_own_bound_has_stopped_has_had_its_turn() {
        let done = row("a", Status::Reduced, false);
        let bounded = row("b", Status::Stopped, true);
        let first = run(&[finished(&done), finished(&bounded)]);
        let second = run(&[taken_up(&done), taken_up(&bounded)]);
        assert!(is_over(&[&first]));
        assert!(is_over(&[&first, &second]));
    }
}
