//! The mutator that replaces sorts in the whole text.

use super::support::candidates_at_root;
use smelt::mutator::smtlib::sorts::REPLACE_SORTS;

fn candidates(text: &str) -> Vec<String> {
    candidates_at_root(&REPLACE_SORTS, text)
}

#[test]
fn a_text_without_such_sorts_or_with_an_operator_without_image_stays() {
    assert_eq!(candidates("(declare-const x Int)"), [""; 0]);
    assert_eq!(
        candidates("(declare-const x Real) (assert (= x (sin x)))"),
        [""; 0]
    );
    assert_eq!(
        candidates("(declare-const x (_ BitVec 8)) (assert (bvumulo x x))"),
        [""; 0]
    );
}

#[test]
fn reals_become_integers() {
    assert_eq!(
        candidates(
            "(set-logic QF_LIRA) (declare-const a (Array Real Real)) (declare-fun x () Real) (declare-const i Int)
             (assert (or (is_int x) (< 1.5 (/ x 0.25) (- x)) (= i (to_int (+ x (to_real i)))) (= 2.0 (select a x))))"
        ),
        [
            "(set-logic QF_LIA) (declare-const a (Array Int Int)) (declare-fun x () Int) (declare-const i Int) \
             (assert (or true (< 1 (div x 0) (- x)) (= i (+ x i)) (= 2 (select a x))))"
        ]
    );
}

#[test]
fn bit_vectors_become_integers() {
    assert_eq!(
        candidates(
            "(set-logic QF_BV) (define-sort W () (_ BitVec 8)) (declare-const x W) (define-fun f ((y W)) W (bvnot y))
             (assert (bvult #x0f (bvudiv (f x) (concat ((_ extract 3 0) x) (_ bv5 4)))))"
        ),
        [
            "(set-logic QF_NIA) (define-sort W () Int) (declare-const x W) (define-fun f ((y W)) W (- y)) \
             (assert (< 15 (div (f x) (+ x 5))))"
        ]
    );
}

#[test]
fn single_bits_become_truth_values() {
    assert_eq!(
        candidates("(declare-const x (_ BitVec 1)) (assert (= #b1 (bvor x (ite true x #b0))))")[0],
        "(declare-const x Bool) (assert (= true (or x (ite true x false))))"
    );
}

#[test]
fn a_sort_on_which_no_other_depends_becomes_bool() {
    table! { REPLACE_SORTS, "(declare-fun p () Bool) (declare-fun a () (Array Int Int))";
        "simple sorts, and sorts that are no declaration's" {
            "(declare-const x Int)" at "Int" => [],
            "(declare-fun f (Int Bool) Int)" at "Bool" => [],
            "(declare-datatype T ((mk (s (Set Int)))))" at "(Set Int)" => [],
            "(define-fun f ((x (Set Int))) Bool true)" at "(Set Int)" => [],
            "(assert (= a ((as const (Array Int Int)) 0)))" at "(Array Int Int)" => [],
            "(declare-const x (Array Int (Set Int)))" at "(Set Int)" => [],
        }
        "the sort matters to what uses the name" {
            "(declare-const x (Array Int Int)) (assert (= (select x 0) 1))" at "(Array Int Int)" => [],
            "(declare-const x (Array Int Int)) (assert (= x a))" at "(Array Int Int)" => [],
            "(declare-const x (Array Int Int)) (assert (= x (ite p x a)))" at "(Array Int Int)" => [],
            "(declare-const x (Array Int Int)) (assert (let ((y x)) (= y a)))" at "(Array Int Int)" => [],
            "(declare-fun f (String) Bool) (assert (f \"\"))" at "String" => [],
            "(declare-fun f (Int) String) (assert (= (f 1) \"\"))" at "String" => [],
            "(declare-const x (Array Int Int)) (assert (forall ((q (Set Int))) (= q (as set.empty (Set Int)))))" at "(Set Int)" => [],
            "(assert (= 1 ((lambda ((q (Set Int))) 1) (as set.empty (Set Int)))))" at "(Set Int)" => [],
        }
        "no use" {
            "(declare-const x (Set Int))" at "(Set Int)" => ["(declare-const x Bool)"],
            "(declare-var x (Set Int))" at "(Set Int)" => ["(declare-var x Bool)"],
            "(declare-fun f (Int String) (Set Int))" at "(Set Int)" => ["(declare-fun f (Int String) Bool)"],
            "(declare-fun f (Int String) (Set Int))" at "String" => ["(declare-fun f (Int Bool) (Set Int))"],
            "(assert (forall ((q (Set Int)) (r Int)) p))" at "(Set Int)" => ["(assert (forall ((q Bool) (r Int)) p))"],
        }
        "uses where any sort may stand" {
            "(declare-const x (Set Int)) (assert (distinct x x))" at "(Set Int)" => ["(declare-const x Bool) (assert (distinct x x))"],
            "(declare-fun f (Int) String) (assert (= (f 1) (f 2)))" at "String" => ["(declare-fun f (Int) Bool) (assert (= (f 1) (f 2)))"],
            "(declare-const x (Set Int)) (assert (let ((y (! x :named n))) (= y (ite p x y) x)))" at "(Set Int)" => [
                "(declare-const x Bool) (assert (let ((y (! x :named n))) (= y (ite p x y) x)))",
            ],
            "(assert (exists ((q (Set Int))) (= q q)))" at "(Set Int)" => ["(assert (exists ((q Bool)) (= q q)))"],
        }
    }
}
