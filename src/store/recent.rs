//! What this process has inserted since it opened the store: the keys of all of it, and the observations that
//! the writer has not committed yet. So one reduction finds what another has just learnt, and memory grows by a
//! few bytes per run only.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::key::Key;
use crate::observation::Observation;

/// The part of a key that filters hold: a wrong match costs a look-up, nothing else.
pub(super) fn prefix(key: &Key) -> u64 {
    let mut start = [0; 8];
    start.copy_from_slice(&key.0[..8]);
    u64::from_be_bytes(start)
}

/// What was inserted since the store was opened.
#[derive(Debug, Default)]
pub(super) struct Recent(Mutex<Inserted>);

#[derive(Debug, Default)]
struct Inserted {
    prefixes: FxHashSet<u64>,
    waiting: FxHashMap<(Key, u32), Vec<Arc<Observation>>>,
}

impl Recent {
    /// Remembers an observation that goes to the writer.
    pub(super) fn add(&self, key: &Key, n: u32, observation: &Arc<Observation>) {
        let mut inserted = self.lock();
        inserted.prefixes.insert(prefix(key));
        let waiting = inserted.waiting.entry((*key, n)).or_default();
        waiting.push(Arc::clone(observation));
    }

    /// The observation has been committed, or given up.
    pub(super) fn done(&self, key: &Key, n: u32, observation: &Arc<Observation>) {
        let mut inserted = self.lock();
        if let Some(waiting) = inserted.waiting.get_mut(&(*key, n)) {
            waiting.retain(|other| !Arc::ptr_eq(other, observation));
            if waiting.is_empty() {
                inserted.waiting.remove(&(*key, n));
            }
        }
    }

    /// None where this process has never inserted such a key; else what is not committed yet, oldest first.
    pub(super) fn find(&self, key: &Key, n: u32) -> Option<Vec<Arc<Observation>>> {
        let inserted = self.lock();
        inserted.prefixes.contains(&prefix(key)).then(|| {
            let waiting = inserted.waiting.get(&(*key, n));
            waiting.cloned().unwrap_or_default()
        })
    }

    /// No step between taking the lock and releasing it leaves the map half changed.
    fn lock(&self) -> MutexGuard<'_, Inserted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
