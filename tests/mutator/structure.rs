//! Mutators that know no language, merge-children and sort-children.

use smelt::mutator::smtlib::{MergeChildren, SortChildren};
use smelt::mutator::{BinaryReduction, EraseNode, Mutator};
use smelt::tree::ROOT;

use crate::support::case;

#[test]
fn erase_node_takes_out_any_node_and_keywords_with_their_values() {
    table! { EraseNode, "";
        "any node goes" {
            "(and a b)" at "a" => ["(and b)"],
            "(and a b)" at "and" => ["(a b)"],
            "(and a b) (or c)" at "(and a b)" => ["(or c)"],
            "(let ((x y)) x)" at "(x y)" => ["(let () x)"],
        }
        "a keyword goes with its value, then alone" {
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
    table! { BinaryReduction, "";
        "fewer than eight elements" {
            "(and a b c)" at "(and a b c)" => [],
            "(and a b c d e f)" at "(and a b c d e f)" => [],
        }
        "sections from the last to the first" {
            "(and a b c d e f g h i j)" at "(and a b c d e f g h i j)" => [
                "(and a b c d)",
                "(e f g h i j)",
                "(and a b c d e f g)",
                "(and a b c d h i j)",
                "(and a e f g h i j)",
                "(b c d e f g h i j)",
            ],
        }
    }
}

#[test]
fn binary_reduction_treats_the_commands_as_a_list() {
    let case = case("a b c d e f g h i");
    let proposals = BinaryReduction.proposals(&case, ROOT);
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
    table! { MergeChildren, "";
        "nothing to merge" {
            "(+ x (* x y))" at "(+ x (* x y))" => [],
            "(f x (f x y))" at "(f x (f x y))" => [],
            "(+ + x)" at "(+ + x)" => [],
            "+ (+ x)" at "(+ x)" => [],
        }
        "child by child" {
            "(+ x (+ x y))" at "(+ x (+ x y))" => ["(+ x x y)"],
            "(or (or a b) (or))" at "(or (or a b) (or))" => ["(or a b (or))", "(or (or a b))"],
        }
    }
}

#[test]
fn sort_children_moves_operands_of_terms_only() {
    table! { SortChildren, "(declare-const x Int) (declare-const y Int)";
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
