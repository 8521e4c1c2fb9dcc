//! Collects rows from events: above all those that were taken up or finished since the last start.

use super::groups::{BugGroup, FirstSeen, groups};
use super::{Selection, Since};
use crate::event::{Event, PackedRow, RowKey, SetAside, SharedText, SolverSearch};
use jiff::Timestamp;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::btree_map::Entry;
use std::sync::Arc;

/// The rows in a journal, updated event by event.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// The last finished row of each key, from any run.
    finished: BTreeSet<PackedRow>,
    /// Where the last row of a key says nothing of the failure, the last one that does.
    told: BTreeSet<PackedRow>,
    /// The rows of the current run.
    current: BTreeSet<PackedRow>,
    /// What the current run has begun and not finished.
    running: BTreeSet<RowKey>,
    /// How many runs began. One that goes on where another was killed is none of its own.
    runs: usize,
    /// When the current one last began and the one before, if that is known.
    began: [Option<Timestamp>; 2],
    /// How many cases the current run has found.
    planned: usize,
    /// The results that have made way for others, in any run, by numbers that rise.
    set_aside: BTreeMap<usize, SetAside>,
    /// Their numbers by their files.
    set_aside_at: FxHashMap<String, usize>,
    /// Where each group was first seen, in any run.
    firsts: BTreeMap<SharedText, FirstSeen>,
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
            Event::Start { at, .. } => {
                if !self.was_killed() {
                    self.runs += 1;
                    self.began[1] = self.began[0];
                }
                self.began[0] = *at;
                self.current.clear();
                self.running.clear();
                self.planned = 0;
            }
            Event::Planned { cases, .. } => self.planned = *cases,
            Event::Begun { key, .. } => drop(self.running.insert(key.clone())),
            Event::Merged { .. }
            | Event::Died { .. }
            | Event::Searching { .. }
            | Event::Spent { .. }
            | Event::GoldenCpu { .. }
            | Event::Compares { .. }
            | Event::Kept { .. }
            | Event::LeftOut { .. }
            | Event::Measured { .. } => {}
            Event::SetAside(result) => {
                let last = self.set_aside.last_key_value();
                let next = last.map_or(0, |(last, _)| last + 1);
                if let Some(before) = self.set_aside_at.insert(result.file.clone(), next) {
                    self.set_aside.remove(&before);
                }
                self.set_aside.insert(next, result.clone());
            }
            Event::TakenUp { key } => self.current.extend(self.finished.get(key).cloned()),
            Event::Finished { row, .. } => {
                self.see_group(row);
                self.running.remove(row.key());
                self.current.replace(row.clone());
                let before = self.finished.replace(row.clone());
                if !row.says_nothing() {
                    self.told.remove(row);
                } else if let Some(before) = before.filter(|before| !before.says_nothing()) {
                    self.told.insert(before);
                }
            }
        }
    }

    /// Whether the last run has begun something and not ended it, though there are no more events of it. It has not
    /// said what became of its cases.
    pub(super) fn was_killed(&self) -> bool {
        !self.running.is_empty()
    }

    /// Notes where the group of a row was first seen.
    fn see_group(&mut self, row: &PackedRow) {
        let Some(group) = row.group() else {
            return;
        };
        let seen = FirstSeen {
            at: self.began[0],
            run: self.runs,
            key: row.key().clone(),
        };
        match self.firsts.entry(group.clone()) {
            Entry::Vacant(vacant) => {
                vacant.insert(seen);
            }
            // In which order the rows of a run are finished means nothing.
            Entry::Occupied(mut first)
                if first.get().run == seen.run && seen.key < first.get().key =>
            {
                first.insert(seen);
            }
            Entry::Occupied(_) => {}
        }
    }

    /// The groups of rows that probably show the same bug, those of most cases first.
    pub fn groups(&self) -> Vec<BugGroup> {
        groups(&self.all(), &self.firsts)
    }

    /// How many cases of the current run have no row yet.
    pub fn pending(&self) -> usize {
        self.planned.saturating_sub(self.current.len())
    }

    /// When the current run began, if that is known.
    pub(super) fn began(&self) -> Option<Timestamp> {
        self.began[0]
    }

    /// The run before, as what the current one is compared with.
    pub(super) fn run_before(&self) -> Since {
        match self.runs {
            0 | 1 => Since::Nothing,
            _ => Since::RunBefore(self.began[1]),
        }
    }

    /// What the current run has begun and not finished.
    pub(super) fn running(&self) -> &BTreeSet<RowKey> {
        &self.running
    }

    /// The keys of the rows of the current run, in order.
    pub(super) fn current_keys(&self) -> impl Iterator<Item = &RowKey> {
        self.current.iter().map(PackedRow::key)
    }

    /// The keys of the rows of all runs, in order.
    pub(super) fn finished_keys(&self) -> impl Iterator<Item = &RowKey> {
        self.finished.iter().map(PackedRow::key)
    }

    /// Whether the current run has begun something of this case.
    pub(super) fn has_begun(&self, case: &SharedText) -> bool {
        let least = least(case, "");
        let current = self.current.range::<RowKey, _>(&least..).next();
        let running = self.running.range(&least..).next();
        current.is_some_and(|row| row.key().case == *case)
            || running.is_some_and(|key| key.case == *case)
    }

    /// The first key with the same case and solver, from any run.
    pub(super) fn first_of_solver(&self, key: &RowKey) -> Option<&RowKey> {
        let is_of_solver = |other: &&RowKey| {
            (&other.case, &other.made_by.solver) == (&key.case, &key.made_by.solver)
        };
        let least = least(&key.case, &key.made_by.solver);
        let first = self.finished.range::<RowKey, _>(&least..).next()?;
        Some(first.key()).filter(is_of_solver)
    }

    /// The last row of this key that says something of the failure, from any run; if none does, the last one.
    pub(super) fn last_told(&self, key: &RowKey) -> Option<&PackedRow> {
        self.told.get(key).or_else(|| self.finished.get(key))
    }

    /// The last row of each key, from any run.
    pub(super) fn finished(&self) -> Selection {
        Selection::with_duplicates(self.finished.iter())
    }

    /// The rows of the current run, each with the first one that has the same canonical form.
    pub fn current(&self) -> Selection {
        Selection::with_duplicates(self.current.iter())
    }

    /// The row of this key in the current run.
    pub(crate) fn current_row(&self, key: &RowKey) -> Option<&PackedRow> {
        self.current.get(key)
    }

    /// The rows of the current run, and the results of other solvers and searches for the same cases in earlier runs.
    pub fn all(&self) -> Selection {
        // Both are in the order of their cases.
        let mut cases = self.current.iter().map(|row| &*row.key().case).peekable();
        Selection::with_duplicates(self.finished.iter().filter(move |row| {
            let case = &*row.key().case;
            while cases.next_if(|before| *before < case).is_some() {}
            let is_of_current = cases.peek() == Some(&case);
            is_of_current && (row.is_measured() || self.current.contains(*row))
        }))
    }

    /// The results that have made way for others, the latest last.
    pub fn set_aside(&self) -> impl Iterator<Item = &SetAside> {
        self.set_aside.values()
    }
}

