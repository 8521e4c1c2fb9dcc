//! The relations of comparisons.

use std::cmp::Ordering;

/// The relations between two terms.
pub(super) const RELATIONS: &[&[u8]] = &[b"=", b"==", b"!=", b"<>", b"<", b"<=", b">", b">="];

/// Whether a token compares two terms.
pub(crate) fn is_relation(token: &[u8]) -> bool {
    RELATIONS.contains(&token)
}

/// Whether a relation holds between two terms in this order. None for other tokens.
pub fn holds(order: Ordering, relation: &[u8]) -> Option<bool> {
    Some(match relation {
        b"=" | b"==" => order.is_eq(),
        b"!=" | b"<>" => order.is_ne(),
        b"<" => order.is_lt(),
        b"<=" => order.is_le(),
        b">" => order.is_gt(),
        b">=" => order.is_ge(),
        _ => return None,
    })
}
