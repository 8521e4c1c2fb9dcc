//! What was run ahead of being asked: it waits here for the search to come to it, with or without a store.

use crate::key::Key;
use crate::observation::Observation;
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Observations of one reduction that were made before the search asked for them.
#[derive(Debug, Default)]
pub struct Prefetched {
    observations: Mutex<FxHashMap<(Key, u32), Arc<Observation>>>,
    made: AtomicU64,
}

impl Prefetched {
    /// A run was made ahead.
    pub(super) fn put(&self, key: &Key, nth: u32, observation: Arc<Observation>) {
        self.made.fetch_add(1, Ordering::Relaxed);
        self.lock().insert((*key, nth), observation);
    }

    /// How many runs were made ahead so far.
    pub(super) fn made(&self) -> u64 {
        self.made.load(Ordering::Relaxed)
    }

    /// The search has come to a run that was made ahead: it counts as one that was needed, once.
    pub(super) fn take(&self, key: &Key, nth: u32) -> Option<Arc<Observation>> {
        self.lock().remove(&(*key, nth))
    }

    /// A run that was made ahead and is not needed yet.
    pub(super) fn peek(&self, key: &Key, nth: u32) -> Option<Arc<Observation>> {
        self.lock().get(&(*key, nth)).cloned()
    }

    /// No step between taking the lock and releasing it leaves the map half changed.
    fn lock(&self) -> MutexGuard<'_, FxHashMap<(Key, u32), Arc<Observation>>> {
        self.observations
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
