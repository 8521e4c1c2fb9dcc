//! The same failure: the run ends in the same way and shows the same failure; nothing else is compared.
//!
//! If the golden run shows several failures, the most telling one is compared; among equals, the first one. A candidate
//! may show others as well. If the golden run shows none, exit code and both streams are compared after normalisation.

use super::Evidence;
use super::matching::Matching;
use super::reproduced::{NotReproduced, Reproduced};
use super::single::Compare;
use super::which::Which;
use crate::language::answer_sets::{AnswerClass, read};
use crate::observation::End;
use crate::outcome::Outcome;

pub(super) const NAME: &str = "failure";
pub(super) const ABOUT: &str =
    "The solver fails with the same end and the same message (the default)";

/// The rule.
pub(super) struct SameFailure;

/// Refuses the run of an answer-set solver that shows no failure. Its exit code tells its answer, or is that of a syntax
/// error.
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

impl Compare for SameFailure {
    fn name(&self) -> &'static str {
        NAME
    }

    fn reads_output(&self) -> bool {
        true
    }

    fn accept(&self, golden: &Evidence, which: Which) -> Result<Reproduced, NotReproduced> {
        if golden.failures.is_empty() && which == Which::Solver {
            no_failure_of_answer_sets(golden)?;
        }
        if golden.failures.is_empty() {
            // The golden run of a cross-check need not fail: its behaviour is what must be kept.
            return match (golden.observation.end, which) {
                (End::Exited(0), Which::Solver) => Err(NotReproduced::NoFailure),
                _ => Matching::everything().accept(golden, which),
            };
        }
        // The compared failure is all there is to say.
        Ok(Reproduced {
            compared: Some(0),
            ..Reproduced::by(golden, Vec::new())
        })
    }

    fn outcome(&self, golden: &Evidence, candidate: &Evidence) -> Outcome {
        let Some(failure) = golden.failures.first() else {
            return Matching::everything().outcome(golden, candidate);
        };
        let run = &candidate.observation;
        if run.end != golden.observation.end {
            return Outcome::Uninteresting;
        }
        let shown = candidate.failures.iter();
        if shown
            .map(|shown| &shown.signature)
            .any(|shown| *shown == failure.signature)
        {
            return Outcome::Interesting;
        }
        match (run.out.whole(), run.err.whole()) {
            (Some(_), Some(_)) => Outcome::Uninteresting,
            (None, _) | (_, None) => Outcome::Unresolved,
        }
    }
}
