//! Edits that take out the head of a term, so that a list stands in its place.
//!
//! All that decides how a term is entered stands before it, so no walk is needed to see that this one is then misshapen.
//! Without this, taking out the head of a `let` would be judged by an analysis of the whole text, for each of them: what
//! it means for the names that it binds is not followed.

use super::filter::IllFormed;
use super::{Analysis, Role};
use crate::language::TestCase;
use crate::tree::{Edit, Node, Symbol, Tree};

/// What is said of a term whose head is a list, in a text of first order.
pub(super) const LIST_AT_HEAD: &str = "a list is used as a function";

/// The fault that such an edit makes. None where the text has it already or may have it, and for all other edits.
pub(super) fn judge(case: &TestCase, edit: &Edit) -> Option<IllFormed> {
    let [splice] = edit.parts() else { return None };
    let (tree, analysis) = (case.tree(), case.analysis());
    let is_deletion = splice.with.is_empty() && splice.cells == 1 && splice.at < tree.end();
    let term = case.parent(splice.at);
    let is_headless = is_deletion
        && splice.at == term + 1
        && !tree.is_list(splice.at)
        && takes_a_list(tree, analysis, term)
        && !analysis.is_higher_order();
    let fault = IllFormed::Shape(LIST_AT_HEAD);
    (is_headless && analysis.nodes_with(&fault).is_empty()).then_some(fault)
}

/// Whether the term, without its head, has a list for one that is neither indexed nor qualified, and something behind.
fn takes_a_list(tree: &Tree, analysis: &Analysis, term: Node) -> bool {
    let list = term + 2;
    let qualifies = |head: Symbol| matches!(head.bytes(), b"_" | b"as");
    analysis.role(term) == Role::Term
        && tree.contains(term, list)
        && tree.is_list(list)
        && !tree.head(list).is_some_and(qualifies)
        && tree.contains(term, tree.next(list))
}
