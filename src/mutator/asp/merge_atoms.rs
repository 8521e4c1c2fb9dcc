//! asp-merge-atoms: replaces an atom by another one everywhere.

use super::names::{is_free_to_change, renamed, statement, superfluous};
use crate::language::TestCase;
use crate::language::asp::{Role, analysis};
use crate::mutator::proposal::simplifications;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Symbol};
use rustc_hash::FxHashSet;

/// An atom is merged with at most this many others.
const MOST: usize = 3;

/// Only so many names at the beginning of the program are tried.
const FIRST: usize = 100;

/// `a :- b. c :- a.` → `a :- b. b :- a.` Literals and rules that stand twice after that go in the same candidate, and
/// so do rules whose head is in their body. Applies where a name stands first, and puts names that come first in the
/// program in its place.
pub struct MergeAtoms;

impl Mutator for MergeAtoms {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_asp(
                "asp-merge-atoms",
                "Replace an atom by another one everywhere",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        is_free_to_change(case, node)
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let partners = if self.applies(case, node) {
            partners(case, node)
        } else {
            Vec::new()
        };
        let name = case.tree().sym(node);
        let merged = partners
            .into_iter()
            .map(move |other| merged(case, name, other));
        simplifications(merged)
    }
}

/// The names that may be put in the place of this one: those that stand in the same statements first.
fn partners(case: &TestCase, node: Node) -> Vec<Symbol> {
    let tree = case.tree();
    let Some(names) = analysis(case).map(|analysis| analysis.names(tree)) else {
        return Vec::new();
    };
    let name = tree.sym(node);
    let is_smaller = |other: &Symbol| {
        let (its, own) = (other.bytes(), name.bytes());
        (its.len(), its) < (own.len(), own)
    };
    let arity = arity(case, node);
    let mut seen = FxHashSet::default();
    let mut partners: Vec<Symbol> = Vec::new();
    let near = names
        .places(name)
        .iter()
        .take(MOST)
        .flat_map(|&place| neighbours(case, place));
    let near: Vec<Symbol> = near.collect();
    for other in near
        .into_iter()
        .chain(names.all().iter().copied().take(FIRST))
    {
        let place = names.places(other).first();
        let fits = place.is_some_and(|&place| self::arity(case, place) == arity);
        if fits && is_smaller(&other) && seen.insert(other) {
            partners.push(other);
        }
        if partners.len() == MOST {
            break;
        }
    }
    partners
}

/// The names of the atoms in the statement of a node.
fn neighbours(case: &TestCase, node: Node) -> Vec<Symbol> {
    let tree = case.tree();
    let statement = statement(case, node);
    let Some(names) = analysis(case).map(|analysis| analysis.names(tree)) else {
        return Vec::new();
    };
    let tokens = (statement..tree.next(statement)).map(|inner| tree.sym(inner));
    let near = tokens.filter(|&token| !names.places(token).is_empty());
    near.take(4 * MOST).collect()
}

/// The number of arguments of the atom with this name; none for an atom without parentheses.
fn arity(case: &TestCase, name: Node) -> Option<usize> {
    let parent = case.parent(name);
    let is_head = parent + 1 == name && case.tree().head(parent) == Some(case.tree().sym(name));
    let is_atom = analysis(case).is_some_and(|analysis| analysis.role(parent) == Role::Atom);
    (is_head && is_atom).then(|| case.tree().children(parent).count() - 1)
}

/// Merges the atoms with these names, and takes out what becomes superfluous.
fn merged(case: &TestCase, name: Symbol, other: Symbol) -> Edit {
    let tree = case.tree();
    let plain = renamed(case, &[(name, other)]);
    let alike = |token: Symbol| if token == name { other } else { token };
    let mut removed = Vec::new();
    let mut statements = FxHashSet::default();
    let places = analysis(case).map(|analysis| analysis.names(tree));
    let places = places.map_or(&[][..], |names| names.places(name));
    for &place in places {
        let statement = statement(case, place);
        if statements.insert(statement) {
            removed.extend(superfluous(case, statement, &alike));
        }
    }
    let mut all: Vec<Edit> = removed
        .into_iter()
        .map(|node| Edit::delete(tree, node))
        .collect();
    // An edit is joined whole or not at all, so each place is an edit of its own.
    all.extend(
        plain
            .parts()
            .iter()
            .map(|part| Edit::new(vec![part.clone()])),
    );
    Edit::join(tree, all)
}
