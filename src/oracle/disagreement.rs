//! Two solvers that disagree: some query is answered `sat` by one and `unsat` by the other.
//!
//! Answers are the lines that are exactly `sat`, `unsat` or `unknown`. The answers of the two solvers are compared one
//! by one, so there must be equally many. Exit codes are not compared with each other. An answer after an error is not
//! trusted, because the solver may have skipped what it did not understand: if a solver's golden run reports no error,
//! its run on a candidate must not report one either, and the reference must end as in its golden run.

use super::reproduced::{NotReproduced, Reproduced};
use super::single::{golden_run, in_turn, stopped, which};
use super::{Answer, Ask, AskState, Evidence, Next, Oracle, evidence};
use crate::observation::{Observation, Stream};
use crate::outcome::Outcome;
use memchr::memmem;

pub(super) const NAME: &str = "differs";
pub(super) const ABOUT: &str = "One of two solvers answers sat and the other unsat";

/// The oracle. Solver 0 is under test, solver 1 is the reference.
pub(super) struct Disagreement;

/// An answer to a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SatAnswer {
    Sat,
    Unsat,
    Unknown,
}

impl Oracle for Disagreement {
    fn name(&self) -> &'static str {
        NAME
    }

    fn golden_ask(&self, answers: &[Answer]) -> Option<Ask> {
        in_turn(2, answers)
    }

    fn accept_golden(&self, golden: &[Answer]) -> Result<Reproduced, NotReproduced> {
        let (ours, theirs) = (golden_run(golden, 0)?, golden_run(golden, 1)?);
        let answers = |run: &Evidence, solver| {
            verdicts(&run.observation.out)
                .filter(|verdicts| has_answer(verdicts))
                .ok_or(NotReproduced::NoAnswers(which(solver)))
        };
        let (first, second) = (answers(ours, 0)?, answers(theirs, 1)?);
        if first.len() != second.len() {
            return Err(NotReproduced::AnswerCounts(first.len(), second.len()));
        }
        let (says, other) = difference(&first, &second).ok_or(NotReproduced::NoDifference)?;
        let (says, other) = (says.word(), other.word());
        let demand = format!(
            "one solver answers sat and the other unsat to some query (now: {says} where the reference says {other})"
        );
        Ok(Reproduced {
            signature: format!("{says} where the reference says {other}"),
            ..Reproduced::by(ours, vec![demand])
        })
    }

    fn next(&self, golden: &[Answer], seen: &[Answer]) -> Next {
        let first = match answers(golden, seen, 0) {
            Ok(first) => first,
            Err(next) => return next,
        };
        let second = match answers(golden, seen, 1) {
            Ok(second) => second,
            Err(next) => return next,
        };
        let differ = first.len() == second.len() && difference(&first, &second).is_some();
        Next::Outcome(if differ {
            Outcome::Interesting
        } else {
            Outcome::Uninteresting
        })
    }
}

impl SatAnswer {
    fn word(self) -> &'static str {
        match self {
            SatAnswer::Sat => "sat",
            SatAnswer::Unsat => "unsat",
            SatAnswer::Unknown => "unknown",
        }
    }
}

/// A solver's answers on a candidate, or what the oracle needs next.
fn answers(golden: &[Answer], seen: &[Answer], solver: usize) -> Result<Vec<SatAnswer>, Next> {
    let ask = Ask::of(solver);
    let candidate = match evidence(seen, ask) {
        AskState::Not => return Err(Next::Ask(ask)),
        AskState::InVain => return Err(Next::Outcome(Outcome::Unresolved)),
        AskState::Told(candidate) => candidate,
    };
    let AskState::Told(golden) = evidence(golden, ask) else {
        return Err(Next::Outcome(Outcome::Unresolved));
    };
    if let Some(outcome) = stopped(candidate) {
        return Err(Next::Outcome(outcome));
    }
    let (golden, candidate) = (&golden.observation, &candidate.observation);
    let ended_otherwise = solver == 1 && golden.end != candidate.end;
    if ended_otherwise || new_error(golden, candidate) {
        return Err(Next::Outcome(Outcome::Uninteresting));
    }
    match verdicts(&candidate.out) {
        None => Err(Next::Outcome(Outcome::Unresolved)),
        Some(verdicts) if has_answer(&verdicts) => Ok(verdicts),
        Some(_) => Err(Next::Outcome(Outcome::Uninteresting)),
    }
}

/// Whether a run reports an error and the golden run did not.
pub(super) fn new_error(golden: &Observation, candidate: &Observation) -> bool {
    !reports_error(golden) && reports_error(candidate)
}

/// Whether there is an error in SMT-LIB's form in the kept parts of either stream.
fn reports_error(observation: &Observation) -> bool {
    [&observation.out, &observation.err]
        .into_iter()
        .flat_map(|stream| [&stream.head, &stream.tail])
        .any(|text| memmem::find(text, b"(error ").is_some())
}

/// The answers in an output; none if the output is not kept whole.
fn verdicts(out: &Stream) -> Option<Vec<SatAnswer>> {
    let lines = out.whole()?.split(|&byte| byte == b'\n');
    let verdict = |line: &[u8]| match line {
        b"sat" => Some(SatAnswer::Sat),
        b"unsat" => Some(SatAnswer::Unsat),
        b"unknown" => Some(SatAnswer::Unknown),
        _ => None,
    };
    Some(lines.filter_map(verdict).collect())
}

fn has_answer(verdicts: &[SatAnswer]) -> bool {
    verdicts
        .iter()
        .any(|&verdict| verdict != SatAnswer::Unknown)
}

/// Whether there are answers, and none is `unknown`.
pub(super) fn answers_all(observation: &Observation) -> bool {
    let verdicts = verdicts(&observation.out).unwrap_or_default();
    has_answer(&verdicts) && !verdicts.contains(&SatAnswer::Unknown)
}

/// The first query that is answered `sat` by one and `unsat` by the other.
fn difference(first: &[SatAnswer], second: &[SatAnswer]) -> Option<(SatAnswer, SatAnswer)> {
    let pairs = first.iter().copied().zip(second.iter().copied());
    pairs.into_iter().find(|pair| {
        matches!(
            pair,
            (SatAnswer::Sat, SatAnswer::Unsat) | (SatAnswer::Unsat, SatAnswer::Sat)
        )
    })
}
