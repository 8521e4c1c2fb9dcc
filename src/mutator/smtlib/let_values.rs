//! A mutator held to the terms that `let`s bind.

use crate::language::TestCase;
use crate::language::smtlib::Role;
use crate::mutator::Mutator;
use crate::mutator::shape::is_form;
use crate::tree::{Edit, Node, ROOT};

/// The mutator, at the terms that a `let` binds. In a chain of nested `let`s no such term contains another, so that
/// edits at many of them can succeed together.
pub struct LetValues(pub &'static dyn Mutator);

impl LetValues {
    fn covers(case: &TestCase, node: Node) -> bool {
        let binder = case.parent(node);
        let list = case.parent(binder);
        binder != ROOT
            && node == binder + 2
            && case.analysis().role(binder) == Role::Binder
            && is_form(case.tree(), case.parent(list), b"let")
    }
}

impl Mutator for LetValues {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn about(&self) -> &'static str {
        self.0.about()
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        Self::covers(case, node) && self.0.applies(case, node)
    }

    fn nth(&self, case: &TestCase, node: Node, k: usize) -> Option<Edit> {
        Self::covers(case, node).then(|| self.0.nth(case, node, k))?
    }

    fn nth_everywhere(&self, case: &TestCase, node: Node, k: usize) -> Option<Edit> {
        Self::covers(case, node).then(|| self.0.nth_everywhere(case, node, k))?
    }
}
