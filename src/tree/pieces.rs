//! What an edit is made of: where something is taken out, and the pieces that are put there instead.

use super::{Node, Symbol, Tree};

/// A piece of what is put in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// Opens a new list.
    Open,
    /// Opens a list of the base again, of which something changes: its elements follow as pieces, then a
    /// [`Piece::Close`].
    Enter(Node),
    /// Closes a list.
    Close,
    /// A token.
    Leaf(Symbol),
    /// A copy of a subtree of the base.
    Copy(Node),
}

/// Takes out `cells` cells at `at`, and puts `with` there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Splice {
    /// The node that is replaced, or before which something is put; [`Tree::end`] for the very end.
    pub at: Node,
    /// The length of the replaced subtree (or of several neighbours); 0 puts `with` before `at`.
    pub cells: u32,
    /// What is put in, with balanced parentheses; empty to delete.
    pub with: Vec<Piece>,
}

impl Splice {
    /// The first node behind what is taken out.
    pub fn end(&self) -> Node {
        self.at + self.cells
    }

    /// Whether it lies among the nodes from `start` to `end`. What is put before `start` does not.
    pub(super) fn is_within(&self, start: Node, end: Node) -> bool {
        match self.cells {
            0 => start < self.at && self.at < end,
            _ => start <= self.at && self.end() <= end,
        }
    }

    /// Whether other splices are made inside its copy of the node. They are where the node lies in what the splice
    /// takes out, or before it: so no splice is ever made inside its own copy, however long the way round.
    pub(super) fn composes(&self, tree: &Tree, node: Node) -> bool {
        let end = tree.next(node);
        self.at <= node && end <= self.end() || end <= self.at
    }
}
