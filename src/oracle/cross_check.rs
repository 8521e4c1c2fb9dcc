//! The cross-check: one rule for the solver under test and another for a second solver, which is run only on candidates
//! that satisfy the first rule.

use super::reproduced::{NotReproduced, Reproduced};
use super::single::{Compare, accept, in_turn, next, signature};
use super::{Answer, Ask, Next, Oracle};
use crate::outcome::Outcome;

pub(super) const NAME: &str = "cross-check";
pub(super) const ABOUT: &str = "A second solver behaves as in its golden run, too";

/// The rules of the two solvers.
pub(super) struct CrossCheck(pub(super) [Box<dyn Compare>; 2]);

impl Oracle for CrossCheck {
    fn name(&self) -> &'static str {
        NAME
    }

    fn golden_ask(&self, answers: &[Answer]) -> Option<Ask> {
        in_turn(2, answers)
    }

    fn accept_golden(&self, golden: &[Answer]) -> Result<Reproduced, NotReproduced> {
        let [first, second] = &self.0;
        let mut reproduced = accept(first.as_ref(), golden, 0)?;
        let checked = accept(second.as_ref(), golden, 1)?;
        let failure = checked.compared.and_then(|i| checked.failures.get(i));
        let failure =
            failure.map(|failure| format!("the solver fails with `{}`", failure.signature));
        let demands = failure.into_iter().chain(checked.demands);
        reproduced
            .demands
            .extend(demands.map(|demand| format!("second command: {demand}")));
        Ok(reproduced)
    }

    fn signature(&self, golden: &[Answer], interesting: &[Answer]) -> Option<String> {
        signature(self.0[0].as_ref(), golden, interesting)
    }

    fn next(&self, golden: &[Answer], seen: &[Answer]) -> Next {
        let [first, second] = &self.0;
        match next(first.as_ref(), golden, seen, 0) {
            Next::Outcome(Outcome::Interesting) => next(second.as_ref(), golden, seen, 1),
            decided @ (Next::Ask(_) | Next::Outcome(_)) => decided,
        }
    }
}
