//! Commands with two lists of which the elements belong together: heads and bodies.

use super::shape::is_form;
use crate::language::TestCase;
use crate::tree::{Edit, Node, ROOT};

/// An element is proposed only if it is one of the first so many, because its partner is found by counting.
const MOST: usize = 1000;

/// The names of such commands.
pub(super) struct PairedLists(pub(super) &'static [&'static [u8]]);

impl PairedLists {
    /// Whether the node is one of several elements of a first list.
    pub(super) fn holds(&self, case: &TestCase, node: Node) -> bool {
        let tree = case.tree();
        let heads = case.parent(node);
        let command = case.parent(heads);
        heads != ROOT
            && case.parent(command) == ROOT
            && tree.is_list(node)
            && self.0.iter().any(|name| is_form(tree, command, name))
            && tree.child(command, 1) == Some(heads)
            && tree.child(command, 2).is_some()
            && tree.child(heads, 1).is_some()
    }

    /// Takes out the node and its partner. None if it is the last pair, or if the lists are not equally long.
    pub(super) fn without(&self, case: &TestCase, node: Node) -> Option<Edit> {
        if !self.holds(case, node) {
            return None;
        }
        let (tree, heads) = (case.tree(), case.parent(node));
        let bodies = tree.child(case.parent(heads), 2)?;
        let place = tree
            .children(heads)
            .take(MOST)
            .position(|head| head == node)?;
        let body = tree.child(bodies, place)?;
        let paired = tree.children(heads).count() == tree.children(bodies).count();
        let edits = [Edit::delete(tree, node), Edit::delete(tree, body)];
        paired.then(|| Edit::join(tree, edits))
    }
}
