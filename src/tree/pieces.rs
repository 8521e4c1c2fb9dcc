//! The parts of an edit: where something is removed, and which pieces are inserted instead.

use super::{Node, Symbol, Tree};
use std::ops::{Deref, Range};
use triomphe::ThinArc;

/// A piece of what is inserted. The base is the tree that is edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// Opens a new list.
    Open,
    /// Opens a copy of a list of the base in which something changes. Its elements follow as pieces, then a
    /// [`Piece::Close`].
    Enter(Node),
    /// Closes a list.
    Close,
    /// A token.
    Leaf(Symbol),
    /// A copy of a subtree of the base.
    Copy(Node),
}

impl Piece {
    /// A new list of these elements.
    pub fn list(elements: impl IntoIterator<Item = Piece>) -> Vec<Piece> {
        Piece::Open.closed_after(elements)
    }

    /// A copy of a list of the base with these elements instead of its own.
    pub fn changed_list(list: Node, elements: impl IntoIterator<Item = Piece>) -> Vec<Piece> {
        Piece::Enter(list).closed_after(elements)
    }

    /// The node of the base that is copied whole.
    pub fn copied(self) -> Option<Node> {
        match self {
            Piece::Copy(node) => Some(node),
            Piece::Open | Piece::Enter(_) | Piece::Close | Piece::Leaf(_) => None,
        }
    }

    fn closed_after(self, elements: impl IntoIterator<Item = Piece>) -> Vec<Piece> {
        let opened = [self].into_iter().chain(elements);
        opened.chain([Piece::Close]).collect()
    }
}

/// What a splice inserts. Most splices insert nothing or one piece, and there may be ten million of them. So nothing takes
/// 8 bytes, and the copies of what renames a token share one allocation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pieces(Option<ThinArc<(), Piece>>);

impl Deref for Pieces {
    type Target = [Piece];

    fn deref(&self) -> &[Piece] {
        self.0.as_ref().map_or(&[], |pieces| &pieces.slice)
    }
}

impl<'a> IntoIterator for &'a Pieces {
    type Item = &'a Piece;
    type IntoIter = std::slice::Iter<'a, Piece>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: IntoIterator<Item = Piece>> From<T> for Pieces {
    fn from(pieces: T) -> Pieces {
        let pieces: Vec<Piece> = pieces.into_iter().collect();
        Pieces((!pieces.is_empty()).then(|| ThinArc::from_header_and_slice((), &pieces)))
    }
}

/// Removes `cells` cells at `at`, and inserts `with` instead.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Splice {
    /// The first node that is replaced, or the node before which `with` is inserted; [`Tree::end`] for the very end.
    pub at: Node,
    /// The number of cells of the replaced subtree or neighbouring subtrees; 0 inserts `with` before `at`.
    pub cells: u32,
    /// What is inserted, with balanced parentheses; empty for a deletion.
    pub with: Pieces,
}

// A joint deletion has one for each element, of which there may be ten million.
const _: () = assert!(size_of::<Splice>() <= 16);

impl Splice {
    /// Replaces a node.
    pub fn replace(tree: &Tree, node: Node, with: impl Into<Pieces>) -> Splice {
        Splice {
            at: node,
            cells: tree.len(node),
            with: with.into(),
        }
    }

    /// Deletes a node.
    pub fn delete(tree: &Tree, node: Node) -> Splice {
        Splice::replace(tree, node, Pieces::default())
    }

    /// Deletes neighbouring nodes.
    pub fn delete_all(nodes: Range<Node>) -> Splice {
        Splice {
            at: nodes.start,
            cells: nodes.end - nodes.start,
            with: Pieces::default(),
        }
    }

    /// The first node after what is removed.
    pub fn end(&self) -> Node {
        self.at + self.cells
    }

    /// Whether the splice copies nodes that it does not remove.
    pub(super) fn copies_from_elsewhere(&self) -> bool {
        let mut copied = self.with.iter().filter_map(|piece| piece.copied());
        copied.any(|node| node < self.at || self.end() <= node)
    }

    /// Whether the splice is inside of the nodes from `start` to `end`. An insertion before `start` is not.
    pub(super) fn is_within(&self, start: Node, end: Node) -> bool {
        match self.cells {
            0 => start < self.at && self.at < end,
            _ => start <= self.at && self.end() <= end,
        }
    }

    /// Whether other splices are applied inside of this splice's copy of `node`. They are if `node` is before the
    /// splice or in what it removes. So no splice is ever applied inside of its own copy, not even through a chain of
    /// other splices.
    pub(super) fn composes(&self, tree: &Tree, node: Node) -> bool {
        let end = tree.next(node);
        self.at <= node && end <= self.end() || end <= self.at
    }
}

/// Tells of splices from left to right, outer ones first, whether each is in none of those before it.
pub(super) fn outermost() -> impl FnMut(&Splice) -> bool {
    let mut reach = 0;
    move |splice| {
        let is_outermost = splice.at >= reach;
        if is_outermost {
            reach = splice.end();
        }
        is_outermost
    }
}
