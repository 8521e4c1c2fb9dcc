//! The levels of assertions that `push` opens and `pop` closes.

use super::literal::number;
use crate::tree::{Node, Tree};

/// At most this many levels are open at a time: each takes memory, and a few bytes of a text can open any number.
pub(super) const LEVELS: u64 = 1 << 16;

/// How many levels a `push` or `pop` opens or closes; one if it has no operand. None if its operand is not a numeral,
/// or if it has several operands.
pub fn levels(tree: &Tree, command: Node) -> Option<u64> {
    let mut operands = tree.children(command).skip(1);
    let Some(number) = operands.next() else {
        return Some(1);
    };
    let levels = numeral(tree.sym(number).bytes())?;
    operands.next().is_none().then_some(levels)
}

/// The value of a numeral. None for any other token, and for a number that does not fit.
pub(super) fn numeral(token: &[u8]) -> Option<u64> {
    let is_numeral = token.iter().all(u8::is_ascii_digit);
    number(token).filter(|_| is_numeral)
}
