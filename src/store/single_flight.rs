//! Questions in flight: two threads of one process never run the same question at the same time. This works without a
//! store too.

use std::collections::hash_map::Entry;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use crate::key::Key;
use crate::observation::{Limits, Needs, Observation};

/// The questions that some thread of this process is running.
#[derive(Debug, Default)]
pub struct SingleFlight {
    running: Mutex<FxHashMap<(Key, u32), Arc<Flight>>>,
}

/// What a thread that asks a question must do.
#[derive(Debug)]
pub enum Turn<'f> {
    /// Run the question, after another look into the store, which may now have the answer of an earlier thread; then
    /// call [`Ticket::answer`].
    Run(Ticket<'f>),
    /// Another thread has run it in the meantime. This is its observation as it was, or would have been, under the
    /// given limits.
    Answered(Arc<Observation>),
}

/// The right and the duty to run a question. If it is dropped without an answer, because of an error or a panic, it
/// passes to one of the waiting threads.
#[derive(Debug)]
#[must_use]
pub struct Ticket<'f> {
    single_flight: &'f SingleFlight,
    question: (Key, u32),
    flight: Arc<Flight>,
}

#[derive(Debug, Default)]
struct Flight {
    progress: Mutex<FlightState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
enum FlightState {
    #[default]
    Running,
    Answered(Arc<Observation>),
    GivenUp,
}

impl SingleFlight {
    /// The state in which no question is in flight.
    pub fn new() -> SingleFlight {
        SingleFlight::default()
    }

    /// Waits while another thread runs the question. If its answer does not decide at these limits (the run was ended
    /// earlier, or by the wall limit) or does not know what is needed, the caller must run the question.
    ///
    /// A thread must hold at most one ticket; otherwise two threads could wait for each other forever.
    pub fn enter(&self, key: &Key, n: u32, limits: &Limits, needs: Needs) -> Turn<'_> {
        let question = (*key, n);
        loop {
            let flight = match self.running().entry(question) {
                Entry::Vacant(vacant) => {
                    let flight = Arc::clone(vacant.insert(Arc::default()));
                    return Turn::Run(Ticket {
                        single_flight: self,
                        question,
                        flight,
                    });
                }
                Entry::Occupied(occupied) => Arc::clone(occupied.get()),
            };
            if let Some(observation) = flight.wait()
                && let Some(decided) = observation.answer(limits, needs)
            {
                return Turn::Answered(Arc::new(decided));
            }
        }
    }

    /// A poisoned lock is used all the same, because nothing panics while holding it.
    fn running(&self) -> MutexGuard<'_, FxHashMap<(Key, u32), Arc<Flight>>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ticket<'_> {
    /// Passes the answer to all waiting threads. The caller must have inserted it into the store, where later threads
    /// look.
    pub fn answer(self, observation: Arc<Observation>) {
        self.flight.end(FlightState::Answered(observation));
    }
}

impl Drop for Ticket<'_> {
    fn drop(&mut self) {
        // Removed before the waiting threads wake up: without an answer, they start again.
        self.single_flight.running().remove(&self.question);
        self.flight.end(FlightState::GivenUp);
    }
}

impl Flight {
    fn progress(&self) -> MutexGuard<'_, FlightState> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends a run, unless it has ended. An answer is kept.
    fn end(&self, with: FlightState) {
        let mut progress = self.progress();
        if matches!(*progress, FlightState::Running) {
            *progress = with;
            self.changed.notify_all();
        }
    }

    /// The answer; none if the thread that ran it gave up.
    fn wait(&self) -> Option<Arc<Observation>> {
        let mut progress = self.progress();
        loop {
            match &*progress {
                FlightState::Running => {
                    progress = self
                        .changed
                        .wait(progress)
                        .unwrap_or_else(PoisonError::into_inner);
                }
                FlightState::Answered(observation) => return Some(Arc::clone(observation)),
                FlightState::GivenUp => return None,
            }
        }
    }
}
