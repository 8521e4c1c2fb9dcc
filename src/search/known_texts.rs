//! The texts that a search has come across, so that none of them is asked about twice.

use super::Candidate;
use crate::language::TestCase;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// A set of texts, by their hashes. A clone is cheap until one of the two changes.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownTexts(Arc<FxHashSet<[u8; 32]>>);

impl KnownTexts {
    /// Takes note of the text of a test case.
    pub(super) fn add(&mut self, case: &TestCase) {
        self.insert(case.hash());
    }

    /// Takes note of the text of a candidate. Returns whether the candidate is worth asking about: its text was not
    /// known, it has at most `most_bytes` bytes, and the filter does not hold it back.
    pub(super) fn add_candidate(&mut self, candidate: &Candidate, most_bytes: usize) -> bool {
        let text = candidate.text().filter(|text| text.len() <= most_bytes);
        text.is_some_and(|text| self.insert(*blake3::hash(&text).as_bytes()))
    }

    /// Whether the text of a candidate is known. Returns false for a base of more than `most_bytes` bytes.
    pub(super) fn have(&self, candidate: &Candidate, most_bytes: usize) -> bool {
        let is_short = !self.0.is_empty() && candidate.base.text().len() <= most_bytes;
        let text = is_short.then(|| candidate.text()).flatten();
        text.is_some_and(|text| self.0.contains(blake3::hash(&text).as_bytes()))
    }

    fn insert(&mut self, hash: [u8; 32]) -> bool {
        Arc::make_mut(&mut self.0).insert(hash)
    }
}
