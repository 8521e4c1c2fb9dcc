//! The form "all equal occurrences at once".

use super::support::everywhere;
use smelt::mutator::smtlib::constants::CONSTANTS;
use smelt::mutator::smtlib::lets::LET_SUBSTITUTION;
use smelt::mutator::smtlib::terms::{
    INTRODUCE_FRESH_VARIABLES, REPLACE_BY_VARIABLE, SUBSTITUTE_CHILDREN,
};
use smelt::mutator::{ERASE_NODE, Mutator};

const D: &str = "(declare-const p Bool) (declare-const q Bool)";

fn refused(mutator: &Mutator, text: &str, node: &str) {
    assert_eq!(everywhere(mutator, D, text, node), [""; 0], "{text}");
}

#[test]
fn a_term_that_is_small_or_stands_once_has_no_such_form() {
    refused(&CONSTANTS, "(assert (and p p))", "p");
    refused(&CONSTANTS, "(assert (or p (not p)))", "(not p)");
    refused(&ERASE_NODE, "(assert (or (not p) (not p)))", "(not p)");
}

#[test]
fn only_the_first_occurrence_proposes() {
    let text = "(assert (= (not p) q)) (assert (xor (not p) q))";
    assert_eq!(everywhere(&CONSTANTS, D, text, "(not p)").len(), 2);
    let later = "(declare-const r Bool)\n(assert (= (not p) q))";
    let d = [D, "(assert (xor (not p) q))"].join("\n");
    assert_eq!(everywhere(&CONSTANTS, &d, later, "(not p)"), [""; 0]);
}

#[test]
fn the_local_edit_is_made_at_each_occurrence() {
    let text = "(assert (= (not p) q)) (assert (xor (not p) q))";
    assert_eq!(
        everywhere(&CONSTANTS, D, text, "(not p)"),
        [
            "(assert (= false q)) (assert (xor false q))",
            "(assert (= true q)) (assert (xor true q))"
        ]
    );
    assert_eq!(
        everywhere(&SUBSTITUTE_CHILDREN, D, text, "(not p)"),
        ["(assert (= p q)) (assert (xor p q))"]
    );
    assert_eq!(
        everywhere(&REPLACE_BY_VARIABLE, D, text, "(not p)"),
        [
            "(assert (= p q)) (assert (xor p q))",
            "(assert (= q q)) (assert (xor q q))"
        ]
    );
}

#[test]
fn a_let_is_substituted_in_all_its_copies() {
    let text = "(assert (let ((a p) (b q)) (or a b))) (assert (not (let ((a p) (b q)) (or a b))))";
    assert_eq!(
        everywhere(&LET_SUBSTITUTION, D, text, "(let ((a p) (b q)) (or a b))")[..2],
        [
            "(assert (or p q)) (assert (not (or p q)))",
            "(assert (let ((b q)) (or p b))) (assert (not (let ((b q)) (or p b))))"
        ]
    );
}

#[test]
fn a_fresh_variable_is_declared_once_and_paid_for_together() {
    let text = "(assert (or (and p (not q)) q p)) (assert (xor (and p (not q)) q))";
    assert_eq!(
        everywhere(&INTRODUCE_FRESH_VARIABLES, D, text, "(and p (not q))"),
        ["(declare-const v13 Bool) (assert (or v13 q p)) (assert (xor v13 q))"]
    );
}

#[test]
fn an_occurrence_where_a_name_means_something_else_is_left_alone() {
    refused(
        &CONSTANTS,
        "(assert (or (not p) (exists ((p Bool)) (not p))))",
        "(not p)",
    );
    let three = "(assert (or (not p) (exists ((p Bool)) (not p)) (not p)))";
    assert_eq!(
        everywhere(&SUBSTITUTE_CHILDREN, D, three, "(not p)"),
        ["(assert (or p (exists ((p Bool)) (not p)) p))"]
    );
    let captured = "(assert (and (or (not q) p) (exists ((p Bool)) (not q))))";
    assert_eq!(
        everywhere(&REPLACE_BY_VARIABLE, D, captured, "(not q)"),
        ["(assert (and (or q p) (exists ((p Bool)) q)))"]
    );
}
