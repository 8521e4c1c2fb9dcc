//! What solvers say when they fail: from an observation to the failures that it tells of.
//!
//! Invariants: pure; the phrases of all families are tried on every output, because wrappers hide the program;
//! a run that smelt ended tells of no failure; the same failure of a renamed or moved input has the same
//! signature. What is interesting is not decided here.

mod memory;
mod phrases;
mod wording;

pub use memory::out_of_memory;

use crate::observation::{End, Failure, FailureRank, Observation, Stream};
use phrases::{Phrase, TABLE};

/// A message in the output that tells of a failure.
struct Message {
    rank: FailureRank,
    /// Where it stands: the stretch of output (standard error first), and the byte in it.
    at: (usize, usize),
    text: String,
}

/// All failures that an observation tells of, the most telling first, among equals in order of appearance
/// (standard error before standard output). None for a run that smelt ended at a limit.
pub fn failures(observation: &Observation) -> Vec<Failure> {
    let end = observation.end;
    if matches!(end, End::LimitHit(_)) {
        return Vec::new();
    }
    let messages = messages(observation);
    let mut failures = Vec::new();
    if is_crash(end) {
        failures.push(Failure {
            rank: FailureRank::Signal,
            signature: match cause(&messages) {
                Some(message) => format!("{end}: {}", message.text),
                None => end.to_string(),
            },
        });
    }
    for message in messages {
        let signature = format!("{end}: {}", message.text);
        if failures.iter().all(|known| known.signature != signature) {
            let rank = message.rank;
            failures.push(Failure { rank, signature });
        }
    }
    failures.sort_by_key(|failure| failure.rank);
    failures
}

/// The first message that can tell why a run was ended by a signal: a wrong answer does not end a run.
fn cause(messages: &[Message]) -> Option<&Message> {
    messages
        .iter()
        .find(|message| message.rank < FailureRank::OwnWord)
}

/// Whether a run ended by a signal of its own making, itself or below a shell that reports it as 128 + n.
///
/// Signals that come from outside (KILL, TERM, INT, HUP, QUIT, XCPU) tell nothing of the solver. Of exit codes only
/// those are taken that stand for ILL, TRAP, ABRT, BUS, FPE and SEGV: other codes above 128 are in use as
/// ordinary ones.
fn is_crash(end: End) -> bool {
    match end {
        End::Exited(code) => matches!(code, 132..=136 | 139),
        End::Signaled(signal) => signal != libc::SIGXCPU && !end.is_from_outside(),
        End::LimitHit(_) => false,
    }
}

fn messages(observation: &Observation) -> Vec<Message> {
    let mut found = Vec::new();
    let stretches = stretches(&observation.err).chain(stretches(&observation.out));
    for (nth, text) in stretches.enumerate() {
        search(text, nth, &mut found);
    }
    found.sort_by_key(|message| message.at);
    found
}

/// What is kept of a stream, in pieces without a gap.
fn stretches(stream: &Stream) -> impl Iterator<Item = &[u8]> {
    [stream.head.as_slice(), stream.tail.as_slice()].into_iter()
}

/// Finds the messages of one stretch. Where phrases overlap, the one that stands earlier in the table wins:
/// a family's own wording tells more than the general one.
fn search(text: &[u8], stretch: usize, found: &mut Vec<Message>) {
    let mut taken: Vec<(usize, usize)> = Vec::new();
    for phrase in TABLE.in_text(text) {
        for captures in phrase.regex().captures_iter(text) {
            let whole = captures.get_match();
            let (start, end) = (whole.start(), whole.end());
            let overlaps = taken.iter().any(|&(from, to)| start < to && from < end);
            if overlaps || is_warning(text, start, phrase) {
                continue;
            }
            taken.push((start, end));
            found.push(Message {
                rank: phrase.rank,
                at: (stretch, start),
                text: wording::of(phrase.regex(), &captures, phrase.quotes),
            });
        }
    }
}

/// Whether the line that `at` stands in is only a warning (sanitizers call their findings so).
fn is_warning(text: &[u8], at: usize, phrase: &Phrase) -> bool {
    if phrase.rank == FailureRank::Sanitizer {
        return false;
    }
    let line = memchr::memrchr(b'\n', &text[..at]).map_or(0, |newline| newline + 1);
    let start = text[line..].trim_ascii_start();
    start.len() >= 4 && start[..4].eq_ignore_ascii_case(b"warn")
}

#[cfg(test)]
mod tests;
