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

/// Whether a relation holds between two values, which are these numbers if both are numbers. None if it depends on the
/// order of other values, and for other tokens.
pub(crate) fn holds_between(
    numbers: Option<(i64, i64)>,
    are_equal: bool,
    relation: &[u8],
) -> Option<bool> {
    match (numbers, relation) {
        (Some((left, right)), _) => holds(left.cmp(&right), relation),
        (None, b"=" | b"==") => Some(are_equal),
        (None, b"!=" | b"<>") => Some(!are_equal),
        _ => None,
    }
}

/// The relation that holds where another one does not. None for other tokens.
pub(super) fn negation(relation: &[u8]) -> Option<&'static [u8]> {
    Some(match relation {
        b"=" | b"==" => &b"!="[..],
        b"!=" | b"<>" => b"=",
        b"<" => b">=",
        b"<=" => b">",
        b">" => b"<=",
        b">=" => b"<",
        _ => return None,
    })
}
