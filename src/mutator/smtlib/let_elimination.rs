//! let-elimination: replaces a `let` by its body, without substituting anything.

use super::all_occurrences;
use super::shape::is_form;
use crate::language::TestCase;
use crate::language::smtlib::analysis;
use crate::mutator::proposal::{none, simplifications};
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece};

/// `(let ((a 1)) (> x 0))` → `(> x 0)`. If the body still uses a binder, the filter rejects the candidate; for such a
/// `let`, let-substitution is tried earlier.
pub struct LetElimination;

impl Mutator for LetElimination {
    fn profile(&self) -> &'static Profile {
        &const { Profile::of_smtlib("let-elimination", "Replace a let by its body", "smtlib") }
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

    fn forms(&self) -> &'static [(&'static str, &'static dyn Mutator)] {
        &[("of-constants", &LetsOfConstants)]
    }
}

/// Like [`LetElimination`], but only for `let`s that bind nothing but constants. After many bound terms have become
/// constants, hardly any of these `let`s is needed, so all of them go together, and the list of the others is short.
pub struct LetsOfConstants;

/// A bound term with more cells than this counts as no constant, so that looking at it takes constant time.
const MOST: u32 = 16;

impl Mutator for LetsOfConstants {
    fn profile(&self) -> &'static Profile {
        LetElimination.profile()
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        let tree = case.tree();
        let term = |binder| tree.child(binder, 1);
        let binds_constant = |binder| term(binder).is_some_and(|term| is_constant(case, term));
        let binders = tree.child(node, 1);
        LetElimination.applies(case, node)
            && binders.is_some_and(|binders| tree.children(binders).all(binds_constant))
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        if self.applies(case, node) {
            LetElimination.proposals(case, node)
        } else {
            none()
        }
    }
}

/// Whether a term is short and nothing in it is a name that the text binds.
fn is_constant(case: &TestCase, term: Node) -> bool {
    let (tree, analysis) = (case.tree(), analysis(case));
    tree.len(term) <= MOST && (term..tree.next(term)).all(|node| analysis.binding(node).is_none())
}
