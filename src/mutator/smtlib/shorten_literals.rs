//! shorten-literals: replaces a literal by a smaller one, by bisection.

use super::characters::ends_of_characters;
use super::shape::is_smaller_token;
use crate::language::TestCase;
use crate::language::smtlib::{Bits, Literal, Role, analysis};
use crate::mutator::proposal::simplifications;
use crate::mutator::{Mutator, Pass, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, Symbol};

/// `1234` → `12`, `123`; `12.75` → `12.0`, `0.75`, `12.7`; `"abcd"` → `"ab"`, `"cd"`, `"abc"`; `#xf3` → `#x0f`, `#x79`. No
/// arithmetic is done, so numbers may have any length. The smallest values are left to the mutator of constants.
pub struct ShortenLiterals;

impl Mutator for ShortenLiterals {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "shorten-literals",
                "Replace a literal by a shorter or smaller one",
                "smtlib",
                &[(Pass::Terms, 51)],
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        let tree = case.tree();
        !tree.is_list(node)
            && analysis(case).role(node) == Role::Term
            && tree.sym(node).bytes().len() > 1
            && Literal::of(tree.sym(node).bytes()).is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let tokens = self
            .applies(case, node)
            .then(|| smaller(case.tree().sym(node)));
        let edit = move |token| Edit::replace(case.tree(), node, vec![Piece::Leaf(token)]);
        simplifications(tokens.into_iter().flatten().map(edit))
    }
}

/// The literals that may replace this one, each of them once.
fn smaller(old: Symbol) -> Vec<Symbol> {
    let bytes = old.bytes();
    let texts = match Literal::of(bytes) {
        Some(Literal::Numeral) => numerals(bytes),
        Some(Literal::Decimal) => decimals(bytes),
        Some(Literal::String) => strings(bytes),
        Some(Literal::BitVec(_)) => return vectors(old),
        Some(Literal::Bool | Literal::Float(..)) | None => Vec::new(),
    };
    let mut smaller: Vec<Symbol> = Vec::new();
    for text in texts {
        let new = Symbol::of(&text);
        if is_smaller_token(new, old) && !smaller.contains(&new) {
            smaller.push(new);
        }
    }
    smaller
}

/// The first half of the digits, and all digits but the last.
fn numerals(digits: &[u8]) -> Vec<Vec<u8>> {
    [digits.len() / 2, digits.len() - 1]
        .iter()
        .filter(|&&length| length > 0)
        .map(|&length| digits[..length].to_vec())
        .collect()
}

/// The whole part, the fraction, and the number with half of either.
fn decimals(token: &[u8]) -> Vec<Vec<u8>> {
    let Some(dot) = memchr::memchr(b'.', token) else {
        return Vec::new();
    };
    let (whole, fraction) = (&token[..dot], &token[dot + 1..]);
    let half = |digits: &[u8]| digits[..digits.len().div_ceil(2)].to_vec();
    let decimal = |whole: &[u8], fraction: &[u8]| [whole, b".", fraction].concat();
    vec![
        decimal(whole, b"0"),
        decimal(b"0", fraction),
        decimal(&half(whole), fraction),
        decimal(whole, &half(fraction)),
    ]
}

/// Half of the significant bits, and all of them but the lowest.
fn vectors(old: Symbol) -> Vec<Symbol> {
    let Some(vector) = Bits::of(old.bytes()) else {
        return Vec::new();
    };
    let bits = vector.significant();
    let mut counts = vec![bits / 2, 1];
    counts.dedup();
    let shifted = counts.into_iter().filter(|count| bits > count + 1);
    let shifted = shifted.map(|count| vector.shifted_right(count).shortest());
    shifted.filter(|&new| is_smaller_token(new, old)).collect()
}

/// The first half, the second half, and all characters but the last.
fn strings(token: &[u8]) -> Vec<Vec<u8>> {
    let Some(content) = token
        .strip_prefix(b"\"")
        .and_then(|rest| rest.strip_suffix(b"\""))
    else {
        return Vec::new();
    };
    let ends = ends_of_characters(content);
    let [.., last_but_one, _] = ends[..] else {
        return Vec::new();
    };
    let half = ends[ends.len() / 2 - 1];
    [&content[..half], &content[half..], &content[..last_but_one]]
        .iter()
        .map(|part| [b"\"", *part, b"\""].concat())
        .collect()
}
