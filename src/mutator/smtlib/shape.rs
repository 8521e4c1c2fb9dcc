//! What a node looks like: small questions that several mutators ask.

use crate::language::smtlib::rank;
use crate::tree::{Node, ROOT, Symbol, Tree};

/// Whether the node is a list with this head. The root is never: it is no list of the text.
pub(super) fn is_form(tree: &Tree, node: Node, head: &[u8]) -> bool {
    node != ROOT && tree.head(node).is_some_and(|sym| sym.bytes() == head)
}

/// A list's elements behind its head.
pub(super) fn operands(tree: &Tree, node: Node) -> impl Iterator<Item = Node> {
    tree.children(node).skip(1)
}

/// Whether a text with `new` in the place of the token `old` is smaller in the order.
pub(super) fn is_smaller_token(new: Symbol, old: Symbol) -> bool {
    let key = |sym: Symbol| (rank(sym.bytes()), sym.bytes().len(), sym.bytes());
    key(new) < key(old)
}
