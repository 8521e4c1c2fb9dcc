//! Whether a run shows the failure of the golden run.

use super::Evidence;
use super::place::{Place, crash_sites};
use super::reproduced::Reproduced;
use crate::observation::{Failure, FailureRank, Observation, Stream};
use crate::outcome::Outcome;

/// How many functions on the stack of a crash are compared by default.
pub(super) const DEPTH: u32 = 1;

/// A message that was cut off must have at least this many bytes to be recognised.
const TELLING: usize = 12;

/// Whether a candidate shows the most telling failure of the golden run, and if that is a crash, the same `depth`
/// innermost functions on its stack. Without a failure in the golden run, there is none to show.
pub(super) fn same(golden: &Evidence, candidate: &Evidence, depth: u32) -> Outcome {
    let run = &candidate.observation;
    // Both runs must end in the same way.
    let Some(failure) = golden
        .failures
        .first()
        .filter(|_| run.end == golden.observation.end)
    else {
        return Outcome::Uninteresting;
    };
    // They must crash in the same place, as far as it is known.
    let place = crash_sites(golden, candidate, depth);
    if let Place::Differs(outcome) = place {
        return outcome;
    }
    // The messages must be the same, unless one is missing and the places are known to be the same.
    let is_shown = candidate.failures.iter().any(|shown| {
        let is_silent = failure.message.is_none() || shown.message.is_none();
        is_same_message((failure, &golden.observation), (shown, run))
            || place == Place::Agrees && is_silent && shown.rank == FailureRank::Signal
    });
    if is_shown {
        return Outcome::Interesting;
    }
    // The message may be in the part of a stream that is not kept.
    match (run.out.whole(), run.err.whole()) {
        (Some(_), Some(_)) => Outcome::Uninteresting,
        (None, _) | (_, None) => Outcome::Unresolved,
    }
}

/// The failure that a run shows, in one line; in the words of the golden run if it is the same failure.
pub(super) fn signature(golden: &Evidence, run: &Evidence) -> String {
    let is_same = same(golden, run, DEPTH) == Outcome::Interesting;
    Reproduced::by(if is_same { golden } else { run }, Vec::new()).signature
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
