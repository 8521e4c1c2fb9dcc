//! The levels of assertions that `push` opens and `pop` closes.

use crate::tree::{Node, Tree};

/// The most levels that we let be open: each takes memory, and a text needs a few bytes to open as many as it likes.
pub(super) const LEVELS: u64 = 1 << 16;

/// How many levels a `push` or `pop` opens or closes; one if it has no operand. None if its operand is not a numeral, or
/// if it has more than one.
pub fn levels(tree: &Tree, command: Node) -> Option<u64> {
    let mut operands = tree.children(command).skip(1);
    let Some(number) = operands.next() else {
        return Some(1);
    };
    let levels = numeral(tree.sym(number).bytes())?;
    operands.next().is_none().then_some(levels)
}

/// The value of a numeral. None for another token, and for a number that does not fit.
pub(super) fn numeral(token: &[u8]) -> Option<u64> {
    let is_numeral = token.iter().all(u8::is_ascii_digit);
    let digits = std::str::from_utf8(token).ok().filter(|_| is_numeral)?;
    digits.parse().ok()
}
