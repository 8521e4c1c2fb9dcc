//! Terms that consist of numerals. In the logics of the reals, these are `Real`; elsewhere, they are `Int`.

use super::LiteralKind;
use super::text::Text;
use crate::tree::{Node, Symbol};

/// A term with more cells than this is not looked through.
const SHORT: u32 = 16;

/// Whether the term is a numeral, or consists of a few numerals and arithmetic operators.
pub(super) fn is_number(text: &impl Text, node: Node) -> bool {
    let is_part = |token: Symbol| {
        token == Symbol::LIST
            || matches!(token.bytes(), b"+" | b"-" | b"*")
            || LiteralKind::of(token.bytes()) == Some(LiteralKind::Numeral)
    };
    let cells = text.len(node);
    cells <= SHORT && (node..node + cells).all(|node| is_part(text.sym(node)))
}
