//! congruence: takes the same function off both operands of an operator.

use super::shape::{operands, theory_operator};
use crate::language::TestCase;
use crate::language::smtlib::{Role, Sort, analysis};
use crate::mutator::proposal::{judged, none};
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, ROOT};

/// At most this many operands are tried.
const MOST: usize = 16;

/// `(= (f a b) (f c d))` → `(= a c)`, `(= b d)`; likewise for `distinct`. `(< (+ a 1) (+ b 2))` → `(< a b)`, `(< 1 2)`, and
/// likewise for all operators of two operands, as long as the sorts stay the same. Operands that are equal already are
/// left out, and so are those of different or unknown sorts.
pub struct Congruence;

impl Mutator for Congruence {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "congruence",
                "Take the same function off both operands of an operator",
                "core",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        sides(case, node).is_some_and(|sides| pairs(case, node, sides).next().is_some())
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let Some([a, b]) = sides(case, node) else {
            return none();
        };
        let peeled = pairs(case, node, [a, b]).map(move |(a, b)| {
            let operands = [Piece::Copy(a), Piece::Copy(b), Piece::Close];
            let head = [Piece::Enter(node), Piece::Copy(node + 1)];
            Edit::replace(
                case.tree(),
                node,
                head.into_iter().chain(operands).collect(),
            )
        });
        judged(case, peeled)
    }
}

/// The two applications that are the operands of the node, if they have the same head.
fn sides(case: &TestCase, node: Node) -> Option<[Node; 2]> {
    let tree = case.tree();
    let has_head = node != ROOT && tree.head(node).is_some();
    if !has_head || analysis(case).role(node) != Role::Term {
        return None;
    }
    let mut terms = operands(tree, node);
    let sides = [terms.next()?, terms.next()?];
    let heads = sides.map(|side| tree.child(side, 0).map(|head| tree.bytes(head)));
    // No operand is moved out of a binder: those have a list of names among their operands.
    let is_plain = |side| operands(tree, side).all(|part| analysis(case).role(part) == Role::Term);
    let are_terms = sides
        .iter()
        .all(|&side| analysis(case).role(side) == Role::Term);
    let fits = are_terms && terms.next().is_none() && heads[0].is_some() && heads[0] == heads[1];
    (fits && sides.into_iter().all(is_plain)).then_some(sides)
}

/// The operands at the same places that may stand for the sides. Terms of any sort can be compared.
fn pairs(case: &TestCase, node: Node, [a, b]: [Node; 2]) -> impl Iterator<Item = (Node, Node)> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let generic = theory_operator(tree, node).and_then(|operator| operator.generic(0, 2));
    let compares = generic.is_some_and(|same| !same.is_result && same.operands.len() == 2);
    let side = analysis.sort(a);
    let fits = move |sort| compares || sort == side;
    let pairs = operands(tree, a).zip(operands(tree, b)).take(MOST);
    let is_term = move |node| analysis.role(node) == Role::Term;
    pairs.filter(move |&(a, b)| {
        let sort = analysis.sort(a);
        is_term(a)
            && is_term(b)
            && sort != Sort::UNKNOWN
            && fits(sort)
            && sort == analysis.sort(b)
            && (tree.len(a) != tree.len(b) || tree.bytes(a) != tree.bytes(b))
    })
}
