//! Repeats another oracle: a given number of the runs of a text must be interesting. With `--repeat`, all of them; if
//! the solver is flaky, as many as fit the rate at which the original fails.
//!
//! The runs are made one after another, until they decide. The golden run is not repeated: it is made twice anyway, and
//! where the two disagree, the rate of the failure is measured.

use super::{Answer, Ask, Next, NotReproduced, Oracle, Reproduced};
use crate::outcome::Outcome;
use std::sync::Arc;

/// The repeated oracle. It must ask for first runs only (`nth` 0).
pub(super) struct Repeated {
    pub(super) oracle: Arc<dyn Oracle>,
    /// How many runs must be interesting, at least one.
    pub(super) wanted: u32,
    /// How many runs are made at most.
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
        // The last run of a candidate is interesting if the candidate is.
        self.oracle.accept_golden(&round(golden, last(golden)))
    }

    /// That of the golden text if one of the interesting runs shows it, else that of the last one, which is interesting if
    /// the text is.
    fn signature(&self, golden: &[Answer], interesting: &[Answer]) -> Option<String> {
        let of_golden = self.oracle.signature(golden, &round(golden, last(golden)));
        let shown = (0..=last(interesting))
            .map(|nth| round(interesting, nth))
            .filter(|run| self.oracle.next(golden, run) == Next::Outcome(Outcome::Interesting))
            .filter_map(|run| self.oracle.signature(golden, &run));
        shown.reduce(|known, next| {
            if Some(&known) == of_golden.as_ref() {
                known
            } else {
                next
            }
        })
    }

    fn shown_by(&self, golden: &[Answer], interesting: &[Answer]) -> usize {
        let shown = (0..=last(interesting))
            .map(|nth| round(interesting, nth))
            .find(|run| self.oracle.next(golden, run) == Next::Outcome(Outcome::Interesting));
        shown.map_or(0, |run| self.oracle.shown_by(golden, &run))
    }

    fn judge(&self, golden: &[Answer], seen: &[Answer]) -> Result<Outcome, Next> {
        let mut interesting = 0;
        for nth in 0..self.times {
            if interesting + (self.times - nth) < self.wanted {
                // Too few runs are left.
                break;
            }
            match self.oracle.next(golden, &round(seen, nth)) {
                Next::Ask(ask) => return Err(Next::Ask(Ask { nth, ..ask })),
                Next::Outcome(Outcome::Interesting) => interesting += 1,
                Next::Outcome(Outcome::Uninteresting | Outcome::Held) => {}
                Next::Outcome(Outcome::Unresolved) => return Ok(Outcome::Unresolved),
            }
            if interesting == self.wanted {
                return Ok(Outcome::Interesting);
            }
        }
        Ok(Outcome::Uninteresting)
    }

    fn same(&self, first: &[Answer], second: &[Answer]) -> bool {
        self.oracle.same(first, second)
    }
}

/// The number of the last repetition.
fn last(seen: &[Answer]) -> u32 {
    let numbers = seen.iter().map(|answer| answer.ask.nth);
    numbers.max().unwrap_or_default()
}

/// The answers of one repetition, as if there were no others.
fn round(seen: &[Answer], nth: u32) -> Vec<Answer> {
    seen.iter()
        .filter(|answer| answer.ask.nth == nth)
        .map(|answer| Answer {
            ask: Ask {
                nth: 0,
                ..answer.ask
            },
            evidence: answer.evidence.clone(),
        })
        .collect()
}
