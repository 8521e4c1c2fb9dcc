//! Floating-point literals: their value, and how they are written.

use crate::language::smtlib::{Bits, LiteralKind, literals_of};
use crate::tree::Symbol;

/// A floating-point literal in its parts.
#[derive(Clone, Debug)]
pub(crate) struct Float {
    sign: Bits,
    exponent: Bits,
    significand: Bits,
}

impl Float {
    /// Reads a literal `(fp …)`.
    fn of_parts(token: &[u8]) -> Option<Float> {
        let inside = token.strip_prefix(b"(fp ")?.strip_suffix(b")")?;
        let parts: Option<Vec<Bits>> = literals_of(inside)?.into_iter().map(Bits::of).collect();
        let [sign, exponent, significand] = <[Bits; 3]>::try_from(parts?).ok()?;
        Some(Float {
            sign,
            exponent,
            significand,
        })
    }

    /// The shortest spelling of the literal: its name, if it has one, otherwise its parts.
    fn shortest(&self) -> Symbol {
        let sign_of = |name: &str| {
            let sign = if self.sign.is_ones() { '-' } else { '+' };
            format!("{sign}{name}")
        };
        let special = match (self.exponent.is_zero(), self.significand.is_zero()) {
            (true, true) => Some(sign_of("zero")),
            (_, true) if self.exponent.is_ones() => Some(sign_of("oo")),
            (_, _) if self.exponent.is_ones() => Some("NaN".to_owned()),
            _ => None,
        };
        if let Some(name) = special {
            let (exponent, significand) = (self.exponent.width(), self.significand.width() + 1);
            return Symbol::of(format!("(_ {name} {exponent} {significand})").as_bytes());
        }
        let parts =
            [&self.sign, &self.exponent, &self.significand].map(|part| part.shortest().bytes());
        Symbol::of(&[b"(fp ", &parts.join(&b' ')[..], b")"].concat())
    }

    /// The value in another format, rounded towards zero; infinite if it is too large for that. None if the exponent
    /// has too many bits to compute with.
    fn resized(&self, exponent: u32, significand: u32) -> Option<Float> {
        // The exponent is moved from the old bias to the new one. Exponents of only zeros or only ones stay special.
        let bias = |width: u32| 1_i64.checked_shl(width - 1)?.checked_sub(1);
        let old = self.exponent.width();
        let value = i64::try_from(self.exponent.number()?).ok()?;
        let (low, high) = (0, bias(exponent)? * 2 + 1);
        let moved = if self.exponent.is_zero() {
            low
        } else if self.exponent.is_ones() {
            high
        } else {
            (value - bias(old)? + bias(exponent)?).clamp(low, high)
        };
        // The significand loses its lowest bits, or gets zeros. An infinite value needs 0 there, and a NaN anything
        // else.
        let was_finite = !self.exponent.is_ones();
        let fraction = significand.checked_sub(1)?;
        let width = self.significand.width();
        let kept = if fraction <= width {
            self.significand.extract(width - 1, width - fraction)?
        } else {
            self.significand.concat(&Bits::zero(fraction - width))?
        };
        let is_infinite = was_finite && moved == high;
        let is_lost_nan = !was_finite && !self.significand.is_zero() && kept.is_zero();
        let significand = match (is_infinite, is_lost_nan) {
            (true, _) => Bits::zero(fraction),
            (_, true) => Bits::one(fraction),
            _ => kept,
        };
        Some(Float {
            sign: self.sign.clone(),
            exponent: Bits::of_number(u128::try_from(moved).ok()?, exponent),
            significand,
        })
    }
}

/// The shortest spelling of a literal `(fp …)`.
pub(crate) fn shortest(token: &[u8]) -> Option<Symbol> {
    Some(Float::of_parts(token)?.shortest())
}

/// The literal in another format, with its value as far as the format has it. None if it is no floating-point literal.
pub(crate) fn in_format(token: &[u8], exponent: u32, significand: u32) -> Option<Symbol> {
    if let Some(float) = Float::of_parts(token) {
        return Some(float.resized(exponent, significand)?.shortest());
    }
    LiteralKind::of(token).filter(|literal| matches!(literal, LiteralKind::Float(..)))?;
    let name = token
        .strip_prefix(b"(_ ")?
        .split(|&byte| byte == b' ')
        .next()?;
    let name = std::str::from_utf8(name).ok()?;
    Some(Symbol::of(
        format!("(_ {name} {exponent} {significand})").as_bytes(),
    ))
}
