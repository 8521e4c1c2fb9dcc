//! Texts that fail only sometimes: which accepted texts the search may go back to, and which are never accepted again.

use crate::reduction::chain::Chain;
use rustc_hash::FxHashSet;

/// How many times an accepted text is run again, past the store, before it counts as always failing.
const FRESH_RUNS: usize = 1;

/// The same number once an accepted text has turned out to fail only sometimes, and for texts that the search has not
/// accepted after a run.
pub(super) const DOUBTFUL_RUNS: usize = 2;

/// What is known about texts that fail only sometimes.
pub(in crate::reduction) struct Doubt {
    chain: Chain,
    is_raised: bool,
    /// The digests of texts that failed a re-check. None of them is accepted again, whatever later runs do.
    refuted: FxHashSet<[u8; 32]>,
}

impl Doubt {
    /// No doubt yet: the golden text is the first to go back to.
    pub(super) fn new(golden: &[u8]) -> Doubt {
        let mut chain = Chain::default();
        chain.push(golden);
        Doubt {
            chain,
            is_raised: false,
            refuted: FxHashSet::default(),
        }
    }

    /// Whether an accepted text turned out to fail only sometimes. From then on, no text is accepted after a single
    /// run.
    pub(in crate::reduction) fn is_raised(&self) -> bool {
        self.is_raised
    }

    /// An accepted text has turned out to fail only sometimes.
    pub(super) fn raise(&mut self) {
        self.is_raised = true;
    }

    /// How many times an accepted text is run again.
    pub(super) fn runs(&self) -> usize {
        if self.is_raised {
            DOUBTFUL_RUNS
        } else {
            FRESH_RUNS
        }
    }

    /// Adds an accepted text to those that the search may go back to.
    pub(super) fn accept(&mut self, text: &[u8]) {
        self.chain.push(text);
    }

    /// Removes from the chain the newest text that has not failed a re-check, all newer ones, and those that are hardly
    /// longer, and returns it.
    pub(super) fn newest(&mut self) -> Option<Vec<u8>> {
        while let Some(text) = self.chain.pop_step() {
            if !self.is_refuted(&text) {
                return Some(text);
            }
        }
        None
    }

    /// The oldest text of the chain: the golden text, unless all texts have failed a re-check. It is kept as bytes,
    /// because the test case of a large text takes many times its memory.
    pub(in crate::reduction) fn oldest(&self) -> Option<Vec<u8>> {
        self.chain.text(0)
    }

    /// The texts that the search might have gone back to, now that it has ended, and the result.
    pub(in crate::reduction) fn take_chain(&mut self, result: &[u8]) -> Chain {
        let mut chain = std::mem::take(&mut self.chain);
        chain.end_with(result);
        chain
    }

    /// A text has failed a re-check.
    pub(super) fn refute(&mut self, text: &[u8]) {
        self.refuted.insert(*blake3::hash(text).as_bytes());
    }

    /// Whether a text has failed a re-check.
    pub(super) fn is_refuted(&self, text: &[u8]) -> bool {
        !self.refuted.is_empty() && self.refuted.contains(blake3::hash(text).as_bytes())
    }
}
