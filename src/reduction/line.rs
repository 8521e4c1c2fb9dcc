//! The texts that one reduction will probably ask next, taken by idle slots one after the other and run ahead.
//!
//! Nothing here decides anything: what was run is put aside, and the search asks for it when it comes to it. Its own
//! slot takes part while its answer is being found by another, so that no slot waits while there is something to run.

use super::speculation::Speculation;
use crate::checker::{CheckError, Checker, Counts, Twin};
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
pub(super) struct Line {
    twin: Twin,
    /// Threads that have joined and not left.
    assistants: AtomicUsize,
    /// Whether its solvers could not be run from another slot.
    broken: AtomicBool,
    /// Locked while the search goes ahead, which may take long.
    place: Mutex<Place>,
    book: Mutex<Book>,
    changed: Condvar,
}

/// Where the line is.
#[derive(Default)]
struct Place {
    generation: u64,
    speculation: Option<Speculation>,
}

/// What is going on.
#[derive(Default)]
struct Book {
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

impl Line {
    pub(super) fn new(twin: Twin) -> Line {
        Line {
            twin,
            assistants: AtomicUsize::new(0),
            broken: AtomicBool::new(false),
            place: Mutex::default(),
            book: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    /// How many assist; none where nobody can.
    pub(super) fn assistants(&self) -> Option<usize> {
        (!self.broken.load(Ordering::Relaxed)).then(|| self.assistants.load(Ordering::Relaxed))
    }

    /// Somebody will [`Line::assist`].
    pub(super) fn join(&self) {
        self.assistants.fetch_add(1, Ordering::Relaxed);
    }

    /// Runs ahead until the line is closed or all is to end.
    pub(super) fn assist(&self, stop: &Stop) {
        let mut counts = Counts::default();
        match self.twin.start(stop) {
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
        let mut book = self.book();
        book.counts = book.counts + counts;
        self.assistants.fetch_sub(1, Ordering::Relaxed);
        self.tell(&mut book);
    }

    fn work(&self, checker: &mut Checker, stop: &Stop) {
        while !stop.is_winding_up() {
            let events = self.book().events;
            if let Some(job) = self.take(checker, true) {
                match self.run(checker, &job) {
                    Ok(()) | Err(CheckError::Interrupted) => continue,
                    Err(_) => self.broken.store(true, Ordering::Relaxed),
                }
                return;
            }
            let book = self.book();
            if book.closed {
                return;
            }
            if book.events == events {
                drop(self.changed.wait_timeout(book, LOOK));
            }
        }
    }

    /// The search asks this text: where it was not foreseen, the line begins anew behind it.
    pub(super) fn asked(&self, digest: Digest, speculate: &dyn Fn() -> Speculation) {
        let mut book = self.book();
        if !book.asked.insert(digest) {
            return;
        }
        if !book.taken.remove(&digest) && self.assistants() > Some(0) {
            book.generation += 1;
            book.fresh = Some(speculate());
            book.taken.clear();
            book.exhausted = false;
            book.running.iter().for_each(Running::interrupt);
        }
        self.tell(&mut book);
    }

    /// Runs ahead in the search's own slot while another one finds the answer to what it has asked.
    ///
    /// # Errors
    /// The solver cannot be run, or all is to end.
    pub(super) fn help(
        &self,
        checker: &mut Checker,
        digest: Digest,
        stop: &Stop,
    ) -> Result<(), CheckError> {
        while self.book().is_running(digest) {
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
        let mut book = self.book();
        book.closed = true;
        book.running.iter().for_each(Running::interrupt);
        self.tell(&mut book);
        while self.assistants.load(Ordering::Relaxed) > 0 {
            let waited = self.changed.wait(book);
            book = waited.unwrap_or_else(PoisonError::into_inner);
        }
        std::mem::take(&mut book.counts)
    }

    /// The next text to run, if there is one; where `waits`, also if another thread is just going ahead.
    fn take(&self, checker: &Checker, waits: bool) -> Option<Job> {
        while self.book().has_room(self.assistants()?) {
            let mut place = match self.place.try_lock() {
                Ok(place) => place,
                Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
                Err(TryLockError::WouldBlock) if waits => {
                    self.place.lock().unwrap_or_else(PoisonError::into_inner)
                }
                Err(TryLockError::WouldBlock) => return None,
            };
            self.catch_up(&mut place);
            let generation = place.generation;
            let goes_on = || self.book().is_at(generation);
            let text = place.speculation.as_mut()?.next(goes_on);
            let mut book = self.book();
            if !book.is_at(generation) {
                continue;
            }
            let Some(text) = text else {
                book.exhausted = true;
                return None;
            };
            let digest = *blake3::hash(&text).as_bytes();
            if !book.asked.contains(&digest) && book.taken.insert(digest) {
                book.count += 1;
                let number = book.count;
                let slots = checker.interrupters();
                // An interrupt from here on is for this job, though its run has not begun.
                slots.iter().for_each(Interrupter::arm);
                book.running.push(Running {
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
    fn catch_up(&self, place: &mut Place) {
        let mut book = self.book();
        if let Some(fresh) = book.fresh.take() {
            place.speculation = Some(fresh);
            place.generation = book.generation;
        }
    }

    fn run(&self, checker: &mut Checker, job: &Job) -> Result<(), CheckError> {
        let outcome = if self.book().is_at(job.generation) {
            checker.prefetch(&job.text)
        } else {
            // The interrupt came before the run that it was for.
            Err(CheckError::Interrupted)
        };
        let mut book = self.book();
        book.running.retain(|running| running.job != job.number);
        if matches!(outcome, Ok(Outcome::Interesting)) {
            // What comes behind it was foreseen in vain.
            book.exhausted = true;
            let later = book.running.iter().filter(|other| other.job > job.number);
            later.for_each(Running::interrupt);
        }
        self.tell(&mut book);
        outcome.map(drop)
    }

    fn tell(&self, book: &mut Book) {
        book.events += 1;
        self.changed.notify_all();
    }

    /// No step between taking the lock and releasing it leaves the book half changed.
    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Running {
    fn interrupt(&self) {
        self.slots.iter().for_each(Interrupter::interrupt);
    }
}

impl Book {
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
    use super::{Line, Speculation};
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
        let line = Line::new(Checker::new(Vec::new(), oracle, Vec::new()).twin());
        line.join();
        line.asked([0; 32], &|| {
            Speculation::of(&Panics, &case, &Filter::of(&case))
        });
        line.assist(&Stop::default());
        assert_eq!(line.assistants(), None, "nobody helps any more");
        line.close();
    }
}
