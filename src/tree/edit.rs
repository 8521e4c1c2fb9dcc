//! Edits: what to take out of a tree, and what to put there instead.

use super::{Node, Symbol, Tree};
use std::cmp::Reverse;

/// A piece of what is put in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// Opens a list.
    Open,
    /// Closes it.
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
}

/// A change of one tree: splices, sorted and disjoint.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Edit(Vec<Splice>);

impl Edit {
    /// An edit of these splices, in any order. Of overlapping ones the outermost wins, of equal ones the first;
    /// insertions before one node stay in the order given.
    pub fn new(mut splices: Vec<Splice>) -> Edit {
        splices.sort_by_key(|splice| (splice.at, splice.cells > 0, Reverse(splice.cells)));
        let mut reach = 0;
        splices.retain(|splice| {
            let keep = splice.at >= reach;
            if keep {
                reach = splice.end();
            }
            keep
        });
        Edit(splices)
    }

    /// Takes the node out.
    pub fn delete(tree: &Tree, node: Node) -> Edit {
        Edit::replace(tree, node, Vec::new())
    }

    /// Puts `with` where the node is.
    pub fn replace(tree: &Tree, node: Node, with: Vec<Piece>) -> Edit {
        Edit(vec![Splice {
            at: node,
            cells: tree.len(node),
            with,
        }])
    }

    /// All of these edits at once. Of overlapping splices the outermost wins, of equal ones the first.
    pub fn join<'a>(edits: impl IntoIterator<Item = &'a Edit>) -> Edit {
        Edit::new(
            edits
                .into_iter()
                .flat_map(|edit| edit.0.iter().cloned())
                .collect(),
        )
    }

    /// The splices, sorted by where they are.
    pub fn splices(&self) -> &[Splice] {
        &self.0
    }

    /// Whether nothing is changed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
