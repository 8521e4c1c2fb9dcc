//! Mutators that replace variables and functions by what they stand for. What
//! ddSMT does otherwise is in `deviations.rs`.

use smelt::mutator::smtlib::functions::{
    ELIMINATE_VARIABLES, INLINE_FUNCTIONS, REMOVE_RECURSIVE_FUNCTION,
};

#[test]
fn a_variable_is_replaced_by_what_it_is_equal_to() {
    table! { ELIMINATE_VARIABLES, "";
        "inside the term itself" {
            "(declare-const x Int) (assert (= x (* x x)))" at "(= x (* x x))" => [],
        }
        "constants" {
            "(declare-sort U 0) (declare-fun f () Int) (assert (= (+ f 1) 0))" at "(= (+ f 1) 0)" => [],
        }
        "the variable goes with its declaration" {
            "(declare-const x Int) (declare-const y Int) (assert (= x (* y y)))" at "(= x (* y y))" => [
                "(declare-const y Int) (assert (= (* y y) (* y y)))",
            ],
            "(declare-const x Int) (declare-const y Int) (assert (= x y)) (assert (> x y))" at "(= x y)" => [
                "(declare-const y Int) (assert (= y y)) (assert (> y y))",
                "(declare-const x Int) (assert (= x x)) (assert (> x x))",
            ],
        }
        "a quantified variable keeps its place" {
            "(assert (forall ((x Int)) (=> (= x 0) (> x 1))))" at "(= x 0)" => [
                "(assert (forall ((x Int)) (=> (= 0 0) (> 0 1))))",
            ],
        }
        "a name that means something else in one of the places" {
            "(declare-const x Int) (assert (forall ((y Int)) (= x y))) (assert (> x 1))" at "(= x y)" => [
                "(declare-const x Int) (assert (forall ((y Int)) (= x x))) (assert (> x 1))",
            ],
            "(declare-const x Int) (declare-const y Int) (assert (= x (+ y 1))) (assert (forall ((y Int)) (> x y)))"
                at "(= x (+ y 1))" => [],
        }
        "a use before the declaration of what replaces it" {
            "(declare-const x Int) (assert (> x 1)) (declare-const y Int) (assert (= x y))" at "(= x y)" => [
                "(declare-const x Int) (assert (> x 1)) (assert (= x x))",
            ],
        }
    }
    pumps! { ELIMINATE_VARIABLES, "(declare-const y Int)";
        "a large term, many uses" {
            "(declare-const x Int) (assert (= x (+ y 1))) (assert (> x x))" at "(= x (+ y 1))" => [
                "(assert (= (+ y 1) (+ y 1))) (assert (> (+ y 1) (+ y 1)))",
            ],
        }
    }
}

#[test]
fn an_application_becomes_the_body() {
    let d = "(declare-const a Bool) (declare-const b Bool) (define-fun both ((y Bool) (z Bool)) Bool (and y z))
        (define-fun k () Bool (or a b)) (define-const m Bool (or a b))";
    table! { INLINE_FUNCTIONS, d;
        "a wrong number of operands, and the function alone" {
            "(assert (both a))" at "(both a)" => [],
            "(assert (map both a))" at "both" => [],
            "(assert (k))" at "(k)" => [],
        }
        "operands for parameters" {
            "(assert (both a b))" at "(both a b)" => ["(assert (and a b))"],
            "(assert (both z y))" at "(both z y)" => ["(assert (and z y))"],
        }
        "a body that is larger" { "(assert k)" at "k" => [] }
    }
    pumps! { INLINE_FUNCTIONS, d;
        "constants" {
            "(assert k)" at "k" => ["(assert (or a b))"],
            "(assert m)" at "m" => ["(assert (or a b))"],
        }
    }
    table! { INLINE_FUNCTIONS, "(declare-const x Int)";
        "an operand with the name of a parameter" {
            "(define-fun h ((x Int)) Int (+ x 1)) (assert (= 0 (h x)))" at "(h x)" => [],
            "(define-fun h ((x Int)) Int (- x)) (assert (= 0 (h (+ x 2))))" at "(h (+ x 2))" => [
                "(define-fun h ((x Int)) Int (- x)) (assert (= 0 (- (+ x 2))))",
            ],
        }
        "a binder of the body, or one around the application, would capture a name" {
            "(define-fun h ((p Int)) Bool (exists ((x Int)) (= x p))) (assert (h x))" at "(h x)" => [],
            "(define-fun h ((p Int)) Bool (= x p)) (assert (forall ((x Int)) (h 1)))" at "(h 1)" => [],
        }
        "recursive functions" {
            "(define-fun-rec h ((p Int)) Int (h p)) (assert (= 0 (h x)))" at "(h x)" => [],
        }
    }
}

#[test]
fn all_applications_are_inlined_at_once_and_the_definition_goes() {
    table! { INLINE_FUNCTIONS, "(declare-const x Int)";
        "never applied" { "(define-fun h ((p Int)) Int (- p)) (assert (= 0 x))" at "h" => [] }
        "one of them cannot be inlined" {
            "(define-fun h ((p Int)) Int (- x)) (assert (= (h 1) (h 2))) (assert (forall ((x Int)) (= 0 (h x))))" at "h" => [],
        }
        "all, also inside each other" {
            "(define-fun h ((p Int)) Int (- p)) (assert (= (h x) (h (h 2))))" at "h" => ["(assert (= (- x) (- (- 2))))"],
            "(define-fun k () Int (+ x 1)) (assert (= k (- k)))" at "k" => ["(assert (= (+ x 1) (- (+ x 1))))"],
        }
    }
}

#[test]
fn a_recursive_function_goes_with_its_body() {
    table! { REMOVE_RECURSIVE_FUNCTION, "";
        "the last one" { "(define-funs-rec ((a () Bool)) (true))" at "(a () Bool)" => [] }
        "one of two" {
            "(define-funs-rec ((a () Bool) (b () Bool)) (true a))" at "(a () Bool)" => ["(define-funs-rec ((b () Bool)) (a))"],
            "(define-funs-rec ((a () Bool) (b () Bool)) (true a))" at "(b () Bool)" => ["(define-funs-rec ((a () Bool)) (true))"],
        }
        "all of them, with their command" {
            "(define-funs-rec ((a () Bool) (b () Bool)) (b a)) (assert true)" at "((a () Bool) (b () Bool))" => ["(assert true)"],
        }
    }
}
