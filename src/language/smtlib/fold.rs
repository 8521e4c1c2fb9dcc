//! Turns lists that have become literals through an edit into tokens. A tree must be what the parser makes of its text,
//! and `(fp x #b10 #b0)` with `x` replaced by `#b0` is one token to the parser.

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
    let edits: Vec<Edit> = (1..tree.end())
        .filter(is_literal)
        .map(|list| {
            let token = Piece::Leaf(Symbol::of(tree.bytes(list)));
            Edit::replace(tree, list, vec![token])
        })
        .collect();
    (!edits.is_empty()).then(|| Edit::join(tree, &edits))
}
