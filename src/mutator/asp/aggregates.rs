//! Aggregates become simpler ones, or the literals in them.

use crate::language::TestCase;
use crate::language::asp::{Role, analysis};
use crate::mutator::proposal::simplifications;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, Symbol, Tree};

/// `{a; b} :- c.` → `a | b :- c.`, also for bounded choices.
pub static CHOICE_TO_DISJUNCTION: AggregateMutator = AggregateMutator {
    profile: &const {
        Profile::of_asp(
            "asp-choice-to-disjunction",
            "Make a disjunction of a choice",
        )
    },
    edits: |case, node| {
        let is_head = parent_role(case, node) == Role::Head;
        let edit = || replaced_by(case.tree(), node, literals(case, node));
        if is_head { vec![edit()] } else { Vec::new() }
    },
};

/// `:- 2 #sum {1,a : a; 1,b : b}.` → `:- a, b.`, or one of the literals.
pub static AGGREGATE_TO_LITERALS: AggregateMutator = AggregateMutator {
    profile: &const {
        Profile::of_asp(
            "asp-aggregate-to-literals",
            "Replace a body's aggregate by its literals, or by one of them",
        )
    },
    edits: |case, node| {
        if parent_role(case, node) == Role::Head {
            return Vec::new();
        }
        let literals = literals(case, node);
        let alone = literals.iter().take(MOST).map(|&literal| vec![literal]);
        let together = (literals.len() > 1).then(|| literals.clone());
        let chosen = together.into_iter().chain(alone);
        chosen
            .map(|literals| replaced_by(case.tree(), node, literals))
            .collect()
    },
};

/// `2 #sum {1,a : a; 1,b : b}` → `2 {a; b}`
pub static SUM_TO_COUNT: AggregateMutator = AggregateMutator {
    profile: &const {
        Profile::of_asp(
            "asp-sum-to-count",
            "Drop the weights of an aggregate, so that it counts its literals",
        )
    },
    edits: |case, node| {
        let tree = case.tree();
        let has_elements = tree
            .children(node)
            .skip(3)
            .any(|element| role(case, element) == Role::Element);
        if !has_elements {
            return Vec::new();
        }
        let guards = tree.children(node).skip(1).take(2).map(Piece::Copy);
        let literals = literals(case, node);
        let mut with = vec![Piece::Open, Piece::Leaf(Symbol::of(b"{}"))];
        with.extend(guards);
        with.extend(literals.into_iter().map(Piece::Copy));
        with.push(Piece::Close);
        vec![Edit::replace(tree, node, with)]
    },
};

/// `1 {a; b} 2` → `{a; b} 2` and `1 {a; b}`
pub static DROP_BOUND: AggregateMutator = AggregateMutator {
    profile: &const { Profile::of_asp("asp-drop-bound", "Drop a bound of an aggregate") },
    edits: |case, node| {
        let tree = case.tree();
        let guards = tree
            .children(node)
            .skip(1)
            .take(2)
            .filter(|&guard| tree.len(guard) > 1);
        guards
            .map(|guard| Edit::replace(tree, guard, vec![Piece::Open, Piece::Close]))
            .collect()
    },
};

/// At most this many literals of an aggregate are tried in its place.
const MOST: usize = 8;

/// A mutator of aggregates.
pub struct AggregateMutator {
    profile: &'static Profile,
    edits: fn(&TestCase, Node) -> Vec<Edit>,
}

impl Mutator for AggregateMutator {
    fn profile(&self) -> &'static Profile {
        self.profile
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        role(case, node) == Role::Aggregate
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let edits = if self.applies(case, node) {
            (self.edits)(case, node)
        } else {
            Vec::new()
        };
        simplifications(edits)
    }
}

fn role(case: &TestCase, node: Node) -> Role {
    analysis(case).map_or(Role::Other, |analysis| analysis.role(node))
}

fn parent_role(case: &TestCase, node: Node) -> Role {
    role(case, case.parent(node))
}

/// The first literal of each element, without its condition.
fn literals(case: &TestCase, aggregate: Node) -> Vec<Node> {
    let tree = case.tree();
    let elements = tree.children(aggregate).skip(3);
    let literal = |element| match role(case, element) {
        Role::Element => tree.child(element, 1),
        _ => Some(element),
    };
    let plain = |literal: Node| {
        let is_conditional = tree.head(literal).is_some_and(|head| head.bytes() == b":");
        if is_conditional {
            tree.child(literal, 1)
        } else {
            Some(literal)
        }
    };
    elements.filter_map(literal).filter_map(plain).collect()
}

fn replaced_by(tree: &Tree, node: Node, literals: Vec<Node>) -> Edit {
    Edit::replace(tree, node, literals.into_iter().map(Piece::Copy).collect())
}
