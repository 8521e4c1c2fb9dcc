//! substitute-children: replaces a term by one of its operands, and a list in a command that is not known, such as a
//! tactic, by one of its elements.

use super::HoistName;
use super::all_occurrences;
use super::quantifier::put_in_place;
use super::shape::{is_form, operands};
use crate::language::TestCase;
use crate::language::smtlib::{Role, analysis, is_command};
use crate::mutator::proposal::simplifications;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Node, ROOT};
use std::cmp::Reverse;

/// Heads that other mutators handle.
const OTHERS: [&[u8]; 2] = [b"let", b"!"];

const PROFILE: &Profile = &Profile::of_smtlib(
    "substitute-children",
    "Replace a term by an operand of its sort, or an unknown list by an element",
    "core",
);

/// `(+ x y)` → `x`, `y`; `(ite c x y)` → `x`, `y`; `(forall ((x Int)) t)` → `t`. Only operands of the same sort as the
/// term; an unknown sort equals only another unknown sort. The body of a quantifier loses its patterns. `((x))` → `(x)`.
/// `(then simplify smt)` in a command that is not known → `then`, `simplify`, `smt`.
pub struct SubstituteChildren;

impl Mutator for SubstituteChildren {
    fn profile(&self) -> &'static Profile {
        PROFILE
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        substitutes(case, node).next().is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let edit = move |child| put_in_place(case, node, child);
        simplifications(substitutes(case, node).map(edit))
    }

    fn proposals_at_all_occurrences<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        all_occurrences::repeated(case, node, || self.proposals(case, node))
    }

    fn forms(&self) -> &'static [(&'static str, &'static dyn Mutator)] {
        &[
            ("largest", &SubstituteLargestChild),
            ("heads", &HoistName(PROFILE)),
        ]
    }
}

/// Like [`SubstituteChildren`], but proposes only the largest operand, and the first of equally large ones. If many
/// nested terms are replaced by their largest operands, the innermost one remains, so all these edits can succeed
/// together.
pub struct SubstituteLargestChild;

impl Mutator for SubstituteLargestChild {
    fn profile(&self) -> &'static Profile {
        SubstituteChildren.profile()
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        SubstituteChildren.applies(case, node)
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let tree = case.tree();
        let largest = substitutes(case, node).min_by_key(|&child| Reverse(tree.len(child)));
        simplifications(largest.map(|child| put_in_place(case, node, child)))
    }
}

/// What may stand in the place of the node, in order: the operands with the same sort, or the elements of a list of
/// which nothing is known.
fn substitutes(case: &TestCase, node: Node) -> impl Iterator<Item = Node> {
    let unknown = Some(case.tree()).filter(|_| is_unknown(case, node));
    let elements = unknown
        .into_iter()
        .flat_map(move |tree| tree.children(node));
    let lone = lone_element(case, node).into_iter();
    operands_of_same_sort(case, node)
        .chain(elements)
        .chain(lone)
}

/// The only element of a list that stands where a term belongs.
fn lone_element(case: &TestCase, node: Node) -> Option<Node> {
    let tree = case.tree();
    let is_lone = node != ROOT
        && analysis(case).role(node) == Role::Term
        && tree.len(node) > 1
        && tree.next(node + 1) == tree.next(node);
    is_lone.then_some(node + 1)
}

/// Whether the node is a list in a command that is not known, but not the command itself.
fn is_unknown(case: &TestCase, node: Node) -> bool {
    let (tree, analysis) = (case.tree(), analysis(case));
    let is_inside = node != ROOT && tree.is_list(node) && analysis.role(node) == Role::Other;
    let command = analysis.command(node).filter(|_| is_inside);
    let head = command.and_then(|command| tree.head(command));
    head.is_some_and(|head| !is_command(head))
}

fn operands_of_same_sort(case: &TestCase, node: Node) -> impl Iterator<Item = Node> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let fits = node != ROOT
        && analysis.role(node) == Role::Term
        && !OTHERS.iter().any(|head| is_form(tree, node, head));
    let sort = analysis.sort(node);
    let same = move |&child: &Node| {
        fits && analysis.role(child) == Role::Term && analysis.sort(child) == sort
    };
    operands(tree, node).filter(same)
}
