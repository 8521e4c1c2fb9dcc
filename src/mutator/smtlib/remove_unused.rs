//! remove-unused: removes all declarations, definitions and binders that nothing uses, at once.

use super::unused::all_unused;
use crate::language::TestCase;
use crate::mutator::proposal::{none, simplifications};
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Node, ROOT};

/// `(declare-const x Int) (define-fun f () Int x) (assert (let ((y 1)) true))` → `(assert true)`. What is used only by
/// what goes is removed, too. A single name without a use is left to the mutators that remove single nodes.
pub struct RemoveUnused;

impl Mutator for RemoveUnused {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "remove-unused",
                "Remove all declarations, definitions and binders that nothing uses",
                "smtlib",
            )
        }
    }

    fn applies(&self, _case: &TestCase, node: Node) -> bool {
        node == ROOT
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        if self.applies(case, node) {
            simplifications(all_unused(case))
        } else {
            none()
        }
    }
}
