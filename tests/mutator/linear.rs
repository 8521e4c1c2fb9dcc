//! Asking a mutator about every node of a large text takes a few passes over the text, not one for each node.

use crate::support::{case, first};
use smelt::language::TestCase;
use smelt::mutator::smtlib::{
    IntroduceFreshVariables, LetSubstitution, ReplaceByVariable, SimplifySymbolNames,
};
use smelt::mutator::{MUTATORS, Mutator};
use smelt::tree::Node;
use std::time::{Duration, Instant};

/// Far more than a linear pass needs on a busy machine, and far less than a quadratic one on any.
const ENOUGH: Duration = Duration::from_secs(40);

/// How many nodes have a first proposal.
fn proposals(mutator: &dyn Mutator, case: &TestCase) -> usize {
    let began = Instant::now();
    let nodes = 0..case.tree().end();
    let proposes = |node: &Node| first(mutator, case, *node).is_some();
    let count = nodes.filter(proposes).count();
    let took = began.elapsed();
    assert!(took < ENOUGH, "{}: {took:?}", mutator.name());
    count
}

/// A text for each number, one after the other.
fn each(numbers: impl Iterator<Item = usize>, text: impl Fn(usize) -> String) -> String {
    numbers.map(text).collect()
}

/// So many nested lets, each of whose terms uses the one around it.
fn chain(lets: usize, name: impl Fn(usize) -> String) -> TestCase {
    let open = each(1..=lets, |k| {
        format!("(let (({} (not {}))) ", name(k), name(k - 1))
    });
    let close = ")".repeat(lets);
    case(format!(
        "(declare-const x0 Bool)(assert {open}{}{close})",
        name(lets)
    ))
}

#[test]
fn every_node_of_a_chain_of_lets_is_asked_about_in_linear_time() {
    let case = chain(20_000, |k| format!("x{k}"));
    assert!(proposals(&ReplaceByVariable, &case) > 20_000);
    assert!(proposals(&IntroduceFreshVariables, &case) > 19_000);
    assert!(proposals(&SimplifySymbolNames, &case) > 20_000);
    assert_eq!(proposals(&LetSubstitution, &case), 20_000);
}

#[test]
fn lets_that_nest_in_their_terms_are_asked_about_in_linear_time() {
    let depth = 10_000;
    let open = each(0..depth, |k| format!("(let ((x{k} "));
    let close = each((0..depth).rev(), |k| format!(")) (not x{k}))"));
    let text = format!("(declare-const p Bool)(assert {open}p{close})");
    assert_eq!(proposals(&LetSubstitution, &case(text)), depth);
}

#[test]
fn uses_far_from_their_lets_are_asked_about_in_linear_time() {
    // All variables are used in the innermost body.
    let lets = 10_000;
    let open = each(0..lets, |k| format!("(let ((x{k} (not p))) "));
    let uses = each(0..lets, |k| format!(" x{k}"));
    let text = format!(
        "(declare-const p Bool)(assert {open}(and{uses}){})",
        ")".repeat(lets)
    );
    assert_eq!(proposals(&LetSubstitution, &case(text)), lets);
}

#[test]
fn variables_that_are_not_visible_are_not_looked_at() {
    let assertion = |k| format!("(assert (forall ((x{k} Int)) (or (= x{k} 1) (= 1 (+ x{k} 2)))))");
    let case = case((0..10_000).map(assertion).collect::<String>());
    assert!(proposals(&ReplaceByVariable, &case) >= 10_000);
}

#[test]
fn all_mutators_are_asked_about_all_nodes_in_linear_time() {
    let nested = |open: &str, inner: &str, depth: usize, lists: usize| {
        [&open.repeat(depth), inner, &")".repeat(depth * lists)].concat()
    };
    let d = "(declare-const p Bool)(declare-const x Int)(define-fun f ((b Bool)) Bool (exists ((i Int)) (and b (= i x))))";
    let texts = [
        format!("(assert (and{}))", " p true".repeat(20_000)),
        each(0..5000, |k| format!("(assert (= x {k}))")),
        each(0..2000, |k| {
            format!("(assert (forall ((a Int)) (exists ((b Int)) (= a b (+ b {k})))))")
        }),
        format!("(assert {})", nested("(f ", "p", 10_000, 1)),
        format!(
            "(assert {})",
            nested("(not (forall ((a Int)) ", "(< x 1)", 5000, 2)
        ),
        format!("(assert {})", nested("(and p (or p ", "p", 5000, 2)),
        format!(
            "(declare-datatypes ((T 0)) (({})))",
            each(0..10_000, |k| format!("(c{k} (s{k} T))"))
        ),
        format!("(assert (= \"{}\" \"\"))", "ab".repeat(20_000)),
    ];
    for text in texts {
        let case = case(format!("{d}{text}"));
        for mutator in MUTATORS {
            proposals(*mutator, &case);
        }
    }
}
