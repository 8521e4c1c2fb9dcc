//! The constants by which a term may be replaced.

use super::{Sort, SortKind};
use crate::tree::Symbol;

/// The smallest constants of a sort that has literals, the least one first.
pub(super) fn literals(sort: Sort) -> Vec<Symbol> {
    let texts: &[&[u8]] = match sort.kind() {
        SortKind::Bool => &[b"false", b"true"],
        SortKind::Int => &[b"0", b"1"],
        SortKind::Real => &[b"0.0", b"1.0"],
        SortKind::BitVec(width) => return vec![vector(false, width), vector(true, width)],
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

/// Zero or one in the shortest spelling: `#b0`, `#x00`, `(_ bv0 8)`.
fn vector(one: bool, width: u32) -> Symbol {
    let digit = u8::from(one);
    let digits = |width: u32| width as usize;
    let decimal = format!("(_ bv{digit} {width})");
    let text = if width.is_multiple_of(4) && 2 + digits(width / 4) <= decimal.len() {
        format!("#x{digit:0>digits$}", digits = digits(width / 4))
    } else if 2 + digits(width) <= decimal.len() {
        format!("#b{digit:0>digits$}", digits = digits(width))
    } else {
        decimal
    };
    Symbol::of(text.as_bytes())
}
