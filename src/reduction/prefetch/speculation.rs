//! Predicts what a search will ask about: runs a clone of the search in which every candidate is uninteresting.

use crate::language::TestCase;
use crate::outcome::{Patience, Reading};
use crate::search::{Candidate, Fed, Search};

/// What is assumed of every candidate. Nobody knows yet where the solver will stop.
const FAILED: Fed = Fed::Uninteresting(Reading {
    line: None,
    answers: 0,
    failed_at: None,
});

/// A search that goes ahead of the real one.
pub struct Speculation {
    search: Box<dyn Search>,
    current: TestCase,
    /// What is assumed, or known, of the candidate that the search returned last.
    fed: Fed,
}

/// A question that the search will ask if everything fails.
pub(in crate::reduction) struct Expected {
    pub(in crate::reduction) candidate: Candidate,
    pub(in crate::reduction) text: Vec<u8>,
    pub(in crate::reduction) patience: Patience,
    pub(in crate::reduction) may_be_presumed: bool,
}

impl Speculation {
    /// Goes on from a search that waits for the outcome of a candidate.
    pub(in crate::reduction) fn of(search: &dyn Search, current: &TestCase) -> Speculation {
        Speculation {
            search: search.boxed(),
            current: current.clone(),
            fed: FAILED,
        }
    }

    /// The next question that will be asked. None at the end of the search, and when `goes_on` no longer holds.
    pub(in crate::reduction) fn next(&mut self, goes_on: impl Fn() -> bool) -> Option<Expected> {
        while goes_on() {
            self.search.feed(&self.fed);
            let question = self.search.next(&self.current)?;
            let (patience, may_be_presumed) = (question.patience(), question.may_be_presumed());
            let candidate = question.candidate();
            if let Some(text) = candidate.text() {
                self.fed = FAILED;
                return Some(Expected {
                    candidate,
                    text,
                    patience,
                    may_be_presumed,
                });
            }
            self.fed = Fed::Held;
        }
        None
    }
}
