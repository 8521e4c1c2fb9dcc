//! Mutators of symbols: merged ones, parameters, bound variables, sorts.

use smelt::mutator::smtlib::declarations::MERGE_SYMBOLS;
use smelt::mutator::smtlib::functions::DROP_PARAMETER;
use smelt::mutator::smtlib::quantifiers::{DROP_BOUND_VARIABLE, FREE_BOUND_VARIABLES};
use smelt::mutator::smtlib::sorts::INTERPRET_SORTS;

#[test]
fn a_symbol_is_merged_into_earlier_ones_of_its_sorts() {
    table! { MERGE_SYMBOLS, "(declare-const x Int) (declare-const p Bool) (declare-fun f (Int) Int)";
        "none of its sorts, no use, or only a later one" {
            "(declare-const r Real) (assert (= r r))" at "(declare-const r Real)" => [],
            "(declare-const y Int)" at "(declare-const y Int)" => [],
            "(declare-fun g (Bool) Int) (assert (= (g p) 0))" at "(declare-fun g (Bool) Int)" => [],
            "(declare-const a String) (declare-const b String) (assert (= a b))" at "(declare-const a String)" => [],
        }
        "the first one, then the last one" {
            "(declare-const y Int) (declare-const z Int) (assert (< z y))" at "(declare-const z Int)" => [
                "(declare-const y Int) (assert (< x y))",
                "(declare-const y Int) (assert (< y y))",
            ],
            "(declare-fun g (Int) Int) (assert (= (g x) 0))" at "(declare-fun g (Int) Int)" => ["(assert (= (f x) 0))"],
        }
        "not where the other name means something else" {
            "(declare-const y Int) (assert (exists ((x Int)) (= x y)))" at "(declare-const y Int)" => [],
        }
    }
}

#[test]
fn functions_of_other_sorts_hide_none_that_a_function_is_merged_into() {
    let others: Vec<String> = (0..100)
        .map(|k| format!("(declare-fun f{k} (Int) Bool) "))
        .collect();
    let others = others.concat();
    let first = "(declare-fun g (Int Int) Bool) (declare-fun h (Int Int) Bool)";
    let last = "(declare-fun k (Int Int) Bool)";
    let text = format!("{first} {last} (assert (k 0 1))");
    let found = super::support::candidates(&MERGE_SYMBOLS, &others, &text, last);
    let expected = ["g", "h"].map(|name| format!("{first} (assert ({name} 0 1))"));
    assert_eq!(found, expected);
}

#[test]
fn a_parameter_goes_with_its_operands() {
    table! { DROP_PARAMETER, "(declare-const x Int)";
        "what is no parameter, and a function that is not applied" {
            "(declare-const y Int)" at "Int" => [],
            "(declare-fun f (Int) Int) (assert (= (f x) (f (f 1))))" at "(f 1)" => [],
            "(declare-fun f (Int Bool) Int) (assert (= f (f 1 true)))" at "Bool" => [],
        }
        "declared functions" {
            "(declare-fun f (Real Int) Int) (assert (= (f 1.0 x) (f 2.0 (f 3.0 4))))" at "Real" => [
                "(declare-fun f (Int) Int) (assert (= (f x) (f (f 4))))",
            ],
            "(declare-fun f (Int) Int) (assert (= (f x) (f (f 1))))" at "Int" => [
                "(declare-fun f () Int) (assert (= f f))",
            ],
        }
        "defined functions" {
            "(define-fun f ((a Int) (b Int)) Int (- a)) (assert (= (f 1 x) 2))" at "(b Int)" => [
                "(define-fun f ((a Int)) Int (- a)) (assert (= (f 1) 2))",
            ],
            "(define-fun f ((a Int) (b Int)) Int (- a)) (assert (= (f 1 x) 2))" at "(a Int)" => [
                "(define-fun f ((b Int)) Int (- 0)) (assert (= (f x) 2))",
                "(define-fun f ((b Int)) Int (- 1)) (assert (= (f x) 2))",
            ],
        }
        "no value of which a name means something else at a use" {
            "(declare-sort U 0) (declare-const c U) (define-fun f ((a U)) Bool (exists ((c U)) (= a c))) (assert (f c))" at
                "(a U)" => [],
        }
    }
}

