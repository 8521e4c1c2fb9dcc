//! Bit-vector literals: their values, of any width that occurs, and how they are spelled: `#b…`, `#x…` or `(_ bvN w)`.

use super::LiteralKind;
use crate::tree::Symbol;
use num_bigint::BigUint;

/// Literals with more bits than this are not read.
pub(super) const WIDEST: u32 = 1 << 12;

/// Values with more significant bits than this are neither read nor written in decimal, which takes quadratic time.
const LARGEST: u64 = 1 << 10;

/// The value of a bit-vector. A small value takes little space, however wide the bit-vector is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bits {
    width: u32,
    value: BigUint,
}

impl Bits {
    /// The value of a literal. None if the token is not a bit-vector literal, is too wide, or has a value that its
    /// width does not allow.
    pub(crate) fn of(token: &[u8]) -> Option<Bits> {
        if token.len() > WIDEST as usize + "#b".len() {
            return None;
        }
        let LiteralKind::BitVec(width) = LiteralKind::of(token)? else {
            return None;
        };
        let value = match token {
            [b'#', b'b', digits @ ..] => BigUint::parse_bytes(digits, 2),
            [b'#', b'x', digits @ ..] => BigUint::parse_bytes(digits, 16),
            _ => {
                let number = token.strip_prefix(b"(_ bv")?;
                from_decimal(&number[..memchr::memchr(b' ', number)?])
            }
        };
        Bits::new(width, value?)
    }

    /// The lowest `width` bits of a number.
    pub(crate) fn of_number(number: u128, width: u32) -> Bits {
        let value = BigUint::from(number);
        Bits { width, value }.resized(width)
    }

    /// The value 0.
    pub(crate) fn zero(width: u32) -> Bits {
        Bits::of_number(0, width)
    }

    /// The value 1.
    pub(crate) fn one(width: u32) -> Bits {
        Bits::of_number(1, width)
    }

    /// The largest value, of which all bits are set.
    pub(crate) fn ones(width: u32) -> Bits {
        let value = (BigUint::from(1_u8) << width) - 1_u8;
        Bits { width, value }
    }

    fn new(width: u32, value: BigUint) -> Option<Bits> {
        let fits = width > 0 && width <= WIDEST && value.bits() <= u64::from(width);
        fits.then_some(Bits { width, value })
    }

    /// The value as an unsigned number; none if the bit-vector is wider than 128 bits.
    pub(crate) fn number(&self) -> Option<u128> {
        (self.width <= u128::BITS)
            .then(|| u128::try_from(&self.value).ok())
            .flatten()
    }

    /// The width in bits.
    pub(crate) fn width(&self) -> u32 {
        self.width
    }

    /// The number of bits without leading zeros.
    pub(crate) fn significant(&self) -> u64 {
        self.value.bits()
    }

    /// Whether the value is 0.
    pub(crate) fn is_zero(&self) -> bool {
        self.significant() == 0
    }

    /// Whether the value is 1.
    pub(crate) fn is_one(&self) -> bool {
        self.significant() == 1
    }

    /// Whether all bits are set.
    pub(crate) fn is_ones(&self) -> bool {
        self.value.count_ones() == u64::from(self.width)
    }

    /// The value, shifted to the right by this number of bits.
    #[must_use]
    pub(crate) fn shifted_right(&self, by: u64) -> Bits {
        let value = &self.value >> by;
        Bits { value, ..*self }
    }

    /// The lowest bits of the value, or the value with leading zeros.
    #[must_use]
    pub(crate) fn resized(&self, width: u32) -> Bits {
        let value = if self.significant() > u64::from(width) {
            &self.value & Bits::ones(width).value
        } else {
            self.value.clone()
        };
        Bits { width, value }
    }

    /// The bits from `low` to `high`; none if there are no such bits.
    pub(crate) fn extract(&self, high: u32, low: u32) -> Option<Bits> {
        let exist = low <= high && high < self.width;
        exist.then(|| self.shifted_right(low.into()).resized(high - low + 1))
    }

    /// The value with this number of further bits in front: zeros, or copies of the sign. None if it becomes too wide.
    pub(crate) fn extended(&self, by: u32, signed: bool) -> Option<Bits> {
        if by > WIDEST {
            return None;
        }
        let is_negative = self.significant() == u64::from(self.width);
        let front = if signed && is_negative {
            Bits::ones(by)
        } else {
            Bits::zero(by)
        };
        front.concat(self)
    }

    /// The bits of this value, then those of the other one. None if they are too many.
    pub(crate) fn concat(&self, other: &Bits) -> Option<Bits> {
        let width = self.width.checked_add(other.width)?;
        if width > WIDEST {
            return None;
        }
        Bits::new(width, &self.value << other.width | &other.value)
    }

    /// The value with each bit inverted.
    #[must_use]
    pub(crate) fn not(&self) -> Bits {
        self.xor(&Bits::ones(self.width))
    }

    /// The bits that are set in both values, which have the same width.
    #[must_use]
    pub(crate) fn and(&self, other: &Bits) -> Bits {
        let value = &self.value & &other.value;
        Bits { value, ..*self }
    }

