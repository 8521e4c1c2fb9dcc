//! other-operator: replaces an operator by one with a shorter name that fits the same operands.

use super::shape::bound_head;
use crate::language::TestCase;
use crate::language::smtlib::{Operator, Role, Sort, analysis, operator, yielding};
use crate::mutator::proposal::{none, pumps, simplifications};
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, ROOT, Symbol};

/// At most this many operators are proposed.
const MOST: usize = 2;

/// At most this many operators that are not shorter are proposed.
const MOST_PUMPS: usize = 4;

/// Terms with more operands are left to mutators that shorten lists.
const MOST_OPERANDS: usize = 16;

/// `(bvudiv x y)` → `(bvor x y)`, `(bvadd x y)`; `(bvult x y)` → `(= x y)`. Only operators of the same theory, and of the
/// core. Saves only bytes, so it comes late.
pub struct OtherOperator;

impl Mutator for OtherOperator {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "other-operator",
                "Replace an operator by one with a shorter name for the same operands",
                "core",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        replaceable(case, node).is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let Some(old) = replaceable(case, node) else {
            return none();
        };
        let is_shorter = |other: &Operator| length(other) < length(old);
        let new = fitting(case, node, old, is_shorter).into_iter().take(MOST);
        simplifications(new.map(move |name| renamed(case, node, name)))
    }

    fn pumps<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let Some(old) = replaceable(case, node) else {
            return none();
        };
        let is_other = |other: &Operator| {
            length(other) >= length(old)
                && other.name() != old.name()
                && other.theory() == old.theory()
        };
        let new = fitting(case, node, old, is_other)
            .into_iter()
            .take(MOST_PUMPS);
        pumps(new.map(move |name| renamed(case, node, name)))
    }
}

/// The operator of a term whose sort and operands are known.
fn replaceable(case: &TestCase, node: Node) -> Option<&'static Operator> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let is_term = node != ROOT && analysis.role(node) == Role::Term;
    let head = tree.head(node)?;
    let is_known = is_term && !analysis.sort(node).has_unknown();
    let is_own = is_known && bound_head(case, node).is_none();
    operator(head).filter(|_| is_own)
}

fn renamed(case: &TestCase, node: Node, name: Symbol) -> Edit {
    Edit::replace(case.tree(), node + 1, vec![Piece::Leaf(name)])
}

fn length(operator: &Operator) -> usize {
    operator.name().bytes().len()
}

/// The names of the wanted operators that may take the place of this one, the shortest first.
fn fitting(
    case: &TestCase,
    node: Node,
    old: &Operator,
    is_wanted: impl Fn(&Operator) -> bool,
) -> Vec<Symbol> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let sort = analysis.sort(node);
    let operands = tree.children(node).skip(1).take(MOST_OPERANDS + 1);
    let operands: Vec<Sort> = operands.map(|operand| analysis.sort(operand)).collect();
    let is_known = |sort: &Sort| !sort.has_unknown();
    if operands.is_empty() || operands.len() > MOST_OPERANDS || !operands.iter().all(is_known) {
        return Vec::new();
    }
    let is_near = |operator: &Operator| {
        operator.theory() == old.theory() || operator.theory().bytes() == b"Core"
    };
    let fits = yielding(sort).filter(|&operator| {
        is_wanted(operator)
            && is_near(operator)
            && operator.result(&[], &operands) == Some(sort)
            && analysis.resolve(operator.name(), node).is_none()
    });
    let mut names: Vec<Symbol> = fits.map(Operator::name).collect();
    names.sort_by_key(|name| (name.bytes().len(), name.bytes()));
    names
}
