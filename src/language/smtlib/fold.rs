//! Turns lists that an edit has made literals into tokens. A tree must be what its text reads as, and `(fp x #b10 #b0)`
//! with `x` replaced by `#b0` reads as one token.

use super::literal;
use crate::tree::{Edit, Node, Piece, Symbol, Tree};

/// The edit that makes each such list one token. None if there is no such list.
pub(super) fn fold(tree: &Tree) -> Option<Edit> {
    let is_literal = |&node: &Node| {
        let head = tree.head_bytes(node);
        matches!(head, b"_" | b"fp")
            && tree.bytes(node).len() <= literal::LONGEST
            && literal::is_compound(tree.bytes(node))
    };
    let lists = (1..tree.end()).filter(is_literal);
    let edits: Vec<Edit> = lists
        .map(|list| {
            let token = Piece::Leaf(Symbol::of(tree.bytes(list)));
            Edit::replace(tree, list, vec![token])
        })
        .collect();
    (!edits.is_empty()).then(|| Edit::join(tree, &edits))
}
