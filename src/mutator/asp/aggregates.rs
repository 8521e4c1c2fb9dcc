//! Aggregates become simpler ones, or the literals in them.

use crate::language::TestCase;
use crate::language::asp::{Role, analysis};
use crate::mutator::proposal::{none, replacing};
use crate::mutator::{At, Mutator};
use crate::tree::{Edit, Node, Piece, Symbol};

/// `{a; b} :- c.` → `a | b :- c.`, also for bounded choices.
pub static CHOICE_TO_DISJUNCTION: Mutator = Mutator::asp("asp-choice-to-disjunction")
    .about("Make a disjunction of a choice")
    .at(At::Asp(Role::Aggregate))
    .edit(|case, node| {
        is_in_head(case, node).then(|| Edit::replace(case.tree(), node, literals(case, node)))
    })
    .unasked();

/// `:- 2 #sum {1,a : a; 1,b : b}.` → `:- a, b.`, or one of the literals.
pub static AGGREGATE_TO_LITERALS: Mutator = Mutator::asp("asp-aggregate-to-literals")
    .about("Replace a body's aggregate by its literals, or by one of them")
    .at(At::Asp(Role::Aggregate))
    .edits(|case, node| {
        if is_in_head(case, node) {
            return none();
        }
        let literals = literals(case, node);
        let together = (literals.len() > 1).then(|| literals.clone());
        let alone = literals.into_iter().take(MOST).map(|literal| vec![literal]);
        replacing(case, node, together.into_iter().chain(alone))
    });

/// `2 #sum {1,a : a; 1,b : b}` → `2 {a; b}`
pub static SUM_TO_COUNT: Mutator = Mutator::asp("asp-sum-to-count")
    .about("Drop the weights of an aggregate, so that it counts its literals")
    .at(At::Asp(Role::Aggregate))
    .edit(|case, node| {
        let tree = case.tree();
        let has_elements = tree
            .children(node)
            .skip(3)
            .any(|element| analysis(case).role(element) == Role::Element);
        let guards = tree.children(node).skip(1).take(2).map(Piece::Copy);
        let kind = [Piece::Leaf(Symbol::of(b"{}"))].into_iter();
        let with = Piece::list(kind.chain(guards).chain(literals(case, node)));
        has_elements.then(|| Edit::replace(tree, node, with))
    })
    .unasked();

/// `1 {a; b} 2` → `{a; b} 2` and `1 {a; b}`
pub static DROP_BOUND: Mutator = Mutator::asp("asp-drop-bound")
    .about("Drop a bound of an aggregate")
    .at(At::Asp(Role::Aggregate))
    .edits(|case, node| {
        let tree = case.tree();
        let guards = tree.children(node).skip(1).take(2);
        Box::new(
            guards
                .filter(|&guard| tree.len(guard) > 1)
                .map(|guard| Edit::replace(tree, guard, Piece::list([]))),
        )
    });

/// At most this many literals of an aggregate are tried instead of it.
const MOST: usize = 8;

fn is_in_head(case: &TestCase, aggregate: Node) -> bool {
    analysis(case).role(case.parent(aggregate)) == Role::Head
}

/// Copies of the first literal of each element, without its condition.
fn literals(case: &TestCase, aggregate: Node) -> Vec<Piece> {
    let tree = case.tree();
    let first_literal = |element| match analysis(case).role(element) {
        Role::Element => tree.child(element, 1),
        _ => Some(element),
    };
    let without_condition = |literal: Node| {
        let is_conditional = tree.head(literal).is_some_and(|head| head.bytes() == b":");
        if is_conditional {
            tree.child(literal, 1)
        } else {
            Some(literal)
        }
    };
    tree.children(aggregate)
        .skip(3)
        .filter_map(first_literal)
        .filter_map(without_condition)
        .map(Piece::Copy)
        .collect()
}
