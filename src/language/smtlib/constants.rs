//! The literals and named constants by which a term may be replaced.

use super::{Sort, SortKind, Vector};
use crate::tree::Symbol;

/// The vector of ones is not written out for wider vectors.
const WIDEST: u32 = 256;

/// The constants that matter most, of a sort that has constants of its own: at most three, the least one first.
pub fn literals(sort: Sort) -> Vec<Symbol> {
    let texts: &[&[u8]] = match sort.kind() {
        SortKind::Bool => &[b"false", b"true"],
        SortKind::Int => &[b"0", b"1"],
        SortKind::Real => &[b"0.0", b"1.0"],
        SortKind::BitVec(width) => return vectors(width),
        SortKind::Float(exponent, significand) => {
            let special = |name: &str| format!("(_ {name} {exponent} {significand})");
            let texts = ["+zero", "NaN"].map(special);
            return texts
                .iter()
                .map(|text| Symbol::of(text.as_bytes()))
                .collect();
        }
        SortKind::Other(name, _) => match name.bytes() {
            b"String" => &[b"\"\""],
            b"RoundingMode" => &[b"RNE", b"RTZ"],
            b"RegLan" => &[b"re.none", b"re.all"],
            _ => &[],
        },
        SortKind::Unknown | SortKind::Array(..) => &[],
    };
    texts.iter().map(|text| Symbol::of(text)).collect()
}

/// Zero, one, and the vector of ones.
fn vectors(width: u32) -> Vec<Symbol> {
    let ones = (width > 1 && width <= WIDEST).then(|| Vector::ones(width));
    let vectors = [Vector::small(0, width), Vector::small(1, width)];
    let vectors = vectors.into_iter().chain(ones);
    vectors.map(|vector| vector.shortest()).collect()
}
