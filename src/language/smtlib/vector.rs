//! Bit-vectors that every width has, in their shortest spelling.

use crate::tree::Symbol;

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
    let (prefix, digits, all) = match width % 4 {
        0 => ("#x", width / 4, "f"),
        _ => ("#b", width, "1"),
    };
    let digits = digits as usize;
    let text = match value {
        Vector::Ones => format!("{prefix}{}", all.repeat(digits)),
        Vector::Zero | Vector::One => {
            let digit = u8::from(value == Vector::One);
            let decimal = format!("(_ bv{digit} {width})");
            if prefix.len() + digits <= decimal.len() {
                format!("{prefix}{digit:0>digits$}")
            } else {
                decimal
            }
        }
    };
    Symbol::of(text.as_bytes())
}
