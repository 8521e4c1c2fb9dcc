//! When OR-tests pay: one run asks whether any of the next candidates is interesting.
//!
//! After a failure, the next candidates will probably fail, too. They are known, because a clone of the search shows
//! them, so one run asks about many of them. Those that are presumably not interesting are not run for now; the search
//! asks about them again before it calls a text 1-minimal. One that is presumably interesting gets a run of its own.
//! An OR-test that finds an interesting candidate at once is a wasted run, so OR-tests end when they have cost more runs
//! than they have saved.

use super::prefetch::{Expected, Speculation};
use crate::outcome::Outcome;
use crate::search::Candidate;
use rustc_hash::FxHashSet;

/// The number of candidates in the first run after a success. Each further run asks about twice as many.
const FIRST: usize = 8;

/// The most candidates in a run.
const MOST: usize = 16;

/// The most bytes in a run. To make many large texts takes longer than the runs that this may save.
const BYTES: usize = 64 * 1024;

/// The fewest candidates for which it pays.
const LEAST: usize = 3;

/// OR-tests end when they have cost so many runs more than they have saved.
const CREDIT: i64 = 2;

/// The digest of a text.
type Digest = [u8; 32];

/// When OR-tests are made in a reduction.
#[derive(Debug)]
pub(super) struct OrTests {
    /// The candidates of the current text that were in an OR-test.
    tried: FxHashSet<Digest>,
    /// Whether the last candidate was not interesting.
    failed: bool,
    /// How many candidates the next run asks about, at most.
    size: usize,
    /// How many runs more were saved than spent. None once OR-tests have ended.
    balance: Option<i64>,
}

impl OrTests {
    /// OR-tests for a reduction, if they are wanted.
    pub(super) fn new(wanted: bool) -> Self {
        OrTests {
            tried: FxHashSet::default(),
            failed: false,
            size: FIRST,
            balance: wanted.then_some(0),
        }
    }

    /// Whether an OR-test is worth its run, beginning with this text.
    pub(super) fn are_due(&self, text: &[u8]) -> bool {
        self.failed && self.balance.is_some() && !self.tried.contains(blake3::hash(text).as_bytes())
    }

    /// The questions to ask in one run: this one, and those that will be asked if all before them fail. None if there
    /// are too few. Those that `is_decided` are left out.
    pub(super) fn questions(
        &self,
        first: Expected,
        mut ahead: Speculation,
        is_decided: impl Fn(&[u8]) -> bool,
    ) -> Option<Vec<Expected>> {
        let mut bytes = first.text.len();
        let mut questions = vec![first];
        while questions.len() < self.size && bytes <= BYTES {
            let Some(next) = ahead.behind_failure().filter(|next| next.may_be_presumed) else {
                break;
            };
            let is_new = questions.iter().all(|known| known.text != next.text);
            if is_new && !is_decided(&next.text) {
                bytes += next.text.len();
                questions.push(next);
            }
        }
        (questions.len() >= LEAST).then_some(questions)
    }

    /// Takes the outcomes of an OR-test; none if OR-tests tell nothing about this case. Returns the candidates that are
    /// presumably not interesting.
    pub(super) fn tell(
        &mut self,
        questions: Vec<Expected>,
        outcomes: Option<&[Outcome]>,
    ) -> Vec<Candidate> {
        let Some((outcomes, balance)) = outcomes.zip(self.balance) else {
            self.balance = None;
            return Vec::new();
        };
        let tried = questions.iter();
        self.tried
            .extend(tried.map(|question| *blake3::hash(&question.text).as_bytes()));
        let told = questions.into_iter().zip(outcomes);
        // What comes behind an interesting candidate will be asked about in a smaller text.
        let told = told.take_while(|(_, outcome)| **outcome != Outcome::Interesting);
        let failing = told.filter(|(_, outcome)| **outcome == Outcome::Uninteresting);
        let failing: Vec<Candidate> = failing.map(|(question, _)| question.candidate).collect();
        self.size = MOST.min(self.size * 2);
        let balance = balance + i64::try_from(failing.len()).unwrap_or(i64::MAX) - 1;
        self.balance = (balance > -CREDIT).then_some(balance);
        failing
    }

    /// Takes the answer about a candidate that was asked about alone.
    pub(super) fn answered(&mut self, outcome: Outcome) {
        self.failed = outcome != Outcome::Interesting;
        if !self.failed {
            self.size = FIRST;
            self.tried.clear();
        }
    }
}
