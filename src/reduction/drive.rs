//! The loop between a search and the answers: filter, ask, adopt.
//!
//! The driver owns the current test case and is the one place where something is accepted: iff it is interesting and
//! smaller in the order.

use super::Speculation;
use crate::event::MutatorCounts;
use crate::language::TestCase;
use crate::language::smtlib::Filter;
use crate::outcome::Outcome;
use crate::search::{Candidate, Fed, Search, Stage};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// What a driver needs of the world.
pub trait Answers {
    /// Why no answer can be had.
    type Error;
    /// An error where the search is to end here: looked at before each candidate, those that are held too, and
    /// where a search finds none.
    fn go_on(&self) -> Result<(), Self::Error>;
    /// Told before each candidate where the search is.
    fn stage(&mut self, _stage: Option<Stage>) {}
    /// The outcome of a text. `speculate` tells what will be asked behind it if it fails.
    fn check(
        &mut self,
        text: &[u8],
        speculate: &dyn Fn() -> Speculation,
    ) -> Result<Outcome, Self::Error>;
    /// Told of every accepted test case, and of the one with the fewest bytes so far.
    fn accepted(&mut self, current: &TestCase, best: &TestCase) -> Result<(), Self::Error>;
    /// How many runs have answered checks so far, and their wall time. What is run ahead counts once it is asked.
    fn spent(&self) -> (u64, Duration) {
        (0, Duration::ZERO)
    }
}

/// What was counted on the way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Candidates whose outcome was asked for.
    pub checks: u64,
    /// Candidates that the filter held.
    pub held: u64,
    /// Candidates accepted.
    pub accepted: u64,
    /// Checks since the last acceptance that could not be told.
    pub unresolved_since: u64,
}

/// Drives searches over one case.
pub struct Driver<'a, A> {
    /// The smallest text known, in the order.
    pub current: TestCase,
    /// The verified text with the fewest bytes, of equal length the smaller in the order.
    pub best: TestCase,
    /// What was counted.
    pub tally: Tally,
    /// What each mutator did, by name.
    pub mutators: BTreeMap<&'static str, MutatorCounts>,
    /// Where outcomes come from.
    pub answers: A,
    filter: &'a Filter,
}

impl<'a, A: Answers> Driver<'a, A> {
    /// A driver that begins with this verified test case.
    pub fn new(case: TestCase, filter: &'a Filter, answers: A) -> Self {
        Driver {
            best: case.clone(),
            current: case,
            tally: Tally::default(),
            mutators: BTreeMap::new(),
            filter,
            answers,
        }
    }

    /// Runs searches of one kind, each to its fixpoint, until the test case is also the one with the fewest bytes:
    /// else that one becomes the test case and is searched from without simplifications that lengthen the text.
    /// Bytes fall at each such jump, so this ends.
    ///
    /// # Errors
    /// When no answer can be had; what was accepted until then stands.
    pub fn converge(&mut self, search: &dyn Fn(bool) -> Box<dyn Search>) -> Result<(), A::Error> {
        self.exhaust(&mut *search(true))?;
        while self.best.tree().text().len() < self.current.tree().text().len() {
            self.current = self.best.clone();
            self.exhaust(&mut *search(false))?;
        }
        Ok(())
    }

    /// Makes an earlier verified test case the current one again: what was accepted behind it does not hold.
    pub fn go_back(&mut self, case: TestCase) {
        self.best = case.clone();
        self.current = case;
    }

    fn exhaust(&mut self, search: &mut dyn Search) -> Result<(), A::Error> {
        loop {
            let candidate = search.next(&self.current);
            self.answers.go_on()?;
            let Some(candidate) = candidate else {
                return Ok(());
            };
            self.answers.stage(search.stage());
            let fed = self.answer(&candidate, search)?;
            search.feed(&fed);
        }
    }

    fn answer(&mut self, candidate: &Candidate, search: &dyn Search) -> Result<Fed, A::Error> {
        if candidate.is_held(self.filter) {
            self.tally.held += 1;
            return Ok(Fed::Held);
        }
        self.tally.checks += 1;
        match self.ask(candidate, search)? {
            Outcome::Interesting => self.adopt(candidate),
            Outcome::Uninteresting => Ok(Fed::Uninteresting),
            Outcome::Unresolved => {
                self.tally.unresolved_since += 1;
                Ok(Fed::Unresolved)
            }
            Outcome::Held => Ok(Fed::Held),
        }
    }

    /// The outcome of a candidate; its mutator bears what it costs, however it ends.
    fn ask(&mut self, candidate: &Candidate, search: &dyn Search) -> Result<Outcome, A::Error> {
        let (runs_before, time_before) = self.answers.spent();
        let (current, filter) = (&self.current, self.filter);
        let speculate = || Speculation::of(search, current, filter);
        let outcome = self.answers.check(&candidate.text, &speculate);
        let (runs, time) = self.answers.spent();
        let mutator = self.mutators.entry(candidate.by).or_default();
        mutator.checks += 1;
        mutator.runs += runs - runs_before;
        mutator.solver_seconds += time.saturating_sub(time_before).as_secs_f64();
        outcome
    }

    fn adopt(&mut self, candidate: &Candidate) -> Result<Fed, A::Error> {
        let (now, map) = candidate.base.apply(&candidate.edit);
        let adopted = now.is_smaller(&self.current);
        let fewer = |a: &TestCase, b: &TestCase| {
            let (a_len, b_len) = (a.tree().text().len(), b.tree().text().len());
            a_len < b_len || a_len == b_len && a.is_smaller(b)
        };
        if fewer(&now, &self.best) {
            self.best = now.clone();
        }
        if adopted {
            let mutator = self.mutators.entry(candidate.by).or_default();
            mutator.accepted += 1;
            mutator.bytes_removed += bytes(&self.current) - bytes(&now);
            self.current = now.clone();
            self.tally.accepted += 1;
            self.tally.unresolved_since = 0;
            self.answers.accepted(&self.current, &self.best)?;
        }
        Ok(Fed::Interesting {
            now,
            map: Arc::new(map),
            adopted,
        })
    }
}

/// The length of a text.
fn bytes(case: &TestCase) -> i64 {
    i64::try_from(case.tree().text().len()).unwrap_or(i64::MAX)
}
