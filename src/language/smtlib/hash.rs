//! Structural hashes of all subtrees, made once, from the last node to the first.

use crate::tree::{Node, Symbol, Tree};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// A hash per node: equal subtrees have equal hashes. They hold within one process only.
pub(super) fn hashes(tree: &Tree, parents: &[Node]) -> Box<[u64]> {
    let mut hashes = vec![0; tree.cells().len()];
    let mut counts = vec![0u32; tree.cells().len()];
    let mut behind: Vec<u64> = Vec::new(); // hashes of the siblings behind, the nearest last
    for node in (1..tree.end()).rev() {
        counts[parents[node as usize] as usize] += 1;
        let mut state = FxHasher::default();
        tree.sym(node).hash(&mut state);
        if tree.sym(node) == Symbol::LIST {
            for _ in 0..counts[node as usize] {
                behind.pop().hash(&mut state);
            }
        }
        // Spreads what FxHasher leaves in the high bits.
        let mixed = state.finish().wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hashes[node as usize] = mixed ^ (mixed >> 29);
        behind.push(hashes[node as usize]);
    }
    hashes.into()
}
