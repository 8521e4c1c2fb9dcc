//! bv-norm-constants and bv-simp-constants: other spellings and smaller values of bit-vector literals.

use crate::language::smtlib::Bits;
use crate::mutator::Profile;
use crate::mutator::smtlib::literals::{Literals, Simpler};

/// `#b00000101` → `#x05`, the shortest spelling; then `(_ bv5 8)`, which is a pump where it is longer.
pub static NORMALIZE_CONSTANTS: Literals = Literals {
    profile: &Profile::of_smtlib(
        "bv-norm-constants",
        "Spell a bit-vector constant in its shortest form, or in decimal",
        "bv",
    ),
    applies: is_literal,
    simpler: |token| {
        let bits = Bits::of(token);
        let shortest = bits.as_ref().map(Bits::shortest);
        let decimal = bits.as_ref().and_then(Bits::decimal);
        let decimal = decimal.filter(|&decimal| Some(decimal) != shortest);
        let spellings = shortest.into_iter().chain(decimal);
        Box::new(spellings.filter(move |spelling| spelling.bytes() != token))
    },
};

/// `#b11001010` → `#x06`, `#x19`, `#x65` (divided by 32, 8 and 2), `#x00`, `#x01`. The constants 0 and 1 stay. A literal with
/// many significant bits first loses half of them.
pub static SIMPLIFY_CONSTANTS: Literals = Literals {
    profile: &Profile::of_smtlib(
        "bv-simp-constants",
        "Replace a bit-vector constant by a smaller one",
        "bv",
    ),
    applies: is_literal,
    simpler,
};

fn is_literal(token: &[u8]) -> bool {
    token.starts_with(b"#") || token.starts_with(b"(_ bv")
}

fn simpler(token: &'static [u8]) -> Simpler {
    let bits = Bits::of(token).filter(|bits| bits.significant() > 1);
    Box::new(bits.into_iter().flat_map(|bits| {
        let half = Some(bits.significant() / 2).filter(|&half| half > 5);
        let shifts = half.into_iter().chain([5, 3, 1]);
        let shifted: Vec<Bits> = shifts.map(|by| bits.shifted_right(by)).collect();
        let shifted = shifted.into_iter().filter(|bits| bits.significant() > 1);
        let small = [Bits::zero, Bits::one].map(|of_width| of_width(bits.width()));
        shifted
            .chain(small)
            .map(|bits| bits.shortest())
            .collect::<Vec<_>>()
    }))
}
