//! What this process has inserted since it opened the store: all keys, and the observations that have not been
//! committed yet. A reduction thus finds what another one has just inserted, and each run takes only a few bytes of
//! memory.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::key::Key;
use crate::observation::Observation;

/// The first 8 bytes of a key, which are what filters contain. A false match only costs a look-up.
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
    /// Adds an observation that was sent to the writer.
    pub(super) fn add(&self, key: &Key, n: u32, observation: &Arc<Observation>) {
        let mut inserted = self.lock();
        inserted.prefixes.insert(prefix(key));
        let waiting = inserted.waiting.entry((*key, n)).or_default();
        waiting.push(Arc::clone(observation));
    }

    /// Removes an observation that was committed or could not be written.
    pub(super) fn done(&self, key: &Key, n: u32, observation: &Arc<Observation>) {
        let mut inserted = self.lock();
        if let Some(waiting) = inserted.waiting.get_mut(&(*key, n)) {
            waiting.retain(|other| !Arc::ptr_eq(other, observation));
            if waiting.is_empty() {
                inserted.waiting.remove(&(*key, n));
            }
        }
    }

    /// The observations that have not been committed, the oldest first; none if this process has not inserted the key.
    pub(super) fn find(&self, key: &Key, n: u32) -> Option<Vec<Arc<Observation>>> {
        let inserted = self.lock();
        inserted.prefixes.contains(&prefix(key)).then(|| {
            let waiting = inserted.waiting.get(&(*key, n));
            waiting.cloned().unwrap_or_default()
        })
    }

    /// A poisoned lock is used all the same, because no panic can leave the map half changed.
    fn lock(&self) -> MutexGuard<'_, Inserted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
