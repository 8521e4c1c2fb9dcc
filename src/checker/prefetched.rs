//! Prefetched observations, kept until the search asks for them, with or without a store.

use crate::key::Key;
use crate::observation::{Limits, Observation};
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
    /// Adds a prefetched observation.
    pub(super) fn put(&self, key: &Key, nth: u32, observation: Arc<Observation>) {
        self.made.fetch_add(1, Ordering::Relaxed);
        self.lock().insert((*key, nth), observation);
    }

    /// The number of prefetched runs so far.
    pub(super) fn made(&self) -> u64 {
        self.made.load(Ordering::Relaxed)
    }

    /// Takes a prefetched observation that the search has asked for, so that it counts as used once. None if it does
    /// not decide at these limits.
    pub(super) fn take(&self, key: &Key, nth: u32, limits: &Limits) -> Option<Observation> {
        let mut observations = self.lock();
        let decided = observations.get(&(*key, nth))?.under(limits)?;
        observations.remove(&(*key, nth));
        Some(decided)
    }

    /// A prefetched observation that has not been used yet and decides at these limits.
    pub(super) fn peek(&self, key: &Key, nth: u32, limits: &Limits) -> Option<Observation> {
        self.lock().get(&(*key, nth))?.under(limits)
    }

    /// A poisoned lock is used all the same, because no panic can leave the map half changed.
    fn lock(&self) -> MutexGuard<'_, FxHashMap<(Key, u32), Arc<Observation>>> {
        self.observations
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
