//! neutral-operands: removes operands that do not change the value of a term.

use super::shape::{bound_head, operands};
use crate::language::TestCase;
use crate::language::smtlib::{Operator, Role, analysis, operator};
use crate::mutator::proposal::judged;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, ROOT};

/// `(and true x y)` → `(and x y)`, `(bvor #x0 x)` → `x`: all neutral operands at once. If one operand is left, the term
/// becomes that operand.
pub struct NeutralOperands;

impl Mutator for NeutralOperands {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "neutral-operands",
                "Remove operands that do not change the value of a term",
                "core",
            )
            .for_deep_searches()
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        operator_of(case, node).is_some_and(|operator| kept(case, node, operator).1)
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let operator = operator_of(case, node);
        judged(
            case,
            operator.and_then(|operator| stripped(case, node, operator)),
        )
    }
}

/// The operator of a term of at least two operands, if some literal is neutral for it.
fn operator_of(case: &TestCase, node: Node) -> Option<&'static Operator> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let head = tree.head(node).filter(|_| node != ROOT)?;
    let operator = operator(head).filter(|operator| operator.has_neutral())?;
    let is_own = analysis.role(node) == Role::Term && bound_head(case, node).is_none();
    (is_own && tree.child(node, 2).is_some()).then_some(operator)
}

/// The operands that stay, and whether any others are there. If all are neutral, the last one stays.
fn kept(case: &TestCase, node: Node, operator: &Operator) -> (Vec<Node>, bool) {
    let all: Vec<Node> = operands(case.tree(), node).collect();
    let is_neutral = |at: usize, operand: Node| {
        let literal = case.tree().sym(operand).bytes();
        analysis(case).binding(operand).is_none() && operator.is_neutral(literal, at == 0)
    };
    let stay = all.iter().copied().enumerate();
    let stay = stay.filter(|&(at, operand)| !is_neutral(at, operand));
    let mut stay: Vec<Node> = stay.map(|(_, operand)| operand).collect();
    if stay.is_empty() {
        stay.extend(all.last());
    }
    let is_shorter = stay.len() < all.len();
    (stay, is_shorter)
}

fn stripped(case: &TestCase, node: Node, operator: &Operator) -> Option<Edit> {
    let (stay, is_shorter) = kept(case, node, operator);
    let with = if let [only] = stay[..] {
        vec![Piece::Copy(only)]
    } else {
        let head = [Piece::Enter(node), Piece::Copy(node + 1)];
        let rest = stay.into_iter().map(Piece::Copy);
        head.into_iter().chain(rest).chain([Piece::Close]).collect()
    };
    is_shorter.then(|| Edit::replace(case.tree(), node, with))
}
