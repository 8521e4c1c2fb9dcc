//! Mutators of the last round, whose texts only some solvers take.

use super::support::candidates_at_root;
use smelt::mutator::smtlib::dialects::{
    DECLARE_VARIABLES, DIALECT_COMMANDS, DIALECT_QUERIES, MIX_NUMBERS, NO_CONSTRUCTORS,
};

#[test]
fn a_query_takes_over_the_assertions_directly_before_it() {
    table! { DIALECT_QUERIES, "(declare-const p Bool) (declare-const q Bool)";
        "no assertion directly before it" {
            "(check-sat)" at "(check-sat)" => [],
            "(assert p) (check-sat) (check-sat)" at "(check-sat)" => ["(check-sat p) (check-sat)"],
            "(assert p) (get-model)" at "(get-model)" => [],
            "(assert p) (check-sat q)" at "(check-sat q)" => [],
        }
        "all of them" {
            "(assert p) (push) (assert q) (assert p) (check-sat)" at "(check-sat)" =>
                ["(assert p) (push) (check-sat q p)"],
        }
        "a term without constants is simplified" {
            "(assert (exists ((r Bool)) (and r true))) (check-sat)" at "(check-sat)" =>
                ["(simplify (exists ((r Bool)) (and r true)))", "(check-sat (exists ((r Bool)) (and r true)))"],
        }
    }
}

#[test]
fn an_operand_without_constants_is_simplified_in_a_text_without_queries() {
    table! { DIALECT_QUERIES, "(declare-const x Int)";
        "there is a query, or only tokens and constants" {
            "(assert (< x (div 1 0))) (check-sat)" at "(assert (< x (div 1 0)))" => [],
            "(check-sat) (assert (< x (div 1 0)))" at "(assert (< x (div 1 0)))" => [],
            "(assert (< x (div 1 x)))" at "(assert (< x (div 1 x)))" => [],
            "(assert (< x 0))" at "(assert (< x 0))" => [],
        }
        "lists" {
            "(assert (< x (div 1 0)))" at "(assert (< x (div 1 0)))" => ["(simplify (div 1 0))"],
            "(assert (< x (div 1 0))) (push)" at "(assert (< x (div 1 0)))" => ["(simplify (div 1 0)) (push)"],
        }
    }
}

#[test]
fn a_simplified_term_becomes_an_operand_of_any_sort() {
    table! { DIALECT_QUERIES, "(declare-const x Int)";
        "tokens and terms with a bound name" {
            "(simplify x)" at "(simplify x)" => [],
            "(simplify (+ x 1))" at "(simplify (+ x 1))" => [],
            "(simplify (let ((y x)) (+ y 1)))" at "(simplify (let ((y x)) (+ y 1)))" => [],
        }
        "lists" {
            "(simplify (= (* x 2) (+ x 1)))" at "(simplify (= (* x 2) (+ x 1)))" => ["(simplify (* x 2))", "(simplify (+ x 1))"],
        }
    }
}

#[test]
fn commands_of_dialects_are_shorter() {
    table! { DIALECT_COMMANDS, "";
        "no shorter one" {
            "(push)" at "(push)" => [],
            "(check-sat)" at "(check-sat)" => [],
            "(check-sat-assuming p)" at "(check-sat-assuming p)" => [],
            "(declare-fun f (Int) Int)" at "(declare-fun f (Int) Int)" => [],
            "(assert (push 1))" at "(push 1)" => [],
        }
        "the shorter one" {
            "(check-sat-assuming (p (not q)))" at "(check-sat-assuming (p (not q)))" => ["(check-sat p (not q))"],
            "(push 1)" at "(push 1)" => ["(push)"],
        }
    }
}

#[test]
fn datatypes_lose_their_constructors_if_nothing_uses_them() {
    table! { NO_CONSTRUCTORS, "";
        "a constructor, a selector or a tester is used" {
            "(declare-datatypes ((T 0)) ((a))) (assert (= a a))" at "(declare-datatypes ((T 0)) ((a)))" => [],
            "(declare-datatypes ((T 0)) (((a (f Int))))) (assert (= f f))" at "(declare-datatypes ((T 0)) (((a (f Int)))))" => [],
            "(declare-datatypes ((T 0)) (()))" at "(declare-datatypes ((T 0)) (()))" => [],
        }
        "all of a command" {
            "(declare-datatypes ((T 0) (U 0)) ((a) ((b (f T)))))" at "(declare-datatypes ((T 0) (U 0)) ((a) ((b (f T)))))" =>
                ["(declare-datatypes ((T 0) (U 0)) (() ()))"],
            "(declare-codatatype T (a))" at "(declare-codatatype T (a))" => ["(declare-codatatype T ())"],
        }
    }
}

#[test]
fn what_a_solver_knows_or_not_changes_in_the_whole_text() {
    assert_eq!(
        candidates_at_root(
            &DECLARE_VARIABLES,
            "(declare-const x Int) (declare-fun f () Int) (declare-const y Int)"
        ),
        ["(declare-var x Int) (declare-fun f () Int) (declare-var y Int)"],
    );
    assert!(candidates_at_root(&DECLARE_VARIABLES, "(declare-fun f () Int)").is_empty());
    assert_eq!(
        candidates_at_root(
            &MIX_NUMBERS,
            "(assert (= (to_real (ite p 1 (to_int (to_real 2)))) 0.5))"
        ),
        ["(assert (= (ite p 1 (to_int 2)) 0.5))"],
    );
    assert!(candidates_at_root(&MIX_NUMBERS, "(assert (= 1 2))").is_empty());
}
