//! remove-annotation: removes the attributes of a term.

use super::all_occurrences;
use super::shape::is_form;
use crate::language::TestCase;
use crate::mutator::proposal::simplifications;
use crate::mutator::{Mutator, Pass, Profile, Proposals};
use crate::tree::{Edit, Node, Piece};

/// `(! t :named n)` → `t`
pub struct RemoveAnnotation;

impl Mutator for RemoveAnnotation {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "remove-annotation",
                "Replace an annotated term by the term",
                "smtlib",
                &[(Pass::Terms, 42)],
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        is_form(case.tree(), node, b"!") && case.tree().len(node) > 2
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let tree = case.tree();
        let term = self.applies(case, node).then(|| tree.child(node, 1));
        let term = term.flatten().map(Piece::Copy);
        simplifications(term.map(|term| Edit::replace(tree, node, vec![term])))
    }

    fn proposals_at_all_occurrences<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        all_occurrences::repeated(case, node, || self.proposals(case, node))
    }
}
