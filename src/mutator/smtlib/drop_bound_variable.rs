//! drop-bound-variable: removes a variable of a quantifier, and puts a value of its sort at its occurrences.

use super::drop_parameter::uses_replaced;
use super::quantifier::detached;
use super::shape::{bound_head, is_quantified};
use crate::language::TestCase;
use crate::language::smtlib::{Role, analysis};
use crate::mutator::proposal::{judged, none};
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, Splice};

/// `(forall ((x Int) (y Int)) (< x y))` → `(forall ((y Int)) (< 0 y))`, `(forall ((y Int)) (< 1 y))`. With its last
/// variable, the quantifier becomes its body.
pub struct DropBoundVariable;

impl Mutator for DropBoundVariable {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "drop-bound-variable",
                "Remove a quantifier's variable and replace its occurrences by a value",
                "smtlib",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        let (tree, term) = (case.tree(), case.parent(case.parent(node)));
        analysis(case).role(node) == Role::Binder && is_quantified(tree, term)
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let id = self.applies(case, node).then(|| bound_head(case, node));
        let Some(id) = id.flatten() else {
            return none();
        };
        let (tree, list) = (case.tree(), case.parent(node));
        let removed = if tree.next(node) == tree.next(list) && node == list + 1 {
            let body = tree.next(list);
            let mut splices = detached(tree, body);
            let whole = case.parent(list);
            splices.push(Splice::replace(tree, whole, vec![Piece::Copy(body)]));
            splices
        } else {
            vec![Splice::delete(tree, node)]
        };
        let ways = uses_replaced(case, &analysis(case).bindings()[id as usize]);
        let edits = ways.into_iter().map(move |way| {
            let splices = way.into_iter().chain(removed.clone());
            Edit::new(splices.collect())
        });
        judged(case, edits)
    }
}
