//! What a node looks like: small questions that several mutators ask.

use crate::language::smtlib::rank;
use crate::tree::{Node, Piece, ROOT, Symbol, Tree};

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

/// A copy of `node` in which each of the `places` (sorted, disjoint, below it) has become a copy of its
/// partner.
pub(super) fn substituted(tree: &Tree, node: Node, places: &[(Node, Node)]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut open = Vec::new(); // where the open lists end
    let mut places = places.iter().peekable();
    let mut at = node;
    while at < tree.next(node) {
        let end = tree.next(at);
        match places.peek() {
            Some(&&(place, with)) if place == at => {
                pieces.push(Piece::Copy(with));
                places.next();
                at = end;
            }
            Some(&&(place, _)) if place < end => {
                pieces.push(Piece::Open);
                open.push(end);
                at += 1;
            }
            _ => {
                pieces.push(Piece::Copy(at));
                at = end;
            }
        }
        while open.last() == Some(&at) {
            open.pop();
            pieces.push(Piece::Close);
        }
    }
    pieces
}
