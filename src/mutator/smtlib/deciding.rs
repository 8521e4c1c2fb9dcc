//! Constants that decide the value of the term in which they stand.
//!
//! With `false` as an operand, `(and x y)` is `false`. With a constant in the place of `x`, `(< x 2)` is `true` or
//! `false`. The decided term says no more than its value, and that value is tried in its place, where it is shorter.

use super::evaluate::evaluated;
use super::interpretation::Value;
use super::shape::bound_head;
use crate::language::TestCase;
use crate::language::smtlib::{Role, Sort, analysis, operator};
use crate::tree::{Node, Piece, ROOT};

/// Terms with more operands are not evaluated.
const MOST: usize = 8;

/// Whether this constant in the place of the node makes the term around it a constant.
pub(super) fn decides(case: &TestCase, node: Node, constant: &[Piece]) -> bool {
    let (tree, analysis) = (case.tree(), analysis(case));
    let around = case.parent(node);
    let is_operand = around != ROOT && around + 1 != node && analysis.role(around) == Role::Term;
    let (true, Some(head), &[Piece::Leaf(token)]) = (is_operand, tree.head(around), constant)
    else {
        return false;
    };
    let operator = operator(head).filter(|_| bound_head(case, around).is_none());
    let absorbing = operator.and_then(|operator| operator.absorbing(analysis.sort(node)));
    absorbing == Some(token)
        || analysis.sort(around) == Sort::BOOL && is_constant(case, around, node, token.bytes())
}

/// Whether the value of a term is known once its operand `node` is this constant.
fn is_constant(case: &TestCase, term: Node, node: Node, constant: &[u8]) -> bool {
    let value = |operand| {
        if operand == node {
            Value::of_token(constant)
        } else {
            Value::of(case, operand)
        }
    };
    evaluated(case, term, MOST, value).is_some()
}
