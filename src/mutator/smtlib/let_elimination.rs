//! let-elimination: replaces a `let` by its body, without substituting anything.

use super::all_occurrences;
use super::shape::is_form;
use crate::language::TestCase;
use crate::mutator::proposal::simplifications;
use crate::mutator::{Mutator, Pass, Profile, Proposals};
use crate::tree::{Edit, Node, Piece};

/// `(let ((a 1)) (> x 0))` → `(> x 0)`. If the body still uses a binder, the filter rejects the candidate; for such a
/// `let`, let-substitution is tried earlier.
pub struct LetElimination;

impl Mutator for LetElimination {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "let-elimination",
                "Replace a let by its body",
                "smtlib",
                &[(Pass::Terms, 5), (Pass::Promising, 4)],
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        is_form(case.tree(), node, b"let") && case.tree().child(node, 2).is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let tree = case.tree();
        let body = self.applies(case, node).then(|| tree.child(node, 2));
        let body = body.flatten().map(Piece::Copy);
        simplifications(body.map(|body| Edit::replace(tree, node, vec![body])))
    }

    fn proposals_at_all_occurrences<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        all_occurrences::repeated(case, node, || self.proposals(case, node))
    }

    fn coarse_forms(&self) -> &'static [(u8, &'static dyn Mutator)] {
        &[(1, &LetElimination)]
    }
}
