//! The texts that one reduction will probably ask next, taken by idle slots one after the other and run ahead.
//!
//! Nothing here decides anything: what was run is put aside, and the search asks for it when it comes to it. Its own
//! slot takes part while its answer is being found by another, so that no slot waits while there is something to run.

use super::speculation::Speculation;
use crate::checker::{CheckError, Checker, CheckerSpec, Counts};
use crate::outcome::Outcome;
use crate::solver::{Interrupter, Stop};
use rustc_hash::FxHashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

/// How often an assistant that waits looks whether all is to end.
const LOOK: Duration = Duration::from_millis(50);

/// The digest of a text.
type Digest = [u8; 32];

/// A reduction that others may work ahead of.
pub(in crate::reduction) struct PrefetchQueue {
    spec: CheckerSpec,
    /// Threads that have joined and not left.
    assistants: AtomicUsize,
    /// Whether its solvers could not be run from another slot.
    broken: AtomicBool,
    /// Locked while the search goes ahead, which may take long.
    cursor: Mutex<Cursor>,
    state: Mutex<State>,
    changed: Condvar,
}

/// Where the queue is.
#[derive(Default)]
struct Cursor {
    generation: u64,
    speculation: Option<Speculation>,
}

/// What is going on.
#[derive(Default)]
struct State {
    /// Counts how often the real search went another way than was assumed.
    generation: u64,
    /// Where this generation begins, until somebody goes on from there.
    fresh: Option<Speculation>,
    /// All texts that the search has asked.
    asked: FxHashSet<Digest>,
    /// Texts of this generation that were taken and not asked yet.
    taken: FxHashSet<Digest>,
    running: Vec<Running>,
    /// How many texts were ever taken.
    count: u64,
    /// Whether this generation has nothing more to take.
    exhausted: bool,
    closed: bool,
    /// Raised whenever there may be something to do for who waits.
    events: u64,
    /// What those who have left have counted.
    counts: Counts,
}

/// A run ahead.
struct Running {
    job: u64,
    digest: Digest,
    slots: Vec<Interrupter>,
}

/// A text to run ahead.
struct Job {
    /// Later ones have greater numbers.
    number: u64,
    generation: u64,
    text: Arc<[u8]>,
}

