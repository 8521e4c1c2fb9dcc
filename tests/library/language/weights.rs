//! Weights and name counts: how much of a text belongs to a term.

use super::case;
use smelt::language::TestCase;
use smelt::language::smtlib::{analysis, name_counts, weights};
use smelt::tree::{Node, ROOT};

/// The first node with this text.
fn node(case: &TestCase, text: &str) -> Node {
    let mut nodes = 1..case.tree().end();
    let has_text = |&node: &Node| case.tree().bytes(node) == text.as_bytes();
    nodes.find(has_text).expect("the text has the node")
}

#[test]
fn a_term_weighs_as_much_as_its_cells_and_the_terms_that_only_it_uses() {
    let case = case(
        "(declare-const x Bool)
         (define-fun f () Bool (not (not x)))
         (assert (let ((a (not x))) (let ((b (not a)) (c (and a a))) (or b f))))",
    );
    let table = [
        ("(not (not x))", 5),
        // the command that defines f, which has a single use
        ("(define-fun f () Bool (not (not x)))", 5 + 5),
        // the binder of a, too: the other use of a is in c, which has no use itself
        ("(not a)", 3 + 5),
        // and the declaration of x
        ("(or b f)", 2 + (1 + 2 + 3 + 5) + (1 + 5 + 5) + 4),
    ];
    for (text, weight) in table {
        assert_eq!(weights(&case).weight(node(&case, text)), weight, "{text}");
    }
}

#[test]
fn a_term_with_several_uses_belongs_where_they_meet() {
    let case = case("(assert (let ((a (not (not p)))) (and (or a q) (or a r) s)))");
    let weigh = |text: &str| weights(&case).weight(node(&case, text));
    assert_eq!((weigh("(or a q)"), weigh("(or a r)")), (4, 4));
    assert_eq!(weigh("(and (or a q) (or a r) s)"), 2 + 4 + 4 + 1 + (2 + 5));
    assert_eq!(weights(&case).weight(ROOT), case.tree().end());
}

#[test]
fn heavy_terms_are_few_and_the_heaviest_comes_first() {
    let mut text = String::from("(not p)");
    (0..20_000).for_each(|_| text = format!("(not {text})"));
    let case = case(&format!("(assert {text})"));
    let heavy = case.heavy_terms();
    let weights: Vec<u32> = heavy
        .iter()
        .map(|&term| weights(&case).weight(term))
        .collect();
    assert!(weights.is_sorted_by(|a, b| a >= b), "{weights:?}");
    assert!((5..20).contains(&weights.len()), "{weights:?}");
}

#[test]
fn a_reach_counts_each_name_once() {
    let case = case(
        "(declare-const p Bool)
         (assert (let ((a (not p))) (let ((b (and a a))) (let ((c (or a b))) (=> c c)))))",
    );
    let reach = |text: &str| {
        let node = node(&case, text);
        name_counts(&case).from(analysis(&case), node..case.tree().next(node))
    };
    assert_eq!(reach("(not p)"), 0);
    assert_eq!(reach("(and a a)"), 1);
    assert_eq!(reach("(or a b)"), 2);
    assert_eq!(reach("(=> c c)"), 3);
}
