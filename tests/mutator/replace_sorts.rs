//! The mutator that replaces sorts in the whole text.

use crate::support::candidates_at_root;
use smelt::mutator::smtlib::ReplaceSorts;

fn candidates(text: &str) -> Vec<String> {
    candidates_at_root(&ReplaceSorts, text)
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
