//! The attributes of ranks in the rows of the theories.

use super::bits::Bits;
use super::indices::{condition, variable};
use super::matching::Pattern;
use super::operator::{Element, Image, Operator};
use super::rank::IndexCondition;
use crate::tree::{Node, Symbol, Tree};

/// What the attributes of a rank say; see [`super::theories`].
#[derive(Default)]
pub(super) struct Attributes {
    pub(super) conditions: Vec<IndexCondition>,
    pub(super) count: Option<usize>,
    pub(super) is_exact: bool,
    marks: Vec<Mark>,
    short: Option<Symbol>,
    neutral: Option<Element>,
    right_neutral: Option<Element>,
    absorbing: Option<Element>,
    as_bool: Option<Image>,
    as_int: Option<Image>,
}

/// A property that an operator may have.
enum Mark {
    Commutative,
    Older,
    AddsUp,
}

impl Attributes {
    /// Reads the attributes of a rank, which are pairs of a keyword and a value.
    pub(super) fn read(
        tree: &Tree,
        pairs: &[Node],
        result: &Pattern,
        indices: &mut Vec<Symbol>,
    ) -> Option<Attributes> {
        let mut all = Attributes::default();
        for pair in pairs.chunks(2) {
            let &[keyword, value] = pair else {
                return None;
            };
            let is_true = tree.bytes(value) == b"true";
            match tree.bytes(keyword) {
                b":where" => {
                    all.conditions = tree
                        .children(value)
                        .map(|node| condition(tree.sym(node), indices))
                        .collect::<Option<_>>()?;
                }
                b":count" => all.count = Some(variable(tree.sym(value), indices)),
                b":commutative" => all.marks.extend(is_true.then_some(Mark::Commutative)),
                b":older" => all.marks.extend(is_true.then_some(Mark::Older)),
                b":adds-up" => all.marks.extend(is_true.then_some(Mark::AddsUp)),
                b":short" => all.short = Some(tree.sym(value)),
                b":exact" => all.is_exact = is_true,
                b":neutral" => all.neutral = Some(element(tree.sym(value), result)?),
                b":right-neutral" => all.right_neutral = Some(element(tree.sym(value), result)?),
                b":absorbing" => all.absorbing = Some(element(tree.sym(value), result)?),
                b":as-bool" => all.as_bool = Some(Image::of(tree.sym(value))),
                b":as-int" => all.as_int = Some(Image::of(tree.sym(value))),
                _ => return None,
            }
        }
        Some(all)
    }

    /// Gives an operator what the attributes of one of its ranks say about it.
    pub(super) fn give(&self, operator: &mut Operator) {
        for mark in &self.marks {
            match mark {
                Mark::Commutative => operator.is_commutative = true,
                Mark::Older => operator.is_older = true,
                Mark::AddsUp => operator.adds_up = true,
            }
        }
        operator.short = operator.short.or(self.short);
        operator.neutral.extend(self.neutral);
        operator.right_neutral.extend(self.right_neutral);
        operator.absorbing.extend(self.absorbing);
        operator.as_bool = operator.as_bool.or(self.as_bool);
        operator.as_int = operator.as_int.or(self.as_int);
    }
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
