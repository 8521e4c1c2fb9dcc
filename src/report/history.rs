//! The rows of a journal now and earlier: before its last run, and at some time. The journal is read event by event,
//! because the events of many thousand cases take more memory than all of their rows.

use super::Rows;
use crate::event::{Event, RowKey};
use jiff::Timestamp;
use rustc_hash::FxHashMap;

/// The rows of a journal now and earlier.
#[derive(Debug, Default)]
pub struct History {
    /// The rows now.
    pub now: Rows,
    /// The rows before the last run began, or the first of those that it goes on with because they were killed.
    pub before: Rows,
    wanted: Option<Moment>,
}

/// The rows at a time.
#[derive(Debug)]
struct Moment {
    time: Timestamp,
    /// What the events until then come to. In a merged journal, later events may come before them.
    rows: Rows,
    /// Whether one of these events has a time.
    is_timed: bool,
    /// Whether the last event that has a time was until then, of the run itself and of each of its rows.
    by_then: FxHashMap<Option<RowKey>, bool>,
}

impl Moment {
    /// Adds the next event.
    fn see(&mut self, event: &Event) {
        // Asked for once, because a row is unpacked for it.
        let time = event.time();
        if self.has_come_to(event, time) {
            self.is_timed |= time.is_some();
            self.rows.see(event);
        }
    }

    /// Whether an event was until then. One without a time follows the last one about its row that has one, or the start.
    fn has_come_to(&mut self, event: &Event, time: Option<Timestamp>) -> bool {
        let row = event.key();
        if matches!(event, Event::Start { .. }) {
            self.by_then.clear();
        }
        if let Some(at) = time {
            self.by_then.insert(row.clone(), at <= self.time);
        }
        let known = self.by_then.get(&row);
        known.or(self.by_then.get(&None)).is_none_or(|is| *is)
    }
}

impl History {
    /// A history that also tells what the rows were at this time.
    pub fn with(time: Option<Timestamp>) -> History {
        let moment = |time| Moment {
            time,
            rows: Rows::default(),
            is_timed: false,
            by_then: FxHashMap::default(),
        };
        History {
            wanted: time.map(moment),
            ..History::default()
        }
    }

    /// The history of these events.
    pub fn of(events: &[Event]) -> History {
        let mut history = History::default();
        for event in events {
            history.see(event);
        }
        history
    }

    /// Adds the next event.
    pub fn see(&mut self, event: &Event) {
        if let Some(moment) = &mut self.wanted {
            moment.see(event);
        }
        if matches!(event, Event::Start { .. }) && !self.now.was_killed() {
            self.before.clone_from(&self.now);
        }
        self.now.see(event);
    }

    /// The rows at the time that was asked for. None if that is not known, because the results are older than any time in
    /// the journal.
    pub fn then(&self) -> Option<&Rows> {
        let moment = self.wanted.as_ref()?;
        let has_result = moment.rows.finished_keys().next().is_some();
        (moment.is_timed || !has_result).then_some(&moment.rows)
    }
}
