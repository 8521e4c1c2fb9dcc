//! The same failure: the run ends in the same way and shows the same failure; nothing else is compared.
//!
//! A crash is also identified by where it happened, that is, by the innermost functions on its stack. Where these are
//! known, a crash with a message and one without are the same, because a message may be lost or cut off when a solver
//! crashes.
//!
//! If the golden run shows several failures, the most telling one is compared; among equals, the first one. A candidate
//! may show others as well. If the golden run shows none, exit code and both streams are compared after normalisation,
//! unless the solver only refuses its input: that is no failure.

use super::complaint::{doubt, passed_over, refusal};
use super::disagreement::answers_any;
use super::entry::OracleEntry;
use super::matching::{self, EXACT, Matching};
use super::reproduced::{NotReproduced, Reproduced};
use super::same::{DEPTH, same, signature};
use super::single::Compare;
use super::which::Which;
use super::{Evidence, MatchRule, RuleError};
use crate::language::answer_sets::{AnswerClass, read};
use crate::observation::End;
use crate::outcome::Outcome;

pub(super) const ORACLE: OracleEntry = OracleEntry {
    name: "failure",
    about: "The solver fails with the same end and the same message (the default)",
    options: &[],
    choice: None,
};

/// The rule.
struct SameFailure {
    /// How many functions of the stack of a crash must be the same.
    depth: u32,
}

/// The comparison of one run with its golden run, and the name of its oracle.
///
/// # Errors
/// A pattern is wrong, or nothing is compared.
pub(super) fn compare(rule: &MatchRule) -> Result<(&'static str, Box<dyn Compare>), RuleError> {
    if rule.is_same_failure() {
        let depth = rule.same_stack.unwrap_or(DEPTH);
        return Ok((ORACLE.name, Box::new(SameFailure { depth })));
    }
    let name = if rule.exact {
        EXACT.name
    } else {
        matching::ORACLE.name
    };
    Ok((name, Box::new(Matching::new(rule)?)))
}

/// Refuses the run of an answer-set solver that shows no failure. Its exit code only says which answer it gives, or is
/// that of a syntax error.
fn no_failure_of_answer_sets(golden: &Evidence) -> Result<(), NotReproduced> {
    let report = read(&golden.observation);
    match (report.class, report.error) {
        (AnswerClass::Error, Some(message)) => Err(NotReproduced::Refused(message)),
        (
            AnswerClass::Sat | AnswerClass::Unsat | AnswerClass::Optimum | AnswerClass::Unknown,
            _,
        ) if report.is_known => Err(NotReproduced::NoWrongAnswer),
        _ => Ok(()),
    }
}

/// Refuses the run of a solver that only says that it does not understand the file or an option, or that passes
/// something over and has no answer to the rest.
fn no_refusal(golden: &Evidence) -> Result<(), NotReproduced> {
    let run = &golden.observation;
    let complaint = refusal(run)
        .or_else(|| passed_over(run).filter(|_| run.end == End::Exited(0) && !answers_any(run)));
    match complaint {
        Some(said) => Err(NotReproduced::Refused(said)),
        None => Ok(()),
    }
}

impl Compare for SameFailure {
    fn accept(&self, golden: &Evidence, which: Which) -> Result<Reproduced, NotReproduced> {
        if golden.failures.is_empty() && which == Which::Solver {
            no_failure_of_answer_sets(golden)?;
            no_refusal(golden)?;
        }
        if golden.failures.is_empty() {
            // The golden run of a cross-check need not fail: its behaviour is what must be kept.
            return match (golden.observation.end, which) {
                (End::Exited(0), Which::Solver) => Err(NotReproduced::NoFailure),
                _ => Ok(Reproduced {
                    doubt: doubt(&golden.observation),
                    ..Matching::everything().accept(golden, which)?
                }),
            };
        }
        // The compared failure is all there is to say.
        Ok(Reproduced {
            compared: Some(0),
            ..Reproduced::by(golden, Vec::new())
        })
    }

    fn signature(&self, golden: &Evidence, interesting: &Evidence) -> String {
        signature(golden, interesting)
    }

    fn outcome(&self, golden: &Evidence, candidate: &Evidence) -> Outcome {
        if golden.failures.is_empty() {
            return Matching::everything().outcome(golden, candidate);
        }
        same(golden, candidate, self.depth)
    }
}
