//! Edits that take one operand out of a flat term with very many operands.
//!
//! An evaluation of the term would look at all its operands, once for each edit, so the edits of all operands together
//! would take quadratic time. If the operator treats all its operands alike, the term stays well-sorted without one.

use super::case::analysis;
use super::name::name;
use super::{Role, operators};
use crate::language::TestCase;
use crate::tree::{ROOT, Splice};

/// A term with at most this many operands is evaluated instead.
const MANY: usize = 64;

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
        let first = (operand != term + 2).then(|| analysis.sort(term + 2));
        operator.allows_without(analysis.sort(operand), first, analysis.sort(term))
    })
}
