//! remove-annotation: a term without its attributes.

use crate::language::TestCase;
use crate::mutator::shape::is_form;
use crate::mutator::{Mutator, everywhere};
use crate::tree::{Edit, Node, Piece};

/// `(! t :named n)` → `t`
pub struct RemoveAnnotation;

impl Mutator for RemoveAnnotation {
    fn name(&self) -> &'static str {
        "remove-annotation"
    }

    fn about(&self) -> &'static str {
        "Replace an annotated term by the term"
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        is_form(case.tree(), node, b"!") && case.tree().len(node) > 2
    }

    fn nth(&self, case: &TestCase, node: Node, k: usize) -> Option<Edit> {
        if k > 0 || !self.applies(case, node) {
            return None;
        }
        let term = case.tree().child(node, 1)?;
        Some(Edit::replace(case.tree(), node, vec![Piece::Copy(term)]))
    }

    fn nth_everywhere(&self, case: &TestCase, node: Node, k: usize) -> Option<Edit> {
        everywhere::repeat(case, node, || self.nth(case, node, k))
    }
}
