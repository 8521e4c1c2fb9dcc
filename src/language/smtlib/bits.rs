//! Values of bit-vector literals, of any width that occurs, and how they are spelled.

use crate::tree::Symbol;

/// Literals with more bits are not read.
const WIDEST: usize = 4096;

/// The value of a bit-vector: its bits, the most significant one first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bits(Vec<bool>);

impl Bits {
    /// The value of a literal; none for other tokens, and for values that do not fit their width.
    pub fn of(token: &[u8]) -> Option<Bits> {
        let bits = match token {
            [b'#', b'b', digits @ ..] if digits.len() <= WIDEST => {
                let bits = digits.iter().map(|&digit| digit == b'1').collect();
                let valid = digits.iter().all(|digit| matches!(digit, b'0' | b'1'));
                valid.then_some(bits)?
            }
            [b'#', b'x', digits @ ..] if digits.len() <= WIDEST / 4 => {
                let digits = digits.iter().map(|&digit| char::from(digit).to_digit(16));
                let digits: Vec<u32> = digits.collect::<Option<_>>()?;
                let bits = |digit: u32| (0..4).rev().map(move |at| digit >> at & 1 == 1);
                digits.into_iter().flat_map(bits).collect()
            }
            _ => {
                let inner = token.strip_prefix(b"(_ bv")?.strip_suffix(b")")?;
                let (value, width) = std::str::from_utf8(inner).ok()?.split_once(' ')?;
                let width = width.parse().ok().filter(|&width| width <= WIDEST)?;
                from_decimal(value, width)?
            }
        };
        (!bits.is_empty()).then_some(Bits(bits))
    }

    /// The lowest bits of a number.
    pub fn of_number(number: u128, width: u32) -> Bits {
        let bit = |at: u32| number.checked_shr(at).is_some_and(|rest| rest & 1 == 1);
        Bits((0..width).rev().map(bit).collect())
    }

    /// The value as a number without a sign; none if it is too wide.
    pub fn number(&self) -> Option<u128> {
        let push = |sum, &bit: &bool| sum << 1 | u128::from(bit);
        (self.0.len() <= 128).then(|| self.0.iter().fold(0, push))
    }

    /// The number of bits.
    pub fn width(&self) -> u32 {
        u32::try_from(self.0.len()).unwrap_or(u32::MAX)
    }

    /// Whether the value is 0 or 1.
    pub fn is_zero_or_one(&self) -> bool {
        !self.0[..self.0.len() - 1].contains(&true)
    }

    /// Whether all bits are equal to this one.
    pub fn is_all(&self, bit: bool) -> bool {
        !self.0.contains(&!bit)
    }

    /// The value divided by a power of two.
    #[must_use]
    pub fn shifted_right(&self, by: u32) -> Bits {
        let by = (by as usize).min(self.0.len());
        let zeros = std::iter::repeat_n(false, by);
        Bits(
            zeros
                .chain(self.0.iter().copied())
                .take(self.0.len())
                .collect(),
        )
    }

    /// The bits from `low` to `high`; none if there are no such bits.
    pub fn extract(&self, high: u32, low: u32) -> Option<Bits> {
        let place = |at: u32| self.width().checked_sub(at + 1);
        let bits = self.0.get(place(high)? as usize..=place(low)? as usize)?;
        (!bits.is_empty()).then(|| Bits(bits.to_vec()))
    }

    /// The value with so many more bits in front: zeros, or copies of the sign. None if it becomes too wide.
    pub fn extended(&self, by: u32, signed: bool) -> Option<Bits> {
        let bit = signed && self.0[0];
        let front = std::iter::repeat_n(bit, by as usize);
        let fits = self.0.len() + by as usize <= WIDEST;
        fits.then(|| Bits(front.chain(self.0.iter().copied()).collect()))
    }

    /// The bits of this value, then those of the other one.
    #[must_use]
    pub fn concat(&self, other: &Bits) -> Bits {
        Bits([&self.0[..], &other.0].concat())
    }

    /// The value with each bit mapped.
    #[must_use]
    pub fn map(&self, bit: impl Fn(bool) -> bool) -> Bits {
        Bits(self.0.iter().map(|&old| bit(old)).collect())
    }

    /// Two values of the same width, bit by bit.
    #[must_use]
    pub fn zip(&self, other: &Bits, bit: impl Fn(bool, bool) -> bool) -> Bits {
        let pairs = self.0.iter().zip(&other.0);
        Bits(pairs.map(|(&a, &b)| bit(a, b)).collect())
    }

