//! Edits: what to take out of a tree, and what to put there instead.
//!
//! The splices of an edit may nest. What stands inside a node that a splice copies is changed inside the copy, at any
//! depth; [`Edit::splices`] works that out. What stands inside what a splice takes out and does not copy is not made.

use super::compose::composed;
use super::pieces::{Piece, Splice};
use super::{Node, Tree};
use std::cmp::Reverse;
use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

/// A change of one tree, made whole or not at all.
#[derive(Clone, Debug, Default)]
pub struct Edit {
    /// Sorted by where they begin, insertions first, then the outermost first. Of two one contains the other, or they
    /// are disjoint.
    parts: Vec<Splice>,
    /// Whether a part may lie in what another one copies.
    may_compose: bool,
    /// What becomes of such parts, worked out when first asked for.
    composed: OnceLock<Box<[Splice]>>,
}

impl Edit {
    /// An edit of these splices, in any order. Of equal ones the first wins, of overlapping ones that which begins
    /// first; insertions before one node stay in the order given.
    pub fn new(mut splices: Vec<Splice>) -> Edit {
        splices.sort_by_key(|splice| (splice.at, splice.cells > 0, Reverse(splice.cells)));
        let mut may_compose = splices.len() > 1 && splices.iter().any(copies_from_elsewhere);
        let mut around: Vec<(Node, Node)> = Vec::new();
        splices.retain(|splice| {
            let (at, end) = (splice.at, splice.end());
            while around.last().is_some_and(|&(_, end)| end <= at) {
                around.pop();
            }
            let outer = around.last().copied();
            let keep = outer.is_none_or(|(start, last)| end <= last && (start, last) != (at, end));
            may_compose |= keep && outer.is_some();
            if keep && end > at {
                around.push((at, end));
            }
            keep
        });
        Edit {
            parts: splices,
            may_compose,
            composed: OnceLock::new(),
        }
    }

    /// Takes the node out.
    pub fn delete(tree: &Tree, node: Node) -> Edit {
        Edit::replace(tree, node, Vec::new())
    }

    /// Puts `with` where the node is.
    pub fn replace(tree: &Tree, node: Node, with: Vec<Piece>) -> Edit {
        Edit::new(vec![Splice {
            at: node,
            cells: tree.len(node),
            with,
        }])
    }

    /// The splices that it was made of, sorted; they may nest.
    pub fn parts(&self) -> &[Splice] {
        &self.parts
    }

    /// What is done to the tree that the edit was made for: sorted, disjoint splices, in whose pieces nothing is left
    /// to be changed. Worked out once, in time linear in the parts and in what they copy.
    pub fn splices(&self, tree: &Tree) -> &[Splice] {
        if !self.may_compose {
            return &self.parts;
        }
        self.composed
            .get_or_init(|| composed(tree, &self.parts).unwrap_or_else(|| self.outermost()))
    }

    /// Whether [`Edit::splices`] does what the parts say. Where copies of copies would make the text more than twice
    /// as large, the outermost parts are made and no other.
    pub(super) fn is_composable(&self, tree: &Tree) -> bool {
        if !self.may_compose {
            return true;
        }
        let composed = composed(tree, &self.parts);
        let is_composable = composed.is_some();
        self.composed
            .get_or_init(|| composed.unwrap_or_else(|| self.outermost()));
        is_composable
    }

    fn outermost(&self) -> Box<[Splice]> {
        let mut reach = 0;
        let outermost = self.parts.iter().filter(|part| {
            let keep = part.at >= reach;
            reach = reach.max(part.end());
            keep
        });
        outermost.cloned().collect()
    }

    /// Whether nothing is changed.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }
}

/// Whether the splice copies nodes that it does not take out.
fn copies_from_elsewhere(splice: &Splice) -> bool {
    let is_elsewhere = |piece: &Piece| match *piece {
        Piece::Copy(node) => node < splice.at || splice.end() <= node,
        Piece::Open | Piece::Enter(_) | Piece::Close | Piece::Leaf(_) => false,
    };
    splice.with.iter().any(is_elsewhere)
}

impl PartialEq for Edit {
    fn eq(&self, other: &Edit) -> bool {
        self.parts == other.parts
    }
}

impl Eq for Edit {}

impl Hash for Edit {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.parts.hash(state);
    }
}
