//! The rows of a journal now and earlier: before its last run, and at some time. The journal is read event by event,
//! because the events of many thousand cases take more memory than all of their rows.

use super::Rows;
use crate::event::Event;
use jiff::Timestamp;

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
    /// What they were, once an event is seen that is later.
    rows: Option<Rows>,
    /// Whether an event until then has a time.
    is_timed: bool,
    /// Whether one of them is a result.
    has_result: bool,
}

impl History {
    /// A history that also tells what the rows were at this time.
    pub fn with(time: Option<Timestamp>) -> History {
        let moment = |time| Moment {
            time,
            rows: None,
            is_timed: false,
            has_result: false,
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
        if let Some(moment) = &mut self.wanted
            && moment.rows.is_none()
        {
            if event.time().is_some_and(|at| at > moment.time) {
                moment.rows = Some(self.now.clone());
            } else {
                moment.is_timed |= event.time().is_some();
                moment.has_result |= matches!(event, Event::Finished { .. });
            }
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
        let is_known = moment.is_timed || !moment.has_result;
        is_known.then_some(moment.rows.as_ref().unwrap_or(&self.now))
    }
}
