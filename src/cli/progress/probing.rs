//! The progress of `smelt init --probe`.

use super::one_line::{InOneLine, OneLine};
use super::words::clock;
use crate::report::thousands;
use std::time::Duration;

/// Shows progress until it is dropped.
pub(crate) struct ProbeDisplay(OneLine<ProbedSoFar>);

struct ProbedSoFar {
    cases: usize,
    budget: Duration,
    tried: usize,
    fail: usize,
}

impl ProbeDisplay {
    pub(crate) fn new(cases: usize, budget: Duration) -> ProbeDisplay {
        let so_far = ProbedSoFar {
            cases,
            budget,
            tried: 0,
            fail: 0,
        };
        ProbeDisplay(OneLine::begin(so_far, false))
    }

    /// Takes down how many cases have been tried, and how many of them make a solver fail.
    pub(crate) fn tried(&self, tried: usize, fail: usize) {
        let mut so_far = self.0.shown();
        (so_far.tried, so_far.fail) = (tried, fail);
    }
}

impl InOneLine for ProbedSoFar {
    fn text(&self, elapsed: Duration) -> String {
        let number = |number: usize| thousands(number as u64);
        format!(
            "{} of {} cases tried  {} make a solver fail  {}  {} left",
            number(self.tried),
            number(self.cases),
            number(self.fail),
            clock(elapsed),
            clock(self.budget.saturating_sub(elapsed)),
        )
    }
}
