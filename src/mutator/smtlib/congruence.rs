//! congruence: compares operands instead of applications of the same function.

use super::shape::{is_form, operands};
use crate::language::TestCase;
use crate::language::smtlib::{Role, Sort, analysis};
use crate::mutator::proposal::{judged, none};
use crate::mutator::{Mutator, Pass, Profile, Proposals};
use crate::tree::{Edit, Node, Piece};

/// At most this many operands are tried.
const MOST: usize = 16;

/// `(= (f a b) (f c d))` → `(= a c)`, `(= b d)`; likewise for `distinct`. Operands that are equal already are left out,
/// and so are those of different or unknown sorts.
pub struct Congruence;

impl Mutator for Congruence {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "congruence",
                "Compare operands instead of applications of the same function",
                "core",
                &[(Pass::Terms, 9)],
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        sides(case, node).is_some_and(|[a, b]| pairs(case, a, b).next().is_some())
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let Some([a, b]) = sides(case, node) else {
            return none();
        };
        let compared = pairs(case, a, b).map(move |(a, b)| {
            let operands = [Piece::Copy(a), Piece::Copy(b), Piece::Close];
            let head = [Piece::Enter(node), Piece::Copy(node + 1)];
            Edit::replace(
                case.tree(),
                node,
                head.into_iter().chain(operands).collect(),
            )
        });
        judged(case, compared)
    }
}

/// The two applications that the node compares, if they have the same head.
fn sides(case: &TestCase, node: Node) -> Option<[Node; 2]> {
    let tree = case.tree();
    let compares = is_form(tree, node, b"=") || is_form(tree, node, b"distinct");
    if !compares || analysis(case).role(node) != Role::Term {
        return None;
    }
    let mut terms = operands(tree, node);
    let sides = [terms.next()?, terms.next()?];
    let heads = sides.map(|side| tree.child(side, 0).map(|head| tree.bytes(head)));
    // No operand is moved out of a binder: those have a list of names among their operands.
    let is_plain = |side| operands(tree, side).all(|part| analysis(case).role(part) == Role::Term);
    let fits = terms.next().is_none() && heads[0].is_some() && heads[0] == heads[1];
    (fits && sides.into_iter().all(is_plain)).then_some(sides)
}

/// The operands at the same places that may be compared.
fn pairs(case: &TestCase, a: Node, b: Node) -> impl Iterator<Item = (Node, Node)> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let pairs = operands(tree, a).zip(operands(tree, b)).take(MOST);
    let is_term = move |node| analysis.role(node) == Role::Term;
    pairs.filter(move |&(a, b)| {
        let sort = analysis.sort(a);
        is_term(a)
            && is_term(b)
            && sort != Sort::UNKNOWN
            && sort == analysis.sort(b)
            && (tree.len(a) != tree.len(b) || tree.bytes(a) != tree.bytes(b))
    })
}
