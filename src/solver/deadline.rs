//! A time at which work is to end, and which may still be moved.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A time that may still be moved.
#[derive(Debug)]
pub struct Deadline {
    began: Instant,
    /// In microseconds after the beginning.
    at: AtomicU64,
}

impl Deadline {
    /// So long after now.
    pub fn after(time: Duration) -> Deadline {
        Deadline {
            began: Instant::now(),
            at: AtomicU64::new(micros(time)),
        }
    }

    /// Moves it.
    pub fn postpone(&self, by: Duration) {
        self.at.fetch_add(micros(by), Ordering::Relaxed);
    }

    /// Whether it is over.
    pub fn has_passed(&self) -> bool {
        micros(self.began.elapsed()) >= self.at.load(Ordering::Relaxed)
    }
}

/// At most some hundred thousand years, so that many of them can be added.
fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).map_or(u64::MAX / 8, |micros| micros.min(u64::MAX / 8))
}
