//! The same failure: the run ends in the same way and shows the same failure; nothing else is compared.
//!
//! A crash is also told by where it happened: by the innermost functions on its stack. Where these are known, a crash
//! with a message and one without are the same, because a message may be lost or cut off when a solver crashes.
//!
//! If the golden run shows several failures, the most telling one is compared; among equals, the first one. A candidate
//! may show others as well. If the golden run shows none, exit code and both streams are compared after normalisation.

use super::Evidence;
use super::matching::Matching;
use super::place::{Place, crash_sites};
use super::reproduced::{NotReproduced, Reproduced};
use super::single::Compare;
use super::which::Which;
use crate::language::answer_sets::{AnswerClass, read};
use crate::observation::{End, Failure, FailureRank, Observation, Stream};
use crate::outcome::Outcome;

pub(super) const NAME: &str = "failure";
pub(super) const ABOUT: &str =
    "The solver fails with the same end and the same message (the default)";

/// So many bytes of a message that was cut off tell which one it is.
const TELLING: usize = 12;

/// The rule.
pub(super) struct SameFailure {
    /// How many functions of the stack of a crash must be the same.
    pub(super) depth: usize,
}

/// How many functions are compared by default.
const DEPTH: u32 = 1;

impl SameFailure {
    /// The rule that compares so many functions of the stack of a crash.
    pub(super) fn new(same_stack: Option<u32>) -> SameFailure {
        let depth = same_stack.unwrap_or(DEPTH);
        SameFailure {
            depth: usize::try_from(depth).unwrap_or(usize::MAX),
        }
    }
}

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
        let place = crash_sites(golden, candidate, self.depth);
        if let Place::Differs(outcome) = place {
            return outcome;
        }
        let mut shown = candidate.failures.iter();
        let is_same = |shown: &Failure| {
            let is_silent = failure.message.is_none() || shown.message.is_none();
            is_same_message((failure, &golden.observation), (shown, run))
                || place == Place::Agrees && is_silent && shown.rank == FailureRank::Signal
        };
        if shown.any(is_same) {
            return Outcome::Interesting;
        }
        match (run.out.whole(), run.err.whole()) {
            (Some(_), Some(_)) => Outcome::Uninteresting,
            (None, _) | (_, None) => Outcome::Unresolved,
        }
    }
}

/// Whether the messages of two failures are the same. One that was cut off, because the process ended before it had
/// printed all of it, is the same as one that begins like it.
fn is_same_message(first: (&Failure, &Observation), second: (&Failure, &Observation)) -> bool {
    let (Some(of_first), Some(of_second)) = (&first.0.message, &second.0.message) else {
        return first.0.message == second.0.message;
    };
    let begins = |cut: &str, whole: &str| {
        // What stands for a number, a path or text of the input may be cut off, too.
        let cut = cut.trim_end_matches(['#', '…', ' ', ':']);
        cut.len() >= TELLING && whole.starts_with(cut)
    };
    of_first == of_second
        || is_cut_off(first.1) && begins(of_first, of_second)
        || is_cut_off(second.1) && begins(of_second, of_first)
}

/// Whether one of the streams ends within a line.
fn is_cut_off(run: &Observation) -> bool {
    let ends_within = |stream: &Stream| {
        let last = stream.tail.last().or(stream.head.last());
        last.is_some_and(|&byte| byte != b'\n')
    };
    ends_within(&run.out) || ends_within(&run.err)
}
