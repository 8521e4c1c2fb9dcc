//! A reduction's view of the store: the questions of one command.

use std::sync::Arc;
use std::sync::mpsc::Sender;

use super::recent::prefix;
use super::row::{Question, Values};
use super::shared::Shared;
use super::used::Used;
use super::writer::{Message, Row};
use crate::key::{Fingerprint, Key};
use crate::observation::{End, Limit, Limits, Observation};

/// Looks up and inserts observations under one fingerprint. May be shared by threads. Whoever holds one after its
/// [`Store`](super::Store) is gone can still look up; what it inserts is then lost.
#[derive(Clone, Debug)]
pub struct Session {
    pub(super) shared: Arc<Shared>,
    pub(super) fingerprint: Fingerprint,
    /// Prefixes of the keys that the store held when this process first asked for the fingerprint; sorted.
    pub(super) filter: Arc<Vec<u64>>,
    /// Shared by the clones: the last one tells the writer.
    pub(super) used: Arc<Used>,
    /// None where the store may only be read.
    pub(super) writer: Option<Sender<Message>>,
}

impl Session {
    /// The oldest observation of the `n`th run of a question that decides at these limits, as it would have been
    /// under them. None where there is none, or it cannot be read: then the question is to be run.
    ///
    /// Costs well under a microsecond where the store did not hold the key at opening and this process has not
    /// inserted it; what another process has inserted since may be missed.
    pub fn lookup(&self, key: &Key, n: u32, limits: &Limits) -> Option<Observation> {
        // Before the database is read: what is committed in between is then found in one of the two.
        let waiting = self.shared.recent.find(key, n);
        if waiting.is_none() && self.filter.binary_search(&prefix(key)).is_err() {
            return None;
        }
        let question = self.question(key, n);
        let stored = self.shared.readers.find(&question, limits);
        // What this process has inserted is of its generation anyway.
        if stored.is_some() && waiting.is_none() {
            self.used.add(key);
        }
        stored.or_else(|| {
            let mut waiting = waiting.iter().flatten();
            waiting.find_map(|observation| observation.under(limits))
        })
    }

    /// Has what was used so far marked as used in this run, at the end of a case; the last clone to be dropped does
    /// the same. Never waits for the disk.
    pub fn touch(&self) {
        self.used.tell();
    }

    /// Has an observation stored soon; never waits for the disk. Refused silently: a run that the wall limit
    /// ended, for it tells of the machine's load.
    pub fn insert(&self, key: &Key, n: u32, observation: Arc<Observation>) {
        debug_assert_ne!(
            observation.end,
            End::LimitHit(Limit::Wall),
            "a wall kill is no fact"
        );
        let (Some(writer), None) = (&self.writer, self.shared.health.reason()) else {
            return;
        };
        let Some(values) = Values::of(&observation) else {
            return;
        };
        self.shared.recent.add(key, n, &observation);
        let row = Message::Row(Row {
            question: self.question(key, n),
            values,
            observation,
        });
        if let Err(unsent) = writer.send(row)
            && let Message::Row(row) = unsent.0
        {
            self.shared.recent.done(key, n, &row.observation);
        }
    }

    /// How many keys under this fingerprint the store held when this process first asked for it.
    pub fn known(&self) -> usize {
        self.filter.len()
    }

    fn question(&self, key: &Key, n: u32) -> Question {
        Question {
            fingerprint: self.fingerprint,
            key: *key,
            n,
        }
    }
}
