//! Questions in flight: two threads of one process never run the same question at the same time. Works with and
//! without a store.

use std::collections::hash_map::Entry;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use crate::key::Key;
use crate::observation::{Limits, Observation};

/// The questions that some thread of this process is running.
#[derive(Debug, Default)]
pub struct SingleFlight {
    running: Mutex<FxHashMap<(Key, u32), Arc<Slot>>>,
}

/// What a thread that asks is to do.
#[derive(Debug)]
pub enum Turn<'f> {
    /// Run the question (after another look into the store, where an earlier thread's answer may stand by now),
    /// then [`Ticket::answer`].
    Run(Ticket<'f>),
    /// Another thread ran it meanwhile: what its run was or would have been under the limits asked.
    Answered(Arc<Observation>),
}

/// The right and the duty to run a question. Dropped without an answer, by an error or a panic, it passes to one
/// of those who wait.
#[derive(Debug)]
#[must_use]
pub struct Ticket<'f> {
    single_flight: &'f SingleFlight,
    question: (Key, u32),
    slot: Arc<Slot>,
}

#[derive(Debug, Default)]
struct Slot {
    progress: Mutex<Progress>,
    changed: Condvar,
}

#[derive(Debug, Default)]
enum Progress {
    #[default]
    Running,
    Answered(Arc<Observation>),
    GivenUp,
}

impl SingleFlight {
    /// No question is in flight.
    pub fn new() -> SingleFlight {
        SingleFlight::default()
    }

    /// Waits while another thread runs the question. An answer that does not decide at these limits (a run killed
    /// earlier, or by the wall limit) leaves the question to the caller.
    ///
    /// A thread holds at most one ticket: two threads that wait for each other's would wait forever.
    pub fn enter(&self, key: &Key, n: u32, limits: &Limits) -> Turn<'_> {
        let question = (*key, n);
        loop {
            let slot = match self.running().entry(question) {
                Entry::Vacant(vacant) => {
                    let slot = Arc::clone(vacant.insert(Arc::default()));
                    return Turn::Run(Ticket {
                        single_flight: self,
                        question,
                        slot,
                    });
                }
                Entry::Occupied(occupied) => Arc::clone(occupied.get()),
            };
            if let Some(observation) = slot.wait()
                && let Some(decided) = observation.under(limits)
            {
                return Turn::Answered(Arc::new(decided));
            }
        }
    }

    /// Nothing panics while the map is locked.
    fn running(&self) -> MutexGuard<'_, FxHashMap<(Key, u32), Arc<Slot>>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ticket<'_> {
    /// Hands the answer to everyone who waits. Insert it into the store before: who asks later looks there.
    pub fn answer(self, observation: Arc<Observation>) {
        self.slot.end(Progress::Answered(observation));
    }
}

impl Drop for Ticket<'_> {
    fn drop(&mut self) {
        // Out of the map first: who is woken without an answer enters anew.
        self.single_flight.running().remove(&self.question);
        self.slot.end(Progress::GivenUp);
    }
}

impl Slot {
    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends a run once; an answer stays.
    fn end(&self, with: Progress) {
        let mut progress = self.progress();
        if matches!(*progress, Progress::Running) {
            *progress = with;
            self.changed.notify_all();
        }
    }

    /// The answer, or none where the thread that ran it gave up.
    fn wait(&self) -> Option<Arc<Observation>> {
        let mut progress = self.progress();
        loop {
            match &*progress {
                Progress::Running => {
                    progress = self
                        .changed
                        .wait(progress)
                        .unwrap_or_else(PoisonError::into_inner);
                }
                Progress::Answered(observation) => return Some(Arc::clone(observation)),
                Progress::GivenUp => return None,
            }
        }
    }
}
