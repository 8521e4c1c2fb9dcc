//! A reduction in process: a text, a language and a closure that says which texts are interesting.

use super::{Accepted, Answers, Driver, Plan, STRATEGIES, Speculation, Strategy, minimiser};
use crate::language::{Language, ParseError, TestCase};
use crate::mutator::MUTATORS;
use crate::outcome::{Outcome, Patience};
use rustc_hash::FxHashMap;
use std::convert::Infallible;
use std::fmt;

/// A text that was reduced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduced {
    /// The smallest interesting text that was found.
    pub text: Vec<u8>,
    /// How many texts were asked about.
    pub asked: usize,
    /// How many of these became the text to reduce further.
    pub accepted: u64,
}

/// Why a text was not reduced, or not to the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReduceError<E = Infallible> {
    /// The text cannot be read in the language. [`Lines`](crate::Lines) reads any text.
    Unreadable(ParseError),
    /// The text itself is not interesting.
    NotInteresting,
    /// The text is interesting, but not this one, which has the same tokens as smelt prints them, without comments.
    NotAsPrinted(Vec<u8>),
    /// The judge has ended the reduction.
    Ended {
        /// Its reason.
        why: E,
        /// What was found until then; none if it was not known yet whether the text can be reduced.
        so_far: Option<Reduced>,
    },
}

impl<E: fmt::Display> fmt::Display for ReduceError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReduceError::Unreadable(error) => error.fmt(f),
            ReduceError::NotInteresting => f.write_str("the text itself is not interesting"),
            ReduceError::NotAsPrinted(_) => f.write_str(
                "the text is interesting, but it is not once smelt has printed it anew, without comments and with single spaces",
            ),
            ReduceError::Ended { why, .. } => write!(f, "the reduction was ended: {why}"),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> std::error::Error for ReduceError<E> {}

/// Says which texts are interesting, and may end the reduction.
pub trait TextJudge {
    /// Why the reduction must end.
    type Error;
    /// Whether a text is interesting. Never asked twice about the same text.
    ///
    /// # Errors
    /// The reduction must end.
    fn is_interesting(&mut self, text: &[u8]) -> Result<bool, Self::Error>;
    /// Called before each candidate, including those that are left out because they are ill-formed or known.
    ///
    /// # Errors
    /// The reduction must end.
    fn go_on(&self) -> Result<(), Self::Error> {
        Ok(())
    }
    /// Called when a text has become the one to reduce further, with the shortest one so far.
    ///
    /// # Errors
    /// The reduction must end.
    fn accepted(&mut self, _so_far: &Reduced) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// A closure, which never ends the reduction.
impl<F: FnMut(&[u8]) -> bool> TextJudge for F {
    type Error = Infallible;

