//! Records what a reduction costs while it runs, so that a run that is killed does not take that along.

use super::memory::Memory;
use super::rows::spent;
use crate::checker::Counts;
use std::time::{Duration, Instant};

/// The costs are recorded at most this often.
const PAUSE: Duration = Duration::from_secs(1);

/// And at most this many times while the running time doubles or so, because a journal is never shortened.
const STEPS: u32 = 100;

/// The costs of a reduction since it was started. A kill loses those of the last second, or of the last hundredth of
/// the time if that is longer.
pub(super) struct Ledger<'a> {
    memory: &'a dyn Memory,
    began: Instant,
    recorded: Duration,
}

impl<'a> Ledger<'a> {
    /// The ledger of a reduction that has begun at this time.
    pub(super) fn of(memory: &'a dyn Memory, began: Instant) -> Ledger<'a> {
        Ledger {
            memory,
            began,
            recorded: Duration::ZERO,
        }
    }

    /// Records the costs until now, if it is time to do so.
    pub(super) fn update(&mut self, counts: impl FnOnce() -> Counts) {
        let now = self.began.elapsed();
        if now < self.recorded + PAUSE.max(now / STEPS) {
            return;
        }
        self.recorded = now;
        self.memory.keep_spent(spent(counts(), now));
    }
}
