//! The indices in the rows of the theories, and the conditions on them.

use super::LiteralKind;
use super::literal::number;
use super::matching::Index;
use super::rank::IndexCondition;
use crate::tree::Symbol;

/// Reads an index such as `i-j+1`: sums and differences of products, from left to right. `names` are the variables so
/// far.
pub(super) fn expression(text: &[u8], names: &mut Vec<Symbol>) -> Option<Index> {
    if let Some(at) = text.iter().rposition(|byte| matches!(byte, b'+' | b'-')) {
        let left = Box::new(expression(&text[..at], names)?);
        let right = Box::new(expression(&text[at + 1..], names)?);
        return Some(match text[at] {
            b'+' => Index::Sum(left, right),
            _ => Index::Difference(left, right),
        });
    }
    if let Some(at) = memchr::memrchr(b'*', text) {
        let left = Box::new(expression(&text[..at], names)?);
        let right = Box::new(expression(&text[at + 1..], names)?);
        return Some(Index::Product(left, right));
    }
    if LiteralKind::of(text) == Some(LiteralKind::Numeral) {
        return number(text).map(Index::Number);
    }
    (!text.is_empty()).then(|| Index::Variable(variable(Symbol::of(text), names)))
}

/// The number of the variable with this name, which is added to the names if it is new.
pub(super) fn variable(name: Symbol, names: &mut Vec<Symbol>) -> usize {
    let place = names.iter().position(|&index| index == name);
    place.unwrap_or_else(|| {
        names.push(name);
        names.len() - 1
    })
}

/// Reads a condition such as `j<=i` or `i<m`.
pub(super) fn condition(token: Symbol, names: &mut Vec<Symbol>) -> Option<IndexCondition> {
    let text = token.bytes();
    let at = memchr::memchr(b'<', text)?;
    let or_equal = text.get(at + 1) == Some(&b'=');
    let right = &text[at + 1 + usize::from(or_equal)..];
    Some(IndexCondition {
        less: expression(&text[..at], names)?,
        greater: expression(right, names)?,
        or_equal,
    })
}
