//! Keeps the reports of a running batch up to date. They are written soon after a case has finished, but never without
//! a pause since the last time, however many cases finish.
//!
//! Writing them takes longer the more cases there are, so the pause grows too. A separate thread writes them, without
//! holding a lock that a worker needs, so no reduction waits.

use crate::sync::Mutex;
use std::sync::{Condvar, PoisonError};
use std::time::{Duration, Instant};

/// The shortest pause before the reports are written again while a batch runs.
pub(super) const PAUSE: Duration = Duration::from_secs(1);

/// The pause is at least this many times as long as it took to write the reports the last time.
const SHARE: u32 = 20;

/// Reports that may be out of date.
pub(super) struct Reports<'a> {
    write: &'a (dyn Fn() + Sync),
    pause: Duration,
    state: Mutex<ReportState>,
    changed: Condvar,
}

#[derive(Default)]
struct ReportState {
    is_stale: bool,
    is_closed: bool,
}

impl<'a> Reports<'a> {
    /// Reports that have just been written and that `write` writes again.
    pub(super) fn new(write: &'a (dyn Fn() + Sync), pause: Duration) -> Reports<'a> {
        Reports {
            write,
            pause,
            state: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    /// Notes that there is something new to report. Never waits, not even while the reports are being written.
    pub(super) fn outdate(&self) {
        self.state.lock().is_stale = true;
        self.changed.notify_all();
    }

    /// Writes the reports whenever they are out of date, with a pause before each time, until they are closed.
    pub(super) fn keep_up(&self) {
        let mut took = Duration::ZERO;
        loop {
            let state = self.state.lock();
            let pause = self.pause.max(took * SHARE);
            // Pause, unless the batch ends meanwhile.
            let (state, _) = self
                .changed
                .wait_timeout_while(state, pause, |state| !state.is_closed)
                .unwrap_or_else(PoisonError::into_inner);
            // Wait until there is something to report.
            let mut state = self
                .changed
                .wait_while(state, |state| !state.is_stale && !state.is_closed)
                .unwrap_or_else(PoisonError::into_inner);
            if state.is_closed {
                return;
            }
            // What changes while the reports are written makes them stale again.
            state.is_stale = false;
            drop(state);
            let begun = Instant::now();
            (self.write)();
            took = begun.elapsed();
        }
    }

    /// Lets [`Reports::keep_up`] return. The caller then writes the reports a last time.
    pub(super) fn close(&self) {
        self.state.lock().is_closed = true;
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::Reports;
    use crate::reduction::OnDrop;
    use crate::sync::Mutex;
    use std::thread::{scope, sleep};
    use std::time::{Duration, Instant};

    const PAUSE: Duration = Duration::from_millis(200);

    /// The times at which the reports were written beside `work`, if writing them takes this long.
    fn written(takes: Duration, work: impl FnOnce(&Reports<'_>)) -> Vec<Instant> {
        let times = Mutex::new(Vec::new());
        let write = || {
            times.lock().push(Instant::now());
            sleep(takes);
        };
        let reports = Reports::new(&write, PAUSE);
        scope(|scope| {
            scope.spawn(|| reports.keep_up());
            let _close = OnDrop(|| reports.close());
            work(&reports);
        });
        times.into_inner()
    }

    #[test]
    fn many_changes_are_written_with_pauses() {
        let times = written(Duration::ZERO, |reports| {
            for _ in 0..500 {
                reports.outdate();
                sleep(Duration::from_millis(1));
            }
        });
        assert!(!times.is_empty());
        assert!(times.windows(2).all(|pair| pair[1] - pair[0] >= PAUSE));
    }

    #[test]
    fn the_last_change_is_written_though_no_other_follows() {
        let mut last = Instant::now();
        let times = written(Duration::ZERO, |reports| {
            reports.outdate();
            sleep(PAUSE + PAUSE / 4);
            last = Instant::now();
            reports.outdate();
            sleep(PAUSE * 5);
        });
        let after: Vec<_> = times.iter().filter(|&&time| time >= last).collect();
        assert_eq!(after.len(), 1, "once, and no more without a change");
    }

    #[test]
    fn nobody_waits_for_a_slow_disk_to_tell_of_a_change() {
        let mut took = Duration::ZERO;
        let slow = Duration::from_secs(1);
        let times = written(slow, |reports| {
            reports.outdate();
            sleep(PAUSE * 2);
            let begun = Instant::now();
            reports.outdate();
            took = begun.elapsed();
        });
        assert_eq!(times.len(), 1);
        assert!(took < slow / 4, "{took:?}");
    }
}
