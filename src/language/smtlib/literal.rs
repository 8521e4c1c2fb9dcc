//! Literals: how they are written, what kind they are, and which sort and rank they have.

use super::sort::{Sort, SortKind};
use super::text::Text;
use crate::tree::{Node, Symbol};
use std::str::FromStr;

/// The longest compound literal that becomes one token, in bytes.
pub(super) const LONGEST: usize = 4096;

/// The kind of a literal token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LiteralKind {
    /// `12`
    Numeral,
    /// `1.5`
    Decimal,
    /// `"…"`
    String,
    /// `true`, `false`
    Bool,
    /// `#b…`, `#x…`, `(_ bvN w)`, with the width in bits.
    BitVec(u32),
    /// `(fp …)` of literals, `(_ NaN e s)` and similar literals, with the widths of the exponent and of the
    /// significand.
    Float(u32, u32),
}

impl LiteralKind {
    /// The kind of the token; none if it is not a literal.
    pub(crate) fn of(token: &[u8]) -> Option<LiteralKind> {
        match token.first()? {
            b'0'..=b'9' => numeral_or_decimal(token),
            b'"' => Some(LiteralKind::String),
            b'#' => binary_or_hexadecimal(token),
            b'(' => compound(token),
            _ => matches!(token, b"true" | b"false").then_some(LiteralKind::Bool),
        }
    }

    /// The sort of literals of this kind.
    pub(super) fn sort(self) -> Sort {
        match self {
            LiteralKind::Numeral => Sort::INT,
            LiteralKind::Decimal => Sort::REAL,
            LiteralKind::String => Sort::named(Symbol::of(b"String")),
            LiteralKind::Bool => Sort::BOOL,
            LiteralKind::BitVec(width) => Sort::bitvec(width),
            LiteralKind::Float(exponent, significand) => {
                Sort::of(SortKind::Float(exponent, significand))
            }
        }
    }
}

/// Operators that are plainer than others of the same length for the same operands: `=` than `<`, `+` than `*`, `mod` than
/// `div`, `or` than `=>`, `and` than `xor`, `fp.add` than `fp.mul`, and so on.
const PLAIN: [&[u8]; 6] = [b"=", b"+", b"mod", b"or", b"and", b"fp.add"];

/// Whether the token is an operator that is plainer than others of the same length.
pub(crate) fn is_plain(token: &[u8]) -> bool {
    PLAIN.contains(&token)
}

/// The rank of a token: minimal constant 0, other constant 1, symbol 2.
pub fn rank(token: &[u8]) -> u8 {
    match LiteralKind::of(token) {
        None => 2,
        Some(_) if is_minimal(token) => 0,
        Some(_) => 1,
    }
}

/// Whether a literal is the least one of its sort: `0`, `0.0`, `false`, `""`, the bit-vector zero, or `+zero`.
fn is_minimal(token: &[u8]) -> bool {
    match token {
        b"0" | b"0.0" | b"false" | b"\"\"" => true,
        [b'#', b'b' | b'x', digits @ ..] => digits.iter().all(|&digit| digit == b'0'),
        _ => token.starts_with(b"(_ bv0 ") || token.starts_with(b"(_ +zero "),
    }
}

fn numeral_or_decimal(token: &[u8]) -> Option<LiteralKind> {
    let digits = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
    match memchr::memchr(b'.', token) {
        None => digits(token).then_some(LiteralKind::Numeral),
        Some(dot) => {
            (digits(&token[..dot]) && digits(&token[dot + 1..])).then_some(LiteralKind::Decimal)
        }
    }
}

/// The kind of `#b…` or `#x…`.
fn binary_or_hexadecimal(token: &[u8]) -> Option<LiteralKind> {
    let (bits_each, is_digit): (_, fn(&u8) -> bool) = match token.get(1)? {
        b'b' => (1, |digit| matches!(digit, b'0' | b'1')),
        b'x' => (4, u8::is_ascii_hexdigit),
        _ => return None,
    };
    let digits = &token[2..];
    if digits.is_empty() || !digits.iter().all(is_digit) {
        return None;
    }
    let width = u32::try_from(digits.len()).ok()?.checked_mul(bits_each)?;
    Some(LiteralKind::BitVec(width))
}

/// The kind of a literal that is a list in the text, in its canonical form.
fn compound(list: &[u8]) -> Option<LiteralKind> {
    if let Some(inner) = list.strip_prefix(b"(_ ") {
        let inner = inner.strip_suffix(b")")?;
        let mut parts = inner.split(|&byte| byte == b' ');
        let (name, first, second) = (parts.next()?, parts.next()?, parts.next());
        if parts.next().is_some() {
            return None;
        }
        return match (name, second) {
            ([b'b', b'v', digits @ ..], None)
                if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) =>
            {
                number(first).map(LiteralKind::BitVec)
            }
            (b"+oo" | b"-oo" | b"+zero" | b"-zero" | b"NaN", Some(second)) => {
                Some(LiteralKind::Float(number(first)?, number(second)?))
            }
            _ => None,
        };
    }
    let inner = list.strip_prefix(b"(fp ")?.strip_suffix(b")")?;
    let width = |part| match LiteralKind::of(part)? {
        LiteralKind::BitVec(width) => Some(width),
        _ => None,
    };
    let widths: Vec<u32> = (literals_of(inner)?.into_iter().map(width)).collect::<Option<_>>()?;
    match widths[..] {
        [1, exponent, significand] => {
            Some(LiteralKind::Float(exponent, significand.checked_add(1)?))
        }
        _ => None,
    }
}

/// The literals that stand side by side in the canonical text of a compound literal, as in
/// `#b0 (_ bv1 5) #b0000000000`. None if a parenthesis is not closed.
pub(crate) fn literals_of(mut rest: &[u8]) -> Option<Vec<&[u8]>> {
    let mut parts = Vec::new();
    while !rest.is_empty() {
        let end = if rest[0] == b'(' {
            memchr::memchr(b')', rest)? + 1
        } else {
            memchr::memchr(b' ', rest).unwrap_or(rest.len())
        };
        parts.push(&rest[..end]);
        rest = rest[end..].strip_prefix(b" ").unwrap_or(&rest[end..]);
    }
    Some(parts)
}

/// The value of a numeral. None for any other token, and for a number that does not fit the type.
pub(super) fn number<N: FromStr>(token: &[u8]) -> Option<N> {
    let is_numeral = token.iter().all(u8::is_ascii_digit);
    let digits = std::str::from_utf8(token).ok().filter(|_| is_numeral)?;
    digits.parse().ok()
}

/// A term with more cells than this is not looked through.
const FEW: u32 = 16;

/// Whether the term is a numeral, or consists of a few numerals and arithmetic operators. In the logics of the reals, such
/// a term is `Real`; elsewhere, it is `Int`.
pub(super) fn is_number(text: &impl Text, node: Node) -> bool {
    let is_part = |token: Symbol| {
        token == Symbol::LIST
            || matches!(token.bytes(), b"+" | b"-" | b"*")
            || LiteralKind::of(token.bytes()) == Some(LiteralKind::Numeral)
    };
    let cells = text.len(node);
    cells <= FEW && (node..node + cells).all(|node| is_part(text.sym(node)))
}
