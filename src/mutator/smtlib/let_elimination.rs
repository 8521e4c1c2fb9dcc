//! let-elimination: a let's body without its binders.

use crate::language::TestCase;
use crate::mutator::shape::is_form;
use crate::mutator::{Mutator, everywhere};
use crate::tree::{Edit, Node, Piece};

/// `(let ((a 1)) (> x 0))` → `(> x 0)`. Where the body still uses a binder the filter holds it: substitution
/// comes first.
pub struct LetElimination;

impl Mutator for LetElimination {
    fn name(&self) -> &'static str {
        "let-elimination"
    }

    fn about(&self) -> &'static str {
        "Replace a let by its body"
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        is_form(case.tree(), node, b"let") && case.tree().child(node, 2).is_some()
    }

    fn nth(&self, case: &TestCase, node: Node, k: usize) -> Option<Edit> {
        if k > 0 || !self.applies(case, node) {
            return None;
        }
        let body = case.tree().child(node, 2)?;
        Some(Edit::replace(case.tree(), node, vec![Piece::Copy(body)]))
    }

    fn nth_everywhere(&self, case: &TestCase, node: Node, k: usize) -> Option<Edit> {
        everywhere::repeat(case, node, || self.nth(case, node, k))
    }
}
