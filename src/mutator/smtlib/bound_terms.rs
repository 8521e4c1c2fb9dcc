//! Restricts a mutator to terms that have a name.

use super::shape::is_form;
use crate::language::TestCase;
use crate::language::smtlib::{Role, analysis};
use crate::mutator::proposal::none;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Node, ROOT};

/// The mutator, applied only to the terms that a `let` binds and to the bodies of `define-fun`s. In a chain of nested
/// `let`s, no such term contains another, so edits of many of them can succeed together.
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
            && analysis(case).role(parent) == Role::Binder
            && is_form(tree, case.parent(list), b"let")
    }
}

impl Mutator for BoundTerms {
    fn profile(&self) -> &'static Profile {
        self.0.profile()
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        Self::covers(case, node) && self.0.applies(case, node)
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        if Self::covers(case, node) {
            self.0.proposals(case, node)
        } else {
            none()
        }
    }
}
