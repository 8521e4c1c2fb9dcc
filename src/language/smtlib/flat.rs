//! Edits that take operands out of a flat term with very many operands, or one binder out of very many.
//!
//! An evaluation of the term would look at all its parts, once for each edit, so the edits of all parts together would
//! take quadratic time. If the operator treats all its operands alike, the term stays well-sorted without one. Without a
//! binder, it lacks a name and nothing else.

use super::case::analysis;
use super::name::name;
use super::{BindingId, Operator, Role, Sort, operators};
use crate::language::TestCase;
use crate::tree::{Node, ROOT, Splice};

/// A term with at most this many operands or binders is evaluated instead.
const MANY: usize = 64;

/// The sorts of so many of the remaining operands are looked at.
const OTHERS: usize = 4;

/// With so many operands left, only ranks that take any number of them fit.
const ENOUGH: usize = 9;

/// Whether the edit takes an operand out of such a term, and the term certainly stays well-formed and keeps its sort.
pub(super) fn is_harmless(case: &TestCase, edit: &[Splice]) -> bool {
    let [splice] = edit else {
        return false;
    };
    let tree = case.tree();
    if splice.at >= tree.end() || splice.cells != tree.len(splice.at) || !splice.with.is_empty() {
        return false;
    }
    let (operand, term) = (splice.at, case.parent(splice.at));
    let is_plain = term != ROOT
        && analysis(case).role(operand) == Role::Term
        && analysis(case)
            .globals_in(operand..tree.next(operand))
            .is_empty()
        && tree.child(term, MANY + 1).is_some();
    is_plain
        && keeps_sort(
            case,
            operand,
            &Operands::of(case, term, |node| node != operand),
        )
}

/// What remains of a term that loses operands.
pub(super) struct Operands {
    /// The operator, if the table alone tells whether the term is well-formed.
    operator: Option<&'static Operator>,
    /// The sort of the first operand, if that one stays.
    first: Option<Sort>,
    /// The sorts of the first operands that stay.
    others: Vec<Sort>,
}

impl Operands {
    /// What remains of a list with the elements that are kept, if it is a term and keeps enough of them.
    pub(super) fn of(case: &TestCase, term: Node, is_kept: impl Fn(Node) -> bool) -> Operands {
        let (tree, analysis) = (case.tree(), analysis(case));
        let is_plain = term != ROOT
            && analysis.role(term) == Role::Term
            && analysis.faults_of(term..term + 1).next().is_none()
            && is_kept(term + 1);
        let head = tree.head(term).map(name).filter(|_| is_plain);
        let operator = head
            .filter(|&head| analysis.resolve(head, term).is_none())
            .and_then(operators::operator);
        let kept = || {
            let others = tree.children(term).skip(1);
            others.filter(|&other| is_kept(other))
        };
        let others: Vec<Node> = kept().take(ENOUGH).collect();
        let first = others.first().filter(|&&first| first == term + 2);
        Operands {
            operator: operator.filter(|_| others.len() == ENOUGH),
            first: first.map(|&first| analysis.sort(first)),
            others: others
                .iter()
                .take(OTHERS)
                .map(|&other| analysis.sort(other))
                .collect(),
        }
    }
}

/// Whether a term certainly stays well-formed and keeps its sort without this operand, if it keeps these ones.
pub(super) fn keeps_sort(case: &TestCase, operand: Node, kept: &Operands) -> bool {
    let (analysis, term) = (analysis(case), case.parent(operand));
    let Operands {
        operator,
        first,
        others,
    } = kept;
    operand != term + 1
        && operator.is_some_and(|operator| {
            operator.allows_without(analysis.sort(operand), *first, others, analysis.sort(term))
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
