//! Mutators that know values, and those that other reducers than ddSMT have.

use smelt::mutator::smtlib::literals::EVALUATE;
use smelt::mutator::smtlib::operands::{MERGE_OPERANDS, NEUTRAL_OPERANDS, SWAP_CHILDREN};
use smelt::mutator::smtlib::relations::CONGRUENCE;

const D: &str =
    "(declare-const p Bool) (declare-const q Bool) (declare-const x Int) (declare-const y Int)
    (declare-const r Real) (declare-const v (_ BitVec 4)) (declare-fun f (Int Int) Int)";

#[test]
fn neutral_operands_go_all_at_once() {
    table! { NEUTRAL_OPERANDS, D;
        "no neutral operand, or on the wrong side" {
            "(assert (and p false))" at "(and p false)" => [],
            "(assert (= x (- 0 y)))" at "(- 0 y)" => [],
            "(assert (= v (bvand #x7 v)))" at "(bvand #x7 v)" => [],
        }
        "Boolean" {
            "(assert (or false p))" at "(or false p)" => ["(assert p)"],
            "(assert (and true p true q))" at "(and true p true q)" => ["(assert (and p q))"],
            "(assert (and true true))" at "(and true true)" => ["(assert true)"],
        }
        "numbers" {
            "(assert (= 5 (+ 0 x)))" at "(+ 0 x)" => ["(assert (= 5 x))"],
            "(assert (= r (* 1.0 r)))" at "(* 1.0 r)" => ["(assert (= r r))"],
            "(assert (= x (- y 0)))" at "(- y 0)" => ["(assert (= x y))"],
        }
        "bit-vectors in any spelling" {
            "(assert (= #x5 (bvor (_ bv0 4) v)))" at "(bvor (_ bv0 4) v)" => ["(assert (= #x5 v))"],
            "(assert (= #x5 (bvand #b1111 v)))" at "(bvand #b1111 v)" => ["(assert (= #x5 v))"],
            "(assert (= #x5 (bvmul v #x1)))" at "(bvmul v #x1)" => ["(assert (= #x5 v))"],
            "(assert (= #x5 (bvshl v #x0)))" at "(bvshl v #x0)" => ["(assert (= #x5 v))"],
        }
    }
}

#[test]
fn operators_at_constants_become_values() {
    table! { EVALUATE, D;
        "variables, reals, values already, and division by zero" {
            "(assert (= 5 (+ 1 x)))" at "(+ 1 x)" => [],
            "(assert (= r (+ 1.5 2.5)))" at "(+ 1.5 2.5)" => [],
            "(assert (= x (- 5)))" at "(- 5)" => [],
            "(assert (= x (div 5 0)))" at "(div 5 0)" => [],
        }
        "Boolean" {
            "(assert (and true false))" at "(and true false)" => ["(assert false)"],
            "(assert (=> true false true))" at "(=> true false true)" => ["(assert true)"],
            "(assert (distinct 1 2 1))" at "(distinct 1 2 1)" => ["(assert false)"],
            "(assert (= v (mkbv true false false true)))" at "(mkbv true false false true)" => ["(assert (= v #x9))"],
        }
        "integers" {
            "(assert (= x (+ 1 2 (- 7))))" at "(+ 1 2 (- 7))" => ["(assert (= x (- 4)))"],
            "(assert (= x (div (- 7) 2)))" at "(div (- 7) 2)" => ["(assert (= x (- 4)))"],
            "(assert (= x (mod (- 7) 2)))" at "(mod (- 7) 2)" => ["(assert (= x 1))"],
            "(assert (< 1 2 2))" at "(< 1 2 2)" => ["(assert false)"],
        }
        "bit-vectors" {
            "(assert (= v (bvadd #xf #x2)))" at "(bvadd #xf #x2)" => ["(assert (= v #x1))"],
            "(assert (= v (bvneg #x1)))" at "(bvneg #x1)" => ["(assert (= v #xf))"],
            "(assert (= v (bvudiv #x7 #x0)))" at "(bvudiv #x7 #x0)" => ["(assert (= v #xf))"],
            "(assert (= v (bvurem #x7 #x0)))" at "(bvurem #x7 #x0)" => ["(assert (= v #x7))"],
            "(assert (= v (bvsdiv #x9 #x2)))" at "(bvsdiv #x9 #x2)" => ["(assert (= v #xd))"],
            "(assert (= v (bvashr #x8 #x9)))" at "(bvashr #x8 #x9)" => ["(assert (= v #xf))"],
            "(assert (= v (bvlshr #x8 #x9)))" at "(bvlshr #x8 #x9)" => ["(assert (= v #x0))"],
            "(assert (bvslt #x8 #x7))" at "(bvslt #x8 #x7)" => ["(assert true)"],
            "(assert (= v (concat #b1 #b00 #b1)))" at "(concat #b1 #b00 #b1)" => ["(assert (= v #x9))"],
            "(assert (= x (bv2nat #xf)))" at "(bv2nat #xf)" => ["(assert (= x 15))"],
            "(assert (= v ((_ int2bv 4) (- 1))))" at "((_ int2bv 4) (- 1))" => ["(assert (= v #xf))"],
        }
        "an operator of an ill-formed text that has no operands" {
            "(assert (= p (and)))" at "(and)" => [],
            "(assert (= v ((_ int2bv 4))))" at "((_ int2bv 4))" => [],
        }
        "widths that differ" { "(assert (= v (bvadd #xf #b1)))" at "(bvadd #xf #b1)" => [] }
    }
}

