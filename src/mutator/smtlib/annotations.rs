//! Mutators of annotated terms.

use super::toolkit::all_occurrences::repeated;
use crate::language::TestCase;
use crate::mutator::{At, Mutator};
use crate::tree::{Edit, Node, Piece, Splice};

pub(in crate::mutator) static MUTATORS: &[&Mutator] = &[&REMOVE_ANNOTATION];

/// `(! t :named n)` → `t`
pub static REMOVE_ANNOTATION: Mutator = REMOVAL
    .edit(annotated)
    .everywhere(|case, node| repeated(case, node, || annotated(case, node)))
    .with_forms(&[("labels", &REMOVE_LABELS)]);

const REMOVAL: Mutator = Mutator::smtlib("remove-annotation", "smtlib")
    .about("Replace an annotated term by the term")
    .at(At::Head(b"!"));

fn annotated(case: &TestCase, node: Node) -> Option<Edit> {
    let term = Piece::Copy(case.tree().child(node, 1)?);
    Some(Edit::replace(case.tree(), node, vec![term]))
}

/// `(! t :pattern (p) :qid a :skolemid b)` → `(! t :pattern (p))`. Verifiers label each quantifier, and no formula depends
/// on that.
pub static REMOVE_LABELS: Mutator = REMOVAL.edit(|case, node| {
    let (tree, labels) = (case.tree(), labels(case, node));
    let has_others = tree.children(node).nth(2 + 2 * labels.len()).is_some();
    if labels.is_empty() || !has_others {
        return annotated(case, node).filter(|_| !labels.is_empty());
    }
    let gone = labels.iter().flat_map(|&label| [label, tree.next(label)]);
    let splices = gone.map(|node| Splice::delete(tree, node)).collect();
    Some(Edit::new(splices))
});

/// The keywords of an annotation that label a quantifier for messages and statistics. Their values follow them.
fn labels(case: &TestCase, annotation: Node) -> Vec<Node> {
    let tree = case.tree();
    let end = tree.next(annotation);
    let is_label = |&node: &Node| {
        matches!(tree.sym(node).bytes(), b":qid" | b":skolemid") && tree.next(node) < end
    };
    tree.children(annotation).filter(is_label).collect()
}