    /// The bits that are set in one of the values, which have the same width.
    #[must_use]
    pub(crate) fn or(&self, other: &Bits) -> Bits {
        let value = &self.value | &other.value;
        Bits { value, ..*self }
    }

    /// The bits in which two values of the same width differ.
    #[must_use]
    pub(crate) fn xor(&self, other: &Bits) -> Bits {
        let value = &self.value ^ &other.value;
        Bits { value, ..*self }
    }

    /// The shortest spelling; of equally short ones, the first in the order of bytes.
    pub(crate) fn shortest(&self) -> Symbol {
        let width = self.width as usize;
        let is_hexadecimal = width.is_multiple_of(4);
        let digits = if is_hexadecimal { width / 4 } else { width };
        let length = 2 + digits;
        // A decimal number has more than three digits for ten bits. If that is too long already, nothing is spelled.
        let shortest_decimal = "(_ bv )".len() as u64 + self.significant() * 3 / 10;
        if shortest_decimal < length as u64
            && let Some(decimal) = self.decimal()
            && decimal.bytes().len() < length
        {
            return decimal;
        }
        let text = if is_hexadecimal {
            format!("#x{:0digits$x}", self.value)
        } else {
            format!("#b{:0digits$b}", self.value)
        };
        Symbol::of(text.as_bytes())
    }

    /// The spelling `(_ bv5 8)`; none if that takes too long to compute.
    pub(crate) fn decimal(&self) -> Option<Symbol> {
        let text = || format!("(_ bv{} {})", self.value, self.width);
        (self.significant() <= LARGEST).then(|| Symbol::of(text().as_bytes()))
    }
}

/// The value of a decimal number. None if it is too large.
fn from_decimal(digits: &[u8]) -> Option<BigUint> {
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    let is_small = (digits.len() - zeros) as u64 * 3 <= LARGEST;
    is_small.then(|| BigUint::parse_bytes(digits, 10)).flatten()
}

#[cfg(test)]
mod tests {
    use super::{Bits, Symbol, WIDEST};

    fn bits(token: &str) -> Bits {
        Bits::of(token.as_bytes()).expect("a literal")
    }

    #[test]
    fn a_value_is_the_same_in_all_spellings_and_gets_the_shortest() {
        for (text, shortest, decimal) in [
            ("(_ bv0 4)", "#x0", "(_ bv0 4)"),
            ("#b0000", "#x0", "(_ bv0 4)"),
            ("#b1", "#b1", "(_ bv1 1)"),
            ("#b101", "#b101", "(_ bv5 3)"),
            ("(_ bv15 8)", "#x0f", "(_ bv15 8)"),
            ("(_ bv0015 8)", "#x0f", "(_ bv15 8)"),
            ("#xA11", "#xa11", "(_ bv2577 12)"),
            ("#b00000000000000", "(_ bv0 14)", "(_ bv0 14)"),
            ("#b00000000000000001", "(_ bv1 17)", "(_ bv1 17)"),
            ("(_ bv0 32)", "#x00000000", "(_ bv0 32)"),
            ("#x0000000000", "(_ bv0 40)", "(_ bv0 40)"),
            ("(_ bv4294967295 32)", "#xffffffff", "(_ bv4294967295 32)"),
            (
                "(_ bv36893488147419103231 65)",
                "(_ bv36893488147419103231 65)",
                "(_ bv36893488147419103231 65)",
            ),
            (
                "#x00000000000000000000000000000010",
                "(_ bv16 128)",
                "(_ bv16 128)",
            ),
        ] {
            let bits = bits(text);
            assert_eq!(bits.shortest().bytes(), shortest.as_bytes(), "{text}");
            let spelled = bits.decimal().map(Symbol::bytes);
            assert_eq!(spelled, Some(decimal.as_bytes()), "{text}");
        }
        let large = "(_ bv340282366920938463463374607431768211456 130)"; // 2^128
        assert_eq!(bits(large).shortest().bytes(), large.as_bytes());
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
            "(_ +zero 5 11)",
            "(_ bv 8)",
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
        assert_eq!(bits("#b01").extended(2, true), Some(bits("#b0001")));
        assert_eq!(bits("#b01").concat(&bits("#b01")), Some(bits("#b0101")));
        assert_eq!(bits("#b1010").shifted_right(1), bits("#b0101"));
        assert_eq!(bits("#b1010").shifted_right(9), bits("#b0000"));
        assert_eq!(bits("#b1101").resized(2), bits("#b01"));
        assert_eq!(bits("#b1101").resized(8), bits("#x0d"));
    }

    #[test]
    fn what_would_be_too_wide_is_no_value() {
        assert_eq!(bits("#b1").extended(WIDEST, true), None);
        assert_eq!(bits("#b1").extended(u32::MAX, true), None);
        assert_eq!(Bits::ones(WIDEST).concat(&bits("#b1")), None);
    }

    #[test]
    fn the_least_values_of_any_width_are_written_at_once() {
        assert_eq!(
            Bits::one(u32::MAX).shortest().bytes(),
            b"(_ bv1 4294967295)"
        );
        assert_eq!(Bits::ones(WIDEST).decimal(), None);
        assert_eq!(Bits::ones(WIDEST).shortest().bytes().len(), 2 + 1024);
    }
}
