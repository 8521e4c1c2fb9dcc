//! Bit-vectors that every width has.

use super::Vector;
use crate::tree::Symbol;

/// A bit-vector that every width has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Uniform {
    Zero,
    One,
    /// All bits are one.
    Ones,
}

impl Uniform {
    /// The bit-vector of this width, in its shortest spelling.
    pub(super) fn spelled(self, width: u32) -> Symbol {
        let vector = match self {
            Uniform::Zero => Vector::small(0, width),
            Uniform::One => Vector::small(1, width),
            Uniform::Ones => Vector::ones(width),
        };
        vector.shortest()
    }
}
