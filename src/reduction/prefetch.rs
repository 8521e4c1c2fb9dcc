//! Idle threads run ahead of the reductions that still run. The verdicts that they find are the only thing that they
//! share with a search, so its result is the same with and without them.

use super::line::Line;
use crate::checker::{Counts, Twin};
use crate::solver::Stop;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How often who has nothing to do looks whether all is to end.
const LOOK: Duration = Duration::from_millis(50);

/// The reductions of a run that idle threads may work ahead of.
#[derive(Default)]
pub struct Prefetch {
    /// Whether there is ever an idle thread.
    is_possible: bool,
    lines: Mutex<Lines>,
    changed: Condvar,
}

#[derive(Default)]
struct Lines {
    open: Vec<Arc<Line>>,
    closed: bool,
}

impl Prefetch {
    /// For a run with so many slots.
    pub fn new(jobs: usize) -> Prefetch {
        Prefetch {
            is_possible: jobs > 1,
            ..Prefetch::default()
        }
    }

    /// Works ahead of the reductions that run, and of those that will be begun, until [`Prefetch::close`].
    pub fn assist(&self, stop: &Stop) {
        loop {
            let lines = self.lines();
            if lines.closed || stop.is_winding_up() {
                return;
            }
            let helped = lines.open.iter().filter(|line| line.assistants().is_some());
            if let Some(line) = helped.min_by_key(|line| line.assistants()).cloned() {
                line.join();
                drop(lines);
                line.assist(stop);
            } else {
                drop(self.changed.wait_timeout(lines, LOOK));
            }
        }
    }

    /// No reduction is begun any more, and none runs.
    pub fn close(&self) {
        self.lines().closed = true;
        self.changed.notify_all();
    }

    /// Lets others work ahead of a reduction, where there may be others.
    pub(super) fn open(&self, twin: impl FnOnce() -> Twin) -> Option<Foreseen<'_>> {
        if !self.is_possible {
            return None;
        }
        let line = Arc::new(Line::new(twin()));
        self.lines().open.push(Arc::clone(&line));
        self.changed.notify_all();
        Some(Foreseen {
            prefetch: self,
            line,
        })
    }

    /// No step between taking the lock and releasing it leaves the list half changed.
    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Closes it when the one reduction of a run has ended, if by a panic.
pub struct Closing<'a>(pub &'a Prefetch);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// A reduction that others may work ahead of. Dropped, it waits until nobody does.
pub(super) struct Foreseen<'a> {
    prefetch: &'a Prefetch,
    pub(super) line: Arc<Line>,
}

impl Foreseen<'_> {
    /// Ends the work ahead; what it has counted.
    pub(super) fn close(&self) -> Counts {
        let mut lines = self.prefetch.lines();
        lines.open.retain(|line| !Arc::ptr_eq(line, &self.line));
        drop(lines);
        self.line.close()
    }
}

impl Drop for Foreseen<'_> {
    fn drop(&mut self) {
        self.close();
    }
}