    fn is_interesting(&mut self, text: &[u8]) -> Result<bool, Infallible> {
        Ok(self(text))
    }
}

/// Reduces a text: returns the smallest one that was found for which `is_interesting` returns true.
///
/// This is the search of `smelt reduce --strategy auto --ill-formed never`, without everything around it: it
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
/// The text cannot be read, is not interesting itself, or is not once it is printed anew, without comments.
pub fn reduce(
    text: &[u8],
    language: &'static dyn Language,
    is_interesting: impl FnMut(&[u8]) -> bool,
) -> Result<Reduced, ReduceError> {
    reduce_by(text, language, &STRATEGIES[0], is_interesting)
}

/// Reduces a text as [`reduce`] does, with a strategy by choice and a judge that sees the progress and may end the
/// reduction.
///
/// ```
/// /// Has no time for more texts than this.
/// struct Hurried(usize);
///
/// impl smelt::TextJudge for Hurried {
///     type Error = &'static str;
///
///     fn is_interesting(&mut self, text: &[u8]) -> Result<bool, Self::Error> {
///         self.0 = self.0.checked_sub(1).ok_or("enough")?;
///         Ok(text.contains(&b'w'))
///     }
/// }
///
/// let auto = smelt::strategy("auto").ok_or("no such strategy")?;
/// let text = b"one\ntwo\nthree\nfour\n";
/// match smelt::reduce_by(text, &smelt::Lines, auto, Hurried(2)) {
///     Err(smelt::ReduceError::Ended { why, so_far }) => {
///         assert_eq!(why, "enough");
///         assert_eq!(so_far.map(|reduced| reduced.text), Some(text.to_vec()));
///     }
///     other => panic!("{other:?}"),
/// }
/// # Ok::<(), &'static str>(())
/// ```
///
/// # Errors
/// The text cannot be read, is not interesting itself, or is not once it is printed anew, or the judge ends the reduction.
pub fn reduce_by<J: TextJudge>(
    text: &[u8],
    language: &'static dyn Language,
    strategy: &'static Strategy,
    judge: J,
) -> Result<Reduced, ReduceError<J::Error>> {
    let parsed = language.parse(text).map_err(ReduceError::Unreadable)?;
    let case = TestCase::new(language, parsed);
    let mut answers = Asking {
        judge,
        original: text,
        known: FxHashMap::default(),
    };
    let unstarted = |why| ReduceError::Ended { why, so_far: None };
    if !answers.is_interesting(text).map_err(unstarted)? {
        return Err(ReduceError::NotInteresting);
    }
    if !answers.is_interesting(case.text()).map_err(unstarted)? {
        return Err(ReduceError::NotAsPrinted(case.text().to_vec()));
    }
    let mut mutators = MUTATORS.to_vec();
    mutators.retain(|&mutator| strategy.uses(mutator, false));
    let plan = Plan {
        minimiser: strategy.minimiser.and_then(minimiser),
        ..Plan::new(language, language.filter(&case), mutators)
    };
    let mut driver = Driver::new(case, answers);
    let ended = driver.converge(&|may_lengthen| strategy.search(&plan.lengthening(may_lengthen)));
    let reduced = driver.answers.so_far(&driver.best, driver.tally.accepted);
    match ended {
        Ok(()) => Ok(reduced),
        Err(why) => Err(ReduceError::Ended {
            why,
            so_far: Some(reduced),
        }),
    }
}

/// A judge, and what it has answered.
struct Asking<'a, J> {
    judge: J,
    original: &'a [u8],
    /// The answers, by the digest of the text.
    known: FxHashMap<[u8; 32], bool>,
}

impl<J: TextJudge> Asking<'_, J> {
    fn is_interesting(&mut self, text: &[u8]) -> Result<bool, J::Error> {
        let digest = *blake3::hash(text).as_bytes();
        if let Some(&known) = self.known.get(&digest) {
            return Ok(known);
        }
        let is_interesting = self.judge.is_interesting(text)?;
        self.known.insert(digest, is_interesting);
        Ok(is_interesting)
    }

    /// What was found, given the shortest test case.
    fn so_far(&self, best: &TestCase, accepted: u64) -> Reduced {
        // The original may be shorter than what smelt prints.
        let smallest = std::cmp::min_by_key(best.text(), self.original, |text| text.len());
        Reduced {
            text: smallest.to_vec(),
            asked: self.known.len(),
            accepted,
        }
    }
}

impl<J: TextJudge> Answers for Asking<'_, J> {
    type Error = J::Error;

    fn go_on(&self, _shortest: &TestCase) -> Result<(), J::Error> {
        self.judge.go_on()
    }

    fn check(
        &mut self,
        text: &[u8],
        _patience: Patience,
        _speculate: &dyn Fn() -> Speculation,
    ) -> Result<Outcome, J::Error> {
        Ok(if self.is_interesting(text)? {
            Outcome::Interesting
        } else {
            Outcome::Uninteresting
        })
    }

    fn accepted(&mut self, step: &Accepted<'_>) -> Result<(), J::Error> {
        let so_far = self.so_far(step.best, step.number);
        self.judge.accepted(&so_far)
    }
}
