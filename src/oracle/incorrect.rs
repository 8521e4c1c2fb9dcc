//! An incorrect answer: the solver under test finds no answer set where a trusted solver has one.
//!
//! A second trusted solver may have to accept that answer set, so that a mistake of the first is not taken for one of the
//! solver under test.

use super::fault::{Fault, Found, Kind, Open, answered};
use super::invalid_model::verify;
use super::{Answer, Ask, NotWrong};
use crate::language::answer_sets::Class;

pub(super) const NAME: &str = "incorrect";
pub(super) const ABOUT: &str = "A trusted solver has an answer set where the solver finds none";

/// The fault. Solver 0 is under test, solver 1 is trusted; solver 2, if the model is to be verified, verifies it.
pub(super) struct Incorrect {
    pub(super) is_verified: bool,
}

impl Fault for Incorrect {
    fn name(&self) -> &'static str {
        NAME
    }

    fn find(&self, answers: &[Answer]) -> Result<Found, Open> {
        let ours = answered(answers, Ask::of(0))?;
        if ours.class != Class::Unsat {
            return Err(Open::Sound(NotWrong::NotUnsat(ours.to_string())));
        }
        let theirs = answered(answers, Ask::of(1))?;
        if !theirs.is_sat() {
            return Err(Open::Sound(NotWrong::Agree(theirs.to_string())));
        }
        let mut demand =
            "the solver says unsatisfiable where the trusted solver has an answer set".to_owned();
        if self.is_verified {
            verify(answers, 2, 1)?;
            demand.push_str(" that the other trusted solver accepts");
        }
        Ok(Found {
            signature: "unsatisfiable where the trusted solver has an answer set".to_owned(),
            demand,
            kinds: vec![Kind::Unsat],
        })
    }
}
