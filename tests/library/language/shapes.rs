//! Shapes of SMT-LIB texts, and texts that contain others.

use super::case as script;
use smelt::SmtLib;
use smelt::language::{Language, TestCase};

fn shape(text: &str) -> Vec<u8> {
    SmtLib.shape(&script(text))
}

#[test]
fn names_values_and_order_make_no_difference() {
    let text = "(declare-const a Int)(declare-const b Int)(declare-fun f (Int) Int)\
                (assert (> (f a) (+ b 1)))(assert (and (= a b) (forall ((x Int) (y Int)) (> x (f y)))))(check-sat)";
    let same = [
        "(declare-const z Int)(declare-const y Int)(declare-fun |f g| (Int) Int)\
         (assert (> (|f g| z) (+ y 1)))(assert (and (= z y) (forall ((u Int) (v Int)) (> u (|f g| v)))))(check-sat)",
        "(declare-fun f (Int) Int)(declare-const b Int)(declare-const a Int)\
         (assert (and (forall ((y Int) (x Int)) (> x (f y))) (= b a)))(assert (> (f a) (+ 77 b)))(check-sat)",
        "(set-option :model_validate true)(declare-const a Int)(declare-const b Int)(declare-fun f (Int) Int)\
         (assert (> (f a) (+ b 1)))(assert (and (= a b) (forall ((x Int) (y Int)) (> x (f y)))))(check-sat)",
    ];
    for other in same {
        assert_eq!(shape(text), shape(other), "{other}");
    }
}

#[test]
fn what_may_matter_makes_a_difference() {
    let text = "(declare-const a Int)(declare-const b Int)(assert (> a (- b 1)))(assert (= a b))(check-sat)";
    let others = [
        "(declare-const a Int)(declare-const b Int)(assert (> a (- 1 b)))(assert (= a b))(check-sat)",
        "(declare-const a Int)(declare-const b Int)(assert (> a (- a 1)))(assert (= a b))(check-sat)",
        "(declare-const a Int)(declare-const b Int)(assert (> a (- b 1.0)))(assert (= a b))(check-sat)",
        "(declare-const a Int)(declare-const b Int)(assert (< a (- b 1)))(assert (= a b))(check-sat)",
        "(declare-const a Int)(declare-const b Int)(assert (> a (- b 1)))(check-sat)(assert (= a b))(check-sat)",
    ];
    for other in others {
        assert_ne!(shape(text), shape(other), "{other}");
    }
}

fn case(assertion: &str) -> TestCase {
    let text = format!(
        "(set-logic ALL)(declare-const s String)(declare-const x Int)(declare-fun f (Int) Int)\
         (assert {assertion})(check-sat)"
    );
    script(&text)
}

#[test]
fn a_text_contains_what_is_made_of_its_operators() {
    let table = [
        (
            "(= s (str.at s 0))",
            "(and (> x 1) (= (str.at (str.++ s s) x) s))",
            true,
        ),
        ("(= (str.len (str.at s 0)) 1)", "(= (str.at s 0) s)", false),
        ("(> (f x) 0)", "(> (f (+ x 1)) (f 2))", true),
        (
            "(= s (str.++ (str.at s 0) s))",
            "(let ((a (str.at s 1))) (= s (str.++ s a)))",
            true,
        ),
        ("(> (* x x) 0)", "(> (+ x x) 0)", false),
        ("(forall ((y Int)) (= x y))", "(= x 0)", false),
        (
            "(=> true (distinct s (str.at s 0)))",
            "(not (= (str.++ (str.at s 1) s) s))",
            true,
        ),
        (
            "(= (_ bv1 8) ((_ zero_extend 4) (_ bv0 4)))",
            "(= (_ bv1 8) ((_ sign_extend 4) (_ bv0 4)))",
            false,
        ),
        (
            "(= (_ bv1 8) ((_ zero_extend 4) (_ bv0 4)))",
            "(= ((_ zero_extend 3) #b1) #x0)",
            true,
        ),
    ];
    for (small, large, is_contained) in table {
        let found = SmtLib.contains(&case(large), &case(small));
        assert_eq!(found, is_contained, "{small} in {large}");
    }
}

#[test]
fn a_text_without_the_sorts_of_another_does_not_contain_it() {
    let of = |sort: &str| {
        let text = format!("(declare-const a {sort})(declare-const b {sort})(assert (= a b))");
        script(&text)
    };
    assert!(SmtLib.contains(&of("(Array Int (Seq Bool))"), &of("(Seq Bool)")));
    assert!(SmtLib.contains(&of("(Seq Int)"), &of("Bool")));
    assert!(!SmtLib.contains(&of("(Array Int Bool)"), &of("(Seq Bool)")));
}

#[test]
fn commands_count_too_and_those_that_set_something_must_be_the_same() {
    let of = script;
    let small = "(assert (let ((a (! 0 :named b))) false))(get-value (b))";
    let table = [
        (
            "(assert (and true (let ((c (! (+ 1 2) :named d))) true)))(get-value (d c))",
            true,
        ),
        ("(assert (let ((c (! 1 :named d))) true))(check-sat)", false),
    ];
    for (large, is_contained) in table {
        assert_eq!(
            SmtLib.contains(&of(large), &of(small)),
            is_contained,
            "{large}"
        );
    }
    let set = "(set-option :a true)(check-sat)";
    assert!(SmtLib.contains(&of("(set-option :a true)(push 1)(check-sat)"), &of(set)));
    assert!(!SmtLib.contains(&of("(set-option :a false)(check-sat)"), &of(set)));
}
