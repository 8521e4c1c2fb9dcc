//! The texts that one reduction will probably ask about next. Idle threads take them one after another and run them.
//!
//! The observations are kept until the search asks for them; nothing here decides anything. If the search has to wait
//! for a text that another thread is running, its own slot prefetches as well.

use super::speculation::{Expected, Speculation};
use crate::checker::{CheckError, Checker, CheckerSpec, Counts};
use crate::outcome::{Outcome, Patience};
use crate::solver::{Interrupter, Stop};
use rustc_hash::FxHashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

/// How often a waiting thread checks whether the run is ending.
const LOOK: Duration = Duration::from_millis(50);

/// The digest of a text, and the patience with which it is checked.
type Asked = ([u8; 32], Patience);

/// The queue of a reduction that other threads may prefetch for.
pub(in crate::reduction) struct PrefetchQueue {
    spec: CheckerSpec,
    /// The number of threads that have joined and not left.
    assistants: AtomicUsize,
    /// Whether the solvers could not be run from another slot.
    broken: AtomicBool,
    /// Locked while the predicted search advances, which may take long.
    cursor: Mutex<Cursor>,
    state: Mutex<State>,
    changed: Condvar,
}

/// How far the predicted search is.
#[derive(Default)]
struct Cursor {
    generation: u64,
    speculation: Option<Speculation>,
}

/// What has been asked, taken and run.
#[derive(Default)]
struct State {
    /// Counts how often the real search took another course than predicted.
    generation: u64,
    /// The start of the prediction of this generation, until somebody takes it.
    fresh: Option<Speculation>,
    /// All texts that the search has asked about.
    asked: FxHashSet<Asked>,
    /// Texts of this generation that were taken, and that the search has not asked about yet.
    taken: FxHashSet<Asked>,
    running: Vec<Running>,
    /// How many texts were taken in total.
    count: u64,
    /// Whether this generation has no more texts to take.
    exhausted: bool,
    closed: bool,
    /// Raised whenever a waiting thread may have something to do.
    events: u64,
    /// The counts of the threads that have left.
    counts: Counts,
}

/// A prefetched run in progress.
struct Running {
    job: u64,
    asked: Asked,
    slots: Vec<Interrupter>,
}

/// A text to prefetch.
struct Job {
    /// Later jobs have greater numbers.
    number: u64,
    generation: u64,
    text: Vec<u8>,
    patience: Patience,
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

    /// The number of threads that prefetch; none if prefetching does not work.
    pub(super) fn assistants(&self) -> Option<usize> {
        (!self.broken.load(Ordering::Relaxed)).then(|| self.assistants.load(Ordering::Relaxed))
    }

    /// Announces a call of [`PrefetchQueue::assist`].
    pub(super) fn join(&self) {
        self.assistants.fetch_add(1, Ordering::Relaxed);
    }

    /// Prefetches until the queue is closed or the run is ending.
    pub(super) fn assist(&self, stop: &Stop) {
        let mut counts = Counts::default();
        match Checker::start(&self.spec, stop) {
            Ok(mut checker) => {
                let worked = catch_unwind(AssertUnwindSafe(|| self.work(&mut checker, stop)));
                if worked.is_err() {
                    // A panic here will occur in the search too, and is reported there. The search must not wait for
                    // this thread.
                    self.broken.store(true, Ordering::Relaxed);
                }
                counts = checker.counts();
            }
            // The reduction itself reports the error, if it meets it too.
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

    /// The search asks about this text. If it was not predicted, a new prediction begins behind it.
    pub(in crate::reduction) fn asked(&self, asked: Asked, speculate: &dyn Fn() -> Speculation) {
        let mut state = self.state();
        if !state.asked.insert(asked) {
            return;
        }
        if !state.taken.remove(&asked) && self.assistants() > Some(0) {
            state.generation += 1;
            state.fresh = Some(speculate());
            state.taken.clear();
            state.exhausted = false;
            state.running.iter().for_each(Running::interrupt);
        }
        self.tell(&mut state);
    }

    /// Prefetches in the search's own slot while another thread is running the text that the search has asked about.
    ///
    /// # Errors
    /// The solver cannot be run, or the run is ending.
    pub(in crate::reduction) fn help(
        &self,
        checker: &mut Checker,
        asked: Asked,
        stop: &Stop,
    ) -> Result<(), CheckError> {
        while self.state().is_running(asked) {
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

    /// Ends prefetching, and waits until all threads have left. Returns their counts.
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

    /// The next text to run, if there is one. If another thread is just determining it: waits if `waits`, else there is
    /// none.
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
            let expected = cursor.speculation.as_mut()?.next(goes_on);
            let mut state = self.state();
            if !state.is_at(generation) {
                continue;
            }
            let Some(Expected { text, patience, .. }) = expected else {
                state.exhausted = true;
                return None;
            };
            let asked = (*blake3::hash(&text).as_bytes(), patience);
            if !state.asked.contains(&asked) && state.taken.insert(asked) {
                state.count += 1;
                let number = state.count;
                let slots = checker.interrupters();
                // From here on, an interrupt is meant for this job, even before its run has begun.
                slots.iter().for_each(Interrupter::arm);
                state.running.push(Running {
                    job: number,
                    asked,
                    slots,
                });
                return Some(Job {
                    number,
                    generation,
                    text,
                    patience,
                });
            }
        }
        None
    }

    /// Moves on to the newest prediction.
    fn catch_up(&self, cursor: &mut Cursor) {
        let mut state = self.state();
        if let Some(fresh) = state.fresh.take() {
            cursor.speculation = Some(fresh);
            cursor.generation = state.generation;
        }
    }

    fn run(&self, checker: &mut Checker, job: &Job) -> Result<(), CheckError> {
        let outcome = if self.state().is_at(job.generation) {
            checker.prefetch(&job.text, job.patience)
        } else {
            // The interrupt came before the run that it was meant for.
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

    /// A poisoned lock is used all the same, because no panic can leave the state half changed.
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

    fn is_running(&self, asked: Asked) -> bool {
        self.running.iter().any(|running| running.asked == asked)
    }

    /// Whether more may be prefetched: two texts per slot, because the next texts are the most probable ones.
    fn has_room(&self, assistants: usize) -> bool {
        !self.closed && !self.exhausted && self.taken.len() < 2 * (assistants + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::{PrefetchQueue, Speculation};
    use crate::checker::Checker;
    use crate::language::{Language, Lines, Syntax, TestCase};
    use crate::oracle::{MatchRule, Rule, oracle};
    use crate::outcome::Patience;
    use crate::search::{Fed, Question, Search};
    use crate::solver::Stop;

    /// A search with a bug.
    struct Panics;

    impl Search for Panics {
        fn next(&mut self, _: &TestCase) -> Option<Question> {
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
        let parsed = Lines.parse(b"a line").expect("a case");
        let case = TestCase::new(Lines.syntax(), parsed);
        let oracle = oracle(&Rule::Same(MatchRule::default())).expect("an oracle");
        let queue = PrefetchQueue::new(Checker::new(&Lines, Vec::new(), oracle, Vec::new()).spec());
        queue.join();
        queue.asked(([0; 32], Patience::Short), &|| {
            Speculation::of(&Panics, &case)
        });
        queue.assist(&Stop::default());
        assert_eq!(queue.assistants(), None, "nobody helps any more");
        queue.close();
    }
}
