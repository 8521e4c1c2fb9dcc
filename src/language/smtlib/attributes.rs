//! The attributes of ranks in the rows of the theories.

use super::bits::Bits;
use super::indices::{condition, variable};
use super::matching::Pattern;
use super::operator::{Element, Image, Operator};
use super::rank::Rank;
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
