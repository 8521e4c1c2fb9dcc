//! The loop between a search and the answers to its questions: filter, ask, adopt.
//!
//! The driver owns the current test case. Only here is a candidate accepted: if it is interesting, and smaller in the
//! order of test cases.

use super::{Allowance, Candidate, Fed, Patient, Position, Search, Speculation};
use crate::event::MutatorCounts;
use crate::language::{HintDepth, Superfluous, TestCase};
use crate::outcome::{Outcome, Patience};
use std::collections::BTreeMap;
use std::time::Duration;

/// What is recorded in the place of a mutator for a text that an earlier search has found.
const EARLIER: &str = "earlier-result";

/// What a driver needs from its environment.
pub trait Answers {
    /// Why there are no more answers.
    type Error;
    /// An error if the search must end here. Called with the shortest text so far before each candidate, including
    /// those that are held, and when the search finds nothing more.
    fn go_on(&self, _shortest: &TestCase) -> Result<(), Self::Error> {
        Ok(())
    }
    /// An error if no further check may be made. Called before each check.
    fn may_check(&self) -> Result<(), Self::Error> {
        Ok(())
    }
    /// Called before each candidate with the place where the search is.
    fn position(&mut self, _position: Option<Position>) {}
    /// The outcome of a text. `speculate` returns a clone of the search that waits for this answer. With it, whoever
    /// answers can find out in the meantime which questions come next.
    fn check(
        &mut self,
        text: &[u8],
        patience: Patience,
        speculate: &dyn Fn() -> Speculation,
    ) -> Result<Outcome, Self::Error>;
    /// Whether the text was asked about before, so that a check of it costs nothing, whatever a store knows.
    fn is_decided(&self, _text: &[u8]) -> bool {
        false
    }
    /// The CPU limit of a run with this patience.
    fn limit(&self, _patience: Patience) -> Duration {
        Duration::ZERO
    }
    /// The parts of a text that a solver considers superfluous, at this depth or the next one. None if no solver can be
    /// asked.
    fn superfluous(
        &mut self,
        _case: &TestCase,
        _depth: HintDepth,
    ) -> Result<Option<Superfluous>, Self::Error> {
        Ok(None)
    }
    /// Called with every accepted test case, and with the one with the fewest bytes so far.
    fn accepted(&mut self, _step: &Accepted<'_>) -> Result<(), Self::Error> {
        Ok(())
    }
    /// The number of runs that have answered checks so far, and their wall time. A prefetched run counts once it is
    /// used.
    fn spent(&self) -> (u64, Duration) {
        (0, Duration::ZERO)
    }
}

/// An accepted test case.
#[derive(Clone, Copy, Debug)]
pub struct Accepted<'a> {
    /// The mutator that proposed it.
    pub by: &'static str,
    /// The number of test cases that were accepted so far, this one included.
    pub number: u64,
    /// The test case.
    pub current: &'a TestCase,
    /// The one with the fewest bytes so far.
    pub best: &'a TestCase,
}

/// The counts of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchTally {
    /// Candidates that were checked.
    pub checks: u64,
    /// Candidates that the filter held back.
    pub held: u64,
    /// Candidates that were accepted.
    pub accepted: u64,
    /// Questions about which parts of a text matter.
    pub hints: u64,
    /// Checks with full patience that had no usable result since the current test case is this one. Those with short
    /// patience are not counted, because they are made again.
    pub unresolved_since: u64,
    /// How many slow candidates of its final text the last search did not ask about again.
    pub left_unasked: u64,
}

impl SearchTally {
    /// How many candidates of the final text have an unknown outcome.
    pub fn unresolved(&self) -> u64 {
        self.unresolved_since + self.left_unasked
    }
}

/// Drives searches over one case.
pub struct Driver<A> {
    /// The smallest text known, in the order.
    pub current: TestCase,
    /// The verified test case with the fewest bytes; of several, the smallest in the order.
    pub best: TestCase,
    /// The counts.
    pub tally: SearchTally,
    /// What each mutator did, by its name.
    pub mutators: BTreeMap<&'static str, MutatorCounts>,
    /// How long slow candidates may be waited for.
    allowance: Allowance,
    /// Candidates with at least this many bytes are passed over.
    bound: usize,
    /// The source of outcomes.
    pub answers: A,
}

