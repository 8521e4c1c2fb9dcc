//! The queue of texts that one reduction will probably want next. Idle threads take them one after another and run
//! them.
//!
//! Observations are kept until the search asks for them; nothing here decides anything. If the search has to wait for a
//! text that another thread is running, its own slot prefetches as well. A run is killed once it is known that the
//! search takes another course.
//!
//! There are two locks. Predicting a text means running a copy of the search, which may take long; that is done under
//! the lock of the [`Cursor`], by one thread at a time. The search never waits for that lock, and the lock of the
//! [`State`] is held for moments only. A question that was not predicted begins a new *generation*: all older
//! predictions are void, and whoever holds the cursor finds out from the number.

use super::futures::{Assumed, Future, Futures, Prediction};
use super::wanted::{KnownOutcomes, Wanted, WantedKind};
use crate::checker::{CheckError, Checker, CheckerSpec, Counts};
use crate::outcome::Outcome;
use crate::search::Speculation;
use crate::solver::{Interrupter, Stop};
use crate::sync::Mutex;
use rustc_hash::{FxHashMap, FxHashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, PoisonError};
use std::time::Duration;

/// How often a waiting thread checks whether the run is ending.
pub(super) const LOOK: Duration = Duration::from_millis(50);

/// In a text of more cells, nothing is predicted: a second search would take as much memory as the first, about 100 bytes
/// for each cell.
const MOST_CELLS: usize = 1 << 21;

/// The queue of a reduction that other threads may prefetch for.
pub(in crate::reduction) struct PrefetchQueue {
    spec: CheckerSpec,
    /// The number of threads that have joined and not left.
    assistants: AtomicUsize,
    /// Whether the solvers could not be run from another slot.
    broken: AtomicBool,
    /// Locked while a future is followed, which may take long.
    cursor: Mutex<Cursor>,
    state: Mutex<State>,
    changed: Condvar,
}

/// What is predicted in a generation.
#[derive(Default)]
struct Cursor {
    generation: u64,
    futures: Futures,
}

