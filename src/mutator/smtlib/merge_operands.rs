//! merge-operands: puts the operands of a child in its place, whatever its head.

use super::shape::{bound_head, operands};
use crate::language::TestCase;
use crate::language::smtlib::{Operator, Role, analysis, operator, takes_any_number};
use crate::mutator::proposal::judged;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, ROOT, Symbol};

/// `(and (or a b) c)` → `(and a b c)`, one child per proposal. Only if the operands have the sort of the child. A child
/// with the same head is merge-children's, and one with a single operand is substitute-children's. A `concat` would get
/// another width.
pub struct MergeOperands;

impl Mutator for MergeOperands {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "merge-operands",
                "Put the operands of a child in its place if their sorts allow it",
                "core",
            )
            .for_deep_searches()
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        mergeable(case, node).next().is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let tree = case.tree();
        let merged = mergeable(case, node).map(|child| {
            let with = operands(tree, child).map(Piece::Copy).collect();
            Edit::replace(tree, child, with)
        });
        judged(case, merged)
    }
}

fn accumulates(head: Symbol) -> bool {
    operator(head).is_some_and(Operator::accumulates)
}

/// The children that may be replaced by their operands.
fn mergeable(case: &TestCase, node: Node) -> impl Iterator<Item = Node> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let takes = node != ROOT
        && analysis.role(node) == Role::Term
        && tree
            .head(node)
            .is_some_and(|head| takes_any_number(head) && !accumulates(head))
        && bound_head(case, node).is_none();
    let children = takes.then(|| operands(tree, node)).into_iter().flatten();
    children.filter(move |&child| {
        let sort = analysis.sort(child);
        let fits = |operand| analysis.role(operand) == Role::Term && analysis.sort(operand) == sort;
        tree.is_list(child)
            && tree
                .head(child)
                .is_some_and(|head| tree.head(node) != Some(head))
            && tree.child(child, 2).is_some()
            && !sort.has_unknown()
            && operands(tree, child).all(fits)
    })
}
