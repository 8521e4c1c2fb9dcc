//! Mutators that make equations of other formulas.

use smelt::mutator::smtlib::equations::{NEGATED_EQUATION, PREDICATE_TO_EQUATION};
use smelt::mutator::smtlib::functions::PREDICATE_TO_CONSTANT;

#[test]
fn a_negated_equation_becomes_one_with_a_value() {
    table! { NEGATED_EQUATION, "(declare-const x Int) (declare-const s String) (declare-sort T 0) (declare-const t T)";
        "nothing is negated, or more than two terms differ" {
            "(assert (= x 3))" at "(= x 3)" => [],
            "(assert (not (< x 3)))" at "(not (< x 3))" => [],
            "(assert (distinct x 3 4))" at "(distinct x 3 4)" => [],
        }
        "each side becomes a value of its sort" {
            "(assert (not (= x (* x x))))" at "(not (= x (* x x)))" => [
                "(assert (= 0 (* x x)))",
                "(assert (= 1 (* x x)))",
                "(assert (= x 0))",
                "(assert (= x 1))",
            ],
            "(assert (distinct s (str.at s 0)))" at "(distinct s (str.at s 0))" => [
                "(assert (= \"\" (str.at s 0)))",
                "(assert (= \"A\" (str.at s 0)))",
                "(assert (= s \"\"))",
                "(assert (= s \"A\"))",
            ],
        }
        "no value is known" {
            "(assert (not (= t t)))" at "(not (= t t))" => [],
        }
    }
}

#[test]
fn a_predicate_of_a_term_becomes_an_equation_with_a_variable_in_it() {
    pumps! { PREDICATE_TO_EQUATION, "(declare-const x Float16) (declare-const m RoundingMode) (declare-const p Bool)";
        "a formula, a token, or a term without a variable of its sort" {
            "(assert (not (and p p)))" at "(not (and p p))" => [],
            "(assert (fp.isNaN x))" at "(fp.isNaN x)" => [],
            "(assert (fp.isNaN (fp.neg (_ NaN 5 11))))" at "(fp.isNaN (fp.neg (_ NaN 5 11)))" => [],
            "(assert (fp.isNaN (let ((y x)) y)))" at "(fp.isNaN (let ((y x)) y))" => [
                "(assert (= x (let ((y x)) y)))",
            ],
        }
        "the first variable of its sort" {
            "(assert (fp.isNaN (fp.add m x x)))" at "(fp.isNaN (fp.add m x x))" => ["(assert (= x (fp.add m x x)))"],
        }
    }
}

#[test]
fn an_uninterpreted_predicate_becomes_a_constant() {
    table! { PREDICATE_TO_CONSTANT, "(declare-sort T 0) (declare-const t T)";
        "no predicate of one argument, or none that is applied" {
            "(declare-fun p (T T) Bool) (assert (p t t))" at "(declare-fun p (T T) Bool)" => [],
            "(declare-fun p () Bool) (assert p)" at "(declare-fun p () Bool)" => [],
            "(declare-fun p (T) T) (assert (= t (p t)))" at "(declare-fun p (T) T)" => [],
            "(declare-fun p (T) Bool)" at "(declare-fun p (T) Bool)" => [],
        }
        "each application becomes an equation" {
            "(declare-fun p (T) Bool) (assert (p t))" at "(declare-fun p (T) Bool)" => [
                "(declare-fun p () T) (assert (= p t))",
            ],
        }
    }
    pumps! { PREDICATE_TO_CONSTANT, "(declare-sort T 0) (declare-const t T)";
        "the text gets more nodes" {
            "(declare-fun p (T) Bool) (assert (p t)) (assert (p t))" at "(declare-fun p (T) Bool)" => [
                "(declare-fun p () T) (assert (= p t)) (assert (= p t))",
            ],
        }
    }
}
