//! How solvers report failures: finds the failures in an observation.
//!
//! Invariants: pure; the phrases of all solver families are tried on every output, because wrappers hide the program; a
//! run that smelt ended shows no failure; the same failure of a renamed or moved input has the same signature. What is
//! interesting is not decided here.

mod machinery;
mod memory;
mod other_build;
mod phrases;
mod wording;

pub use memory::out_of_memory;
pub use other_build::is_same_of_another_build;

use crate::observation::{End, Failure, FailureRank, Observation, Stream};
use phrases::{Phrase, TABLE};

/// A message in the output that reports a failure.
struct FailureMessage {
    rank: FailureRank,
    /// Its position: the index of the stretch of output (standard error first), and the byte in it.
    at: (usize, usize),
    text: String,
}

/// All failures that an observation shows, the most serious kind first, then in order of appearance (standard error
/// before standard output). A run that smelt ended at a limit shows none.
pub fn failures(observation: &Observation) -> Vec<Failure> {
    let end = observation.end;
    if matches!(end, End::LimitHit(_)) {
        return Vec::new();
    }
    let messages = messages(observation);
    let mut failures = Vec::new();
    if end.is_crash() {
        failures.push(crash(observation, cause(&messages)));
    }
    for message in messages {
        let is_known = failures
            .iter()
            .any(|known| known.message.as_ref() == Some(&message.text));
        if !is_known {
            failures.push(Failure {
                rank: message.rank,
                signature: format!("{end}: {}", message.text),
                is_found_by_itself: finds_wrong_answer(&message),
                message: Some(message.text),
                site: None,
            });
        }
    }
    failures.sort_by_key(|failure| failure.rank);
    failures
}

/// The failure of a run that crashed. `cause` is the message that says why, if there is one.
fn crash(observation: &Observation, cause: Option<&FailureMessage>) -> Failure {
    let site = machinery::crash_site(observation);
    let end = observation.end;
    let place = match &site {
        Some(site) if !site.functions.is_empty() => format!(" in {site}"),
        _ => String::new(),
    };
    let words = cause.map_or_else(String::new, |message| format!(": {}", message.text));
    Failure {
        rank: FailureRank::Signal,
        signature: format!("{end}{place}{words}"),
        message: cause.map(|message| message.text.clone()),
        site,
        is_found_by_itself: cause.is_some_and(finds_wrong_answer),
    }
}

/// Whether a message says that the solver has found its answer to be wrong. Some solvers have only assertions to say so.
fn finds_wrong_answer(message: &FailureMessage) -> bool {
    let says = |words: &&str| message.text.contains(*words);
    message.rank >= FailureRank::OwnWord || phrases::WRONG_ANSWER.iter().any(says)
}

/// The first message that can explain why a signal ended the run. A report of a wrong answer cannot.
fn cause(messages: &[FailureMessage]) -> Option<&FailureMessage> {
    messages
        .iter()
        .find(|message| message.rank < FailureRank::OwnWord)
}

fn messages(observation: &Observation) -> Vec<FailureMessage> {
    let mut found = Vec::new();
    let stretches = stretches(&observation.err).chain(stretches(&observation.out));
    for (nth, text) in stretches.enumerate() {
        search(text, nth, &mut found);
    }
    found.sort_by_key(|message| message.at);
    found
}

/// The parts of a stream that are kept, each without a gap. Empty ones are left out, because most solvers print on one
/// stream only, and searching the other one would take time.
fn stretches(stream: &Stream) -> impl Iterator<Item = &[u8]> {
    [stream.head.as_slice(), stream.tail.as_slice()]
        .into_iter()
        .filter(|part| !part.is_empty())
}

/// Finds the messages in one stretch of output. If phrases overlap, the one that is earlier in the table wins, because
/// the wording of a solver family says more than the general one. A refusal is no message, but hides what overlaps it.
fn search(text: &[u8], stretch: usize, found: &mut Vec<FailureMessage>) {
    let mut taken: Vec<(usize, usize)> = Vec::new();
    for (phrase, regex) in TABLE.in_text(text) {
        for captures in regex.captures_iter(text) {
            let whole = captures.get_match();
            let (start, end) = (whole.start(), whole.end());
            let overlaps = taken.iter().any(|&(from, to)| start < to && from < end);
            if overlaps || is_warning(text, start, phrase) {
                continue;
            }
            taken.push((start, end));
            if phrase.is_refusal {
                continue;
            }
            found.push(FailureMessage {
                rank: phrase.rank,
                at: (stretch, start),
                text: wording::of(regex, &captures, phrase.quotes),
            });
        }
    }
}

/// Whether the line at `at` is only a warning. (Sanitizers call their findings warnings.)
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
