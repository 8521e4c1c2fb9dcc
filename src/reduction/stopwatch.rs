//! Adds up the time that some kind of work takes.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Adds up the wall time of work on all threads.
#[derive(Debug, Default)]
pub struct Stopwatch(AtomicU64);

impl Stopwatch {
    /// Does some work, and adds the time that it takes.
    pub fn time<T>(&self, work: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let done = work();
        let nanoseconds = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.0.fetch_add(nanoseconds, Ordering::Relaxed);
        done
    }

    /// The total so far.
    pub fn total(&self) -> Duration {
        Duration::from_nanos(self.0.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::Stopwatch;
    use std::time::Duration;

    #[test]
    fn times_add_up_and_what_was_done_is_returned() {
        let watch = Stopwatch::default();
        let pause = Duration::from_millis(5);
        assert_eq!(watch.total(), Duration::ZERO);
        for nth in 0..2 {
            let done = watch.time(|| {
                std::thread::sleep(pause);
                nth
            });
            assert_eq!(done, nth);
            assert!(watch.total() >= pause * (nth + 1));
        }
    }
}
