//! The pool of reductions for which idle threads prefetch. An idle thread joins the one with the fewest helpers.
//!
//! These threads share nothing with a search but the observations that they make, so its result does not depend on
//! them.

use super::futures::Futures;
use super::queue::{LOOK, PrefetchQueue};
use crate::checker::{CheckerSpec, Counts};
use crate::solver::Stop;
use crate::sync::Mutex;
use std::sync::{Arc, Condvar};

/// The reductions of a run that idle threads may prefetch for.
#[derive(Default)]
pub struct PrefetchPool {
    /// Whether there can be idle threads.
    is_possible: bool,
    queues: Mutex<Queues>,
    changed: Condvar,
}

#[derive(Default)]
struct Queues {
    open: Vec<Arc<PrefetchQueue>>,
    closed: bool,
}

impl PrefetchPool {
    /// A pool for this many jobs.
    pub fn new(jobs: usize) -> PrefetchPool {
        PrefetchPool {
            is_possible: jobs > 1,
            ..PrefetchPool::default()
        }
    }

    /// Prefetches for current and future reductions until [`PrefetchPool::close`].
    pub fn assist(&self, stop: &Stop) {
        loop {
            let queues = self.queues.lock();
            if queues.closed || stop.is_winding_up() {
                return;
            }
            let least_helped = queues
                .open
                .iter()
                .filter(|queue| queue.assistants().is_some())
                .min_by_key(|queue| queue.assistants())
                .cloned();
            if let Some(queue) = least_helped {
                queue.join();
                drop(queues);
                queue.assist(stop);
            } else {
                drop(self.changed.wait_timeout(queues, LOOK));
            }
        }
    }

    /// Ends prefetching: no reduction is running, and none will begin.
    pub fn close(&self) {
        self.queues.lock().closed = true;
        self.changed.notify_all();
    }

    /// Lets other threads prefetch for a reduction, beginning with these futures, if there can be any.
    pub(in crate::reduction) fn open(
        &self,
        spec: impl FnOnce() -> CheckerSpec,
        futures: impl FnOnce() -> Futures,
    ) -> Option<PrefetchGuard<'_>> {
        if !self.is_possible {
            return None;
        }
        let queue = Arc::new(PrefetchQueue::new(spec(), futures()));
        self.queues.lock().open.push(Arc::clone(&queue));
        self.changed.notify_all();
        Some(PrefetchGuard {
            prefetch: self,
            queue,
        })
    }
}

/// A reduction that other threads may prefetch for. When this is dropped, prefetching ends, and all threads have left.
pub(in crate::reduction) struct PrefetchGuard<'a> {
    prefetch: &'a PrefetchPool,
    pub(in crate::reduction) queue: Arc<PrefetchQueue>,
}

impl PrefetchGuard<'_> {
    /// Ends prefetching for this reduction, and returns the counts of the other threads.
    pub(in crate::reduction) fn close(&self) -> Counts {
        let mut queues = self.prefetch.queues.lock();
        queues.open.retain(|queue| !Arc::ptr_eq(queue, &self.queue));
        drop(queues);
        self.queue.close()
    }
}

impl Drop for PrefetchGuard<'_> {
    fn drop(&mut self) {
        self.close();
    }
}
