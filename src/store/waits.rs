//! Claims that this process has waited for. What their holders have inserted must be found, however recently the keys of
//! the store were read.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use rustc_hash::FxHashSet;

/// The claims that this process has waited for, by their offsets.
#[derive(Debug, Default)]
pub(super) struct Waits(Mutex<Waited>);

#[derive(Debug, Default)]
struct Waited {
    /// Those that others still had when they were last tried.
    busy: FxHashSet<i64>,
    /// When this process last got one of them.
    ended: Option<Instant>,
}

impl Waits {
    /// Somebody else has this claim.
    pub(super) fn begin(&self, claim: i64) {
        self.lock().busy.insert(claim);
    }

    /// This process has got this claim, with or without a wait.
    pub(super) fn end(&self, claim: i64) {
        let mut waited = self.lock();
        if waited.busy.remove(&claim) {
            waited.ended = Some(Instant::now());
        }
    }

    /// When this process last got a claim for which it had waited.
    pub(super) fn ended(&self) -> Option<Instant> {
        self.lock().ended
    }

    /// A poisoned lock is used all the same, because no panic can leave the set half changed.
    fn lock(&self) -> MutexGuard<'_, Waited> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
