//! How the elements of a list are related: by the tokens that they have in common.

use super::Relations;
use crate::language::TestCase;
use crate::tree::{NodeId, ROOT, Symbol};

/// The relations of these nodes. The first token tells the kind of an element, such as the predicate of a fact; the
/// tokens that few elements have tell which of them speak of the same things.
pub(super) fn relations(case: &TestCase, elements: &[NodeId]) -> Relations {
    let tree = case.tree();
    let described = elements.iter().map(|&id| {
        let node = case.node(id).unwrap_or(ROOT);
        let leaves = (node..tree.next(node)).filter(|&inner| !tree.is_list(inner));
        let tokens: Vec<Option<Symbol>> = leaves.map(|leaf| Some(tree.sym(leaf))).collect();
        (tokens.first().copied().flatten(), tokens)
    });
    Relations::new(&described.collect::<Vec<_>>())
}
