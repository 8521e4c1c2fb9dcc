//! Where each token of a text stands.

use crate::tree::{Node, Symbol, Tree};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The places of each distinct token.
#[derive(Clone, Debug)]
pub(super) struct Tokens {
    /// The range of each token in `places`.
    ranges: FxHashMap<Symbol, Range<u32>>,
    /// The places of the tokens, one token after the other, each in order.
    places: Box<[Node]>,
}

impl Tokens {
    /// Finds all places in linear time.
    pub(super) fn of(tree: &Tree) -> Tokens {
        let mut ranges: FxHashMap<Symbol, Range<u32>> = FxHashMap::default();
        let tokens = || (1..tree.end()).filter(|&node| !tree.is_list(node));
        for node in tokens() {
            ranges.entry(tree.sym(node)).or_default().end += 1;
        }
        let mut total = 0;
        // The order of the ranges does not matter.
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
