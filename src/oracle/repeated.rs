//! Repeats another oracle: a text is interesting if each of several runs of it is (`--repeat`).
//!
//! The runs are made one after the other, and the first that is not interesting decides. The golden run is not
//! repeated: it is made twice anyway, and both must agree.

use super::{Answer, Ask, Next, NotReproduced, Oracle, Reproduced};
use crate::outcome::Outcome;

/// The repeated oracle and the number of runs. The oracle must ask for first runs only (`nth` 0).
pub(super) struct Repeated {
    pub(super) oracle: Box<dyn Oracle>,
    pub(super) times: u32,
}

impl Oracle for Repeated {
    fn name(&self) -> &'static str {
        self.oracle.name()
    }

    fn golden_ask(&self, answers: &[Answer]) -> Option<Ask> {
        self.oracle.golden_ask(answers)
    }

    fn accept_golden(&self, golden: &[Answer]) -> Result<Reproduced, NotReproduced> {
        self.oracle.accept_golden(golden)
    }

    fn signature(&self, golden: &[Answer], interesting: &[Answer]) -> Option<String> {
        self.oracle.signature(golden, interesting)
    }

    fn next(&self, golden: &[Answer], seen: &[Answer]) -> Next {
        for nth in 0..self.times {
            match self.oracle.next(golden, &round(seen, nth)) {
                Next::Outcome(Outcome::Interesting) => {}
                Next::Ask(ask) => return Next::Ask(Ask { nth, ..ask }),
                decided @ Next::Outcome(_) => return decided,
            }
        }
        Next::Outcome(Outcome::Interesting)
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
