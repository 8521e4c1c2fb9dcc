//! Mutators that know no language, merge-children and sort-children.

use smelt::mutator::smtlib::operands::{MERGE_CHILDREN, SORT_CHILDREN};
use smelt::mutator::{BINARY_REDUCTION, ERASE_NODE, UNFILTERED};
use smelt::tree::ROOT;

use super::support::{case, first};

#[test]
fn erase_node_takes_out_any_node_and_keywords_with_their_values() {
    table! { ERASE_NODE, "";
        "what its list cannot do without stays" {
            "(and a b)" at "and" => [],
            "(set-logic ALL)" at "set-logic" => [],
            "(assert p)" at "p" => [],
            "(declare-fun f () Int)" at "Int" => [],
            "(assert (= a b))" at "a" => [],
            "(assert (ite a b c))" at "b" => [],
            "(assert (f (g a) b))" at "f" => [],
            "(assert (f a))" at "a" => [],
            "(assert ((_ extract 1 0) a))" at "a" => [],
            "(assert ((_ extract 1 0) a))" at "0" => [],
            "(declare-fun f (Int) Int) (assert (f a))" at "a" => [],
            "(declare-fun x () Int) (assert (* x x 1))" at "*" => [],
            "(assert (let ((x y)) x))" at "(x y)" => [],
            "(assert (let ((x y)) x))" at "y" => [],
            "(assert (forall ((x Int)) p))" at "p" => [],
            "(assert (! p :named n))" at "p" => [],
            "(assert (as p S))" at "S" => [],
            "(declare-fun x () (Array Int Bool))" at "Bool" => [],
            "(declare-fun x () (_ BitVec 8))" at "8" => [],
        }
        "any node goes that its list can do without" {
            "(and a b)" at "a" => ["(and b)"],
            "(or a b c)" at "b" => ["(or a c)"],
            "(and a b) (or c)" at "(and a b)" => ["(or c)"],
            "(assert (- a b))" at "b" => ["(assert (- a))"],
            "(assert (f a g))" at "g" => ["(assert (f a))"],
            "(declare-fun x () Int) (assert (and - x))" at "and" => ["(declare-fun x () Int) (assert (- x))"],
            "(define-fun f ((x Int)) Int 1)" at "(x Int)" => ["(define-fun f () Int 1)"],
            "(assert (let ((x y) (z y)) x))" at "(x y)" => ["(assert (let ((z y)) x))"],
        }
        "a value that its keyword needs" {
            "(assert (! t :named n))" at "n" => [],
            "(assert (! t :weight 2 :qid q))" at "2" => [],
            "(assert-soft t :id g :weight 2)" at "2" => [],
        }
        "a keyword of a term or a command goes with its value" {
            "(assert (! t :named n :pattern (p)))" at ":named" => ["(assert (! t :pattern (p)))"],
            "(assert (! t :foo n))" at "n" => ["(assert (! t :foo))"],
            "(assert-soft t :weight 2 :id g)" at ":weight" => ["(assert-soft t :id g)"],
            "(assert-soft t :weight 2 :id g)" at "t" => ["(assert-soft :weight 2 :id g)"],
        }
        "where it is not understood, it goes with what is behind it, then alone" {
            "(! t :named n :pattern (p))" at ":named" => ["(! t :pattern (p))", "(! t n :pattern (p))"],
            "(! t :named n)" at "n" => ["(! t :named)"],
        }
        "the two lists of a grammar go together, and each alone" {
            "(synth-fun f () Int ((S Int)) ((S Int (0))))" at "((S Int))" => [
                "(synth-fun f () Int)",
                "(synth-fun f () Int ((S Int (0))))",
            ],
            "(synth-inv f () ((S Bool)) ((S Bool (true))))" at "((S Bool))" => [
                "(synth-inv f ())",
                "(synth-inv f () ((S Bool (true))))",
            ],
            "(synth-fun f () Int ((S Int (0))))" at "((S Int (0)))" => ["(synth-fun f () Int)"],
            "(synth-fun f () Int ((S Int)) ((S Int (0))))" at "Int" => ["(synth-fun f () ((S Int)) ((S Int (0))))"],
        }
        "a keyword without a value goes alone" {
            "(! t :a :b)" at ":a" => ["(! t :b)"],
            "(! t :a)" at ":a" => ["(! t)"],
            ":a b" at ":a" => ["b"],
        }
    }
}

