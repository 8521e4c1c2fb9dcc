//! Compares a sample of the store's answers with new runs, to find out whether the solver still behaves as it did when
//! they were stored.

use crate::oracle::Answer;
use crate::outcome::Outcome;
use crate::sync::Mutex;
use rustc_hash::FxHashSet;

/// A sample and what it has shown. Threads may share it.
#[derive(Debug)]
pub struct Rerun {
    /// The share of answers to run again, from 0 to 1.
    share: f64,
    seed: [u8; 32],
    seen: Mutex<ReplayFindings>,
}

#[derive(Debug, Default)]
struct ReplayFindings {
    /// The number of texts that the store has answered.
    known: u64,
    /// The texts that were run again, by case.
    again: FxHashSet<(String, [u8; 32])>,
    /// The cases that need answers that the store lacks.
    unknown: Vec<String>,
    differences: Vec<Difference>,
}

/// A text on which the solver now behaves differently than when its answer was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The case whose reduction asks about the text.
    pub case: String,
    /// The text's length.
    pub bytes: usize,
    /// The stored result in one line.
    pub stored: String,
    /// The new result in one line.
    pub now: String,
    /// Whether the outcome of the check would be different.
    pub decides: bool,
}

impl Rerun {
    /// A sample of this share, from 0 to 1. The seed decides which texts belong to it.
    pub fn of(share: f64, seed: [u8; 32]) -> Rerun {
        Rerun {
            share,
            seed,
            seen: Mutex::default(),
        }
    }

    /// How many answers the store has given.
    pub fn known(&self) -> u64 {
        self.seen.lock().known
    }

    /// How many of them were run again.
    pub fn again(&self) -> usize {
        self.seen.lock().again.len()
    }

    /// Whether the reduction of a case needs an answer that the store lacks.
    pub fn is_unknown(&self, case: &str) -> bool {
        self.seen
            .lock()
            .unknown
            .iter()
            .any(|unknown| unknown == case)
    }

    /// The differences, by case and length.
    pub fn differences(&self) -> Vec<Difference> {
        let mut differences = self.seen.lock().differences.clone();
        differences.sort_by(|a, b| (&a.case, a.bytes, &a.now).cmp(&(&b.case, b.bytes, &b.now)));
        differences
    }

    /// Notes that the store lacks the next answer for a case.
    pub(super) fn ends(&self, case: &str) {
        self.seen.lock().unknown.push(case.to_owned());
    }

    /// Counts an answer of the store. Returns whether it is to be run again.
    pub(super) fn picks(&self, text: &[u8]) -> bool {
        self.seen.lock().known += 1;
        let hash = blake3::keyed_hash(&self.seed, text);
        let number = hash
            .as_bytes()
            .first_chunk()
            .copied()
            .map(u64::from_be_bytes);
        number.is_some_and(|number| number as f64 <= self.share * u64::MAX as f64)
    }

    /// Compares the stored answers about a text with those of new runs. Unresolved new runs are ignored, and only the
    /// first comparison of a text counts.
    pub(super) fn compare(
        &self,
        (case, text): (&str, &[u8]),
        (stored, answers): (Outcome, &[Answer]),
        (outcome, now): (Outcome, &[Answer]),
    ) {
        if outcome == Outcome::Unresolved {
            return;
        }
        let mut seen = self.seen.lock();
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
            stored: in_words(answers),
            now: in_words(now),
            decides,
        });
    }
}

/// Whether the runs ended in the same way with the same output.
fn same(stored: &[Answer], now: &[Answer]) -> bool {
    let shown = |answers: &[Answer]| -> Vec<_> {
        answers
            .iter()
            .filter_map(|answer| answer.evidence.as_ref())
            .map(|evidence| {
                let run = &evidence.observation;
                (run.end, run.out.clone(), run.err.clone())
            })
            .collect()
    };
    shown(stored) == shown(now)
}

/// What the runs did, in one line.
fn in_words(answers: &[Answer]) -> String {
    answers
        .iter()
        .map(|answer| match &answer.evidence {
            None => "no usable result".to_owned(),
            Some(evidence) => evidence.in_words(),
        })
        .collect::<Vec<_>>()
        .join("; ")
}
