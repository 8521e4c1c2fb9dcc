//! Idle threads run ahead of the reductions that still run. The verdicts that they find are the only thing that they
//! share with a search, so its result is the same with and without them.

use super::queue::PrefetchQueue;
use crate::checker::{CheckerSpec, Counts};
use crate::solver::Stop;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How often who has nothing to do looks whether all is to end.
const LOOK: Duration = Duration::from_millis(50);

/// The reductions of a run that idle threads may work ahead of.
#[derive(Default)]
pub struct PrefetchPool {
    /// Whether there is ever an idle thread.
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
    /// For a run with so many slots.
    pub fn new(jobs: usize) -> PrefetchPool {
        PrefetchPool {
            is_possible: jobs > 1,
            ..PrefetchPool::default()
        }
    }

    /// Works ahead of the reductions that run, and of those that will be begun, until [`PrefetchPool::close`].
    pub fn assist(&self, stop: &Stop) {
        loop {
            let queues = self.queues();
            if queues.closed || stop.is_winding_up() {
                return;
            }
            let helped = queues
                .open
                .iter()
                .filter(|queue| queue.assistants().is_some());
            if let Some(queue) = helped.min_by_key(|queue| queue.assistants()).cloned() {
                queue.join();
                drop(queues);
                queue.assist(stop);
            } else {
                drop(self.changed.wait_timeout(queues, LOOK));
            }
        }
    }

    /// No reduction is begun any more, and none runs.
    pub fn close(&self) {
        self.queues().closed = true;
        self.changed.notify_all();
    }

    /// Lets others work ahead of a reduction, where there may be others.
    pub(in crate::reduction) fn open(
        &self,
        spec: impl FnOnce() -> CheckerSpec,
    ) -> Option<PrefetchGuard<'_>> {
        if !self.is_possible {
            return None;
        }
        let queue = Arc::new(PrefetchQueue::new(spec()));
        self.queues().open.push(Arc::clone(&queue));
        self.changed.notify_all();
        Some(PrefetchGuard {
            prefetch: self,
            queue,
        })
    }

    /// No step between taking the lock and releasing it leaves the list half changed.
    fn queues(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Closes it when the one reduction of a run has ended, if by a panic.
pub struct CloseOnDrop<'a>(pub &'a PrefetchPool);

impl Drop for CloseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// A reduction that others may work ahead of. Dropped, it waits until nobody does.
pub(in crate::reduction) struct PrefetchGuard<'a> {
    prefetch: &'a PrefetchPool,
    pub(in crate::reduction) queue: Arc<PrefetchQueue>,
}

impl PrefetchGuard<'_> {
    /// Ends the work ahead; what it has counted.
    pub(in crate::reduction) fn close(&self) -> Counts {
        let mut queues = self.prefetch.queues();
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
