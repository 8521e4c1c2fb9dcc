//! Repeats another oracle: each run of a text must be interesting (`--repeat`), or one of several (a flaky solver).
//!
//! The runs are made one after the other, until one decides. The golden run is not repeated: it is made twice anyway,
//! and where the two disagree, the rate of the failure is measured.

use super::{Answer, Ask, Next, NotReproduced, Oracle, Reproduced};
use crate::outcome::Outcome;
use std::sync::Arc;

/// The repeated oracle and the number of runs. The oracle must ask for first runs only (`nth` 0).
pub(super) struct Repeated {
    pub(super) oracle: Arc<dyn Oracle>,
    pub(super) times: u32,
    /// The outcome of a run after which another one is made. It is the outcome of the text if all runs have it; the
    /// first other one decides.
    pub(super) undecided: Outcome,
}

impl Oracle for Repeated {
    fn name(&self) -> &'static str {
        self.oracle.name()
    }

    fn golden_ask(&self, answers: &[Answer]) -> Option<Ask> {
        self.oracle.golden_ask(answers)
    }

    fn accept_golden(&self, golden: &[Answer]) -> Result<Reproduced, NotReproduced> {
        let last = golden.iter().map(|answer| answer.ask.nth).max();
        self.oracle
            .accept_golden(&round(golden, last.unwrap_or_default()))
    }

    fn next(&self, golden: &[Answer], seen: &[Answer]) -> Next {
        for nth in 0..self.times {
            match self.oracle.next(golden, &round(seen, nth)) {
                Next::Ask(ask) => return Next::Ask(Ask { nth, ..ask }),
                Next::Outcome(outcome) if outcome == self.undecided => {}
                decided @ Next::Outcome(_) => return decided,
            }
        }
        Next::Outcome(self.undecided)
    }

    fn same(&self, first: &[Answer], second: &[Answer]) -> bool {
        self.oracle.same(first, second)
    }
}

/// The answers of one repetition, as if there were no others.
fn round(seen: &[Answer], nth: u32) -> Vec<Answer> {
    let of_this = seen.iter().filter(|answer| answer.ask.nth == nth);
    let first = |answer: &Answer| Answer {
        ask: Ask {
            nth: 0,
            ..answer.ask
        },
        evidence: answer.evidence.clone(),
    };
    of_this.map(first).collect()
}
