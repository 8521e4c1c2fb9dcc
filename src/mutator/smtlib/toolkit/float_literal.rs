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

    /// The value in another format, rounded towards zero; infinite if it is too large for that. None if an exponent has
    /// too many bits to compute with.
    fn resized(&self, exponent: u32, significand: u32) -> Option<Float> {
        let fraction = significand.checked_sub(1)?;
        let (exponent, significand) = match (self.exponent.is_ones(), self.significand.is_zero()) {
            (true, true) => infinite(exponent, fraction),
            (true, false) => (Bits::ones(exponent), Bits::one(fraction)),
            (false, true) if self.exponent.is_zero() => {
                (Bits::zero(exponent), Bits::zero(fraction))
            }
            (false, _) => {
                let (power, digits) = self.normalized()?;
                encoded(power, &digits, exponent, fraction)?
            }
        };
        Some(Float {
            sign: self.sign.clone(),
            exponent,
            significand,
        })
    }

    /// The power of two and the digits of a finite value other than zero. The first digit is 1, and stands before the
    /// point.
    fn normalized(&self) -> Option<(i64, Bits)> {
        let bias = bias(self.exponent.width())?;
        if self.exponent.is_zero() {
            let significant = u32::try_from(self.significand.significant()).ok()?;
            let zeros = self.significand.width() - significant;
            let digits = self.significand.resized(significant);
            return Some((-bias - i64::from(zeros), digits));
        }
        let exponent = i64::try_from(self.exponent.number()?).ok()?;
        Some((exponent - bias, Bits::one(1).concat(&self.significand)?))
    }
}

/// What is added to a power of two to get the exponent in a literal.
fn bias(exponent: u32) -> Option<i64> {
    1_i64.checked_shl(exponent - 1)?.checked_sub(1)
}

/// The exponent and the significand of an infinite value.
fn infinite(exponent: u32, fraction: u32) -> (Bits, Bits) {
    (Bits::ones(exponent), Bits::zero(fraction))
}

/// The exponent and the significand that stand in a literal for these digits and this power of two, if they have these
/// numbers of bits.
fn encoded(power: i64, digits: &Bits, exponent: u32, fraction: u32) -> Option<(Bits, Bits)> {
    let bias = bias(exponent)?;
    let biased = power + bias;
    if biased > 2 * bias {
        return Some(infinite(exponent, fraction));
    }
    // One digit before the point, and as many behind it as there are bits. The least exponents do not say where the
    // first digit is: there, the digits move behind the point.
    let (old, new) = (digits.width(), fraction + 1);
    let digits = if new <= old {
        digits.extract(old - 1, old - new)?
    } else {
        digits.concat(&Bits::zero(new - old))?
    };
    let moved = digits.shifted_right((1 - biased).max(0).unsigned_abs());
    let biased = u128::from(biased.max(0).unsigned_abs());
    Some((Bits::of_number(biased, exponent), moved.resized(fraction)))
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