/// What has been asked, taken and run.
#[derive(Default)]
struct State {
    /// The number of questions of the search that were not predicted.
    generation: u64,
    /// Where the predictions of this generation start, until a thread begins with them.
    fresh: Option<(Speculation, Wanted)>,
    /// All questions of the search.
    asked: FxHashSet<Wanted>,
    /// The last question and the stage that asked it, if it was new.
    asking: Option<(&'static str, Wanted)>,
    /// The answers from which the success rates of stages have not been updated yet.
    answers: Vec<(&'static str, Outcome)>,
    known: KnownOutcomes,
    /// The texts taken from the queue that the search may still ask about.
    taken: FxHashMap<Wanted, Taken>,
    running: Vec<RunningJob>,
    /// The number of jobs so far.
    jobs: u64,
    closed: bool,
    /// Raised whenever a waiting thread may have something to do.
    events: u64,
    /// The counts of the other threads.
    counts: Counts,
}

struct Taken {
    assumed: Assumed,
    stage: &'static str,
}

/// A prefetched run in progress.
struct RunningJob {
    job: u64,
    wanted: Wanted,
    slots: Vec<Interrupter>,
}

/// A text to prefetch.
struct Job {
    /// Every job of a queue has its own number.
    number: u64,
    text: Vec<u8>,
    wanted: Wanted,
}

impl PrefetchQueue {
    pub(super) fn new(spec: CheckerSpec, futures: Futures) -> PrefetchQueue {
        PrefetchQueue {
            spec,
            assistants: AtomicUsize::new(0),
            broken: AtomicBool::new(false),
            cursor: Mutex::new(Cursor {
                generation: 0,
                futures,
            }),
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
        match self.spec.start(stop) {
            Ok(mut checker) => {
                let worked = catch_unwind(AssertUnwindSafe(|| self.work(&mut checker, stop)));
                if worked.is_err() {
                    // The search itself will panic in the same way and report it. It must not wait for this thread.
                    self.broken.store(true, Ordering::Relaxed);
                }
                self.add_counts(&mut checker);
            }
            // The reduction itself reports the error, if it meets it too.
            Err(_) => self.broken.store(true, Ordering::Relaxed),
        }
        let mut state = self.state.lock();
        self.assistants.fetch_sub(1, Ordering::Relaxed);
        self.notify(&mut state);
    }

    fn work(&self, checker: &mut Checker, stop: &Stop) {
        while !stop.is_winding_up() {
            let events = self.state.lock().events;
            if let Some(job) = self.take(checker, true) {
                let ran = self.run(checker, &job);
                self.add_counts(checker);
                match ran {
                    Ok(()) | Err(CheckError::Interrupted) => continue,
                    Err(_) => self.broken.store(true, Ordering::Relaxed),
                }
                return;
            }
            let state = self.state.lock();
            if state.closed {
                return;
            }
            if state.events == events {
                drop(self.changed.wait_timeout(state, LOOK));
            }
        }
    }

    fn add_counts(&self, checker: &mut Checker) {
        let mut state = self.state.lock();
        state.counts = state.counts + checker.take_counts();
    }

    /// The counts of the other threads so far.
    pub(in crate::reduction) fn counts(&self) -> Counts {
        self.state.lock().counts
    }

    /// The search asks this question. If it was not predicted, a new generation of predictions begins after it.
    pub(in crate::reduction) fn asked(&self, wanted: Wanted, speculate: &dyn Fn() -> Speculation) {
        let mut state = self.state.lock();
        if !state.asked.insert(wanted) {
            return;
        }
        if let Some(taken) = state.taken.remove(&wanted) {
            state.asking = Some((taken.stage, wanted));
        } else if self.assistants() > Some(0) && !state.known.contains_key(&wanted) {
            let search = speculate();
            state.asking = Some((search.stage(), wanted));
            state.generation += 1;
            state.fresh = (search.cells() <= MOST_CELLS).then_some((search, wanted));
            state.taken.clear();
            state.running.iter().for_each(RunningJob::interrupt);
        }
        self.notify(&mut state);
    }

    /// The search has got the answer to a question.
    pub(in crate::reduction) fn answered(&self, wanted: Wanted, outcome: Outcome) {
        let mut state = self.state.lock();
        if let Some((stage, asked)) = state.asking.take()
            && asked == wanted
        {
            state.answers.push((stage, outcome));
        }
        state.learn(wanted, outcome);
        self.notify(&mut state);
    }

    /// The reduction is about to run a text once more, so no thread begins to prefetch that run any more. Waits while
    /// another thread is running the text.
    pub(in crate::reduction) fn run_again(&self, wanted: Wanted, stop: &Stop) {
        let mut state = self.state.lock();
        state.asked.insert(wanted);
        state.taken.remove(&wanted);
        drop(state);
        while !stop.is_winding_up() && self.assistants().is_some() {
            let state = self.state.lock();
            if !state.is_running(wanted) {
                return;
            }
            drop(self.changed.wait_timeout(state, LOOK));
        }
    }

    /// Prefetches in the search's own slot while another thread is running what the search has asked.
    ///
    /// # Errors
    /// The solver cannot be run, or the run is ending.
    pub(in crate::reduction) fn help(
        &self,
        checker: &mut Checker,
        wanted: Wanted,
        stop: &Stop,
    ) -> Result<(), CheckError> {
        while self.state.lock().is_running(wanted) {
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
        let mut state = self.state.lock();
        state.closed = true;
        state.running.iter().for_each(RunningJob::interrupt);
        self.notify(&mut state);
        while self.assistants.load(Ordering::Relaxed) > 0 {
            let waited = self.changed.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
        std::mem::take(&mut state.counts)
    }

    /// Takes the next text to run from the queue, if there is one. While another thread is predicting, this waits for
    /// its turn if `waits` says so, and otherwise returns none.
    fn take(&self, checker: &Checker, waits: bool) -> Option<Job> {
        while self.state.lock().has_room(self.assistants()?) {
            let mut cursor = if waits {
                self.cursor.lock()
            } else {
                self.cursor.try_lock()?
            };
            let future = self.next_future(&mut cursor)?;
            let generation = cursor.generation;
            // The search may get ahead of the prediction, and so void it, at any time.
            let prediction = cursor.futures.follow(future, |assumed| {
                let state = self.state.lock();
                state.is_at(generation) && assumed.is_possible(&state.known)
            });
            let job = prediction.and_then(|prediction| self.begin(checker, generation, prediction));
            if job.is_some() {
                return job;
            }
        }
        None
    }

    /// Updates the futures with what has become known, and returns the one to follow next.
    fn next_future(&self, cursor: &mut Cursor) -> Option<Future> {
        let mut state = self.state.lock();
        for (stage, outcome) in state.answers.drain(..) {
            cursor.futures.learn(stage, outcome);
        }
        if let Some((search, wanted)) = state.fresh.take() {
            cursor.futures.start_from(&search, wanted);
            cursor.generation = state.generation;
        }
        cursor.futures.most_probable(&state.known)
    }

    /// Announces the run of what is predicted, unless there is no need for it any more.
    fn begin(&self, checker: &Checker, generation: u64, prediction: Prediction) -> Option<Job> {
        let Prediction {
            text,
            wanted,
            assumed,
            stage,
        } = prediction;
        let mut state = self.state.lock();
        let is_new = state.is_at(generation)
            && assumed.is_possible(&state.known)
            && !state.asked.contains(&wanted)
            && !state.known.contains_key(&wanted)
            && !state.taken.contains_key(&wanted);
        if !is_new {
            return None;
        }
        state.taken.insert(wanted, Taken { assumed, stage });
        state.jobs += 1;
        let number = state.jobs;
        let slots = checker.interrupters();
        // From here on, an interrupt is meant for this job, even before its run has begun.
        slots.iter().for_each(Interrupter::arm);
        state.running.push(RunningJob {
            job: number,
            wanted,
            slots,
        });
        Some(Job {
            number,
            text,
            wanted,
        })
    }

    fn run(&self, checker: &mut Checker, job: &Job) -> Result<(), CheckError> {
        let ran = match job.wanted.kind {
            WantedKind::Check(patience) => checker.prefetch(&job.text, patience).map(Some),
            WantedKind::Again(_) => checker.prefetch_afresh(&job.text).map(|()| None),
        };
        let mut state = self.state.lock();
        state.running.retain(|running| running.job != job.number);
        if let Ok(Some(outcome)) = ran {
            state.learn(job.wanted, outcome);
        }
        self.notify(&mut state);
        ran.map(drop)
    }

    /// Wakes the waiting threads after a change of the state.
    fn notify(&self, state: &mut State) {
        state.events += 1;
        self.changed.notify_all();
    }
}

impl RunningJob {
    fn interrupt(&self) {
        self.slots.iter().for_each(Interrupter::interrupt);
    }
}

impl State {
    fn is_at(&self, generation: u64) -> bool {
        !self.closed && self.generation == generation
    }

    fn is_running(&self, wanted: Wanted) -> bool {
        self.running.iter().any(|running| running.wanted == wanted)
    }

    /// Records an outcome, and ends the runs that will not be needed because of it.
    fn learn(&mut self, wanted: Wanted, outcome: Outcome) {
        self.known.insert(wanted, outcome);
        let State {
            taken,
            known,
            running,
            ..
        } = self;
        taken.retain(|wanted, taken| {
            let is_possible = taken.assumed.is_possible(known);
            if !is_possible {
                running
                    .iter()
                    .filter(|running| running.wanted == *wanted)
                    .for_each(RunningJob::interrupt);
            }
            is_possible
        });
    }

    /// Whether more may be prefetched: two texts per slot, because the next texts are the most probable ones.
    fn has_room(&self, assistants: usize) -> bool {
        !self.closed && self.taken.len() < 2 * (assistants + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::{Futures, PrefetchQueue, Speculation, Wanted};
    use crate::checker::Checker;
    use crate::language::{Lines, Syntax, TestCase};
    use crate::oracle::{Criterion, MatchRule, Same};
    use crate::outcome::{Outcome, Patience};
    use crate::reduction::prefetch::wanted::asked;
    use crate::search::made_up::{letters, one_by_one};
    use crate::search::{Asking, Candidate, Fed, Search};
    use crate::solver::Stop;
    use crate::tree::{Edit, ROOT};
    use std::sync::Arc;

    /// A search with a bug.
    #[derive(Clone)]
    struct Panics;

    impl Search for Panics {
        fn next(&mut self, _: &TestCase) -> Option<Candidate> {
            panic!("a made-up panic")
        }

        fn feed(&mut self, _: &Fed) {}

        fn restart(&mut self) {}
    }

    fn case() -> TestCase {
        let parsed = Lines.parse(b"a line").expect("a case");
        TestCase::new(&Lines, parsed)
    }

    fn checker() -> Checker {
        let oracle = Same(MatchRule::default()).oracle().expect("an oracle");
        Checker::new(&Lines, Vec::new(), oracle, Vec::new())
    }

    fn queue() -> PrefetchQueue {
        PrefetchQueue::new(checker().spec(), Futures::default())
    }

    #[test]
    fn what_an_answer_makes_impossible_gives_way_to_what_comes_behind_the_answer() {
        let (checker, queue) = (checker(), queue());
        queue.join();
        queue.asked(asked("bcd"), &|| one_by_one("abcd"));
        let next = || letters(&queue.take(&checker, true).expect("a job").text);
        assert_eq!([next(), next()], ["acd", "abd"]);
        queue.answered(asked("bcd"), Outcome::Interesting);
        assert!(queue.state.lock().taken.is_empty());
        assert_eq!(next(), "cd");
    }

    #[test]
    fn what_is_asked_as_predicted_changes_no_prediction_and_anything_else_begins_a_new_one() {
        let queue = queue();
        queue.join();
        queue.asked(asked("bcd"), &|| one_by_one("abcd"));
        let job = queue.take(&checker(), true).expect("a job");
        queue.answered(asked("bcd"), Outcome::Uninteresting);
        queue.asked(job.wanted, &|| unreachable!("it was predicted"));
        assert_eq!(queue.state.lock().generation, 1);
        queue.asked(asked("yz"), &|| one_by_one("xyz"));
        assert_eq!(queue.state.lock().generation, 2);
        let job = queue.take(&checker(), true).expect("a job");
        assert_eq!(letters(&job.text), "xz");
    }

    #[test]
    fn nothing_is_predicted_in_a_text_that_takes_much_memory() {
        let (checker, queue) = (checker(), queue());
        queue.join();
        let lines = "a".repeat(super::MOST_CELLS);
        queue.asked(asked("b"), &|| one_by_one(&lines));
        assert!(queue.take(&checker, true).is_none());
    }

    #[test]
    fn a_panic_ahead_of_the_search_lets_nobody_wait() {
        let (case, queue) = (case(), queue());
        let candidate = Candidate {
            base: case.clone(),
            edit: Arc::new(Edit::delete(case.tree(), ROOT + 1)),
            is_held: false,
            by: "made-up",
            asking: Asking::First,
        };
        queue.join();
        queue.asked(Wanted::check(b"", Patience::Short), &|| {
            Speculation::of(&Panics, &case, &candidate, usize::MAX)
        });
        queue.assist(&Stop::default());
        assert_eq!(queue.assistants(), None, "nobody helps any more");
        queue.close();
    }
}
