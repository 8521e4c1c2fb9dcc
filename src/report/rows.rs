//! Collects rows from events: those that were taken up or finished since the last start.

use crate::event::{Event, Row, RowKey, SetAside};
use rustc_hash::{FxHashMap, FxHashSet};
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

    /// Adds an event. If a row is taken up whose end could not be read, it is ignored.
    pub fn see(&mut self, event: &Event) {
        match event {
            Event::Start { .. } => {
                self.current.clear();
                self.planned = 0;
            }
            Event::Planned { cases } => self.planned = *cases,
            Event::Begun { .. }
            | Event::Died { .. }
            | Event::Searching { .. }
            | Event::Spent { .. }
            | Event::GoldenCpu { .. } => {}
            Event::SetAside(result) => {
                self.set_aside.retain(|other| other.file != result.file);
                self.set_aside.push(result.clone());
            }
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
        with_duplicates(self.sorted().cloned().collect())
    }

    /// The same, and with them what other solvers and searches have found for the same cases in earlier runs.
    pub fn all(&self) -> Vec<Row> {
        let current: FxHashSet<&RowKey> = self.current.iter().collect();
        let cases: FxHashSet<&str> = self.sorted().map(|row| &*row.case).collect();
        let rows = self.finished.iter().filter(|(key, row)| {
            let is_other = row.status.is_measured() && cases.contains(&*key.case);
            current.contains(key) || is_other
        });
        with_duplicates(rows.map(|(_, row)| row.clone()).collect())
    }

    /// The results that have made way for others.
    pub fn set_aside(&self) -> &[SetAside] {
        &self.set_aside
    }

    fn sorted(&self) -> impl Iterator<Item = &Row> {
        let mut keys: Vec<&RowKey> = self.current.iter().collect();
        keys.sort_unstable();
        keys.dedup();
        keys.into_iter().filter_map(|key| self.finished.get(key))
    }
}

/// These rows, each with the first one of the same search that has the same canonical form.
fn with_duplicates(mut rows: Vec<Row>) -> Vec<Row> {
    let mut first: FxHashMap<(RowKey, String), String> = FxHashMap::default();
    for row in &mut rows {
        let Some(hash) = row
            .canonical_hash
            .clone()
            .filter(|_| row.status.is_measured())
        else {
            continue;
        };
        let search = RowKey {
            case: String::new(),
            ..row.key()
        };
        match first.entry((search, hash)) {
            Entry::Occupied(earlier) => row.duplicate_of = Some(earlier.get().clone()),
            Entry::Vacant(none) => {
                none.insert(row.case.clone());
            }
        }
    }
    rows
}
