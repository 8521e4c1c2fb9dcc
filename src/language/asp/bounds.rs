//! The bounds of aggregates over ground literals, as sums that reach a number or do not.

use super::term::number;
use crate::tree::{Node, Symbol, Tree};

/// An atom, or minus an atom for its negation. Atoms have the numbers from 1.
pub(super) type Literal = i64;

/// Literals with their weights.
pub(super) type Weighted = Vec<(Literal, i64)>;

/// That the weights of the literals that hold have at least this sum, or that they have not.
#[derive(Debug)]
pub(super) struct Bound {
    pub(super) is_reached: bool,
    pub(super) least: i64,
    pub(super) elements: Weighted,
}

/// What an aggregate says: all of this. `elements` are its literals with their weights.
/// None if a bound is no number or too large, or for `!=`, which no conjunction of sums expresses.
pub(super) fn bounds(tree: &Tree, aggregate: Node, elements: &Weighted) -> Option<Vec<Bound>> {
    let kind = tree.head(aggregate)?.bytes();
    let mut all = Vec::new();
    for (place, is_left) in [(1, true), (2, false)] {
        let guard = tree.child(aggregate, place)?;
        let Some(bound) = tree.child(guard, 1) else {
            continue;
        };
        let bound = number(tree.bytes(bound))?;
        let relation = tree.head(guard).map(Symbol::bytes)?;
        let (least, most) = match (relation, is_left) {
            (b"=" | b"==", _) => (Some(bound), Some(bound)),
            (b"<=", true) | (b">=", false) => (Some(bound), None),
            (b"<", true) | (b">", false) => (Some(bound.checked_add(1)?), None),
            (b">=", true) | (b"<=", false) => (None, Some(bound)),
            (b">", true) | (b"<", false) => (None, Some(bound.checked_sub(1)?)),
            _ => return None,
        };
        if let Some(least) = least {
            all.push(at_least(kind, least, elements));
        }
        if let Some(most) = most {
            all.push(at_most(kind, most, elements)?);
        }
    }
    Some(all)
}

/// That an aggregate has at least this value. The empty `#max` has the least value of all, the empty `#min` the greatest.
fn at_least(kind: &[u8], bound: i64, elements: &Weighted) -> Bound {
    match kind {
        b"#max" => any(true, elements, |weight| weight >= bound),
        b"#min" => any(false, elements, |weight| weight < bound),
        _ => Bound {
            is_reached: true,
            least: bound,
            elements: elements.clone(),
        },
    }
}

/// That an aggregate has at most this value.
fn at_most(kind: &[u8], bound: i64, elements: &Weighted) -> Option<Bound> {
    Some(match kind {
        b"#max" => any(false, elements, |weight| weight > bound),
        b"#min" => any(true, elements, |weight| weight <= bound),
        _ => Bound {
            is_reached: false,
            least: bound.checked_add(1)?,
            elements: elements.clone(),
        },
    })
}

/// That one of some literals holds, or that none does.
fn any(is_reached: bool, elements: &Weighted, among: impl Fn(i64) -> bool) -> Bound {
    let literals = elements.iter().filter(|(_, weight)| among(*weight));
    Bound {
        is_reached,
        least: 1,
        elements: literals.map(|&(literal, _)| (literal, 1)).collect(),
    }
}

/// Whether the weights are those of a sum, which may not be negative.
pub(super) fn adds(kind: &[u8]) -> bool {
    !matches!(kind, b"#min" | b"#max")
}
