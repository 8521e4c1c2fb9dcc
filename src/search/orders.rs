//! The orders in which sweeps visit nodes.

use crate::language::TestCase;
use crate::tree::{Node, ROOT, Tree};
use rustc_hash::FxHashSet;

/// Once this many nodes are near, no further ones are looked for.
const NEAREST: usize = 64;

/// The nodes nearest to `centre`, which comes first, by the number of steps between a node and its parent.
pub(super) fn nearest(case: &TestCase, centre: Node) -> Vec<Node> {
    let mut order = vec![centre];
    let mut known = FxHashSet::from_iter([centre]);
    let mut visited = 0;
    while let Some(&node) = order.get(visited).filter(|_| order.len() < NEAREST) {
        let parent = (node != ROOT).then(|| case.parent(node));
        let near = parent.into_iter().chain(case.tree().children(node));
        order.extend(near.take(NEAREST).filter(|&near| known.insert(near)));
        visited += 1;
    }
    order
}

/// All nodes in breadth-first order.
pub(super) fn breadth_first(tree: &Tree) -> Vec<Node> {
    let mut order = Vec::with_capacity(tree.cells().len());
    order.push(ROOT);
    let mut visited = 0;
    while let Some(&node) = order.get(visited) {
        order.extend(tree.children(node));
        visited += 1;
    }
    order
}
