//! Names: bars and lengths.

use super::support::{case, first};
use smelt::mutator::smtlib::names::{SIMPLIFY_QUOTED_SYMBOLS, SIMPLIFY_SYMBOL_NAMES};
use smelt::tree::Edit;

#[test]
fn simplify_quoted_symbols_strips_bars_that_nothing_needs() {
    table! { SIMPLIFY_QUOTED_SYMBOLS, "";
        "bars that are needed" {
            r#"(declare-const |"x| Int)"# at r#"|"x|"# => [],
            "(declare-const |a b| Int)" at "|a b|" => [],
            "(declare-const |1x| Int)" at "|1x|" => [],
            "(declare-const || Int)" at "||" => [],
            "(declare-const |let| Int)" at "|let|" => [],
            "(declare-const |true| Int)" at "|true|" => [],
        }
        "no bars" { "(declare-const x Int)" at "x" => [] }
        "file names and printed texts are not touched" {
            "(set-option :regular-output-channel |out|)" at "|out|" => [],
            "(set-info :source |x|)" at "|x|" => [],
        }
        "the declaration and all uses, by binding" {
            "(declare-const |x| Int) (assert (= |x| (+ x |x|)))" at "|x|" => [
                "(declare-const x Int) (assert (= x (+ x x)))",
            ],
        }
        "what nobody binds, alone" { "(foo |x| |x|)" at "|x|" => ["(foo x |x|)"] }
    }
}

#[test]
fn simplify_symbol_names_shortens_a_name_wherever_it_stands() {
    table! { SIMPLIFY_SYMBOL_NAMES, "";
        "constants, numbers-to-be, reserved words and names of one character" {
            "(declare-const false Real)" at "false" => [],
            "(declare-const x1 Real)" at "x1" => [
                "(declare-const a Real)",
                "(declare-const x Real)",
            ],
            "(declare-const x Real)" at "x" => [],
            "(declare-const orx Bool)" at "orx" => [
                "(declare-const a Bool)",
                "(declare-const rx Bool)",
            ],
            "(declare-const x:y Bool)" at "x:y" => [
                "(declare-const a Bool)",
                "(declare-const x: Bool)",
            ],
        }
        "a use proposes nothing: its declaration does" {
            "(assert abcdef) (declare-const abcdef Bool)" at "abcdef" => [],
        }
        "a name that the text has already" {
            "(declare-const xy Int) (declare-const x Int)" at "xy" => [
                "(declare-const a Int) (declare-const x Int)",
                "(declare-const y Int) (declare-const x Int)",
            ],
            "(declare-const xy Int) (declare-const |y| Int)" at "xy" => [
                "(declare-const a Int) (declare-const |y| Int)",
                "(declare-const x Int) (declare-const |y| Int)",
            ],
            "(declare-const |a| Int) (assert (forall ((abc Int)) (= |a| abc)))" at "abc" => [
                "(declare-const |a| Int) (assert (forall ((b Int)) (= |a| b)))",
                "(declare-const |a| Int) (assert (forall ((ab Int)) (= |a| ab)))",
                "(declare-const |a| Int) (assert (forall ((bc Int)) (= |a| bc)))",
            ],
        }
        "a name of its own, half, without the last, without the first" {
            "(declare-const abcdef Int) (assert (= abcdef 1))" at "abcdef" => [
                "(declare-const a Int) (assert (= a 1))",
                "(declare-const abc Int) (assert (= abc 1))",
                "(declare-const abcde Int) (assert (= abcde 1))",
                "(declare-const bcdef Int) (assert (= bcdef 1))",
            ],
        }
        "quoted names that are cut stay quoted, and are never cut inside a character" {
            "(declare-const |green| Int)" at "|green|" => [
                "(declare-const a Int)",
                "(declare-const |gr| Int)",
                "(declare-const |gree| Int)",
                "(declare-const |reen| Int)",
            ],
            "(declare-const |\u{e4}\u{f6}| Int)" at "|\u{e4}\u{f6}|" => [
                "(declare-const a Int)",
                "(declare-const |\u{e4}| Int)",
                "(declare-const |\u{f6}| Int)",
            ],
            "(declare-const |x1| Int)" at "|x1|" => [
                "(declare-const a Int)",
                "(declare-const |x| Int)",
            ],
        }
    }
}

#[test]
fn simplify_symbol_names_follows_the_binding_not_the_spelling() {
    table! { SIMPLIFY_SYMBOL_NAMES, "";
        "datatypes" {
            "(declare-datatype Color ((red) (|green|)))" at "Color" => [
                "(declare-datatype a ((red) (|green|)))",
                "(declare-datatype Co ((red) (|green|)))",
                "(declare-datatype Colo ((red) (|green|)))",
                "(declare-datatype olor ((red) (|green|)))",
            ],
            "(declare-datatype Color ((red) (|green|)))" at "red" => [
                "(declare-datatype Color ((b) (|green|)))",
                "(declare-datatype Color ((re) (|green|)))",
                "(declare-datatype Color ((ed) (|green|)))",
            ],
        }
        "an inner variable of the same name is another" {
            "(declare-const xy Bool) (assert (and xy (exists ((xy Bool)) xy)))" at "xy" => [
                "(declare-const a Bool) (assert (and a (exists ((xy Bool)) xy)))",
                "(declare-const x Bool) (assert (and x (exists ((xy Bool)) xy)))",
                "(declare-const y Bool) (assert (and y (exists ((xy Bool)) xy)))",
            ],
        }
        "variables of quantifiers, lets and definitions" {
            "(assert (exists ((xy Bool) (z Bool)) (and xy z)))" at "xy" => [
                "(assert (exists ((a Bool) (z Bool)) (and a z)))",
                "(assert (exists ((x Bool) (z Bool)) (and x z)))",
                "(assert (exists ((y Bool) (z Bool)) (and y z)))",
            ],
            "(assert (let ((ab true)) ab))" at "ab" => [
                "(assert (let ((a true)) a))",
                "(assert (let ((b true)) b))",
            ],
            "(define-fun f ((ab Bool)) Bool ab)" at "ab" => [
                "(define-fun f ((a Bool)) Bool a)",
                "(define-fun f ((b Bool)) Bool b)",
            ],
        }
    }
}

#[test]
fn all_names_are_shortened_at_once_without_any_two_becoming_one() {
    let text = "(declare-const x10 Int) (declare-const x11 Int) (declare-const b Int) (assert (let ((x12 (+ x10 x11))) (= x12 b)))";
    let case = case(text);
    let edits =
        (0..case.tree().end()).filter_map(|node| first(&SIMPLIFY_SYMBOL_NAMES, &case, node));
    let edits: Vec<Edit> = edits.collect();
    let renamed = case.tree().spliced(&Edit::join(case.tree(), &edits));
    assert_eq!(
        String::from_utf8_lossy(&renamed),
        "(declare-const a Int)\n(declare-const c Int)\n(declare-const b Int)\n(assert (let ((d (+ a c))) (= d b)))\n"
    );
}
