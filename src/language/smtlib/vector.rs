//! The value of a bit-vector literal, and its shortest spelling: `#b…`, `#x…` or `(_ bvN w)`.

use crate::tree::Symbol;

/// Literals with more bits are not read.
const WIDEST: u32 = 1 << 12;

/// Values with more significant bits are not written in decimal, because that takes quadratic time.
const LARGEST: usize = 1 << 10;

/// A bit-vector value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vector {
    width: u32,
    /// The bits from the highest one that is set down to the lowest.
    bits: Vec<bool>,
}

impl Vector {
    /// The value of a literal. None if the token is not a bit-vector literal, is too wide, or has a value that its
    /// width does not allow.
    pub fn of(token: &[u8]) -> Option<Vector> {
        if let Some(inner) = token.strip_prefix(b"(_ bv") {
            let inner = std::str::from_utf8(inner.strip_suffix(b")")?).ok()?;
            let (value, width) = inner.split_once(' ')?;
            return Vector::new(width.parse().ok()?, &from_decimal(value)?);
        }
        let per_digit = match token {
            [b'#', b'b', ..] => 1,
            [b'#', b'x', ..] => 4,
            _ => return None,
        };
        let digits = &token[2..];
        let width = u32::try_from(digits.len()).ok()?.checked_mul(per_digit)?;
        if width > WIDEST {
            return None;
        }
        let mut bits = Vec::with_capacity(width as usize);
        for &digit in digits {
            let value = char::from(digit).to_digit(1 << per_digit)?;
            bits.extend((0..per_digit).rev().map(|place| value >> place & 1 == 1));
        }
        Vector::new(width, &bits)
    }

    /// A small value of any width.
    pub fn small(value: u8, width: u32) -> Vector {
        let bits = (0..8).rev().map(|place| value >> place & 1 == 1);
        Vector {
            width,
            bits: without_zeros(&bits.collect::<Vec<bool>>()),
        }
    }

    /// The largest value.
    pub fn ones(width: u32) -> Vector {
        Vector {
            width,
            bits: vec![true; width as usize],
        }
    }

    fn new(width: u32, bits: &[bool]) -> Option<Vector> {
        let bits = without_zeros(bits);
        let fits = width > 0 && width <= WIDEST && bits.len() <= width as usize;
        fits.then_some(Vector { width, bits })
    }

    /// The width in bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// How many bits the value needs.
    pub fn significant(&self) -> usize {
        self.bits.len()
    }

    /// Whether all bits are set.
    pub fn is_ones(&self) -> bool {
        self.bits.len() == self.width as usize && self.bits.iter().all(|&bit| bit)
    }

    /// The value without its lowest `count` significant bits.
    #[must_use]
    pub fn shifted(&self, count: usize) -> Vector {
        let left = self.bits.len().saturating_sub(count);
        Vector {
            width: self.width,
            bits: self.bits[..left].to_vec(),
        }
    }

    /// The lowest bits of the value, or the value with leading zeros.
    #[must_use]
    pub fn resized(&self, width: u32) -> Vector {
        let dropped = self.bits.len().saturating_sub(width as usize);
        Vector {
            width,
            bits: without_zeros(&self.bits[dropped..]),
        }
    }

    /// The shortest spelling; of equally short ones, the first in the order of bytes.
    pub fn shortest(&self) -> Symbol {
        let width = self.width as usize;
        let hexadecimal = width.is_multiple_of(4).then_some((2 + width / 4, 4));
        let (length, bits_each) = hexadecimal.unwrap_or((2 + width, 1));
        // A decimal number has more than three digits for ten bits.
        let shortest_decimal = "(_ bv )".len() + self.bits.len() * 3 / 10;
        if length <= shortest_decimal || self.bits.len() > LARGEST {
            return Symbol::of(self.digits(bits_each).as_bytes());
        }
        let decimal = self.decimal();
        if length <= decimal.len() {
            return Symbol::of(self.digits(bits_each).as_bytes());
        }
        Symbol::of(decimal.as_bytes())
    }

    fn decimal(&self) -> String {
        format!("(_ bv{} {})", to_decimal(&self.bits), self.width)
    }

