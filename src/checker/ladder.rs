//! The ladder of a solver's CPU limits: how long a candidate may take before it is put off.
//!
//! Most candidates that reach the candidate limit would never end, and one of them costs as much as a hundred runs that
//! do. So at first, the limit of a candidate is the rung in force: at least twice the CPU time of the slowest text that
//! is known to be interesting, which is the golden text to begin with. A run that takes longer is unresolved, until the
//! search asks for an answer under the candidate limit, the top of the ladder.
//!
//! A rung lasts until an interesting text takes more than half of it. Then the ladder is climbed at once to the rung
//! that this text needs. So a candidate that spins costs one rung, not several in turn. A failure that takes three
//! times as long as the golden run is found late the first time, and at once from then on.
//!
//! If a hang is looked for, there is a single rung below the top, and a run that reaches it presumably hangs. That
//! steers the search; texts that matter are asked about again under the candidate limit.
//!
//! Rungs are 50 ms, doubled any number of times: CPU times differ from run to run, the rungs that suit them hardly
//! ever. But on a machine that shares its processors with others, a moment in which the system ran something else may be
//! counted as the solver's, and a moment is all that the lowest rungs give. So what one run has shown there is doubted
//! until a second run on some candidate has reached the rung, too: then this solver has candidates that take long.

use crate::observation::doubled;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// The lowest rung.
const LOWEST: Duration = Duration::from_millis(50);

/// What reaches a higher rung has taken more than a moment.
const HIGHEST_IN_DOUBT: Duration = Duration::from_millis(200);

/// Stands for the top of the ladder, which the client knows.
const TOP: u64 = u64::MAX;

/// The rung in force for one solver of a case. All slots that run the solver share it; only the search climbs.
#[derive(Debug)]
pub struct Ladder {
    /// In nanoseconds.
    rung: AtomicU64,
    /// Whether a run that reaches the rung is presumed to reach the top.
    short_limit_decides: AtomicBool,
    /// Whether two runs on one candidate have reached a rung.
    has_slow_candidates: AtomicBool,
}

/// A ladder without a rung below the top.
impl Default for Ladder {
    fn default() -> Ladder {
        Ladder {
            rung: AtomicU64::new(TOP),
            short_limit_decides: AtomicBool::new(false),
            has_slow_candidates: AtomicBool::new(false),
        }
    }
}

impl Ladder {
    /// From now on, questions that are asked with short patience have a lower CPU limit. It begins at the rung that
    /// suits a golden run of this CPU time.
    pub fn begin(&self, golden: Duration) {
        self.rung.store(rung_for(golden), Ordering::Relaxed);
    }

    /// From now on, a run that reaches this CPU limit with short patience is presumed to reach the top.
    pub fn let_short_limit_decide(&self, limit: Duration) {
        let nanoseconds = u64::try_from(limit.as_nanos()).unwrap_or(TOP);
        self.rung.store(nanoseconds, Ordering::Relaxed);
        self.short_limit_decides.store(true, Ordering::Relaxed);
    }

    /// Whether a run that reaches the rung in force is presumed to reach the top.
    pub(super) fn short_limit_decides(&self) -> bool {
        self.short_limit_decides.load(Ordering::Relaxed)
    }

    /// Whether a run that has reached this rung may have done so by accident, and is to be made again.
    pub(super) fn doubts(&self, rung: Duration) -> bool {
        rung <= HIGHEST_IN_DOUBT && !self.has_slow_candidates.load(Ordering::Relaxed)
    }

    /// From now on, a run that reaches a rung is believed: two on one candidate have.
    pub(super) fn believe(&self) {
        self.has_slow_candidates.store(true, Ordering::Relaxed);
    }

    /// The CPU limit in force, under a ladder that ends at `top`.
    pub(super) fn in_force(&self, top: Duration) -> Duration {
        top.min(Duration::from_nanos(self.rung.load(Ordering::Relaxed)))
    }

    /// Climbs to the rung that suits an interesting text of this CPU time. Returns whether that is a higher one.
    pub(super) fn climb(&self, interesting: Duration) -> bool {
        if self.short_limit_decides() {
            return false;
        }
        let rung = rung_for(interesting);
        self.rung.fetch_max(rung, Ordering::Relaxed) < rung
    }
}

/// The lowest rung that is at least twice this time, in nanoseconds.
fn rung_for(time: Duration) -> u64 {
    u64::try_from(doubled(LOWEST, time * 2).as_nanos()).unwrap_or(TOP)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rung_in_force_is_at_least_twice_the_slowest_interesting_time() {
        let ms = Duration::from_millis;
        let ladder = Ladder::default();
        assert_eq!(ladder.in_force(ms(1750)), ms(1750), "no rungs yet");
        assert!(!ladder.climb(ms(400)), "there is nothing above the top");
        ladder.begin(ms(14));
        let table = [
            (14, 50),
            (25, 50),
            (26, 100),
            (14, 100),
            (150, 400),
            (201, 800),
            (900, 1750),
        ];
        for (time, rung) in table {
            let before = ladder.in_force(ms(1750));
            assert_eq!(ladder.climb(ms(time)), before < ms(rung), "{time} ms");
            assert_eq!(ladder.in_force(ms(1750)), ms(rung), "{time} ms");
        }
    }
}