impl PrefetchQueue {
    pub(super) fn new(spec: CheckerSpec) -> PrefetchQueue {
        PrefetchQueue {
            spec,
            assistants: AtomicUsize::new(0),
            broken: AtomicBool::new(false),
            cursor: Mutex::default(),
            state: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    /// How many assist; none where nobody can.
    pub(super) fn assistants(&self) -> Option<usize> {
        (!self.broken.load(Ordering::Relaxed)).then(|| self.assistants.load(Ordering::Relaxed))
    }

    /// Somebody will [`PrefetchQueue::assist`].
    pub(super) fn join(&self) {
        self.assistants.fetch_add(1, Ordering::Relaxed);
    }

    /// Runs ahead until the queue is closed or all is to end.
    pub(super) fn assist(&self, stop: &Stop) {
        let mut counts = Counts::default();
        match Checker::start(&self.spec, stop) {
            Ok(mut checker) => {
                let worked = catch_unwind(AssertUnwindSafe(|| self.work(&mut checker, stop)));
                if worked.is_err() {
                    // What goes wrong here goes wrong in the search too, and is told there. It must not wait for us.
                    self.broken.store(true, Ordering::Relaxed);
                }
                counts = checker.counts();
            }
            // The reduction itself will say what is wrong, if it meets it too.
            Err(_) => self.broken.store(true, Ordering::Relaxed),
        }
        let mut state = self.state();
        state.counts = state.counts + counts;
        self.assistants.fetch_sub(1, Ordering::Relaxed);
        self.tell(&mut state);
    }

    fn work(&self, checker: &mut Checker, stop: &Stop) {
        while !stop.is_winding_up() {
            let events = self.state().events;
            if let Some(job) = self.take(checker, true) {
                match self.run(checker, &job) {
                    Ok(()) | Err(CheckError::Interrupted) => continue,
                    Err(_) => self.broken.store(true, Ordering::Relaxed),
                }
                return;
            }
            let state = self.state();
            if state.closed {
                return;
            }
            if state.events == events {
                drop(self.changed.wait_timeout(state, LOOK));
            }
        }
    }

    /// The search asks this text: where the queue did not predict it, the queue begins anew behind it.
    pub(in crate::reduction) fn asked(&self, digest: Digest, speculate: &dyn Fn() -> Speculation) {
        let mut state = self.state();
        if !state.asked.insert(digest) {
            return;
        }
        if !state.taken.remove(&digest) && self.assistants() > Some(0) {
            state.generation += 1;
            state.fresh = Some(speculate());
            state.taken.clear();
            state.exhausted = false;
            state.running.iter().for_each(Running::interrupt);
        }
        self.tell(&mut state);
    }

    /// Runs ahead in the search's own slot while another one finds the answer to what it has asked.
    ///
    /// # Errors
    /// The solver cannot be run, or all is to end.
    pub(in crate::reduction) fn help(
        &self,
        checker: &mut Checker,
        digest: Digest,
        stop: &Stop,
    ) -> Result<(), CheckError> {
        while self.state().is_running(digest) {
            let Some(job) = self.take(checker, false) else {
                break;
            };
            match self.run(checker, &job) {
                Err(CheckError::Interrupted) if !stop.is_winding_up() => {}
                ran => ran?,
            }
        }
        Ok(())
    }

    /// Ends the runs ahead, and waits until everyone has left; what they have counted.
    pub(super) fn close(&self) -> Counts {
        let mut state = self.state();
        state.closed = true;
        state.running.iter().for_each(Running::interrupt);
        self.tell(&mut state);
        while self.assistants.load(Ordering::Relaxed) > 0 {
            let waited = self.changed.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
        std::mem::take(&mut state.counts)
    }

    /// The next text to run, if there is one; where `waits`, also if another thread is just going ahead.
    fn take(&self, checker: &Checker, waits: bool) -> Option<Job> {
        while self.state().has_room(self.assistants()?) {
            let mut cursor = match self.cursor.try_lock() {
                Ok(cursor) => cursor,
                Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
                Err(TryLockError::WouldBlock) if waits => {
                    self.cursor.lock().unwrap_or_else(PoisonError::into_inner)
                }
                Err(TryLockError::WouldBlock) => return None,
            };
            self.catch_up(&mut cursor);
            let generation = cursor.generation;
            let goes_on = || self.state().is_at(generation);
            let text = cursor.speculation.as_mut()?.next(goes_on);
            let mut state = self.state();
            if !state.is_at(generation) {
                continue;
            }
            let Some(text) = text else {
                state.exhausted = true;
                return None;
            };
            let digest = *blake3::hash(&text).as_bytes();
            if !state.asked.contains(&digest) && state.taken.insert(digest) {
                state.count += 1;
                let number = state.count;
                let slots = checker.interrupters();
                // An interrupt from here on is for this job, though its run has not begun.
                slots.iter().for_each(Interrupter::arm);
                state.running.push(Running {
                    job: number,
                    digest,
                    slots,
                });
                return Some(Job {
                    number,
                    generation,
                    text,
                });
            }
        }
        None
    }

    /// Goes on where the newest generation begins.
    fn catch_up(&self, cursor: &mut Cursor) {
        let mut state = self.state();
        if let Some(fresh) = state.fresh.take() {
            cursor.speculation = Some(fresh);
            cursor.generation = state.generation;
        }
    }

    fn run(&self, checker: &mut Checker, job: &Job) -> Result<(), CheckError> {
        let outcome = if self.state().is_at(job.generation) {
            checker.prefetch(&job.text)
        } else {
            // The interrupt came before the run that it was for.
            Err(CheckError::Interrupted)
        };
        let mut state = self.state();
        state.running.retain(|running| running.job != job.number);
        if matches!(outcome, Ok(Outcome::Interesting)) {
            // The texts predicted behind it will not be asked.
            state.exhausted = true;
            let later = state.running.iter().filter(|other| other.job > job.number);
            later.for_each(Running::interrupt);
        }
        self.tell(&mut state);
        outcome.map(drop)
    }

    fn tell(&self, state: &mut State) {
        state.events += 1;
        self.changed.notify_all();
    }

    /// No step between taking the lock and releasing it leaves the state half changed.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Running {
    fn interrupt(&self) {
        self.slots.iter().for_each(Interrupter::interrupt);
    }
}

impl State {
    fn is_at(&self, generation: u64) -> bool {
        !self.closed && self.generation == generation
    }

    fn is_running(&self, digest: Digest) -> bool {
        self.running.iter().any(|running| running.digest == digest)
    }

    /// Whether more may be run ahead: two texts a slot, for the nearest will be asked most probably.
    fn has_room(&self, assistants: usize) -> bool {
        !self.closed && !self.exhausted && self.taken.len() < 2 * (assistants + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::{PrefetchQueue, Speculation};
    use crate::checker::Checker;
    use crate::language::TestCase;
    use crate::language::smtlib::{Filter, parse};
    use crate::oracle::{MatchRule, Rule, oracle};
    use crate::search::{Candidate, Fed, Search};
    use crate::solver::Stop;

    /// A search with a fault.
    struct Panics;

    impl Search for Panics {
        fn next(&mut self, _: &TestCase) -> Option<Candidate> {
            panic!("a made-up panic")
        }

        fn feed(&mut self, _: &Fed) {}

        fn restart(&mut self) {}

        fn boxed(&self) -> Box<dyn Search> {
            Box::new(Panics)
        }
    }

    #[test]
    fn a_panic_ahead_of_the_search_lets_nobody_wait() {
        let parsed = parse(b"(check-sat)").expect("a case");
        let case = TestCase::new(parsed.tree, parsed.dialect);
        let oracle = oracle(&Rule::Same(MatchRule::default())).expect("an oracle");
        let queue = PrefetchQueue::new(Checker::new(Vec::new(), oracle, Vec::new()).spec());
        queue.join();
        queue.asked([0; 32], &|| {
            Speculation::of(&Panics, &case, &Filter::of(&case))
        });
        queue.assist(&Stop::default());
        assert_eq!(queue.assistants(), None, "nobody helps any more");
        queue.close();
    }
}
