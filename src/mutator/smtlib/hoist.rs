//! hoist: replaces a term by a term of the same sort from deep inside it.

use super::all_occurrences;
use super::capture::uses_name_bound_between;
use super::quantifier::put_in_place;
use crate::language::TestCase;
use crate::language::smtlib::{Role, Sort, analysis, heavy_path};
use crate::mutator::proposal::simplifications;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::Node;
use std::cmp::Reverse;

/// From a term in the middle of a heavy path, at most this many terms of the path are looked at.
const NEAR: usize = 32;

/// At most this many terms are proposed for a node, those of the heavy path included.
const MOST: usize = 5;

/// Only this many cells of a term are searched for terms off its heavy path.
const SEARCHED: u32 = 64;

/// `(and p (ite q (or r s) t))` → `(or r s)`.
///
/// The heavy path of a term goes from it to its largest operand, to the largest operand of this one, and so on. On the
/// heavy path, the terms that weigh about a half, a quarter and three quarters of the node are proposed. After a success
/// the node makes new proposals, so the search for the innermost term that still fails is a bisection. Then come other
/// terms of the same sort, the largest first. The node's own operands are left to substitute-children, and tokens to
/// the mutators of constants and variables.
pub struct Hoist;

impl Mutator for Hoist {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "hoist",
                "Replace a term by a term of the same sort from deep inside it",
                "smtlib",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        let analysis = analysis(case);
        // The smallest term with an operand that has an operand which is a list: `(f (g (h x)))`.
        case.tree().len(node) > 6
            && analysis.role(node) == Role::Term
            && analysis.sort(node) != Sort::UNKNOWN
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        if !self.applies(case, node) {
            return simplifications([]);
        }
        let on_path = on_heavy_path(case, node);
        let mut seen = on_path.clone();
        let others = std::iter::once(()).flat_map(move |()| others(case, node));
        let others = others.filter(move |term| {
            !seen.contains(term) && {
                seen.push(*term);
                true
            }
        });
        let terms = on_path.into_iter().chain(others).take(MOST);
        let keeps_meaning = move |term: &Node| !uses_name_bound_between(case, *term, node);
        let edit = move |term| put_in_place(case, node, term);
        simplifications(terms.filter(keeps_meaning).map(edit))
    }

    fn proposals_at_all_occurrences<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        all_occurrences::repeated(case, node, || self.proposals(case, node))
    }
}

/// The terms of the node's sort on its heavy path that weigh about a half, a quarter and three quarters of the node.
///
/// The whole path is walked only from a node that is at most half as large as its parent, and from all other nodes only
/// its near part. Few such light nodes lie around one another, so all nodes together take time n log n.
fn on_heavy_path(case: &TestCase, node: Node) -> Vec<Node> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let is_light = 2 * u64::from(tree.len(node)) <= u64::from(tree.len(case.parent(node)));
    let farthest = if is_light { usize::MAX } else { NEAR };
    let below_operands = heavy_path(case, node).skip(1).take(farthest);
    let fits = |&term: &Node| tree.is_list(term) && analysis.sort(term) == analysis.sort(node);
    let path: Vec<Node> = below_operands.filter(fits).collect();
    let mut found: Vec<Node> = Vec::new();
    for quarters in [2, 1, 3] {
        let weight = u64::from(tree.len(node)) * quarters / 4;
        let nearest = path
            .iter()
            .min_by_key(|&&term| u64::from(tree.len(term)).abs_diff(weight));
        found.extend(nearest.filter(|term| !found.contains(term)));
    }
    found
}

/// Further terms of the node's sort that are lists and not operands of the node, the largest first. Only of a small
/// term.
fn others(case: &TestCase, node: Node) -> Vec<Node> {
    let (tree, analysis) = (case.tree(), analysis(case));
    if tree.len(node) > SEARCHED {
        return Vec::new();
    }
    let fits = |&term: &Node| {
        tree.is_list(term)
            && analysis.role(term) == Role::Term
            && analysis.sort(term) == analysis.sort(node)
            && case.parent(term) != node
    };
    let mut others: Vec<Node> = (node + 1..tree.next(node)).filter(fits).collect();
    others.sort_by_key(|&term| Reverse(tree.len(term)));
    others.dedup_by(|a, b| tree.bytes(*a) == tree.bytes(*b));
    others
}