/// A key that no other one of this case and solver comes before.
fn least(case: &SharedText, solver: &str) -> RowKey {
    RowKey {
        case: case.clone(),
        made_by: Arc::new(SolverSearch {
            solver: solver.into(),
            strategy: SharedText::default(),
            minimiser: None,
            effort: SharedText::default(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::Rows;
    use crate::event::{Event, Row, SetAside, Side};
    use std::time::{Duration, Instant};

    #[test]
    fn a_result_that_makes_way_again_is_the_latest_and_many_take_no_longer_than_few() {
        let key = Row::default().key();
        let mut rows = Rows::default();
        let mut makes_way = |file: usize, bytes| {
            rows.see(&Event::SetAside(SetAside {
                key: key.clone(),
                side: Side::Usual,
                file: format!("earlier/{file:06}"),
                bytes,
                provenance: None,
            }));
        };
        let begun = Instant::now();
        (0..30_000).for_each(|file| makes_way(file, 1));
        (1..30_000).for_each(|file| makes_way(file, 2));
        makes_way(7, 3);
        let took = begun.elapsed();
        assert!(took < Duration::from_secs(5), "{took:?}");
        let found: Vec<_> = rows.set_aside().map(|result| result.bytes).collect();
        let (first, last) = (found.first(), found.last());
        assert_eq!((found.len(), first, last), (30_000, Some(&1), Some(&3)));
    }
}
