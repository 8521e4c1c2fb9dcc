//! remove-annotation: removes the attributes of a term.

use super::all_occurrences;
use super::shape::is_form;
use crate::language::TestCase;
use crate::mutator::proposal::{none, simplifications};
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, Splice};

/// `(! t :named n)` → `t`
pub struct RemoveAnnotation;

impl Mutator for RemoveAnnotation {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "remove-annotation",
                "Replace an annotated term by the term",
                "smtlib",
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
    fn forms(&self) -> &'static [(&'static str, &'static dyn Mutator)] {
        &[("labels", &RemoveLabels)]
    }
}

/// `(! t :pattern (p) :qid a :skolemid b)` → `(! t :pattern (p))`. Verifiers label each quantifier, and no formula depends
/// on that.
pub struct RemoveLabels;

impl Mutator for RemoveLabels {
    fn profile(&self) -> &'static Profile {
        RemoveAnnotation.profile()
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        RemoveAnnotation.applies(case, node) && !labels(case, node).is_empty()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        if !RemoveAnnotation.applies(case, node) {
            return none();
        }
        let tree = case.tree();
        let labels = labels(case, node);
        let has_others = tree.children(node).nth(2 + 2 * labels.len()).is_some();
        if labels.is_empty() {
            return none();
        }
        if !has_others {
            return RemoveAnnotation.proposals(case, node);
        }
        let gone = labels.iter().flat_map(|&label| [label, tree.next(label)]);
        let splices = gone.map(|node| Splice::delete(tree, node)).collect();
        simplifications([Edit::new(splices)])
    }
}

/// The keywords of an annotation that label a quantifier for messages and statistics. Their values follow them.
fn labels(case: &TestCase, annotation: Node) -> Vec<Node> {
    let tree = case.tree();
    let end = tree.next(annotation);
    let is_label = |&node: &Node| {
        matches!(tree.sym(node).bytes(), b":qid" | b":skolemid") && tree.next(node) < end
    };
    tree.children(annotation).filter(is_label).collect()
}
