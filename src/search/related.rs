//! How the elements of a list are related: by the tokens that they have in common.

use super::Relations;
use crate::language::TestCase;
use crate::tree::{NodeId, ROOT};

/// The relations of these nodes. The first token of an element is its kind, such as the predicate of a fact. The tokens
/// that few elements have show which elements are about the same things.
pub(super) fn relations(case: &TestCase, elements: &[NodeId]) -> Relations {
    let tree = case.tree();
    Relations::new(elements.iter().map(|&id| {
        let node = case.node(id).unwrap_or(ROOT);
        let leaves = (node..tree.next(node)).filter(|&inner| !tree.is_list(inner));
        let tokens = leaves.map(|leaf| tree.sym(leaf));
        (tokens.clone().next(), tokens)
    }))
}
