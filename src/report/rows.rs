//! Collects rows from events: above all those that were taken up or finished since the last start.

use super::Selection;
use crate::event::{Event, PackedRow, SetAside};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// The rows in a journal, updated event by event.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// The last finished row of each key, from any run.
    finished: BTreeSet<PackedRow>,
    /// The rows of the current run.
    current: BTreeSet<PackedRow>,
    /// How many cases the current run has found.
    planned: usize,
    /// The results that have made way for others, in any run.
    set_aside: Vec<SetAside>,
}

impl Rows {
    /// The rows after these events.
    pub fn of(events: &[Event]) -> Rows {
        let mut rows = Rows::default();
        for event in events {
            rows.see(event);
        }
        rows
    }

    /// Adds an event. A row that is taken up is ignored if the event that finished it could not be read.
    pub fn see(&mut self, event: &Event) {
        match event {
            Event::Start { .. } => {
                self.current.clear();
                self.planned = 0;
            }
            Event::Planned { cases, .. } => self.planned = *cases,
            Event::Begun { .. }
            | Event::Died { .. }
            | Event::Searching { .. }
            | Event::Spent { .. }
            | Event::GoldenCpu { .. } => {}
            Event::SetAside(result) => {
                self.set_aside.retain(|other| other.file != result.file);
                self.set_aside.push(result.clone());
            }
            Event::TakenUp { key } => self.current.extend(self.finished.get(key).cloned()),
            Event::Finished { row, .. } => {
                let row = PackedRow::of(row);
                self.current.replace(row.clone());
                self.finished.replace(row);
            }
        }
    }

    /// How many cases of the current run have no row yet.
    pub fn pending(&self) -> usize {
        self.planned.saturating_sub(self.current.len())
    }

    /// The rows of the current run, each with the first one that has the same canonical form.
    pub fn current(&self) -> Selection {
        Selection::with_duplicates(self.current.iter())
    }

    /// The rows of the current run, and the results of other solvers and searches for the same cases in earlier runs.
    pub fn all(&self) -> Selection {
        let cases: FxHashSet<&str> = self.current.iter().map(|row| &*row.key().case).collect();
        Selection::with_duplicates(self.finished.iter().filter(|row| {
            self.current.contains(*row) || row.is_measured() && cases.contains(&*row.key().case)
        }))
    }

    /// The results that have made way for others.
    pub fn set_aside(&self) -> &[SetAside] {
        &self.set_aside
    }
}
