//! Mutators that give a term or the assertions a shorter form.

use smelt::mutator::smtlib::assertions::JOIN_ASSERTIONS;
use smelt::mutator::smtlib::form::FORM;
use smelt::mutator::smtlib::terms::REUSE_TERM;

#[test]
fn a_term_becomes_a_simple_operator_on_two_of_its_parts() {
    table! { FORM, "(declare-const x Int) (declare-const y Int) (declare-const p Bool) (declare-fun f (Int Int) Bool)
        (declare-fun a () (Array Int Int)) (declare-const v (_ BitVec 8))";
        "tokens, and terms that have the form" {
            "(assert p)" at "p" => [],
            "(assert (= x y))" at "(= x y)" => [],
            "(assert (= 0 (+ x y)))" at "(+ x y)" => [],
            "(assert (and p (not p)))" at "(and p (not p))" => [],
        }
        "an equation of two parts" {
            "(assert (f x y))" at "(f x y)" => ["(assert (= x y))"],
            "(assert (<= (+ x 1) (* y 2)))" at "(<= (+ x 1) (* y 2))" => [
                "(assert (= (+ x 1) (* y 2)))",
                "(assert (= (+ x 1) y))",
                "(assert (= (+ x 1) 2))",
                "(assert (= (* y 2) 0))",
            ],
        }
        "the largest part that is no formula, and a default" {
            "(assert (and p (not (< (select a x) 3))))" at "(and p (not (< (select a x) 3)))" => [
                "(assert (= (select a x) 0))",
            ],
        }
        "a sum or a disjunction of bits" {
            "(assert (= 0 (ite p (- x y) y)))" at "(ite p (- x y) y)" => [
                "(assert (= 0 (+ (- x y) y)))",
                "(assert (= 0 (+ y x)))",
            ],
            "(assert (= v (bvudiv v #x02)))" at "(bvudiv v #x02)" => ["(assert (= v (bvor v #x02)))"],
        }
        "a predicate of the largest part" {
            "(assert (= (_ +zero 2 3) (fp.neg (_ NaN 2 3))))" at "(= (_ +zero 2 3) (fp.neg (_ NaN 2 3)))" => [
                "(assert (= (_ +zero 2 3) (_ NaN 2 3)))",
                "(assert (fp.isNaN (fp.neg (_ NaN 2 3))))",
            ],
            "(assert (= 0.0 (/ 1.0 0.0)))" at "(= 0.0 (/ 1.0 0.0))" => [
                "(assert (= 0.0 1.0))",
                "(assert (is_int (/ 1.0 0.0)))",
            ],
        }
        "not with a variable that is bound in between" {
            "(assert (forall ((i Int)) (f i (- x))))" at "(forall ((i Int)) (f i (- x)))" => ["(assert (= (- x) 0))"],
        }
    }
}

#[test]
fn assertions_that_follow_one_another_are_joined() {
    table! { JOIN_ASSERTIONS, "(declare-const p Bool) (declare-const q Bool)";
        "a single one, and one that something else follows" {
            "(assert p) (check-sat)" at "(assert p)" => [],
            "(assert p) (push) (assert q)" at "(assert p)" => [],
        }
        "all of them, then two" {
            "(assert p) (assert (and p q)) (assert q) (check-sat) (assert p)" at "(assert p)" => [
                "(assert (and p p q q)) (check-sat) (assert p)",
                "(assert (and p p q)) (assert q) (check-sat) (assert p)",
            ],
            "(assert p) (assert q)" at "(assert p)" => ["(assert (and p q))"],
        }
    }
}

#[test]
fn a_term_becomes_the_smallest_ones_of_its_sort() {
    table! { REUSE_TERM, "(declare-const x Int) (declare-fun f (Int) Int) (declare-fun g (Int Int) Int)";
        "none is smaller, or the smaller one lies inside" {
            "(assert (= (f x) 0))" at "(f x)" => [],
            "(assert (= 0 (g (f x) 1)))" at "(g (f x) 1)" => [],
        }
        "a smaller one from elsewhere" {
            "(assert (= (f x) (g (g 1 x) x)))" at "(g (g 1 x) x)" => ["(assert (= (f x) (f x)))"],
            "(assert (= (f x) (f 1) (g x x)))" at "(g x x)" => [
                "(assert (= (f x) (f 1) (f x)))",
                "(assert (= (f x) (f 1) (f 1)))",
            ],
        }
        "not where one of its names is unknown or means something else" {
            "(assert (and (exists ((y Int)) (= 0 (f y))) (= 1 (g x x))))" at "(g x x)" => [],
            "(assert (and (= 0 (f x)) (exists ((x Int)) (= 1 (g x x)))))" at "(g x x)" => [],
        }
    }
}
