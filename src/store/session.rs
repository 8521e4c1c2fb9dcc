//! A reduction's view of the store: the observations of one command.

use std::sync::Arc;
use std::sync::mpsc::Sender;

use super::recent::prefix;
use super::row::{StoreKey, Values};
use super::shared::Shared;
use super::used::Used;
use super::writer::{Message, NewRun};
use crate::key::{Fingerprint, Key};
use crate::observation::{End, Limit, Limits, Needs, Observation};

/// Looks up and inserts observations under one fingerprint. Threads may share it. After its [`Store`](super::Store) is
/// dropped, look-ups still work, but insertions are lost.
#[derive(Clone, Debug)]
pub struct Session {
    pub(super) shared: Arc<Shared>,
    pub(super) fingerprint: Fingerprint,
    /// Its number, which its clones share.
    pub(super) number: u64,
    /// Prefixes of the keys that the store held when this process first used the fingerprint, sorted.
    pub(super) filter: Arc<Vec<u64>>,
    /// Shared by the clones. When the last one is dropped, this is sent to the writer.
    pub(super) used: Arc<Used>,
    /// None if the store may only be read.
    pub(super) writer: Option<Sender<Message>>,
    /// The same command in the store below this one.
    pub(super) base: Option<Arc<Session>>,
}

impl Session {
    /// The oldest observation of the `n`th run of a question that decides at these limits and knows what is needed, as
    /// it would have been under the limits. Without one that can be read, the question must be run.
    ///
    /// This takes well under a microsecond if the store did not hold the key when it was opened and this process has
    /// not inserted it. Later insertions by other processes may be missed.
    pub fn lookup(&self, key: &Key, n: u32, limits: &Limits, needs: Needs) -> Option<Observation> {
        let own = self.lookup_here(key, n, limits, needs);
        own.or_else(|| self.base.as_ref()?.lookup(key, n, limits, needs))
    }

    fn lookup_here(&self, key: &Key, n: u32, limits: &Limits, needs: Needs) -> Option<Observation> {
        // This comes before the database is read, so that what is committed in between is found in one of the two.
        let waiting = self.shared.recent.find(key, n);
        if waiting.is_none() && self.filter.binary_search(&prefix(key)).is_err() {
            return None;
        }
        let store_key = self.store_key(key, n);
        let stored = self.shared.readers.find(&store_key, limits, needs);
        // Rows that this process has inserted belong to its generation anyway.
        if stored.is_some() && waiting.is_none() {
            self.used.add(key);
        }
        stored.or_else(|| {
            waiting
                .iter()
                .flatten()
                .find_map(|observation| observation.answer(limits, needs))
        })
    }

    /// Marks the observations found so far as used in this run. It is called at the end of a case; dropping the last
    /// clone does the same. Never waits for the disk.
    pub fn touch(&self) {
        self.used.tell();
    }

    /// Sends an observation to the writer; never waits for the disk. A run that the wall limit ended is silently
    /// ignored, because it may be due to the load of the machine.
    pub fn insert(&self, key: &Key, n: u32, observation: Arc<Observation>) {
        debug_assert_ne!(
            observation.end,
            End::LimitHit(Limit::Wall),
            "a wall kill is no fact"
        );
        let (Some(writer), None) = (&self.writer, self.shared.given_up.get()) else {
            return;
        };
        let Some(values) = Values::of(&observation) else {
            return;
        };
        self.shared.recent.add(key, n, &observation);
        let row = Message::Row(NewRun {
            store_key: self.store_key(key, n),
            session: self.number,
            values,
            observation,
        });
        if let Err(unsent) = writer.send(row)
            && let Message::Row(row) = unsent.0
        {
            self.shared.recent.done(key, n, &row.observation);
        }
    }

    /// The number of keys under this fingerprint when this process first used it.
    pub fn known(&self) -> usize {
        self.filter.len() + self.base.as_ref().map_or(0, |base| base.known())
    }

    fn store_key(&self, key: &Key, n: u32) -> StoreKey {
        StoreKey {
            fingerprint: self.fingerprint,
            key: *key,
            n,
        }
    }
}
