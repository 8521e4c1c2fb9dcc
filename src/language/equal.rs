//! Equal tokens and subterms of a text, so that all of them can be found and changed at once. Subterms are found by their
//! hashes, then compared.

use crate::tree::{Node, Parents, ROOT, Symbol, Tree};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::ops::Range;

/// Subterms with fewer cells than this are ignored.
const SMALLEST: u32 = 3;

/// For each subterm, the next equal one in preorder.
#[derive(Clone, Debug)]
pub(super) struct EqualSubterms {
    /// For each node, the next equal subterm; [`ROOT`] for none.
    next: Box<[Node]>,
    /// For each node, whether there is an earlier equal subterm.
    is_later: Box<[bool]>,
}

impl EqualSubterms {
    /// Finds equal subterms; some are missed if unequal ones have the same hash.
    pub(super) fn of(tree: &Tree, parents: &Parents) -> EqualSubterms {
        let hashes = hashes(tree, parents);
        let mut next = vec![ROOT; tree.cells().len()];
        let mut is_later = vec![false; tree.cells().len()];
        let mut last: FxHashMap<u64, Node> = FxHashMap::default();
        for node in (1..tree.end()).filter(|&node| tree.len(node) >= SMALLEST) {
            if let Some(before) = last.insert(hashes[node as usize], node)
                && are_equal(tree, parents, &next, before, node)
            {
                next[before as usize] = node;
                is_later[node as usize] = true;
            }
        }
        EqualSubterms {
            next: next.into(),
            is_later: is_later.into(),
        }
    }

    /// The later subterms that are equal to `first`. Empty if `first` is not the first of them.
    pub(super) fn after(&self, first: Node) -> impl Iterator<Item = Node> {
        let next = |&node: &Node| Some(self.next[node as usize]).filter(|&node| node != ROOT);
        let second = next(&first).filter(|_| !self.is_later[first as usize]);
        std::iter::successors(second, next)
    }
}

/// Whether two subterms with the same hash are equal, as nearly all are. They certainly are at the same place in equal
/// subterms, which come before their parts; so a deep subterm is not read at each of its levels.
fn are_equal(tree: &Tree, parents: &Parents, next: &[Node], before: Node, node: Node) -> bool {
    let [around_before, around] = [before, node].map(|node| parents.parent(node));
    let is_inside = next[around_before as usize] == around;
    is_inside && before - around_before == node - around || tree.bytes(before) == tree.bytes(node)
}

/// A hash for each node, computed from the last node to the first. Equal subterms have equal hashes. The hashes are
/// valid within one process only.
fn hashes(tree: &Tree, parents: &Parents) -> Box<[u64]> {
    let mut hashes = vec![0; tree.cells().len()];
    let mut counts = vec![0u32; tree.cells().len()];
    let mut later: Vec<u64> = Vec::new(); // hashes of the later siblings, the nearest one last
    for node in (1..tree.end()).rev() {
        counts[parents.parent(node) as usize] += 1;
        let mut state = FxHasher::default();
        tree.sym(node).hash(&mut state);
        if tree.sym(node) == Symbol::LIST {
            for _ in 0..counts[node as usize] {
                later.pop().hash(&mut state);
            }
        }
        // FxHasher leaves the entropy in the high bits; this spreads it over all bits.
        let mixed = state.finish().wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hashes[node as usize] = mixed ^ (mixed >> 29);
        later.push(hashes[node as usize]);
    }
    hashes.into()
}

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
