//! Edits that take one operand out of a flat term with very many operands, or one binder out of very many.
//!
//! An evaluation of the term would look at all its parts, once for each edit, so the edits of all parts together would
//! take quadratic time. If the operator treats all its operands alike, the term stays well-sorted without one. Without a
//! binder, it lacks a name and nothing else.

use super::case::analysis;
use super::name::name;
use super::{BindingId, Role, Sort, operators};
use crate::language::TestCase;
use crate::tree::{Node, ROOT, Splice};

/// A term with at most this many operands or binders is evaluated instead.
const MANY: usize = 64;

/// So many of the remaining operands are looked at.
const OTHERS: usize = 4;

/// Whether the edit takes an operand out of such a term, and the term certainly stays well-formed and keeps its sort.
pub(super) fn is_harmless(case: &TestCase, edit: &[Splice]) -> bool {
    let [splice] = edit else {
        return false;
    };
    let (tree, analysis) = (case.tree(), analysis(case));
    if splice.at >= tree.end() || splice.cells != tree.len(splice.at) || !splice.with.is_empty() {
        return false;
    }
    let (operand, term) = (splice.at, case.parent(splice.at));
    let is_plain = term != ROOT
        && operand != term + 1
        && analysis.role(term) == Role::Term
        && analysis.role(operand) == Role::Term
        && analysis.globals_in(operand..tree.next(operand)).is_empty()
        && analysis.faults_of(term..term + 1).next().is_none()
        && tree.child(term, MANY + 1).is_some();
    let head = tree.head(term).map(name).filter(|_| is_plain);
    let operator = head
        .filter(|&head| analysis.resolve(head, term).is_none())
        .and_then(operators::operator);
    operator.is_some_and(|operator| {
        let others = tree
            .children(term)
            .skip(1)
            .filter(|&other| other != operand);
        let others: Vec<Sort> = others
            .take(OTHERS)
            .map(|other| analysis.sort(other))
            .collect();
        let first = others.first().copied().filter(|_| operand != term + 2);
        operator.allows_without(analysis.sort(operand), first, &others, analysis.sort(term))
    })
}

/// The term from which the `k`th splice takes out the binder of the binding, if the edit changes nothing else in the term
/// before its body, and the term keeps very many binders.
pub(super) fn gone_alone(case: &TestCase, edit: &[Splice], k: usize) -> Option<(Node, BindingId)> {
    let (tree, analysis, splice) = (case.tree(), analysis(case), edit.get(k)?);
    let binder = splice.at;
    let is_whole =
        binder < tree.end() && splice.cells == tree.len(binder) && splice.with.is_empty();
    if !is_whole || analysis.role(binder) != Role::Binder {
        return None;
    }
    let list = case.parent(binder);
    let term = case.parent(list);
    let is_other = |other: &Splice| other.end() <= term || tree.next(list) <= other.at;
    let is_plain = analysis.role(list) == Role::Binders
        && analysis.role(term) == Role::Term
        && k.checked_sub(1)
            .is_none_or(|before| is_other(&edit[before]))
        && edit.get(k + 1).is_none_or(is_other)
        && analysis.globals_in(binder..splice.end()).is_empty()
        && tree.child(list, MANY).is_some();
    let id = analysis.binding(binder + 1).filter(|_| is_plain)?;
    (analysis.bindings()[id as usize].node == binder + 1).then_some((term, id))
}
