//! Collects rows from events: those that were taken up or finished since the last start.

use crate::event::{Event, Row, RowKey};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::collections::hash_map::Entry;

/// The rows in a journal, updated event by event.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// The last finished row of each key, from any run.
    finished: BTreeMap<RowKey, Row>,
    /// The keys of the current run.
    current: Vec<RowKey>,
    /// How many cases the current run has found.
    planned: usize,
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

    /// Adds an event. If a row is taken up whose end could not be read, it is ignored.
    pub fn see(&mut self, event: &Event) {
        match event {
            Event::Start { .. } => {
                self.current.clear();
                self.planned = 0;
            }
            Event::Planned { cases } => self.planned = *cases,
            Event::Begun { .. } | Event::Searching { .. } | Event::GoldenCpu { .. } => {}
            Event::TakenUp { key } => self.current.push(key.clone()),
            Event::Finished { row, .. } => {
                self.current.push(row.key());
                self.finished.insert(row.key(), (**row).clone());
            }
        }
    }

    /// How many cases of the current run have no row yet.
    pub fn pending(&self) -> usize {
        self.planned.saturating_sub(self.sorted().count())
    }

    /// The rows of the current run, in the order of reports, each with the first one that has the same canonical form.
    pub fn current(&self) -> Vec<Row> {
        let mut rows: Vec<Row> = self.sorted().cloned().collect();
        let mut first: FxHashMap<(String, String, String), String> = FxHashMap::default();
        for row in &mut rows {
            let Some(hash) = row
                .canonical_hash
                .clone()
                .filter(|_| row.status.is_measured())
            else {
                continue;
            };
            match first.entry((row.solver.clone(), row.strategy.clone(), hash)) {
                Entry::Occupied(earlier) => row.duplicate_of = Some(earlier.get().clone()),
                Entry::Vacant(none) => {
                    none.insert(row.case.clone());
                }
            }
        }
        rows
    }

    fn sorted(&self) -> impl Iterator<Item = &Row> {
        let mut keys: Vec<&RowKey> = self.current.iter().collect();
        keys.sort_unstable();
        keys.dedup();
        keys.into_iter().filter_map(|key| self.finished.get(key))
    }
}
