//! The bounds of ground aggregates, expressed as sums of weights that reach a number.

use super::term::number;
use crate::tree::{Node, Symbol, Tree};

/// The number of an atom, which is positive, or its negative for the negated atom.
pub(super) type GroundLiteral = i64;

/// Literals with their weights.
pub(super) type WeightedLiterals = Vec<(GroundLiteral, i64)>;

/// The condition that the weights of the literals that hold have at least this sum. Weights may be negative.
#[derive(Debug)]
pub(super) struct Reached {
    pub(super) least: i64,
    pub(super) elements: WeightedLiterals,
}

/// A bound of an aggregate: at least one of these conditions holds.
pub(super) type Bound = Vec<Reached>;

/// The bounds of an aggregate, all of which must hold. `elements` are its literals with their weights. None if a bound
/// is not a number, or if a number is too large.
pub(super) fn bounds(
    tree: &Tree,
    aggregate: Node,
    elements: &WeightedLiterals,
) -> Option<Vec<Bound>> {
    let kind = tree.head(aggregate)?.bytes();
    let least = |bound| at_least(kind, bound, elements);
    let most = |bound| at_most(kind, bound, elements);
    let mut all = Vec::new();
    for (place, is_left) in [(1, true), (2, false)] {
        let guard = tree.child(aggregate, place)?;
        let Some(bound) = tree.child(guard, 1) else {
            continue;
        };
        let bound = number(tree.bytes(bound))?;
        let (above, below) = (bound.checked_add(1)?, bound.checked_sub(1)?);
        let relation = tree.head(guard).map(Symbol::bytes)?;
        match (relation, is_left) {
            (b"=" | b"==", _) => all.extend([vec![least(bound)], vec![most(bound)?]]),
            (b"!=" | b"<>", _) => all.push(vec![least(above), most(below)?]),
            (b"<=", true) | (b">=", false) => all.push(vec![least(bound)]),
            (b"<", true) | (b">", false) => all.push(vec![least(above)]),
            (b">=", true) | (b"<=", false) => all.push(vec![most(bound)?]),
            (b">", true) | (b"<", false) => all.push(vec![most(below)?]),
            _ => return None,
        }
    }
    Some(all)
}

/// The condition that an aggregate has at least this value. The empty `#max` has the least value of all, the empty
/// `#min` the greatest.
fn at_least(kind: &[u8], bound: i64, elements: &WeightedLiterals) -> Reached {
    match kind {
        b"#max" => any(elements, |weight| weight >= bound),
        b"#min" => none(elements, |weight| weight < bound),
        _ => Reached {
            least: bound,
            elements: elements.clone(),
        },
    }
}

/// The condition that an aggregate has at most this value.
fn at_most(kind: &[u8], bound: i64, elements: &WeightedLiterals) -> Option<Reached> {
    Some(match kind {
        b"#max" => none(elements, |weight| weight > bound),
        b"#min" => any(elements, |weight| weight <= bound),
        _ => Reached {
            least: bound.checked_neg()?,
            elements: with_weights(elements, i64::checked_neg)?,
        },
    })
}

/// The condition that one of the literals with selected weights holds.
fn any(elements: &WeightedLiterals, is_selected: impl Fn(i64) -> bool) -> Reached {
    let literals = elements.iter().filter(|(_, weight)| is_selected(*weight));
    Reached {
        least: 1,
        elements: literals.map(|&(literal, _)| (literal, 1)).collect(),
    }
}

/// The condition that none of the literals with selected weights holds.
fn none(elements: &WeightedLiterals, is_selected: impl Fn(i64) -> bool) -> Reached {
    let literals = elements.iter().filter(|(_, weight)| is_selected(*weight));
    Reached {
        least: 0,
        elements: literals.map(|&(literal, _)| (literal, -1)).collect(),
    }
}

/// The literals with other weights, which are computed from the old ones. None if one cannot be computed.
pub(super) fn with_weights(
    elements: &WeightedLiterals,
    other: impl Fn(i64) -> Option<i64>,
) -> Option<WeightedLiterals> {
    elements
        .iter()
        .map(|&(literal, weight)| Some((literal, other(weight)?)))
        .collect()
}
