//! The constants by which a term may be replaced.

use super::vector::{Vector, vector};
use super::{Sort, SortKind, operators};
use crate::tree::Symbol;

/// The smallest constants of a sort that has literals, the least one first.
pub(super) fn literals(sort: Sort) -> Vec<Symbol> {
    match sort.kind() {
        SortKind::BitVec(width) => [Vector::Zero, Vector::One]
            .map(|value| vector(value, width))
            .to_vec(),
        SortKind::Float(exponent, significand) => ["+zero", "NaN", "+oo"]
            .map(|name| Symbol::of(format!("(_ {name} {exponent} {significand})").as_bytes()))
            .to_vec(),
        _ => operators::constants(sort).to_vec(),
    }
}
