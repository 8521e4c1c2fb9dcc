//! The attributes of ranks in the rows of the theories, and the indices in them.

use super::LiteralKind;
use super::bits::Bits;
use super::literal::number;
use super::matching::{Index, Pattern};
use super::operator::{Element, Image, Operator};
use super::rank::{IndexCondition, Rank};
use crate::tree::{Node, Symbol, Tree};

/// Reads the attributes of a rank, which are pairs of a keyword and a value; see [`super::theories`]. Some of them say
/// something about the operator, and count for all its ranks.
pub(super) fn read(
    tree: &Tree,
    pairs: &[Node],
    indices: &mut Vec<Symbol>,
    rank: &mut Rank,
    operator: &mut Operator,
) -> Option<()> {
    for pair in pairs.chunks(2) {
        let &[keyword, value] = pair else {
            return None;
        };
        let token = tree.sym(value);
        let is_true = token.bytes() == b"true";
        match tree.bytes(keyword) {
            b":where" => {
                for node in tree.children(value) {
                    rank.conditions.push(condition(tree.sym(node), indices)?);
                }
            }
            b":count" => rank.count = Some(variable(token, indices)),
            b":exact" => rank.is_exact = is_true,
            b":commutative" => operator.is_commutative |= is_true,
            b":older" => operator.is_older |= is_true,
            b":adds-up" => operator.adds_up |= is_true,
            b":short" => operator.short = operator.short.or(Some(token)),
            b":neutral" => operator.neutral.push(element(token, &rank.result)?),
            b":right-neutral" => operator.right_neutral.push(element(token, &rank.result)?),
            b":absorbing" => operator.absorbing.push(element(token, &rank.result)?),
            b":as-bool" => operator.as_bool = operator.as_bool.or(Some(Image::of(token))),
            b":as-int" => operator.as_int = operator.as_int.or(Some(Image::of(token))),
            _ => return None,
        }
    }
    Some(())
}

/// A special operand: a token, or for bit-vectors `zero`, `one` or `ones`.
fn element(token: Symbol, result: &Pattern) -> Option<Element> {
    match (result, token.bytes()) {
        (Pattern::BitVec(_), b"zero") => Some(Element::Vector(Bits::zero)),
        (Pattern::BitVec(_), b"one") => Some(Element::Vector(Bits::one)),
        (Pattern::BitVec(_), b"ones") => Some(Element::Vector(Bits::ones)),
        (Pattern::Sort(sort), _) => Some(Element::Token(*sort, token)),
        _ => None,
    }
}

/// Reads an index such as `i-j+1`: sums and differences of products, from left to right. `names` are the variables so
/// far.
pub(super) fn expression(text: &[u8], names: &mut Vec<Symbol>) -> Option<Index> {
    if let Some(at) = text.iter().rposition(|byte| matches!(byte, b'+' | b'-')) {
        let left = Box::new(expression(&text[..at], names)?);
        let right = Box::new(expression(&text[at + 1..], names)?);
        return Some(match text[at] {
            b'+' => Index::Sum(left, right),
            _ => Index::Difference(left, right),
        });
    }
    if let Some(at) = memchr::memrchr(b'*', text) {
        let left = Box::new(expression(&text[..at], names)?);
        let right = Box::new(expression(&text[at + 1..], names)?);
        return Some(Index::Product(left, right));
    }
    if LiteralKind::of(text) == Some(LiteralKind::Numeral) {
        return number(text).map(Index::Number);
    }
    (!text.is_empty()).then(|| Index::Variable(variable(Symbol::of(text), names)))
}

/// The number of the variable with this name, which is added to the names if it is new.
fn variable(name: Symbol, names: &mut Vec<Symbol>) -> usize {
    let place = names.iter().position(|&index| index == name);
    place.unwrap_or_else(|| {
        names.push(name);
        names.len() - 1
    })
}

/// Reads a condition such as `j<=i` or `i<m`.
fn condition(token: Symbol, names: &mut Vec<Symbol>) -> Option<IndexCondition> {
    let text = token.bytes();
    let at = memchr::memchr(b'<', text)?;
    let or_equal = text.get(at + 1) == Some(&b'=');
    let right = &text[at + 1 + usize::from(or_equal)..];
    Some(IndexCondition {
        less: expression(&text[..at], names)?,
        greater: expression(right, names)?,
        or_equal,
    })
}
