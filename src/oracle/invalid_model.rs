//! An invalid model: the solver under test prints a model that a trusted solver refutes.
//!
//! The trusted solver is given the text with constraints that only this model satisfies. If it says that there is no
//! answer set, the model is none.

use super::fault::{FaultFinder, FoundFault, NoFault, answered};
use super::single::which;
use super::{Answer, Ask, NotWrong};
use crate::language::answer_sets::AnswerClass;

pub(super) const NAME: &str = "invalid-model";
pub(super) const ABOUT: &str = "A trusted solver refutes a model of an answer-set program";

/// So many models of one run are checked.
const MOST: usize = 16;

/// The fault. Solver 0 is under test, solver 1 is trusted.
pub(super) struct InvalidModel;

impl FaultFinder for InvalidModel {
    fn name(&self) -> &'static str {
        NAME
    }

    fn find(&self, answers: &[Answer]) -> Result<FoundFault, NoFault> {
        let ours = answered(answers, Ask::of(0))?;
        if !ours.is_sat() || ours.models.is_empty() {
            return Err(NoFault::Sound(NotWrong::NoModel(ours.to_string())));
        }
        for number in 0..ours.models.len().min(MOST) {
            let limited = answered(answers, Ask::of_model(1, 0, number))?;
            if limited.class == AnswerClass::Unsat {
                return Ok(FoundFault {
                    signature: "invalid model".to_owned(),
                    demand: "the solver prints a model that the trusted solver refutes".to_owned(),
                    kinds: Vec::new(),
                });
            }
        }
        Err(NoFault::Sound(NotWrong::NotRefuted))
    }
}

/// A model of a trusted solver that another one checks.
///
/// # Errors
/// The other solver has not accepted it.
pub(super) fn verify(answers: &[Answer], by: usize, of: usize) -> Result<(), NoFault> {
    let model = answered(answers, Ask::of(of))?.models.len().checked_sub(1);
    let model = model.ok_or(NoFault::Sound(NotWrong::Unanswered {
        which: which(of),
        said: "no model".to_owned(),
    }))?;
    if answered(answers, Ask::of_model(by, of, model))?.is_sat() {
        Ok(())
    } else {
        Err(NoFault::Sound(NotWrong::NotVerified))
    }
}
