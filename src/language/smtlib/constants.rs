//! The constants by which a term may be replaced.

use super::{Sort, SortKind};
use crate::tree::Symbol;

/// The smallest constants of a sort that has literals, the least one first.
pub(super) fn literals(sort: Sort) -> Vec<Symbol> {
    let texts: &[&[u8]] = match sort.kind() {
        SortKind::Bool => &[b"false", b"true"],
        SortKind::Int => &[b"0", b"1"],
        SortKind::Real => &[b"0.0", b"1.0"],
        SortKind::BitVec(width) => {
            return vec![vector(Vector::Zero, width), vector(Vector::One, width)];
        }
        SortKind::Float(exponent, significand) => {
            let special = |name: &str| format!("(_ {name} {exponent} {significand})");
            let texts = ["+zero", "NaN", "+oo"].map(special);
            return texts
                .iter()
                .map(|text| Symbol::of(text.as_bytes()))
                .collect();
        }
        SortKind::Other(name, _) => match name.bytes() {
            b"String" => &[b"\"\""],
            b"RoundingMode" => &[b"RNE"],
            b"RegLan" => &[b"re.none"],
            _ => &[],
        },
        SortKind::Unknown | SortKind::Array(..) => &[],
    };
    texts.iter().map(|text| Symbol::of(text)).collect()
}

/// A bit-vector that every width has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Vector {
    Zero,
    One,
    /// All bits are one.
    Ones,
}

/// A bit-vector in its shortest spelling: `#b0`, `#x00`, `(_ bv0 8)`.
pub(super) fn vector(value: Vector, width: u32) -> Symbol {
    let (first, last) = match value {
        Vector::Zero => ('0', '0'),
        Vector::One => ('0', '1'),
        Vector::Ones => ('1', '1'),
    };
    let hexadecimal = width.is_multiple_of(4);
    let digits = if hexadecimal { width / 4 } else { width } as usize;
    let decimal = format!("(_ bv{last} {width})");
    let text = if 2 + digits <= decimal.len() || value == Vector::Ones {
        let digit = |bit| {
            if bit == '1' && hexadecimal && value == Vector::Ones {
                'f'
            } else {
                bit
            }
        };
        let base = if hexadecimal { 'x' } else { 'b' };
        let (first, last) = (digit(first), digit(last));
        let before: String = std::iter::repeat_n(first, digits - 1).collect();
        format!("#{base}{before}{last}")
    } else {
        decimal
    };
    Symbol::of(text.as_bytes())
}
