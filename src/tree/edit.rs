//! Edits: what to remove from a tree, and what to insert instead.
//!
//! The splices of an edit may nest. If a splice copies a node, the splices inside of this node are applied to the copy,
//! at any depth; [`Edit::splices`] works this out. If a splice removes a node without copying it, the splices inside of
//! the node have no effect.

use super::compose::composed;
use super::pieces::{Piece, Splice, outermost};
use super::{Node, Tree};
use std::cmp::Reverse;
use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

/// A change of one tree. It is applied as a whole or not at all.
#[derive(Clone, Debug, Default)]
pub struct Edit {
    /// Sorted by where they begin. At the same node, insertions come first, then splices from the outside to the
    /// inside. Any two parts are disjoint, or one contains the other.
    parts: Vec<Splice>,
    /// Whether a part may lie in a node that another part copies.
    may_compose: bool,
    /// The disjoint splices for such parts, worked out on first use.
    composed: OnceLock<Box<[Splice]>>,
}

impl Edit {
    /// An edit of these splices, which may come in any order. Of equal splices, the first wins. Of overlapping splices,
    /// the one that begins first wins. Insertions before the same node keep the given order.
    pub fn new(mut splices: Vec<Splice>) -> Edit {
        splices.sort_by_key(|splice| (splice.at, splice.cells > 0, Reverse(splice.cells)));
        let mut may_compose =
            splices.len() > 1 && splices.iter().any(Splice::copies_from_elsewhere);
        let mut around: Vec<(Node, Node)> = Vec::new(); // the begins and ends of the splices around the current one
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

    /// An edit of splices that are sorted and disjoint, and copy nothing from elsewhere.
    pub(super) fn of_disjoint(splices: Vec<Splice>) -> Edit {
        Edit {
            parts: splices,
            may_compose: false,
            composed: OnceLock::new(),
        }
    }

    /// Deletes the node.
    pub fn delete(tree: &Tree, node: Node) -> Edit {
        Edit::replace(tree, node, Vec::new())
    }

    /// Replaces the node with `with`.
    pub fn replace(tree: &Tree, node: Node, with: Vec<Piece>) -> Edit {
        Edit::new(vec![Splice::replace(tree, node, with)])
    }

    /// The splices of which the edit was made, sorted. They may nest.
    pub fn parts(&self) -> &[Splice] {
        &self.parts
    }

    /// The effect on the tree for which the edit was made: sorted, disjoint splices whose pieces need no further
    /// change. They are worked out once, in time linear in the parts and in what they copy.
    pub fn splices(&self, tree: &Tree) -> &[Splice] {
        if !self.may_compose {
            return &self.parts;
        }
        self.composed
            .get_or_init(|| composed(tree, &self.parts).unwrap_or_else(|| self.outermost()))
    }

    /// Whether [`Edit::splices`] has the full effect of the parts. If copies of copies would make the text more than
    /// twice as large, only the outermost parts are applied.
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

    /// The parts that are not inside of another part.
    fn outermost(&self) -> Box<[Splice]> {
        let mut is_outermost = outermost();
        let outermost = self.parts.iter().filter(|part| is_outermost(part));
        outermost.cloned().collect()
    }

    /// Whether the edit changes nothing.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }
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
