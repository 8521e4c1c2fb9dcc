//! Attributes that say something about a quantifier, such as `:pattern`. They may stand only at the body of a binder;
//! z3 rejects them anywhere else.

use super::operators;
use super::text::Text;
use crate::tree::{Node, Symbol};

/// At most this many elements of an annotation are looked at.
const MOST: usize = 64;

/// Whether the node is an annotation with such an attribute.
pub(super) fn is_of_quantifier(text: &impl Text, node: Node) -> bool {
    if text.sym(node) != Symbol::LIST || text.len(node) < 4 || text.sym(node + 1).bytes() != b"!" {
        return false;
    }
    text.elements(node)
        .skip(2) // the `!` and its term
        .take(MOST)
        .filter_map(|at| operators::attribute(text.sym(at)))
        .any(|attribute| attribute.is_of_quantifier)
}
