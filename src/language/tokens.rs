//! The places of each token of a text.

use crate::tree::{Node, Symbol, Tree};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The nodes at which each distinct token occurs.
#[derive(Clone, Debug)]
pub(super) struct Tokens {
    /// The range of each token in `places`.
    ranges: FxHashMap<Symbol, Range<u32>>,
    /// The nodes of all tokens: grouped by token, and in order within each group.
    places: Box<[Node]>,
}

impl Tokens {
    /// Finds all places in linear time.
    pub(super) fn of(tree: &Tree) -> Tokens {
        // As in counting sort: count each token, give each a range, then fill the ranges.
        let mut ranges: FxHashMap<Symbol, Range<u32>> = FxHashMap::default();
        let tokens = || (1..tree.end()).filter(|&node| !tree.is_list(node));
        for node in tokens() {
            ranges.entry(tree.sym(node)).or_default().end += 1;
        }
        let mut total = 0;
        // The order of the ranges does not matter. Each begins empty and grows as its nodes are filled in.
        for range in ranges.values_mut() {
            let count = range.end;
            *range = total..total;
            total += count;
        }
        let mut places = vec![0; total as usize];
        for node in tokens() {
            if let Some(range) = ranges.get_mut(&tree.sym(node)) {
                places[range.end as usize] = node;
                range.end += 1;
            }
        }
        Tokens {
            ranges,
            places: places.into(),
        }
    }

    /// The places of a token, in order.
    pub(super) fn places(&self, token: Symbol) -> &[Node] {
        let range = self.ranges.get(&token).cloned().unwrap_or_default();
        &self.places[range.start as usize..range.end as usize]
    }
}
