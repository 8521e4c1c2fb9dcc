//! The literals and named constants by which a term may be replaced.

use super::{Bits, Sort, SortKind, operators};
use crate::tree::Symbol;

/// The vector of ones is not written out for wider vectors.
const WIDEST: u32 = 256;

/// The constants that matter most, of a sort that has constants of its own: at most three, the least one first.
pub fn literals(sort: Sort) -> Vec<Symbol> {
    match sort.kind() {
        SortKind::BitVec(width) => vectors(width),
        SortKind::Float(exponent, significand) => ["+zero", "NaN"]
            .map(|name| Symbol::of(format!("(_ {name} {exponent} {significand})").as_bytes()))
            .to_vec(),
        _ => operators::constants(sort).to_vec(),
    }
}

/// Zero, one, and the vector of ones.
fn vectors(width: u32) -> Vec<Symbol> {
    let ones = (width > 1 && width <= WIDEST).then(|| Bits::ones(width));
    let vectors = [Bits::zero(width), Bits::one(width)];
    let vectors = vectors.into_iter().chain(ones);
    vectors.map(|bits| bits.shortest()).collect()
}
