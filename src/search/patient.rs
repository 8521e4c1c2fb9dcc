//! Slow candidates: when a candidate that took too long is asked about again under the full limits.
//!
//! Most questions are answered under a short limit, because most candidates that take longer would never end. A
//! candidate that takes longer is unresolved. Two things must not be lost by this. A result is 1-minimal only if every
//! candidate of the final text was decided under the full limits. And a failure that takes longer than in the original
//! must be found before the whole of a large text has been searched in vain.
//!
//! So whatever is unresolved when a search has ended is asked about again with full patience. This comes last, so that
//! the search does not wait for a candidate that never ends while others may succeed. Of the unresolved candidates,
//! those come last that failed like this in a larger text.
//!
//! Besides, one in every few unresolved candidates is asked about again at once. If a failure is slow, this soon finds
//! an interesting candidate, and whoever sets the short limit learns from it. Then the search starts again, because the
//! candidates that were unresolved until then were worth waiting for. If candidates never end, the time for this is a
//! small part of what all of them would take: with a full limit of 35 times the short one, an eleventh.
//!
//! All this has an [`Allowance`]. Candidates for which it is not enough stay unresolved, and are counted.

use super::failures::Failures;
use super::known_texts::KnownTexts;
use super::{Allowance, Asking, Candidate, Fed, Position, Search};
use crate::language::{HintDepth, Superfluous, TestCase};
use std::sync::Arc;
use std::time::Duration;

/// One in this many unresolved candidates is asked about again at once.
const EVERY: u32 = 16;

/// A search whose unresolved candidates are asked about again.
#[derive(Clone)]
pub(crate) struct Patient {
    part: Box<dyn Search>,
    /// The unresolved candidates of the current text, in the order in which they were asked about; of those that make
    /// the same text, only the first.
    unresolved: Arc<Vec<Candidate>>,
    /// Their texts.
    texts: KnownTexts,
    /// The number of unresolved candidates since one was asked about again.
    since: u32,
    /// The candidates that were asked about again in vain, in this text or a larger one.
    failures: Failures,
    /// After the end of the search: how many of the unresolved candidates were asked about again.
    closing: Option<usize>,
    allowance: Allowance,
    /// The candidate that was returned last: of the search, or if it is asked about finally, an unresolved one.
    asked: Option<Candidate>,
}

impl Patient {
    /// This search, and then its unresolved candidates, as far as the allowance goes.
    pub(crate) fn new(part: Box<dyn Search>, allowance: Allowance) -> Self {
        Patient {
            part,
            unresolved: Arc::default(),
            texts: KnownTexts::default(),
            since: 0,
            failures: Failures::default(),
            closing: None,
            allowance,
            asked: None,
        }
    }

    /// The allowance, with what this search has used of it, for a later search of the same case.
    pub(crate) fn allowance(&self) -> Allowance {
        self.allowance
    }

    /// Adds a check of the search, under this limit, to the time that it has taken. `is_cut`: the check reached the
    /// limit.
    pub(crate) fn checked(&mut self, short: Duration, is_cut: bool) {
        self.allowance.checked(short, is_cut);
    }

    /// After the end of the search: the number of unresolved candidates for which the allowance was not enough.
    pub(crate) fn left_unasked(&self) -> usize {
        self.closing.map_or(0, |done| self.unresolved.len() - done)
    }

    /// The unresolved candidate to ask about again now, if one is due.
    fn due(&self) -> Option<&Candidate> {
        let is_time = self.since >= EVERY && self.allowance.is_left_meanwhile();
        let last = self.unresolved.last().filter(|_| is_time)?;
        (!self.has_failed(last)).then_some(last)
    }

    fn has_failed(&self, candidate: &Candidate) -> bool {
        self.failures.contain(&candidate.base, &candidate.edit)
    }

    /// Begins to ask about all unresolved candidates. Those that have not failed in a larger text come first.
    fn close(&mut self) {
        let mut unresolved = self.unresolved.to_vec();
        unresolved.sort_by_cached_key(|candidate| self.has_failed(candidate));
        (self.unresolved, self.closing) = (Arc::new(unresolved), Some(0));
    }

    /// Takes the answer to a question of the search.
    fn first(&mut self, candidate: Candidate, fed: &Fed) {
        self.part.feed(fed);
        match fed {
            Fed::Unresolved => {
                self.since += 1;
                if self.texts.add_candidate(&candidate, usize::MAX) {
                    Arc::make_mut(&mut self.unresolved).push(candidate);
                }
            }
            Fed::Interesting { .. } => self.forget(),
            Fed::Uninteresting | Fed::Held | Fed::Skipped => {}
        }
    }

    /// Takes the answer to a question that is not asked again.
    fn passing(&mut self, fed: &Fed) {
        self.part.feed(fed);
        if matches!(fed, Fed::Interesting { adopted: true, .. }) {
            self.forget();
        }
    }

    /// Takes the answer to a question that was asked again.
    fn again(&mut self, candidate: &Candidate, fed: &Fed) {
        self.since = 0;
        if let Fed::Interesting { adopted, .. } = fed {
            self.forget();
            if *adopted {
                self.part.restart();
                self.closing = None;
            }
            return;
        }
        self.failures.add(&candidate.base, &candidate.edit);
        self.allowance.asked_again(self.closing.is_some());
        match &mut self.closing {
            Some(done) => *done += 1,
            None => drop(Arc::make_mut(&mut self.unresolved).pop()),
        }
    }

    /// Forgets which candidates are unresolved, because the text will not stay: an interesting candidate replaces it,
    /// or the driver will go on from a shorter one.
    fn forget(&mut self) {
        (self.unresolved, self.texts) = (Arc::default(), KnownTexts::default());
        self.closing = self.closing.map(|_| 0);
    }
}

impl Search for Patient {
    fn next(&mut self, current: &TestCase) -> Option<Candidate> {
        if self.closing.is_none() {
            // While the search goes on: now and then an unresolved candidate, otherwise its own questions.
            let due = self.due().cloned();
            let due = due.map(|candidate| candidate.asked(Asking::Final));
            self.asked = due.or_else(|| self.part.next(current));
            if self.asked.is_some() {
                return self.asked.clone();
            }
            self.close();
        }
        // After its end: the unresolved candidates, as long as the allowance lasts.
        if !self.allowance.is_left_in_the_end() {
            return None;
        }
        let candidate = self.unresolved.get(self.closing?)?.clone();
        self.asked = Some(candidate.asked(Asking::Final));
        self.asked.clone()
    }

    fn feed(&mut self, fed: &Fed) {
        let Some(candidate) = self.asked.take() else {
            return;
        };
        match candidate.asking {
            Asking::First => self.first(candidate, fed),
            Asking::Passing => self.passing(fed),
            Asking::Final => self.again(&candidate, fed),
        }
    }

    fn wants_hint(&self, current: &TestCase) -> Option<HintDepth> {
        self.part.wants_hint(current)
    }

    fn take_hint(&mut self, current: &TestCase, superfluous: &Superfluous) {
        self.part.take_hint(current, superfluous);
    }

    fn restart(&mut self) {
        (self.unresolved, self.texts) = (Arc::default(), KnownTexts::default());
        (self.since, self.closing) = (0, None);
        self.part.restart();
    }

    fn position(&self) -> Option<Position> {
        let Some(done) = self.closing else {
            return self.part.position();
        };
        Some(Position {
            stage: "slow candidates",
            mutator: self.unresolved.get(done)?.by,
            granularity: 1,
            visited: done,
            nodes: self.unresolved.len(),
        })
    }
}
