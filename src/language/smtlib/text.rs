//! Texts that can be walked through: a tree, or an edited tree.

use crate::tree::{Node, Symbol, Tree};

/// Where an edited text has a node from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    New,
    /// The node of the base, which only the splices inside it change.
    Kept(Node),
    /// The node of the base, of which this is an unchanged copy.
    Copied(Node),
}

/// A sequence of cells that can be walked through.
pub(super) trait Text {
    /// The token, or [`Symbol::LIST`].
    fn sym(&self, node: Node) -> Symbol;
    /// The number of cells in the subtree.
    fn len(&self, node: Node) -> u32;
    /// Where an edited text has the node from.
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
