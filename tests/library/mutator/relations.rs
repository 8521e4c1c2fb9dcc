//! Relations: chains of them, and equal operators on both sides.

use smelt::mutator::smtlib::operands::ERASE_PAIR;
use smelt::mutator::smtlib::relations::{
    CHAIN_RELATIONS, CONGRUENCE, OPERATOR_OF_REALS, OTHER_OPERATOR, SELF_RELATION,
};

const D: &str =
    "(declare-const a Int) (declare-const b Int) (declare-const c Int) (declare-const p Bool)
    (declare-const v (_ BitVec 8)) (declare-const w (_ BitVec 8)) (declare-fun f (Int) Int)";

#[test]
fn relations_that_share_a_term_become_a_chain() {
    table! { CHAIN_RELATIONS, D;
        "nothing to chain" {
            "(assert (and (= a b) (< b c)))" at "(and (= a b) (< b c))" => [],
            "(assert (and (< a b) (< a c)))" at "(and (< a b) (< a c))" => [],
            "(assert (or (= a b) (= b c)))" at "(or (= a b) (= b c))" => [],
            "(assert (and (distinct a b) (distinct b c)))" at "(and (distinct a b) (distinct b c))" => [],
        }
        "the conjunction becomes the chain, or keeps its other operands" {
            "(assert (and (= a b) (= b c)))" at "(and (= a b) (= b c))" => ["(assert (= a b c))"],
            "(assert (and (= a b) p (= c a)))" at "(and (= a b) p (= c a))" => ["(assert (and (= a b c) p))"],
            "(assert (and (< b c) p (< a b)))" at "(and (< b c) p (< a b))" => ["(assert (and (< a b c) p))"],
            "(assert (and (str.< \"\" \"a\") (str.< \"a\" \"b\")))" at "(and (str.< \"\" \"a\") (str.< \"a\" \"b\"))" => [
                "(assert (str.< \"\" \"a\" \"b\"))",
            ],
            "(assert (and (<= a b) (<= b (f c)) p))" at "(and (<= a b) (<= b (f c)) p)" => [
                "(assert (and (<= a b (f c)) p))",
            ],
        }
    }
}

#[test]
fn an_operator_of_integers_becomes_a_shorter_one_of_reals() {
    table! { OPERATOR_OF_REALS, D;
        "a shorter one takes integers, too, or there is none" {
            "(assert (= 0 (* a b)))" at "(* a b)" => [],
            "(assert (<= a b))" at "(<= a b)" => [],
        }
        "division" {
            "(assert (= 0 (mod a b)))" at "(mod a b)" => ["(assert (= 0 (/ a b)))"],
            "(assert (= 0 (div a b)))" at "(div a b)" => ["(assert (= 0 (/ a b)))"],
        }
    }
}

#[test]
fn an_operator_is_peeled_off_both_sides() {
    table! { CONGRUENCE, D;
        "the sort must stay" {
            "(assert (< (ite p a b) (f b)))" at "(< (ite p a b) (f b))" => [],
            "(assert (and (< a b) (< b c)))" at "(and (< a b) (< b c))" => [],
            "(assert (< (- a) (f a)))" at "(< (- a) (f a))" => [],
        }
        "of any operator" {
            "(assert (< (+ a 1) (+ b 2)))" at "(< (+ a 1) (+ b 2))" => ["(assert (< a b))", "(assert (< 1 2))"],
            "(assert (and (not p) (not (= a b))))" at "(and (not p) (not (= a b)))" => ["(assert (and p (= a b)))"],
            "(assert (= (< a b) (< b c)))" at "(= (< a b) (< b c))" => ["(assert (= a b))", "(assert (= b c))"],
        }
    }
}

#[test]
fn two_neighbours_go_together() {
    table! { ERASE_PAIR, D;
        "three operands, or an operator with a fixed number of them" {
            "(assert (xor p p p))" at "(xor p p p)" => [],
            "(assert (ite p p p))" at "(ite p p p)" => [],
        }
        "each pair" {
            "(assert (= a (+ a b c 1)))" at "(+ a b c 1)" => [
                "(assert (= a (+ c 1)))", "(assert (= a (+ a 1)))", "(assert (= a (+ a b)))",
            ],
        }
    }
}

#[test]
fn an_operator_gives_way_to_one_with_a_shorter_name() {
    table! { OTHER_OPERATOR, D;
        "no shorter one of the theory" {
            "(assert (= a b))" at "(= a b)" => [],
            "(assert (= 0 (f a)))" at "(f a)" => [],
            "(assert (or p p))" at "(or p p)" => ["(assert (= p p))"],
        }
        "a plainer one that is as long" {
            "(assert (< a b))" at "(< a b)" => ["(assert (= a b))"],
            "(assert (= a (div a b)))" at "(div a b)" => [
                "(assert (= a (* a b)))", "(assert (= a (+ a b)))", "(assert (= a (mod a b)))",
            ],
        }
        "the shortest ones" {
            "(assert (= a (mod a b)))" at "(mod a b)" => ["(assert (= a (* a b)))", "(assert (= a (+ a b)))"],
            "(assert (bvult v w))" at "(bvult v w)" => ["(assert (= v w))"],
            "(assert (= v (bvudiv v w)))" at "(bvudiv v w)" => [
                "(assert (= v (bvor v w)))", "(assert (= v (bvadd v w)))",
            ],
            "(assert (and p p))" at "(and p p)" => ["(assert (= p p))", "(assert (=> p p))"],
        }
    }
}

#[test]
fn another_operator_that_is_not_shorter_is_a_pump() {
    pumps! { OTHER_OPERATOR, D;
        "no other one of the theory" {
            "(assert (or p p))" at "p" => [],
            "(assert (= 0 (f a)))" at "(f a)" => [],
        }
        "of the same theory and the same sorts, the shortest first" {
            "(assert (< a b))" at "(< a b)" => [
                "(assert (> a b))", "(assert (<= a b))", "(assert (>= a b))",
            ],
            "(assert (= v (bvor v w)))" at "(bvor v w)" => [
                "(assert (= v (bvadd v w)))", "(assert (= v (bvand v w)))", "(assert (= v (bvmul v w)))", "(assert (= v (bvnor v w)))",
            ],
        }
    }
}

#[test]
fn a_formula_becomes_a_relation_of_a_variable_to_itself() {
    table! { SELF_RELATION, "(declare-const x Int) (declare-const s String) (declare-const p Bool) (declare-sort S) (declare-const u S)
        (declare-const v (_ BitVec 8))";
        "no formula, a short one, and none with a variable of a sort that has a relation" {
            "(assert (= 0 (+ x (* x 2))))" at "(+ x (* x 2))" => [],
            "(assert (= x 0))" at "(= x 0)" => [],
            "(assert (or p (not p)))" at "(or p (not p))" => [],
            "(assert (= u (ite p u u)))" at "(= u (ite p u u))" => [],
            "(assert (exists ((y Int)) (= y (+ y 1))))" at "(exists ((y Int)) (= y (+ y 1)))" => [],
        }
        "the first variable of each sort" {
            "(assert (= x (str.len (str.substr s x 1))))" at "(= x (str.len (str.substr s x 1)))" => [
                "(assert (< x x))",
                "(assert (str.< s s))",
            ],
            "(assert (= v (bvadd v #x02)))" at "(= v (bvadd v #x02))" => ["(assert (bvsge v v))"],
        }
    }
}
