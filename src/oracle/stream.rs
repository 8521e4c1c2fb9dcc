//! How one stream of a candidate is compared with golden's.

use super::normalise::normalise;
use super::{Pattern, RuleError};
use crate::observation::Stream;
use crate::outcome::Outcome;
use regex::bytes::Regex;

/// What a stream must do.
#[derive(Debug)]
pub(super) enum StreamRule {
    /// It is not looked at.
    Ignored,
    /// It contains this.
    Contains(Matcher),
    /// It is golden's, after normalisation.
    Same,
    /// It is golden's, byte for byte.
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
    /// Decides on what is kept of the streams.
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
    pub(super) fn new(pattern: &Pattern) -> Result<Matcher, RuleError> {
        match pattern {
            Pattern::Text(text) if text.is_empty() => Err(RuleError::EmptyPattern),
            Pattern::Regex(text) if text.is_empty() => Err(RuleError::EmptyPattern),
            Pattern::Text(text) => Ok(Matcher::Text(text.clone())),
            Pattern::Regex(text) => {
                Regex::new(text)
                    .map(Matcher::Regex)
                    .map_err(|error| RuleError::Regex {
                        pattern: text.clone(),
                        why: error.to_string(),
                    })
            }
        }
    }

    /// Whether a stream contains it; unresolved where it may stand in what is not kept.
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

    /// Whether it is found at a place that counts. A regular expression must not touch the place where a stream
    /// was cut: what it says of an end or a word boundary need not be so there.
    fn found(&self, text: &[u8], counts: &dyn Fn(usize, usize) -> bool) -> bool {
        match self {
            Matcher::Text(phrase) => memchr::memmem::find(text, phrase).is_some(),
            Matcher::Regex(regex) => regex
                .find_iter(text)
                .any(|found| counts(found.start(), found.end())),
        }
    }

    /// As the user wrote it.
    pub(super) fn words(&self) -> String {
        match self {
            Matcher::Text(text) => String::from_utf8_lossy(text).into_owned(),
            Matcher::Regex(regex) => regex.as_str().to_owned(),
        }
    }
}

/// Equal bytes, also of streams that are not kept whole.
fn exact(golden: &Stream, candidate: &Stream) -> bool {
    golden.len == candidate.len && golden.hash == candidate.hash
}

/// The outcome of a clause that could be decided.
pub(super) fn of(holds: bool) -> Outcome {
    if holds {
        Outcome::Interesting
    } else {
        Outcome::Uninteresting
    }
}

/// The outcome of clauses that must all hold: one that does not decides, whatever the others.
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
