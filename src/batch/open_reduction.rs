//! A reduction that has not ended, and how often smelt died in it.

use crate::event::Spent;

/// A reduction that has not ended.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OpenReduction {
    /// How many times it was started.
    pub(super) starts: u64,
    /// What that has cost, as far as it was recorded.
    pub(super) spent: Spent,
    /// How many times smelt died while it worked on it.
    pub(super) deaths: Deaths,
}

/// How many times smelt died in the middle of a reduction: it was killed (perhaps because memory was short), or it
/// crashed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Deaths {
    /// The deaths since a start of the reduction last ended with a row.
    pub(super) count: u64,
    /// Whether the last start has no end so far.
    pub(super) is_begun: bool,
}

impl Deaths {
    /// The reduction begins. If the last start has no end, smelt has died in it.
    pub(super) fn begins(&mut self) {
        self.settle();
        self.is_begun = true;
    }

    /// Counts a last start without an end as a death.
    pub(super) fn settle(&mut self) {
        self.count += u64::from(std::mem::take(&mut self.is_begun));
    }
}
