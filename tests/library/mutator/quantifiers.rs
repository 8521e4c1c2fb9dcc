//! Mutators that take the body of a quantifier out of it.

use smelt::mutator::smtlib::boolean::NEGATE_QUANTS;
use smelt::mutator::smtlib::quantifiers::{DROP_BOUND_VARIABLE, FREE_BOUND_VARIABLES};
use smelt::mutator::smtlib::terms::{HOIST, SUBSTITUTE_CHILDREN};

const D: &str = "(declare-fun f (Int) Int) (declare-const p Bool)";

#[test]
fn a_body_that_leaves_its_quantifier_leaves_its_patterns_behind() {
    table! { SUBSTITUTE_CHILDREN, D;
        "with its only attributes" {
            "(assert (forall ((x Int)) (! p :pattern ((f x)) :qid q)))" at
                "(forall ((x Int)) (! p :pattern ((f x)) :qid q))" => ["(assert p)"],
        }
        "other attributes stay" {
            "(assert (forall ((x Int)) (! p :pattern ((f x)) :named n :weight 2)))" at
                "(forall ((x Int)) (! p :pattern ((f x)) :named n :weight 2))" => ["(assert (! p :named n))"],
            "(assert (forall ((x Int)) (! p :named n)))" at
                "(forall ((x Int)) (! p :named n))" => ["(assert (! p :named n))"],
        }
    }
    table! { FREE_BOUND_VARIABLES, D;
        "the uses of a variable in the pattern, too" {
            "(declare-const x Int) (assert (forall ((x Int)) (! (= (f x) 2) :pattern ((f x)))))" at
                "(forall ((x Int)) (! (= (f x) 2) :pattern ((f x))))" => [
                    "(declare-const x Int) (declare-const v21 Int) (assert (= (f v21) 2))",
                ],
        }
        "three variables, with a pattern that has more nodes than they add" {
            "(assert (forall ((x Int) (y Int) (z Int)) (! (= (f x) y z) :pattern ((f x)))))" at
                "(forall ((x Int) (y Int) (z Int)) (! (= (f x) y z) :pattern ((f x))))" => [
                    "(declare-const x Int) (declare-const y Int) (declare-const z Int) (assert (= (f x) y z))",
                ],
        }
        "a variable whose name has another meaning around the quantifier" {
            "(assert (let ((x 5)) (exists ((x Int)) (= (f x) 2))))" at "(exists ((x Int)) (= (f x) 2))" => [
                "(declare-const v23 Int) (assert (let ((x 5)) (= (f v23) 2)))",
            ],
        }
    }
    table! { DROP_BOUND_VARIABLE, D;
        "with the last variable only" {
            "(assert (exists ((x Int)) (! (= (f x) 2) :pattern ((f x)))))" at "(x Int)" => [
                "(assert (= (f 0) 2))",
                "(assert (= (f 1) 2))",
            ],
            "(assert (exists ((x Int) (y Int)) (! (= (f x) y) :pattern ((f x)))))" at "(y Int)" => [
                "(assert (exists ((x Int)) (! (= (f x) 0) :pattern ((f x)))))",
                "(assert (exists ((x Int)) (! (= (f x) 1) :pattern ((f x)))))",
            ],
        }
    }
    table! { HOIST, D;
        "from deep inside" {
            "(assert (and p (not (forall ((x Int)) (! (= (f 0) 2) :pattern ((f x)))))))" at
                "(and p (not (forall ((x Int)) (! (= (f 0) 2) :pattern ((f x))))))" => [
                    "(assert (= (f 0) 2))",
                    "(assert (forall ((x Int)) (! (= (f 0) 2) :pattern ((f x)))))",
                    ],
        }
    }
    table! { NEGATE_QUANTS, D;
        "a negation stands between a quantifier and its body" {
            "(assert (not (forall ((x Int)) (! (not (= (f x) 2)) :pattern ((f x))))))" at
                "(not (forall ((x Int)) (! (not (= (f x) 2)) :pattern ((f x)))))" => [
                    "(assert (exists ((x Int)) (not (not (= (f x) 2)))))",
                ],
        }
    }
}