    fn digits(&self, bits_each: usize) -> String {
        let zeros = std::iter::repeat_n(false, self.width as usize - self.bits.len());
        let bits: Vec<bool> = zeros.chain(self.bits.iter().copied()).collect();
        let mut text = String::from(if bits_each == 1 { "#b" } else { "#x" });
        for digit in bits.chunks(bits_each) {
            let value = digit.iter().fold(0, |sum, &bit| 2 * sum + u32::from(bit));
            text.extend(char::from_digit(value, 16));
        }
        text
    }
}

fn without_zeros(bits: &[bool]) -> Vec<bool> {
    let highest = bits.iter().position(|&bit| bit).unwrap_or(bits.len());
    bits[highest..].to_vec()
}

/// Decimal digits per limb.
const DIGITS: usize = 9;
const LIMB: u64 = 1_000_000_000;

/// The value in decimal.
fn to_decimal(bits: &[bool]) -> String {
    let mut limbs: Vec<u64> = vec![0]; // the lowest first
    for &bit in bits {
        let mut carry = u64::from(bit);
        for limb in &mut limbs {
            let sum = 2 * *limb + carry;
            (*limb, carry) = (sum % LIMB, sum / LIMB);
        }
        if carry > 0 {
            limbs.push(carry);
        }
    }
    let highest = limbs.pop().unwrap_or(0).to_string();
    let others = limbs.iter().rev().map(|limb| format!("{limb:0DIGITS$}"));
    std::iter::once(highest).chain(others).collect()
}

/// The bits of a decimal number, the highest first. None if there are too many.
fn from_decimal(digits: &str) -> Option<Vec<bool>> {
    if digits.is_empty()
        || digits.len() * 3 > LARGEST
        || !digits.bytes().all(|d| d.is_ascii_digit())
    {
        return None;
    }
    let chunk = |digits: &[u8]| std::str::from_utf8(digits).ok()?.parse().ok();
    let limbs: Option<Vec<u64>> = digits.as_bytes().rchunks(DIGITS).map(chunk).collect();
    let mut limbs = limbs?;
    let mut bits = Vec::new(); // the lowest first
    while limbs.iter().any(|&limb| limb > 0) {
        let mut carry = 0;
        for limb in limbs.iter_mut().rev() {
            let value = *limb + carry * LIMB;
            (*limb, carry) = (value / 2, value % 2);
        }
        bits.push(carry == 1);
    }
    bits.reverse();
    Some(bits)
}

#[cfg(test)]
mod tests {
    use super::{Symbol, Vector};

    #[test]
    fn a_literal_is_spelled_in_the_shortest_way() {
        for (old, new) in [
            ("(_ bv0 4)", "#x0"),
            ("#b0000", "#x0"),
            ("#b101", "#b101"),
            ("#b00000000000000", "(_ bv0 14)"),
            ("#x00000000", "#x00000000"),
            ("(_ bv0 32)", "#x00000000"),
            ("#x0000000000", "(_ bv0 40)"),
            ("(_ bv4294967295 32)", "#xffffffff"),
            (
                "(_ bv36893488147419103231 65)",
                "(_ bv36893488147419103231 65)",
            ),
            ("#x00000000000000000000000000000010", "(_ bv16 128)"),
        ] {
            let vector = Vector::of(old.as_bytes()).map(|vector| vector.shortest());
            assert_eq!(vector.map(Symbol::bytes), Some(new.as_bytes()), "{old}");
        }
    }

    #[test]
    fn what_is_no_value_of_its_width_is_not_read() {
        for token in [
            "(_ bv4 2)",
            "(_ bv1 0)",
            "12",
            "#b",
            "x",
            "(_ +zero 5 11)",
            "(_ bv1 99999999)",
        ] {
            assert_eq!(Vector::of(token.as_bytes()), None, "{token}");
        }
    }

    #[test]
    fn bits_are_cut_from_either_end() {
        let vector = Vector::of(b"#b1101").expect("a literal");
        assert_eq!(vector.shifted(2).shortest().bytes(), b"#x3");
        assert_eq!(vector.resized(2).shortest().bytes(), b"#b01");
        assert_eq!(vector.resized(8).shortest().bytes(), b"#x0d");
    }
}