#[test]
fn a_bound_variable_is_replaced_by_a_value() {
    table! { DROP_BOUND_VARIABLE, "(declare-sort U 0) (declare-const u U) (declare-fun f (U) Bool)";
        "what no quantifier binds" {
            "(assert (let ((a true)) a))" at "(a true)" => [],
            "(define-fun g ((a Int)) Int a)" at "(a Int)" => [],
        }
        "each of several" {
            "(assert (forall ((x Int) (y Int)) (< x y)))" at "(x Int)" => [
                "(assert (forall ((y Int)) (< 0 y)))",
                "(assert (forall ((y Int)) (< 1 y)))",
            ],
            "(assert (forall ((x Int) (y Int)) (< y 0)))" at "(x Int)" => ["(assert (forall ((y Int)) (< y 0)))"],
        }
        "with the last one goes the quantifier" {
            "(assert (exists ((x U)) (f x)))" at "(x U)" => ["(assert (f u))"],
            "(assert (exists ((u U)) (f u)))" at "(u U)" => ["(assert (f u))"],
        }
        "no value of which a name means something else at a use" {
            "(assert (forall ((x U)) (exists ((u U)) (= x u))))" at "(x U)" => [],
            "(declare-datatype T ((a) (b))) (assert (forall ((x T)) (and (= x b) (exists ((a T)) (distinct x a)))))" at "(x T)" => [
                "(declare-datatype T ((a) (b))) (assert (and (= b b) (exists ((a T)) (distinct b a))))",
            ],
        }
    }
}

#[test]
fn bound_variables_are_declared() {
    table! { FREE_BOUND_VARIABLES, "(declare-const x Bool)";
        "what is no quantifier" { "(assert (let ((a x)) a))" at "(let ((a x)) a)" => [] }
        "before the command" {
            "(assert (not (forall ((y Int)) (= y 0))))" at "(forall ((y Int)) (= y 0))" => [
                "(declare-const y Int) (assert (not (= y 0)))",
            ],
        }
        "under a new name if the name is taken" {
            "(assert (forall ((x Int) (y Int)) (= y x)))" at "(forall ((x Int) (y Int)) (= y x))" => [
                "(declare-const v11 Int) (declare-const y Int) (assert (= y v11))",
            ],
        }
        "or if the text has it elsewhere: later, with bars, or at another binder" {
            "(assert (forall ((y Int)) (= y 0))) (declare-const y Int)" at "(forall ((y Int)) (= y 0))" => [
                "(declare-const v11 Int) (assert (= v11 0)) (declare-const y Int)",
            ],
            "(assert (forall ((y Int)) (= y 0))) (declare-const |y| Int)" at "(forall ((y Int)) (= y 0))" => [
                "(declare-const v11 Int) (assert (= v11 0)) (declare-const |y| Int)",
            ],
            "(assert (forall ((y Int)) (= y 0))) (assert (exists ((y Int)) (= y 1)))" at "(exists ((y Int)) (= y 1))" => [
                "(assert (forall ((y Int)) (= y 0))) (declare-const v23 Int) (assert (= v23 1))",
            ],
        }
    }
}

#[test]
fn more_than_two_declarations_are_a_pump() {
    let text = "(assert (forall ((x Int) (y Int) (z Int)) (< x y z)))";
    let case = super::support::case(text);
    let proposals: Vec<bool> = FREE_BOUND_VARIABLES
        .proposals(&case, 3)
        .map(|proposal| proposal.is_pump)
        .collect();
    assert_eq!(proposals, [true]);
}

#[test]
fn a_declared_sort_is_interpreted() {
    table! { INTERPRET_SORTS, "(declare-sort V 0)";
        "no use, or parameters" {
            "(declare-sort U 0)" at "(declare-sort U 0)" => [],
            "(declare-sort U 1) (declare-const u (U Int))" at "(declare-sort U 1)" => [],
        }
        "by Bool and by Int" {
            "(declare-sort U 0) (declare-fun f (U V) U)" at "(declare-sort U 0)" => [
                "(declare-fun f (Bool V) Bool)",
                "(declare-fun f (Int V) Int)",
                "(declare-fun f (V V) V)",
            ],
        }
        "a datatype, which goes if nothing else uses its constructors" {
            "(declare-datatype D ((a))) (declare-const d D)" at "D" => [
                "(declare-const d Bool)",
                "(declare-const d Int)",
                "(declare-const d V)",
            ],
            "(declare-datatypes ((D 0)) (((nil) (cons (tail D))))) (declare-const d D)" at "D" => [
                "(declare-const d Bool)",
                "(declare-const d Int)",
                "(declare-const d V)",
            ],
            "(declare-datatypes ((D 0) (E 0)) (((a)) ((b (c D))))) (declare-fun f (E) Bool)" at "E" => [
                "(declare-datatypes ((D 0)) (((a)))) (declare-fun f (Bool) Bool)",
                "(declare-datatypes ((D 0)) (((a)))) (declare-fun f (Int) Bool)",
                "(declare-datatypes ((D 0)) (((a)))) (declare-fun f (D) Bool)",
            ],
        }
    }
}
