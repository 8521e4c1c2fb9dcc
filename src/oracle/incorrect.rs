//! An incorrect answer: the solver under test finds no answer set where a trusted solver has one.
//!
//! A second trusted solver may have to accept that answer set, so that a mistake of the first is not taken for one of the
//! solver under test.

use super::fault::{FaultFinder, FaultKind, FoundFault, NoFault, answered};
use super::invalid_model::verify;
use super::{Answer, Ask, NotWrong};
use crate::language::answer_sets::AnswerClass;

pub(super) const NAME: &str = "incorrect";
pub(super) const ABOUT: &str = "A trusted solver has an answer set where the solver finds none";

/// The fault. Solver 0 is under test, solver 1 is trusted; solver 2, if the model is to be verified, verifies it.
pub(super) struct Incorrect {
    pub(super) is_verified: bool,
}

impl FaultFinder for Incorrect {
    fn name(&self) -> &'static str {
        NAME
    }

    fn find(&self, answers: &[Answer]) -> Result<FoundFault, NoFault> {
        let ours = answered(answers, Ask::of(0))?;
        if ours.class != AnswerClass::Unsat {
            return Err(NoFault::Sound(NotWrong::NotUnsat(ours.to_string())));
        }
        let theirs = answered(answers, Ask::of(1))?;
        if !theirs.is_sat() {
            return Err(NoFault::Sound(NotWrong::Agree(theirs.to_string())));
        }
        let mut demand =
            "the solver says unsatisfiable where the trusted solver has an answer set".to_owned();
        if self.is_verified {
            verify(answers, 2, 1)?;
            demand.push_str(" that the other trusted solver accepts");
        }
        Ok(FoundFault {
            signature: "unsatisfiable where the trusted solver has an answer set".to_owned(),
            demand,
            kinds: vec![FaultKind::Unsat],
        })
    }
}
