//! Equal subterms of one text, so that all of them can be changed at once.

use crate::tree::{Node, ROOT, Symbol, Tree};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// The least number of cells; smaller subterms are ignored.
const SMALLEST: u32 = 3;

/// For each subterm, the next equal one in preorder.
#[derive(Clone, Debug)]
pub(super) struct EqualSubterms {
    /// The next equal subterm; [`ROOT`] for none.
    next: Box<[Node]>,
    /// Whether there is an earlier equal subterm.
    is_later: Box<[bool]>,
}

impl EqualSubterms {
    /// Finds all equal subterms in linear time.
    pub(super) fn of(tree: &Tree, parents: &[Node]) -> EqualSubterms {
        let hashes = hashes(tree, parents);
        let mut next = vec![ROOT; tree.cells().len()];
        let mut is_later = vec![false; tree.cells().len()];
        let mut last: FxHashMap<u64, Node> = FxHashMap::default();
        for node in (1..tree.end()).filter(|&node| tree.len(node) >= SMALLEST) {
            if let Some(before) = last.insert(hashes[node as usize], node) {
                next[before as usize] = node;
                is_later[node as usize] = true;
            }
        }
        EqualSubterms {
            next: next.into(),
            is_later: is_later.into(),
        }
    }

    /// The later subterms with the same hash as `first`. None if `first` is not the first of them.
    pub(super) fn after(&self, first: Node) -> impl Iterator<Item = Node> {
        let next = |&node: &Node| Some(self.next[node as usize]).filter(|&node| node != ROOT);
        let from = if self.is_later[first as usize] {
            ROOT
        } else {
            self.next[first as usize]
        };
        std::iter::successors(Some(from).filter(|&node| node != ROOT), next)
    }
}

/// A hash for each node, computed from the last node to the first. Equal subterms have equal hashes. The hashes are
/// valid within one process only.
fn hashes(tree: &Tree, parents: &[Node]) -> Box<[u64]> {
    let mut hashes = vec![0; tree.cells().len()];
    let mut counts = vec![0u32; tree.cells().len()];
    let mut behind: Vec<u64> = Vec::new(); // hashes of the later siblings, the nearest one last
    for node in (1..tree.end()).rev() {
        counts[parents[node as usize] as usize] += 1;
        let mut state = FxHasher::default();
        tree.sym(node).hash(&mut state);
        if tree.sym(node) == Symbol::LIST {
            for _ in 0..counts[node as usize] {
                behind.pop().hash(&mut state);
            }
        }
        // FxHasher leaves the entropy in the high bits; this spreads it.
        let mixed = state.finish().wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hashes[node as usize] = mixed ^ (mixed >> 29);
        behind.push(hashes[node as usize]);
    }
    hashes.into()
}