impl<A: Answers> Driver<A> {
    /// A driver that begins with this verified test case. Slow candidates may take as long as the search.
    pub fn new(case: TestCase, answers: A) -> Self {
        Driver {
            best: case.clone(),
            current: case,
            tally: SearchTally::default(),
            mutators: BTreeMap::new(),
            allowance: Allowance::new(1.0, answers.limit(Patience::Full)),
            bound: usize::MAX,
            answers,
        }
    }

    /// The same driver, in which slow candidates may take `factor` times as long as the search.
    #[must_use]
    pub fn with_patience(self, factor: f64) -> Self {
        Driver {
            allowance: Allowance::new(factor, self.answers.limit(Patience::Full)),
            ..self
        }
    }

    /// Runs searches of one kind, each until it finds nothing more, until the current test case is also the one with
    /// the fewest bytes. While another one has fewer, that one becomes the current test case, and the next search uses
    /// no simplification that lengthens the text. This terminates, because the number of bytes decreases each time.
    ///
    /// The error with which the answers end. What was accepted until then is kept.
    pub fn converge(&mut self, search: &dyn Fn(bool) -> Box<dyn Search>) -> Result<(), A::Error> {
        self.exhaust(search(true))?;
        while self.best.text().len() < self.current.text().len() {
            self.start_again(self.best.clone());
            self.exhaust(search(false))?;
        }
        Ok(())
    }

    /// Makes an earlier verified test case the current one again, because what was accepted after it does not always
    /// fail.
    pub fn go_back(&mut self, case: TestCase) {
        self.best = case.clone();
        self.start_again(case);
    }

    /// Makes a verified test case the current one, to search from it again. The best test case is kept, and
    /// [`Driver::converge`] ends with it unless it finds something shorter.
    pub fn start_again(&mut self, case: TestCase) {
        self.current = case;
        self.tally.unresolved_since = 0;
    }

    /// Searches from an earlier verified test case again, and takes only texts with fewer bytes than the best one. From
    /// the first such text, the search goes on as usual. If there is none, the best test case is the current one again.
    pub fn leap(
        &mut self,
        from: TestCase,
        search: &dyn Fn(bool) -> Box<dyn Search>,
    ) -> Result<(), A::Error> {
        let (best, tally) = (self.best.text().len(), self.tally);
        self.bound = best;
        self.start_again(from);
        let searched = self.exhaust(search(true));
        self.bound = usize::MAX;
        searched?;
        self.start_again(self.best.clone());
        if self.best.text().len() < best {
            return self.converge(search);
        }
        // What is unresolved is about other texts than the result.
        self.tally.unresolved_since = tally.unresolved_since;
        self.tally.left_unasked = tally.left_unasked;
        Ok(())
    }

    /// Begins with a verified text that is smaller than the golden one, as if it had just been accepted: an earlier search
    /// has found it.
    ///
    /// # Errors
    /// It cannot be recorded.
    pub fn start_from(&mut self, case: TestCase) -> Result<(), A::Error> {
        self.go_back(case);
        self.tally.accepted += 1;
        self.answers.accepted(&Accepted {
            by: EARLIER,
            number: self.tally.accepted,
            current: &self.current,
            best: &self.best,
        })
    }

    fn exhaust(&mut self, search: Box<dyn Search>) -> Result<(), A::Error> {
        let mut search = Patient::new(search, self.allowance);
        loop {
            self.hint(&mut search)?;
            let candidate = search.next(&self.current);
            self.answers.go_on(&self.best)?;
            let Some(candidate) = candidate else {
                self.allowance = search.allowance();
                self.tally.left_unasked = search.left_unasked() as u64;
                return Ok(());
            };
            self.answers.position(search.position());
            let fed = self.answer(&candidate, &mut search)?;
            search.feed(&fed);
        }
    }

