//! Deletions of parts that a term needs: the parts of a `let`, or a head if a list would take its place.
//!
//! How a term is walked through depends only on what stands before it, so the fault is certain without a walk. This is
//! a shortcut: the effects of such a deletion on the names bound there are not tracked, so each part of each `let`
//! would otherwise need a walk through its whole command, or even an analysis of the whole text.

use super::binder::{LET_WITHOUT_BINDERS, LET_WITHOUT_PARTS};
use super::case::analysis;
use super::ill_formed::IllFormed;
use super::term::LIST_AT_HEAD;
use super::{Analysis, Role};
use crate::language::TestCase;
use crate::tree::{Edit, Node, Symbol, Tree};

/// The fault that such a deletion causes. None if the text has this fault already, and for all other edits.
pub(super) fn judge(case: &TestCase, edit: &Edit) -> Option<IllFormed> {
    let [splice] = edit.parts() else { return None };
    let tree = case.tree();
    let node = splice.at;
    let is_deletion = splice.with.is_empty() && node < tree.end() && splice.cells == tree.len(node);
    if !is_deletion {
        return None;
    }
    let fault = IllFormed::Shape(without(case, node)?);
    let is_new = analysis(case).nodes_with(&fault).is_empty();
    is_new.then_some(fault)
}

/// The fault of the text without the node. None if the term does not need the node.
fn without(case: &TestCase, node: Node) -> Option<&'static str> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let list = case.parent(node);
    let above = case.parent(list);
    match analysis.role(list) {
        Role::Term if node == list + 1 => {
            takes_a_list(tree, analysis, list).then_some(LIST_AT_HEAD)
        }
        Role::Term if is_let(tree, analysis, list) => {
            tree.child(list, 3).is_none().then_some(LET_WITHOUT_PARTS)
        }
        Role::Binders if is_let(tree, analysis, above) => {
            tree.child(list, 1).is_none().then_some(LET_WITHOUT_BINDERS)
        }
        Role::Binder if is_let(tree, analysis, case.parent(above)) => Some(LET_WITHOUT_BINDERS),
        _ => None,
    }
}

/// Whether a first-order term without its head would begin with a list that is neither indexed nor qualified, and would
/// have more elements after this list.
fn takes_a_list(tree: &Tree, analysis: &Analysis, term: Node) -> bool {
    let list = term + 2;
    let qualifies = |head: Symbol| matches!(head.bytes(), b"_" | b"as");
    !tree.is_list(term + 1)
        && tree.contains(term, list)
        && tree.is_list(list)
        && !tree.head(list).is_some_and(qualifies)
        && tree.contains(term, tree.next(list))
        && !analysis.is_higher_order()
}

/// Whether the node is a `let` with its two parts.
fn is_let(tree: &Tree, analysis: &Analysis, node: Node) -> bool {
    analysis.role(node) == Role::Term
        && tree.head(node).is_some_and(|head| head.bytes() == b"let")
        && tree.child(node, 2).is_some()
}
