//! Whether a run shows the failure of the golden run.

use super::Evidence;
use super::place::{Place, crash_sites};
use super::reproduced::Reproduced;
use crate::observation::{Failure, FailureRank};
use crate::outcome::Outcome;

/// How many functions on the stack of a crash are compared by default.
pub(super) const DEPTH: u32 = 1;

/// Whether a candidate shows the most telling failure of the golden run, and so many functions of its stack if it is a
/// crash. A golden run without a failure has none to show.
pub(super) fn same(golden: &Evidence, candidate: &Evidence, depth: usize) -> Outcome {
    let run = &candidate.observation;
    let failure = golden.failures.first();
    let Some(failure) = failure.filter(|_| run.end == golden.observation.end) else {
        return Outcome::Uninteresting;
    };
    let place = crash_sites(golden, candidate, depth);
    if let Place::Differs(outcome) = place {
        return outcome;
    }
    let mut shown = candidate.failures.iter();
    let is_same = |shown: &Failure| {
        let is_silent = failure.message.is_none() || shown.message.is_none();
        shown.message == failure.message
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

/// The failure that a run shows, in one line; in the words of the golden run if it is the same failure.
pub(super) fn signature(golden: &Evidence, run: &Evidence) -> String {
    let is_same = same(golden, run, DEPTH as usize) == Outcome::Interesting;
    Reproduced::by(if is_same { golden } else { run }, Vec::new()).signature
}
