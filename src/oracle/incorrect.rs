//! An incorrect answer: the solver under test finds no answer set where a trusted solver has one.
//!
//! A second trusted solver may have to accept that answer set, so that a mistake of the first is not taken for one of
//! the solver under test.

use super::entry::{Choice, Configured, OracleEntry};
use super::fault::{FaultFinder, FaultKind, FoundFault, NoFault, answered};
use super::invalid_model::verify;
use super::{Answer, Ask, NotWrong, Rule};
use crate::language::answer_sets::AnswerClass;

pub(super) const ORACLE: OracleEntry = OracleEntry {
    name: "incorrect",
    about: "A trusted solver has an answer set where the solver finds none",
    options: &["incorrect", "verified-by"],
    choice: Some(Choice {
        may_have_second: false,
        missing: "name the trusted solver whose answer set it checks with `--incorrect CMD`",
        solvers: |given| Ok(given.commands(&["incorrect", "verified-by"])),
        read: |given| {
            let is_verified = given.has("verified-by");
            Ok(Configured::rule(Rule::of(Incorrect { is_verified })))
        },
    }),
};

/// The solver finds no answer set where a trusted solver has one (`--incorrect`). Solver 0 is under test, solver 1 is
/// trusted; solver 2, if the model is to be verified, verifies it.
#[derive(Clone, Copy, Debug)]
pub struct Incorrect {
    /// Whether a second trusted solver must accept that answer set (`--verified-by`).
    pub is_verified: bool,
}

impl FaultFinder for Incorrect {
    const ENTRY: OracleEntry = ORACLE;

    fn words(&self) -> String {
        let verified = if self.is_verified {
            ", verified-by"
        } else {
            ""
        };
        format!("incorrect{verified}")
    }

    fn find(&self, answers: &[Answer]) -> Result<FoundFault, NoFault> {
        let ours = answered(answers, Ask::of(0))?;
        if ours.class != AnswerClass::Unsat {
            return Err(NoFault::Sound(NotWrong::NotUnsat(ours.to_string())));
        }
        let theirs = answered(answers, Ask::of(1))?;
        if !theirs.is_sat() {
            return Err(NoFault::Sound(NotWrong::Agree {
                said: theirs.to_string(),
                lacks_models: false,
            }));
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