#[test]
fn operands_are_compared_instead_of_applications() {
    table! { CONGRUENCE, D;
        "different heads, binders, and operands that are equal already" {
            "(assert (= (f x y) (+ x y)))" at "(= (f x y) (+ x y))" => [],
            "(assert (= (exists ((i Int)) p) (exists ((i Int)) q)))" at "(= (exists ((i Int)) p) (exists ((i Int)) q))" => [],
            "(assert (= (f x y) (f x y)))" at "(= (f x y) (f x y))" => [],
        }
        "one operand at a time" {
            "(assert (= (f x 1) (f y 2)))" at "(= (f x 1) (f y 2))" => ["(assert (= x y))", "(assert (= 1 2))"],
            "(assert (distinct (f x 1) (f x 2)))" at "(distinct (f x 1) (f x 2))" => ["(assert (distinct 1 2))"],
            "(assert (= (< x y) (< r 1.0)))" at "(= (< x y) (< r 1.0))" => [],
        }
    }
}

#[test]
fn operands_of_any_child_are_merged_if_their_sorts_allow_it() {
    table! { MERGE_OPERANDS, D;
        "other sorts, one operand, the same head, and parents that take two" {
            "(assert (and p (= x y)))" at "(and p (= x y))" => [],
            "(assert (and p (not q)))" at "(and p (not q))" => [],
            "(assert (and p (and p q)))" at "(and p (and p q))" => [],
            "(assert (= v (bvsub v (bvadd v v))))" at "(bvsub v (bvadd v v))" => [],
            "(assert (= #x05 (concat v (bvadd v v))))" at "(concat v (bvadd v v))" => [],
            "(assert (and p (forall ((i Int)) q)))" at "(and p (forall ((i Int)) q))" => [],
        }
        "the same sort" {
            "(assert (and (or p q) p))" at "(and (or p q) p)" => ["(assert (and p q p))"],
            "(assert (= x (+ 1 (f x y) (* y 2))))" at "(+ 1 (f x y) (* y 2))" => [
                "(assert (= x (+ 1 x y (* y 2))))",
                "(assert (= x (+ 1 (f x y) y 2)))",
            ],
        }
    }
}

#[test]
fn neighbours_are_swapped_one_pair_at_a_time() {
    table! { SWAP_CHILDREN, D;
        "sorted, two operands, and other sorts" {
            "(assert (= 0 (+ x y (f x y))))" at "(+ x y (f x y))" => [],
            "(assert (= 0 (+ (f x y) x)))" at "(+ (f x y) x)" => [],
            "(assert (= x (ite (not p) x y)))" at "(ite (not p) x y)" => [],
        }
        "pairs" {
            "(assert (= 0 (+ x (f x y) y)))" at "(+ x (f x y) y)" => ["(assert (= 0 (+ x y (f x y))))"],
            "(assert (= 0 (+ (f x (f x y)) (f x y) x)))" at "(+ (f x (f x y)) (f x y) x)" => [
                "(assert (= 0 (+ (f x y) (f x (f x y)) x)))",
                "(assert (= 0 (+ (f x (f x y)) x (f x y))))",
            ],
        }
    }
    pumps! { SWAP_CHILDREN, D;
        "the next pair becomes the one that is not sorted" {
            "(assert (= 0 (+ (f x y) x y)))" at "(+ (f x y) x y)" => ["(assert (= 0 (+ x (f x y) y)))"],
        }
    }
}