#[test]
fn binary_reduction_leaves_short_lists_alone_and_halves_long_ones() {
    table! { BINARY_REDUCTION, "";
        "fewer than eight elements" {
            "(and a b c)" at "(and a b c)" => [],
            "(and a b c d e f)" at "(and a b c d e f)" => [],
        }
        "sections from the last to the first" {
            "(and a b c d e f g h i j)" at "(and a b c d e f g h i j)" => [
                "(and a b c d)",
                "(and a b c d e f g)",
                "(and a b c d h i j)",
                "(and a e f g h i j)",
            ],
            "(assert (let ((a true)) (f a a a a a a a a a)))" at "(f a a a a a a a a a)" => [
                "(assert (let ((a true)) (f a a a a)))",
                "(assert (let ((a true)) (f a a a a a a)))",
                "(assert (let ((a true)) (f a a a a a a a)))",
                "(assert (let ((a true)) (f a a a a a a)))",
            ],
        }
    }
}

#[test]
fn without_a_filter_erase_node_takes_out_any_node() {
    let unfiltered = ERASE_NODE
        .form(UNFILTERED)
        .expect("a form without a filter");
    assert_eq!(unfiltered.name(), ERASE_NODE.name());
    let case = case("(assert (= a b))");
    let edit = first(unfiltered, &case, 5).expect("the operand goes");
    assert_eq!(case.edited_text(&edit), b"(assert (= b))\n");
}

#[test]
fn binary_reduction_treats_the_commands_as_a_list() {
    let case = case("a b c d e f g h i");
    let proposals = BINARY_REDUCTION.proposals(&case, ROOT);
    let texts = proposals.map(|proposal| case.tree().spliced(&proposal.edit));
    let texts: Vec<String> = texts
        .map(|text| String::from_utf8_lossy(&text).replace('\n', ""))
        .collect();
    assert_eq!(
        texts,
        ["abcd", "efghi", "abcdef", "abcdghi", "abefghi", "cdefghi"]
    );
}

#[test]
fn merge_children_splices_in_operands_of_operands_with_the_same_head() {
    table! { MERGE_CHILDREN, "";
        "nothing to merge" {
            "(+ x (* x y))" at "(+ x (* x y))" => [],
            "(f x (f x y))" at "(f x (f x y))" => [],
            "(+ + x)" at "(+ + x)" => [],
            "+ (+ x)" at "(+ x)" => [],
            "(assert (= p (= 1 2)))" at "(= p (= 1 2))" => [],
        }
        "child by child" {
            "(+ x (+ x y))" at "(+ x (+ x y))" => ["(+ x x y)"],
            "(assert (= p (= q true)))" at "(= p (= q true))" => ["(assert (= p q true))"],
            "(or (or a b) (or))" at "(or (or a b) (or))" => ["(or a b (or))", "(or (or a b))"],
        }
    }
}

#[test]
fn sort_children_moves_operands_of_terms_only() {
    table! { SORT_CHILDREN, "(declare-const x Int) (declare-const y Int)";
        "sorted already, no list, or no operands" {
            "(assert (+ 123 x (* y 2)))" at "(+ 123 x (* y 2))" => [],
            "(assert x)" at "x" => [],
            "(assert ())" at "()" => [],
        }
        "binders, declarations and heads stay" {
            "(assert (let ((a (+ x y)) (b x)) a))" at "((a (+ x y)) (b x))" => [],
            "(assert (let ((a (+ x y)) (b x)) a))" at "(let ((a (+ x y)) (b x)) a)" => [],
            "(declare-fun f ((Array Int Int) Int) Int)" at "((Array Int Int) Int)" => [],
            "(assert (= ((_ divisible 3) x) true))" at "((_ divisible 3) x)" => [],
        }
        "small operands come first, and equal ones stay in order" {
            "(assert (= 1 (+ 123 (* y 2) x)))" at "(+ 123 (* y 2) x)" => [
                "(assert (= 1 (+ 123 x (* y 2))))",
            ],
        }
    }
}
