//! Assertions: what they bind, and how they are split.

use smelt::mutator::smtlib::assertions::{BIND_DECLARATIONS, BIND_VARIABLES, SPLIT_ASSERTIONS};

#[test]
fn constants_of_one_assertion_become_variables() {
    let text = "(declare-const x Int) (declare-fun y () Int) (declare-const z Int) (assert (exists ((q Int)) (< q x y)))";
    table! { BIND_DECLARATIONS, "";
        "a constant with uses elsewhere, or of the same name" {
            "(declare-const x Int) (assert (= x 1)) (assert (= x 2))" at "(assert (= x 1))" => [],
            "(declare-const x Int) (assert (= x 1)) (get-value (x))" at "(assert (= x 1))" => [],
            "(declare-fun f (Int) Int) (assert (= 1 (f 1)))" at "(assert (= 1 (f 1)))" => [],
        }
        "a logic gets quantifiers" {
            "(set-logic QF_LIA) (declare-fun x () Int) (declare-fun y () Int) (assert (< x y))" at "(assert (< x y))" => [
                "(set-logic LIA) (assert (exists ((x Int) (y Int)) (< x y)))",
            ],
        }
        "many constants pay for a quantifier" {
            "(declare-fun x () Int) (declare-fun y () Int) (assert (< x y))" at "(assert (< x y))" => [
                "(assert (exists ((x Int) (y Int)) (< x y)))",
            ],
        }
    }
    let found = super::support::candidates(
        &BIND_DECLARATIONS,
        "",
        text,
        "(assert (exists ((q Int)) (< q x y)))",
    );
    assert_eq!(
        found,
        ["(declare-const z Int) (assert (exists ((q Int) (x Int) (y Int)) (< q x y)))"]
    );
    pumps! { BIND_DECLARATIONS, "";
        "one constant does not" {
            "(declare-const x Int) (assert (= x 1))" at "(assert (= x 1))" => ["(assert (exists ((x Int)) (= x 1)))"],
        }
    }
}

#[test]
fn variables_of_one_assertion_or_query_are_bound() {
    pumps! { BIND_VARIABLES, "";
        "a query of nothing, or standard declarations" {
            "(declare-var x Int) (check-sat)" at "(check-sat)" => [],
            "(declare-const x Int) (assert (= x 1))" at "(assert (= x 1))" => [],
        }
        "one variable" {
            "(declare-var x Int) (assert (= x 1))" at "(assert (= x 1))" => ["(assert (exists ((x Int)) (= x 1)))"],
            "(declare-const x Int) (check-sat (= x 1))" at "(check-sat (= x 1))" => [
                "(check-sat (exists ((x Int)) (= x 1)))",
            ],
        }
    }
    table! { BIND_DECLARATIONS, "";
        "a text that the standard does not have" {
            "(declare-var x Int) (declare-var y Int) (assert (= x y))" at "(assert (= x y))" => [],
        }
    }
}

#[test]
fn a_conjunction_is_split_by_a_pump() {
    pumps! { SPLIT_ASSERTIONS, "(declare-const p Bool) (declare-const q Bool)";
        "no conjunction" { "(assert (or p q))" at "(assert (or p q))" => [] }
        "each operand" {
            "(assert (and p q))" at "(assert (and p q))" => ["(assert p) (assert q)"],
        }
    }
}
