//! Compares a stream of a candidate with that of the golden run.

use super::normalise::normalise;
use super::{RuleError, StreamPattern};
use crate::observation::Stream;
use crate::outcome::Outcome;
use regex::bytes::Regex;

/// The requirement on a stream.
#[derive(Debug)]
pub(super) enum StreamRule {
    /// It is not compared.
    Ignored,
    /// It contains a match of this.
    Contains(Matcher),
    /// It equals that of the golden run after normalisation.
    Same,
    /// It equals that of the golden run byte for byte.
    Exact,
}

/// What a stream must contain.
#[derive(Debug)]
pub(super) enum Matcher {
    /// These bytes.
    Text(Vec<u8>),
    /// A match of this.
    Regex(Regex),
}

impl StreamRule {
    /// The outcome according to the kept parts of the streams.
    pub(super) fn outcome(&self, golden: &Stream, candidate: &Stream) -> Outcome {
        match self {
            StreamRule::Ignored => Outcome::Interesting,
            StreamRule::Contains(matcher) => matcher.outcome(candidate),
            StreamRule::Exact => of(exact(golden, candidate)),
            StreamRule::Same if exact(golden, candidate) => Outcome::Interesting,
            StreamRule::Same => match (golden.whole(), candidate.whole()) {
                (Some(golden), Some(candidate)) => of(normalise(golden) == normalise(candidate)),
                (None, _) | (_, None) => Outcome::Unresolved,
            },
        }
    }
}

impl Matcher {
    /// The matcher of a pattern.
    pub(super) fn new(pattern: &StreamPattern) -> Result<Matcher, RuleError> {
        match pattern {
            StreamPattern::Text(text) if text.is_empty() => Err(RuleError::EmptyPattern),
            StreamPattern::Regex(text) if text.is_empty() => Err(RuleError::EmptyPattern),
            StreamPattern::Text(text) => Ok(Matcher::Text(text.clone())),
            StreamPattern::Regex(text) => {
                Regex::new(text)
                    .map(Matcher::Regex)
                    .map_err(|error| RuleError::Regex {
                        pattern: text.clone(),
                        why: error.to_string(),
                    })
            }
        }
    }

    /// Whether a stream contains it; unresolved if it may be in a part that is not kept.
    pub(super) fn outcome(&self, stream: &Stream) -> Outcome {
        match stream.whole() {
            Some(whole) => of(self.found(whole, &|_, _| true)),
            None if self.found(&stream.head, &|_, end| end < stream.head.len())
                || self.found(&stream.tail, &|start, _| start > 0) =>
            {
                Outcome::Interesting
            }
            None => Outcome::Unresolved,
        }
    }

    /// Whether there is a match at a position that counts. A match of a regular expression must not touch the position
    /// where a stream was cut, because it may depend on what follows there.
    fn found(&self, text: &[u8], counts: &dyn Fn(usize, usize) -> bool) -> bool {
        match self {
            Matcher::Text(phrase) => memchr::memmem::find(text, phrase).is_some(),
            Matcher::Regex(regex) => regex
                .find_iter(text)
                .any(|found| counts(found.start(), found.end())),
        }
    }

    /// The pattern as the user wrote it.
    pub(super) fn words(&self) -> String {
        match self {
            Matcher::Text(text) => String::from_utf8_lossy(text).into_owned(),
            Matcher::Regex(regex) => regex.as_str().to_owned(),
        }
    }
}

/// Whether the streams have the same bytes, even if they are not kept whole.
fn exact(golden: &Stream, candidate: &Stream) -> bool {
    golden.len == candidate.len && golden.hash == candidate.hash
}

/// The outcome of a condition that could be decided.
pub(super) fn of(holds: bool) -> Outcome {
    if holds {
        Outcome::Interesting
    } else {
        Outcome::Uninteresting
    }
}

/// The outcome of conditions that must all hold. One that does not hold decides, whatever the others are.
pub(super) fn all(clauses: impl IntoIterator<Item = Outcome>) -> Outcome {
    let mut all = Outcome::Interesting;
    for clause in clauses {
        match clause {
            Outcome::Interesting => {}
            Outcome::Uninteresting | Outcome::Held => return Outcome::Uninteresting,
            Outcome::Unresolved => all = Outcome::Unresolved,
        }
    }
    all
}
