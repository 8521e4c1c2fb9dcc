//! Records what a reduction costs while it runs, so that this is known even if the run is killed.

use super::memory::Memory;
use super::rows::spent;
use crate::checker::Counts;
use std::time::{Duration, Instant};

/// The costs are recorded at most this often.
const PAUSE: Duration = Duration::from_secs(1);

/// In a long run, the pause is the running time divided by this. A journal is never shortened, and this way the records
/// in it grow only with the logarithm of the time: less than this many each time it doubles.
const STEPS: u32 = 100;

/// The costs of a reduction since it was started. A kill loses at most those of the last second, or of the last
/// hundredth of the running time if that is longer.
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
