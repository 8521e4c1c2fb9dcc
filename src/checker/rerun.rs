//! Asking again for a sample of what the store answers: whoever replays a reduction finds out whether the solver still
//! says what is remembered of it.

use crate::oracle::Answer;
use crate::outcome::Outcome;
use rustc_hash::FxHashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A sample, and what it has shown. May be shared by threads.
#[derive(Debug)]
pub struct Rerun {
    /// From 0 to 1.
    share: f64,
    seed: [u8; 32],
    seen: Mutex<Seen>,
}

#[derive(Debug, Default)]
struct Seen {
    /// How many texts the store has answered.
    known: u64,
    /// The texts that were asked again, by case.
    again: FxHashSet<(String, [u8; 32])>,
    /// The cases that ask for what the store does not know.
    unknown: Vec<String>,
    differences: Vec<Difference>,
}

/// A text on which the solver no longer does what the store remembers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The case whose reduction asks for the text.
    pub case: String,
    /// The text's length.
    pub bytes: usize,
    /// What the store remembers, in a line.
    pub stored: String,
    /// What the solver does now, in a line.
    pub now: String,
    /// Whether the reduction would have decided otherwise.
    pub decides: bool,
}

impl Rerun {
    /// A sample of this share, from 0 to 1, that another seed makes another one.
    pub fn of(share: f64, seed: [u8; 32]) -> Rerun {
        Rerun {
            share,
            seed,
            seen: Mutex::default(),
        }
    }

    /// How many answers the store has given.
    pub fn known(&self) -> u64 {
        self.seen().known
    }

    /// How many of them were asked again.
    pub fn again(&self) -> usize {
        self.seen().again.len()
    }

    /// Whether the store did not know all that a case's reduction asks for.
    pub fn is_unknown(&self, case: &str) -> bool {
        self.seen().unknown.iter().any(|unknown| unknown == case)
    }

    /// What differs, in the order of cases and lengths.
    pub fn differences(&self) -> Vec<Difference> {
        let mut differences = self.seen().differences.clone();
        differences.sort_by(|a, b| (&a.case, a.bytes, &a.now).cmp(&(&b.case, b.bytes, &b.now)));
        differences
    }

    /// The store does not know what a case's reduction asks next.
    pub(super) fn ends(&self, case: &str) {
        self.seen().unknown.push(case.to_owned());
    }

    /// One more answer of the store; whether it is to be asked again.
    pub(super) fn picks(&self, text: &[u8]) -> bool {
        self.seen().known += 1;
        let hash = blake3::keyed_hash(&self.seed, text);
        let number = hash
            .as_bytes()
            .first_chunk()
            .copied()
            .map(u64::from_be_bytes);
        number.is_some_and(|number| number as f64 <= self.share * u64::MAX as f64)
    }

    /// An answer was asked again. One that could not be told this time says nothing, and of a text that was asked
    /// more than once the first time counts.
    pub(super) fn compare(
        &self,
        (case, text): (&str, &[u8]),
        (stored, answers): (Outcome, &[Answer]),
        (outcome, now): (Outcome, &[Answer]),
    ) {
        if outcome == Outcome::Unresolved {
            return;
        }
        let mut seen = self.seen();
        let is_new = seen
            .again
            .insert((case.to_owned(), *blake3::hash(text).as_bytes()));
        let decides = stored != outcome;
        if !is_new || !decides && same(answers, now) {
            return;
        }
        seen.differences.push(Difference {
            case: case.to_owned(),
            bytes: text.len(),
            stored: said(answers),
            now: said(now),
            decides,
        });
    }

    /// No step between taking the lock and releasing it leaves it half changed.
    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether the runs ended in the same way with the same output.
fn same(stored: &[Answer], now: &[Answer]) -> bool {
    let told = |answers: &[Answer]| -> Vec<_> {
        let evidence = answers.iter().filter_map(|answer| answer.evidence.as_ref());
        let observations = evidence.map(|evidence| &evidence.observation);
        observations
            .map(|observation| {
                (
                    observation.end,
                    observation.out.clone(),
                    observation.err.clone(),
                )
            })
            .collect()
    };
    told(stored) == told(now)
}

/// What the runs did, in a line.
fn said(answers: &[Answer]) -> String {
    let said = answers.iter().map(|answer| match &answer.evidence {
        None => "no usable result".to_owned(),
        Some(evidence) => match evidence.failures.first() {
            Some(failure) => failure.signature.clone(),
            None => evidence.observation.end.to_string(),
        },
    });
    said.collect::<Vec<_>>().join("; ")
}
