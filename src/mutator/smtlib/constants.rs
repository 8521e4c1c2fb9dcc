//! constants: replaces a term by a constant of its sort.

use super::BoundTerms;
use super::all_occurrences;
use super::deciding::decides;
use super::shape::{is_form, is_smaller_token};
use super::unused::WithUnused;
use super::values::{NewTerm, cells, values};
use crate::language::TestCase;
use crate::language::smtlib::{Role, Sort, analysis, literals, other_literals};
use crate::mutator::proposal::{none, pumps, simplifications};
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece};

/// `(= x 1)` → `false`, `true`; `x` → `0`, `1`; `(store a 1 2)` → `((as const (Array Int Int)) 0)`. Only where the sort is
/// known and the term is not yet one of these constants. An annotated term that a `let` binds may become a constant of any
/// sort if its uses allow that: `(let ((x (! #x00 :named y))) false)` → `(let ((x (! 0 :named y))) false)`.
pub struct Constants;

/// At most this many variables are proposed in the place of a token.
const MOST_VARIABLES: usize = 4;

impl Mutator for Constants {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "constants",
                "Replace a term by a constant of its sort",
                "core",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        let analysis = analysis(case);
        analysis.role(node) == Role::Term && analysis.sort(node) != Sort::UNKNOWN
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let constants = constants(case, node).into_iter();
        simplifications(constants.map(move |value| Edit::replace(case.tree(), node, value)))
    }

    fn proposals_at_all_occurrences<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        // All uses of a name are left to the mutators that remove what binds it.
        if analysis(case).binding(node).is_some() {
            return none();
        }
        all_occurrences::repeated(case, node, || self.proposals(case, node))
    }

    fn pumps<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let others = others(case, node).into_iter();
        pumps(others.map(move |value| Edit::replace(case.tree(), node, value)))
    }

    fn forms(&self) -> &'static [(&'static str, &'static dyn Mutator)] {
        &[
            ("bound", &BoundTerms(&Constants)),
            ("with-unused", &WithUnused(&Constants)),
        ]
    }
}

/// The shortest constants of other sorts, where the sort of the node matters only to what uses a name that a `let` or an
/// annotation gives it. Whether that is well-sorted is for the filter to say. A term without annotation is left to the
/// mutators that remove its binding.
fn of_any_sort(case: &TestCase, node: Node) -> Vec<NewTerm> {
    let analysis = analysis(case);
    let (annotated, sort) = (case.parent(node), analysis.sort(node));
    let is_annotated = is_form(case.tree(), annotated, b"!");
    if !is_annotated || analysis.role(case.parent(annotated)) != Role::Binder {
        return Vec::new();
    }
    let others = [Sort::INT, Sort::BOOL].into_iter();
    let others = others.filter(|&other| other != sort);
    let least = others.filter_map(|other| literals(other).first().copied());
    least.map(|token| vec![Piece::Leaf(token)]).collect()
}

/// The values and variables that are not simpler than a token and may take its place.
fn others(case: &TestCase, node: Node) -> Vec<NewTerm> {
    let (tree, analysis) = (case.tree(), analysis(case));
    if tree.is_list(node) || !Constants.applies(case, node) {
        return Vec::new();
    }
    let sort = analysis.sort(node);
    let further = other_literals(sort).into_iter();
    let variables = analysis.variables(sort, node).take(MOST_VARIABLES);
    let variables = variables.map(|id| tree.sym(analysis.bindings()[id as usize].node));
    let leaf = |token| vec![Piece::Leaf(token)];
    let mut others = values(case, sort, node);
    others.extend(further.chain(variables).map(leaf));
    let (old, simpler) = (leaf(tree.sym(node)), constants(case, node));
    others.retain(|other| *other != old && !simpler.contains(other) && !decides(case, node, other));
    others
}

/// The values that may replace the node. A term becomes a value with fewer cells; a token becomes a smaller token, unless
/// it is one of the values.
fn constants(case: &TestCase, node: Node) -> Vec<NewTerm> {
    if !Constants.applies(case, node) {
        return Vec::new();
    }
    let tree = case.tree();
    let mut values = values(case, analysis(case).sort(node), node);
    // An assertion of `true` says nothing, and erase-node removes it as a whole.
    if is_form(tree, case.parent(node), b"assert") {
        values
            .retain(|value| !matches!(value[..], [Piece::Leaf(token)] if token.bytes() == b"true"));
    }
    values.retain(|value| !decides(case, node, value));
    if tree.is_list(node) {
        values.extend(of_any_sort(case, node));
        values.retain(|value| cells(value) < tree.len(node) as usize);
        return values;
    }
    let old = tree.sym(node);
    if values.contains(&vec![Piece::Leaf(old)]) {
        values.clear();
    }
    values.extend(of_any_sort(case, node));
    values.retain(|value| matches!(value[..], [Piece::Leaf(new)] if is_smaller_token(new, old)));
    values
}