    /// Gets a hint for the search, if it wants one.
    fn hint(&mut self, search: &mut Patient) -> Result<(), A::Error> {
        if let Some(depth) = search.wants_hint(&self.current) {
            self.answers.may_check()?;
            let superfluous = self.answers.superfluous(&self.current, depth)?;
            self.tally.hints += u64::from(superfluous.is_some());
            let nodes = Vec::new();
            let superfluous = superfluous.unwrap_or(Superfluous { depth, nodes });
            search.take_hint(&self.current, &superfluous);
        }
        Ok(())
    }

    fn answer(&mut self, candidate: &Candidate, search: &mut Patient) -> Result<Fed, A::Error> {
        let patience = candidate.patience();
        // A held candidate costs no check.
        let Some(text) = candidate.text() else {
            self.tally.held += 1;
            return Ok(Fed::Held);
        };
        if text.len() >= self.bound {
            return Ok(Fed::Skipped);
        }
        self.answers.may_check()?;
        self.tally.checks += 1;
        // What was asked before adds nothing to the allowance. What only the store knows adds as much as a run: the
        // allowance must be the same with any store.
        let takes_time = patience == Patience::Short && !self.answers.is_decided(&text);
        let limit = self.answers.limit(patience);
        let outcome = self.ask(candidate, &text, patience, search)?;
        drop(text); // adopting the candidate takes memory enough
        let is_unresolved = outcome == Outcome::Unresolved;
        if takes_time {
            search.checked(limit, is_unresolved);
        }
        self.tally.unresolved_since += u64::from(is_unresolved && patience == Patience::Full);
        let fed = candidate.answer(&self.current, outcome);
        if let Fed::Interesting { now, adopted } = &fed {
            self.adopt(candidate.by, now, *adopted)?;
        }
        Ok(fed)
    }

    /// The outcome of a candidate.
    fn ask(
        &mut self,
        candidate: &Candidate,
        text: &[u8],
        patience: Patience,
        search: &dyn Search,
    ) -> Result<Outcome, A::Error> {
        let before = self.answers.spent();
        let speculate = || Speculation::of(search, &self.current, candidate, self.bound);
        let outcome = self.answers.check(text, patience, &speculate);
        self.charge(candidate.by, before).checks += 1;
        outcome
    }

    /// Adds to the counts of a mutator what was spent since `before`, whether or not the check gave an outcome.
    fn charge(&mut self, by: &'static str, before: (u64, Duration)) -> &mut MutatorCounts {
        let (runs_before, time_before) = before;
        let (runs, time) = self.answers.spent();
        let mutator = self.mutators.entry(by).or_default();
        mutator.runs += runs - runs_before;
        mutator.solver_seconds += time.saturating_sub(time_before).as_secs_f64();
        mutator
    }

    /// Takes an interesting test case as a result, and if it is adopted, as the current one.
    fn adopt(&mut self, by: &'static str, now: &TestCase, adopted: bool) -> Result<(), A::Error> {
        // A text with fewer bytes is a result, even if it is larger in the order and the search does not go on from it.
        let is_best = is_shorter(now, &self.best);
        if is_best {
            self.best = now.clone();
        }
        if adopted || is_best {
            let mutator = self.mutators.entry(by).or_default();
            mutator.accepted += 1;
            mutator.bytes_removed += bytes(&self.current) - bytes(now);
            self.tally.accepted += 1;
            self.answers.accepted(&Accepted {
                by,
                number: self.tally.accepted,
                current: now,
                best: &self.best,
            })?;
        }
        if adopted {
            self.current = now.clone();
            self.tally.unresolved_since = 0;
        }
        Ok(())
    }
}

/// Whether a test case has fewer bytes than another one, or as many and is smaller in the order.
fn is_shorter(case: &TestCase, other: &TestCase) -> bool {
    let (bytes, other_bytes) = (case.text().len(), other.text().len());
    bytes < other_bytes || bytes == other_bytes && case.is_smaller(other)
}

fn bytes(case: &TestCase) -> i64 {
    i64::try_from(case.text().len()).unwrap_or(i64::MAX)
}
