//! A reduction in process: a text, a language and a closure that says which texts are interesting.

use super::{Answers, Driver, Plan, STRATEGIES, Speculation};
use crate::language::{Language, ParseError, TestCase};
use crate::mutator::MUTATORS;
use crate::outcome::{Outcome, Patience, Verdict};
use rustc_hash::FxHashMap;
use std::convert::Infallible;
use std::fmt;

/// A text that was reduced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduced {
    /// The smallest interesting text that was found.
    pub text: Vec<u8>,
    /// How many texts the closure was called with.
    pub asked: usize,
    /// How many of these became the text to reduce further.
    pub accepted: u64,
}

/// Why a text was not reduced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReduceError {
    /// The text cannot be read in the language. [`Lines`](crate::Lines) reads any text.
    Unreadable(ParseError),
    /// The text itself is not interesting.
    NotInteresting,
    /// The text is interesting, but not this one, which has the same tokens as smelt prints them, without comments.
    NotAsPrinted(Vec<u8>),
}

impl fmt::Display for ReduceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReduceError::Unreadable(error) => error.fmt(f),
            ReduceError::NotInteresting => f.write_str("the text itself is not interesting"),
            ReduceError::NotAsPrinted(_) => f.write_str(
                "the text is interesting, but it is not once smelt has printed it anew, without comments and with single spaces",
            ),
        }
    }
}

impl std::error::Error for ReduceError {}

/// Reduces a text: returns the smallest one that was found for which `is_interesting` returns true.
///
/// This is the search of `smelt reduce` with its usual options (`--strategy auto`), without everything around it: it
/// starts no process and no thread, has no store, reads no clock and prints nothing. `is_interesting` is called with
/// one text at a time, and never twice with the same; if it always returns the same for the same text, so does this
/// function. Candidates that a solver would reject as ill-formed, as far as smelt can tell, are left out.
///
/// The result is 1-minimal: no single simplification that smelt knows makes it smaller and keeps it interesting.
///
/// ```
/// let needs_two = |text: &[u8]| text.windows(3).any(|part| part == b"two");
/// let reduced = smelt::reduce(b"one\ntwo\nthree\n", &smelt::Lines, needs_two)?;
/// assert_eq!(reduced.text, b"two\n");
/// # Ok::<(), smelt::ReduceError>(())
/// ```
///
/// # Errors
/// The text cannot be read, or is not interesting itself.
pub fn reduce(
    text: &[u8],
    language: &'static dyn Language,
    is_interesting: impl FnMut(&[u8]) -> bool,
) -> Result<Reduced, ReduceError> {
    let parsed = language.parse(text).map_err(ReduceError::Unreadable)?;
    let case = TestCase::new(language.syntax(), parsed);
    let mut answers = Asking {
        is_interesting,
        known: FxHashMap::default(),
    };
    if !answers.is_interesting(text) {
        return Err(ReduceError::NotInteresting);
    }
    if !answers.is_interesting(case.text()) {
        return Err(ReduceError::NotAsPrinted(case.text().to_vec()));
    }
    let strategy = &STRATEGIES[0];
    let mut mutators = MUTATORS.to_vec();
    mutators.retain(|&mutator| strategy.uses(mutator, false));
    let plan = Plan::new(language, language.filter(&case), mutators);
    let mut driver = Driver::new(case, answers);
    let Ok(()) = driver.converge(&|may_lengthen| strategy.search(&plan.lengthening(may_lengthen)));
    // The original may be shorter than what smelt prints.
    let smallest = std::cmp::min_by_key(driver.current.text(), text, |text| text.len());
    Ok(Reduced {
        text: smallest.to_vec(),
        asked: driver.answers.known.len(),
        accepted: driver.tally.accepted,
    })
}

/// A closure, and what it has answered.
struct Asking<F> {
    is_interesting: F,
    /// The answers, by the digest of the text.
    known: FxHashMap<[u8; 32], bool>,
}

impl<F: FnMut(&[u8]) -> bool> Asking<F> {
    fn is_interesting(&mut self, text: &[u8]) -> bool {
        let digest = *blake3::hash(text).as_bytes();
        *self
            .known
            .entry(digest)
            .or_insert_with(|| (self.is_interesting)(text))
    }
}

impl<F: FnMut(&[u8]) -> bool> Answers for Asking<F> {
    type Error = Infallible;

    fn check(
        &mut self,
        text: &[u8],
        _patience: Patience,
        _speculate: &dyn Fn() -> Speculation,
    ) -> Result<Verdict, Infallible> {
        Ok(Verdict::of(if self.is_interesting(text) {
            Outcome::Interesting
        } else {
            Outcome::Uninteresting
        }))
    }
}
