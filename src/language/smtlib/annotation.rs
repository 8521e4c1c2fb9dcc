//! Attributes that say something about a quantifier, such as `:pattern`. They may stand at the body of a binder only; z3
//! rejects them anywhere else.

use super::operators;
use super::text::Text;
use crate::tree::{Node, Symbol};

/// So many elements of an annotation are looked at.
const MOST: usize = 64;

/// Whether the node is an annotation with such an attribute.
pub(super) fn is_of_quantifier(text: &impl Text, node: Node) -> bool {
    if text.sym(node) != Symbol::LIST || text.len(node) < 4 || text.sym(node + 1).bytes() != b"!" {
        return false;
    }
    let end = node + text.len(node);
    let behind = |at: Node| Some(at + text.len(at)).filter(|&next| next < end);
    let elements = std::iter::successors(Some(node + 1), |&at| behind(at));
    let mut attributes = elements.skip(2).take(MOST).map(|at| text.sym(at));
    attributes.any(|keyword| operators::attribute(keyword).is_some_and(|one| one.is_of_quantifier))
}
