//! Questions in flight: two threads of one process never run the same question at the same time. This works without a
//! store too.

use std::collections::hash_map::Entry;
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use crate::key::Key;
use crate::observation::{Limits, Needs, Observation};
use crate::sync::Mutex;

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

/// Set when the run has ended: to its answer, or to none if the thread that ran it gave up.
type Flight = OnceLock<Option<Arc<Observation>>>;

impl SingleFlight {
    /// Waits while another thread runs the question. If its answer does not decide at these limits (the run was ended
    /// earlier, or by the wall limit) or does not know what is needed, the caller must run the question.
    ///
    /// A thread must hold at most one ticket; otherwise two threads could wait for each other forever.
    pub fn enter(&self, key: &Key, n: u32, limits: &Limits, needs: Needs) -> Turn<'_> {
        let question = (*key, n);
        loop {
            let flight = match self.running.lock().entry(question) {
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
}

impl Ticket<'_> {
    /// Passes the answer to all waiting threads. The caller must have inserted it into the store, where later threads
    /// look.
    pub fn answer(self, observation: Arc<Observation>) {
        self.flight.get_or_init(|| Some(observation));
    }
}

impl Drop for Ticket<'_> {
    fn drop(&mut self) {
        // Removed before the waiting threads wake up: without an answer, they start again.
        self.single_flight.running.lock().remove(&self.question);
        // An answer stays.
        self.flight.get_or_init(|| None);
    }
}
