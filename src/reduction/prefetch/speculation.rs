//! Predicts what a search will ask about: runs a clone of the search in which every candidate is uninteresting.

use crate::language::TestCase;
use crate::outcome::{Patience, Reading};
use crate::search::{Fed, Search};

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

impl Speculation {
    /// Goes on from a search that waits for the outcome of a candidate.
    pub(in crate::reduction) fn of(search: &dyn Search, current: &TestCase) -> Speculation {
        Speculation {
            search: search.boxed(),
            current: current.clone(),
            fed: FAILED,
        }
    }

    /// The next text that will be asked about, and with which patience. None at the end of the search, and when
    /// `goes_on` no longer holds.
    pub(super) fn next(&mut self, goes_on: impl Fn() -> bool) -> Option<(Vec<u8>, Patience)> {
        while goes_on() {
            self.search.feed(&self.fed);
            let question = self.search.next(&self.current)?;
            let patience = question.patience();
            if let Some(text) = question.candidate().text() {
                self.fed = FAILED;
                return Some((text, patience));
            }
            self.fed = Fed::Held;
        }
        None
    }
}
