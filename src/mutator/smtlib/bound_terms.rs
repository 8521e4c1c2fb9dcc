//! A mutator held to the terms that have a name.

use crate::language::TestCase;
use crate::language::smtlib::Role;
use crate::mutator::Mutator;
use crate::mutator::shape::is_form;
use crate::tree::{Edit, Node, ROOT};

/// The mutator, at the terms that a `let` binds and at the bodies of `define-fun`s. In a chain of nested `let`s no such
/// term contains another, so that edits at many of them can succeed together.
pub struct BoundTerms(pub &'static dyn Mutator);

impl BoundTerms {
    fn covers(case: &TestCase, node: Node) -> bool {
        let (tree, parent) = (case.tree(), case.parent(node));
        if is_form(tree, parent, b"define-fun") {
            return case.parent(parent) == ROOT && tree.child(parent, 4) == Some(node);
        }
        let list = case.parent(parent);
        parent != ROOT
            && node == parent + 2
            && case.analysis().role(parent) == Role::Binder
            && is_form(tree, case.parent(list), b"let")
    }
}

impl Mutator for BoundTerms {
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
