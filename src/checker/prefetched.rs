//! Prefetched observations, kept until the search asks for them, with or without a store.

use crate::key::Key;
use crate::observation::{Limits, Observation};
use crate::sync::Mutex;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Observations of one reduction that were made before the search asked for them.
#[derive(Debug, Default)]
pub struct Prefetched {
    /// Those that answer checks, by question and number of the run.
    of_checks: Mutex<FxHashMap<(Key, u32), Arc<Observation>>>,
    /// Those of runs that are made past the store.
    new: Mutex<FxHashMap<Key, Vec<Arc<Observation>>>>,
    made: AtomicU64,
}

impl Prefetched {
    /// Adds a prefetched observation.
    pub(super) fn put(&self, key: &Key, nth: u32, observation: Arc<Observation>) {
        self.made.fetch_add(1, Ordering::Relaxed);
        self.of_checks.lock().insert((*key, nth), observation);
    }

    /// Adds an observation of a run that is to be made past the store.
    pub(super) fn put_new(&self, key: &Key, observation: Arc<Observation>) {
        self.made.fetch_add(1, Ordering::Relaxed);
        self.new.lock().entry(*key).or_default().push(observation);
    }

    /// Takes an observation to use instead of a new run past the store; each is used once. None if there is none, or it
    /// does not decide at these limits.
    pub(super) fn take_new(&self, key: &Key, limits: &Limits) -> Option<Observation> {
        self.new.lock().get_mut(key)?.pop()?.under(limits)
    }

    /// The number of prefetched runs so far.
    pub(super) fn made(&self) -> u64 {
        self.made.load(Ordering::Relaxed)
    }

    /// Takes a prefetched observation that the search has asked for, so that it counts as used once. None if there is
    /// none, or it does not decide at these limits.
    pub(super) fn take(&self, key: &Key, nth: u32, limits: &Limits) -> Option<Observation> {
        let mut of_checks = self.of_checks.lock();
        let decided = of_checks.get(&(*key, nth))?.under(limits)?;
        of_checks.remove(&(*key, nth));
        Some(decided)
    }

    /// A prefetched observation that has not been used yet and decides at these limits.
    pub(super) fn peek(&self, key: &Key, nth: u32, limits: &Limits) -> Option<Observation> {
        self.of_checks.lock().get(&(*key, nth))?.under(limits)
    }
}