    /// The shortest spelling: `#x0f`, `#b101`, `(_ bv1 64)`.
    pub fn shortest(&self) -> Symbol {
        let hexadecimal = |digits: &[bool]| {
            let digit = digits.iter().fold(0, |sum, &bit| sum << 1 | u32::from(bit));
            char::from_digit(digit, 16).unwrap_or('0')
        };
        let hexadecimal = self.0.len().is_multiple_of(4).then(|| {
            let digits: String = self.0.chunks(4).map(hexadecimal).collect();
            format!("#x{digits}")
        });
        let digits = self.0.iter().map(|&bit| if bit { '1' } else { '0' });
        let binary = format!("#b{}", digits.collect::<String>());
        let texts = hexadecimal.into_iter().chain([binary, self.decimal_text()]);
        let shortest = texts.min_by_key(String::len).unwrap_or_default(); // the first of equally short ones
        Symbol::of(shortest.as_bytes())
    }

    /// The spelling `(_ bv5 8)`.
    pub fn decimal(&self) -> Symbol {
        Symbol::of(self.decimal_text().as_bytes())
    }

    fn decimal_text(&self) -> String {
        format!("(_ bv{} {})", to_decimal(&self.0), self.0.len())
    }
}

/// The bits of a decimal number; none if it has more than `width` bits.
fn from_decimal(digits: &str, width: usize) -> Option<Vec<bool>> {
    let mut bytes: Vec<u8> = vec![0; width.div_ceil(8)]; // the least significant one first
    for digit in digits.trim_start_matches('0').bytes() {
        let mut carry = u32::from(digit.checked_sub(b'0').filter(|&digit| digit < 10)?);
        for byte in &mut bytes {
            let sum = u32::from(*byte) * 10 + carry;
            [*byte, ..] = sum.to_le_bytes();
            carry = sum >> 8;
        }
        if carry > 0 {
            return None;
        }
    }
    let bit = |at: usize| bytes[at / 8] >> (at % 8) & 1 == 1;
    let fits = (width..bytes.len() * 8).all(|at| !bit(at));
    fits.then(|| (0..width).rev().map(bit).collect())
}

fn to_decimal(bits: &[bool]) -> String {
    let mut digits: Vec<u8> = vec![0]; // the least significant one first
    for &bit in bits {
        let mut carry = u8::from(bit);
        for digit in &mut digits {
            let sum = *digit * 2 + carry;
            (*digit, carry) = (sum % 10, sum / 10);
        }
        if carry > 0 {
            digits.push(carry);
        }
    }
    let digits = digits.iter().rev().map(|digit| char::from(b'0' + digit));
    digits.collect()
}

#[cfg(test)]
mod tests {
    use super::Bits;

    fn bits(token: &str) -> Bits {
        Bits::of(token.as_bytes()).expect("a literal")
    }

    #[test]
    fn a_value_is_the_same_in_all_spellings_and_gets_the_shortest() {
        for (text, shortest, decimal) in [
            ("#b1", "#b1", "(_ bv1 1)"),
            ("(_ bv15 8)", "#x0f", "(_ bv15 8)"),
            ("#xA11", "#xa11", "(_ bv2577 12)"),
            ("#b00000000000000001", "(_ bv1 17)", "(_ bv1 17)"),
            ("(_ bv0 64)", "(_ bv0 64)", "(_ bv0 64)"),
        ] {
            let bits = bits(text);
            assert_eq!(bits.shortest().bytes(), shortest.as_bytes());
            assert_eq!(bits.decimal().bytes(), decimal.as_bytes());
        }
        let large = "(_ bv340282366920938463463374607431768211456 130)"; // 2^128
        assert_eq!(bits(large).decimal().bytes(), large.as_bytes());
        assert_eq!(bits(large).number(), None);
    }

    #[test]
    fn other_tokens_and_values_that_do_not_fit_have_no_bits() {
        for text in [
            "#b",
            "#b2",
            "#xg",
            "5",
            "x",
            "(_ bv4 2)",
            "(_ bv256 8)",
            "(_ bv1 0)",
            "(_ bv1 99999)",
        ] {
            assert_eq!(Bits::of(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn parts_and_extensions_are_those_of_the_standard() {
        assert_eq!(bits("#b1010").extract(2, 1), Some(bits("#b01")));
        assert_eq!(bits("#b1010").extract(4, 1), None);
        assert_eq!(bits("#b1010").extract(1, 2), None);
        assert_eq!(bits("#b10").extended(2, true), Some(bits("#b1110")));
        assert_eq!(bits("#b10").extended(2, false), Some(bits("#b0010")));
        assert_eq!(bits("#b1010").shifted_right(1), bits("#b0101"));
        assert_eq!(bits("#b1010").shifted_right(9), bits("#b0000"));
    }
}
