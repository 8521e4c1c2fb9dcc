//! Replaces a term by a name that stands for a smaller part of the text.

use super::unused::with_all_unused;
use crate::language::TestCase;
use crate::language::smtlib::{BindingId, Role, analysis, reaches, weights};
use crate::mutator::proposal::simplifications;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, ROOT};

/// The parts of the term's reach that a name should have, in hundredths, in the order in which they are tried.
const PARTS: [u64; 4] = [50, 75, 25, 90];

/// The same for a term with less than half of the text.
const PARTS_OF_LIGHTER: [u64; 1] = [50];

/// No more than this number of names that are not visible is passed over on the way to one that is.
const TRIES: usize = 16;

/// `(let ((a (f x))) (let ((b (g a))) (and a b)))` → `(let ((a (f x))) a)`.
///
/// Proposes names of the term's sort with half of its reach, three quarters, a quarter and so on, and removes what is
/// not used any more. Where a term has most of the text, two names are proposed for each part: the nearest with a
/// smaller reach and the nearest with a larger one.
///
/// The field is the profile of the mutator of which this is a form.
pub struct HoistName(pub &'static Profile);

impl Mutator for HoistName {
    fn profile(&self) -> &'static Profile {
        self.0
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        let analysis = analysis(case);
        analysis.role(node) == Role::Term && !reaches(case).names(analysis.sort(node)).is_empty()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let edit = move |id: BindingId| {
            let name = analysis(case).bindings()[id as usize].name;
            let edit = Edit::replace(case.tree(), node, vec![Piece::Leaf(name)]);
            with_all_unused(case, edit)
        };
        simplifications(names(case, node).into_iter().map(edit))
    }
}

/// The names that may take the place of the node.
fn names(case: &TestCase, node: Node) -> Vec<BindingId> {
    let (analysis, reaches) = (analysis(case), reaches(case));
    if analysis.role(node) != Role::Term {
        return Vec::new();
    }
    let whole = reaches.from(analysis, node..case.tree().next(node));
    let of_sort = reaches.names(analysis.sort(node));
    let smaller = &of_sort[..of_sort.partition_point(|&(reach, _)| reach < whole)];
    let is_visible = |&&(_, id): &&(u32, BindingId)| {
        let binding = &analysis.bindings()[id as usize];
        analysis.resolve(binding.name, node) == Some(id)
    };
    let is_main = weights(case).weight(node) >= weights(case).weight(ROOT) / 2;
    let parts: &[u64] = if is_main { &PARTS } else { &PARTS_OF_LIGHTER };
    let mut names: Vec<BindingId> = Vec::new();
    for part in parts {
        let is_at_most =
            |&(reach, _): &(u32, BindingId)| u64::from(reach) * 100 <= u64::from(whole) * part;
        let (below, above) = smaller.split_at(smaller.partition_point(is_at_most));
        let below = below.iter().rev().take(TRIES).find(is_visible);
        let above = above.iter().take(TRIES).find(is_visible);
        let above = above.filter(|_| is_main);
        for &(_, id) in below.into_iter().chain(above) {
            if !names.contains(&id) {
                names.push(id);
            }
        }
    }
    names
}
