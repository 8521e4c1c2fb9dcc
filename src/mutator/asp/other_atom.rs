//! asp-other-atom: replaces an atom by another one at one place.

use super::names::statement;
use crate::language::TestCase;
use crate::language::asp::{Role, analysis};
use crate::mutator::proposal::simplifications;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, Symbol};

/// At most this many atoms are tried at a place.
const MOST: usize = 8;

/// Only so many names at the beginning of the program are tried.
const FIRST: usize = 100;

/// `c :- b. b :- a.` → `c :- a. b :- a.` with atoms that come earlier in the program.
pub struct OtherAtom;

impl Mutator for OtherAtom {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_asp(
                "asp-other-atom",
                "Replace an atom by another one at one place",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        let is_name = !case.tree().is_list(node);
        is_name && analysis(case).is_some_and(|analysis| analysis.role(node) == Role::Atom)
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let others = if self.applies(case, node) {
            others(case, node)
        } else {
            Vec::new()
        };
        let edit = move |other| Edit::replace(case.tree(), node, vec![Piece::Leaf(other)]);
        simplifications(others.into_iter().map(edit))
    }
}

/// The names that may be put here: smaller ones that the statement does not have yet. What stands only once is left to
/// other mutators.
fn others(case: &TestCase, node: Node) -> Vec<Symbol> {
    let tree = case.tree();
    let Some(analysis) = analysis(case) else {
        return Vec::new();
    };
    let names = analysis.names(tree);
    let own = tree.sym(node);
    if names.places(own).len() < 2 {
        return Vec::new();
    }
    let statement = statement(case, node);
    let fits = |other: &Symbol| {
        let places = names.places(*other);
        let is_smaller = (other.bytes().len(), other.bytes()) < (own.bytes().len(), own.bytes());
        let from = places.partition_point(|&place| place < statement);
        let next = places.get(from);
        let is_elsewhere = next.is_none_or(|&place| place >= tree.next(statement));
        let is_plain = (places.first()).is_some_and(|&place| analysis.role(place) == Role::Atom);
        is_smaller && is_elsewhere && is_plain
    };
    let first = names.all().iter().copied().take(FIRST);
    let others = first.filter(fits);
    others.take(MOST).collect()
}
