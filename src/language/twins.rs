//! Twins: equal subtrees of one text, so that all of them can be changed at once.

use super::smtlib::Analysis;
use crate::tree::{Node, ROOT, Tree};
use rustc_hash::FxHashMap;

/// Smaller subtrees have no twins worth knowing.
const SMALLEST: u32 = 3;

/// For each subtree the next one in preorder that is equal to it.
#[derive(Clone, Debug)]
pub(super) struct Twins {
    /// The next twin; [`ROOT`] for none.
    next: Box<[Node]>,
    /// Whether an earlier twin exists.
    is_later: Box<[bool]>,
}

impl Twins {
    /// Finds them, in linear time.
    pub(super) fn of(tree: &Tree, analysis: &Analysis) -> Twins {
        let mut next = vec![ROOT; tree.cells().len()];
        let mut is_later = vec![false; tree.cells().len()];
        let mut last: FxHashMap<u64, Node> = FxHashMap::default();
        for node in (1..tree.end()).filter(|&node| tree.len(node) >= SMALLEST) {
            if let Some(before) = last.insert(analysis.hash(node), node) {
                next[before as usize] = node;
                is_later[node as usize] = true;
            }
        }
        Twins {
            next: next.into(),
            is_later: is_later.into(),
        }
    }

    /// The later twins of the first of them; none for any other.
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
