//! Texts that can be walked through: a tree, or the view of an edited one.

use crate::tree::{Node, Symbol, Tree};

/// Converts a number of cells, or of anything that a text has at most as many of as cells. It fits 32 bits.
pub(super) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Where a node of an edited text comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// The edit inserts it.
    New,
    /// It is this node of the base, in which nothing changes but by splices inside of it.
    Kept(Node),
    /// The edit inserts it as an unchanged copy of this node of the base.
    Copied(Node),
}

/// A sequence of cells that can be walked through.
pub(super) trait Text {
    /// The token, or [`Symbol::LIST`].
    fn sym(&self, node: Node) -> Symbol;
    /// The number of cells in the subtree.
    fn len(&self, node: Node) -> u32;
    /// The elements of a list.
    fn elements(&self, list: Node) -> impl Iterator<Item = Node> {
        let (mut at, end) = (list + 1, list + self.len(list));
        std::iter::from_fn(move || {
            let node = at;
            (node < end).then(|| {
                at += self.len(node);
                node
            })
        })
    }
    /// Where the node of an edited text comes from.
    fn source(&self, _node: Node) -> Origin {
        Origin::New
    }
}

impl Text for Tree {
    fn sym(&self, node: Node) -> Symbol {
        Tree::sym(self, node)
    }

    fn len(&self, node: Node) -> u32 {
        Tree::len(self, node)
    }
}
