//! An invalid model: the solver under test prints a model that a trusted solver refutes.
//!
//! The trusted solver is given the text with constraints that only this model satisfies. If it says that there is no
//! answer set, the model is not one. For SMT-LIB, it is given the text with the values of the model in place of declarations,
//! and must say `unsat`. If the text does not ask for models itself, the solver is given one that does.

use super::entry::{Choice, Configured, OracleEntry};
use super::fault::{FaultFinder, FoundFault, NoFault, answered, report};
use super::single::which;
use super::smt_answers::{believed, run, says};
use super::{About, Answer, Ask, NotWrong, Rule};
use crate::language::answer_sets::AnswerClass;
use crate::language::smtlib::Said;

pub(super) const ORACLE: OracleEntry = OracleEntry {
    name: "invalid-model",
    about: "A trusted solver refutes a model that the solver prints",
    options: &["invalid-model"],
    choice: Some(Choice {
        may_have_second: false,
        missing: "",
        solvers: |given| Ok(given.commands(&["invalid-model"])),
        read: |_| Ok(Configured::rule(Rule::of(InvalidModel))),
    }),
};

/// At most this many models of one run are checked.
const MOST: usize = 16;

/// A trusted solver refutes a model (`--invalid-model`). Solver 0 is under test, solver 1 is
/// trusted.
#[derive(Clone, Copy, Debug)]
pub struct InvalidModel;

impl FaultFinder for InvalidModel {
    const ENTRY: OracleEntry = ORACLE;

    fn find(&self, answers: &[Answer]) -> Result<FoundFault, NoFault> {
        if !report(answers, Ask::of(0))?.is_known {
            return find_smt(answers);
        }
        let ours = answered(answers, Ask::of(0))?;
        if !ours.is_sat() || ours.models.is_empty() {
            return Err(NoFault::Sound(NotWrong::NoModel(ours.to_string())));
        }
        for number in 0..ours.models.len().min(MOST) {
            let limited = answered(answers, Ask::of_model(1, 0, number))?;
            if limited.class == AnswerClass::Unsat {
                return Ok(invalid());
            }
        }
        Err(NoFault::Sound(NotWrong::NotRefuted))
    }
}

/// The same for a solver that is no answer-set solver.
fn find_smt(answers: &[Answer]) -> Result<FoundFault, NoFault> {
    let mut ask = Ask::of(0);
    let mut printed = believed(run(answers, ask)?, ask)?;
    if !printed.answers.contains(&Said::Sat) {
        let said = "no `sat`".to_owned();
        return Err(NoFault::Sound(NotWrong::NoModel(said)));
    }
    if printed.models() == 0 {
        ask = Ask::about(0, About::Asking);
        printed = believed(run(answers, ask)?, ask)?;
    }
    if printed.models() == 0 {
        let said = "`sat`".to_owned();
        return Err(NoFault::Sound(NotWrong::NoModel(said)));
    }
    for number in 0..printed.models().min(MOST) {
        if says(answers, Ask::of_model(1, 0, number), Said::Unsat)? {
            return Ok(invalid());
        }
    }
    Err(NoFault::Sound(NotWrong::NotRefuted))
}

fn invalid() -> FoundFault {
    FoundFault {
        signature: "invalid model".to_owned(),
        demand: "the solver prints a model that the trusted solver refutes".to_owned(),
        kinds: Vec::new(),
    }
}

/// Checks that the solver `by` accepts the last model of the solver `of`.
///
/// # Errors
/// It does not, or has not been asked yet, or there is no model.
pub(super) fn verify(answers: &[Answer], by: usize, of: usize) -> Result<(), NoFault> {
    let Some(last) = answered(answers, Ask::of(of))?.models.len().checked_sub(1) else {
        return Err(NoFault::Sound(NotWrong::Unanswered {
            which: which(of),
            said: "no model".to_owned(),
        }));
    };
    if answered(answers, Ask::of_model(by, of, last))?.is_sat() {
        Ok(())
    } else {
        Err(NoFault::Sound(NotWrong::NotVerified))
    }
}
