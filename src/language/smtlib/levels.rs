//! The levels of assertions that `push` opens and `pop` closes.

use crate::tree::{Node, Tree};

/// How many levels a `push` or `pop` is about: one where it does not say; none where that is not plainly said.
pub fn levels(tree: &Tree, command: Node) -> Option<u64> {
    let mut operands = tree.children(command).skip(1);
    let Some(number) = operands.next() else {
        return Some(1);
    };
    let levels = numeral(tree.sym(number).bytes())?;
    operands.next().is_none().then_some(levels)
}

/// The number that a numeral stands for, if it is one and not too large.
pub(super) fn numeral(token: &[u8]) -> Option<u64> {
    let is_numeral = token.iter().all(u8::is_ascii_digit);
    let digits = std::str::from_utf8(token).ok().filter(|_| is_numeral)?;
    digits.parse().ok()
}
