//! Names: bars and lengths.

use smelt::mutator::smtlib::{SimplifyQuotedSymbols, SimplifySymbolNames};

#[test]
fn simplify_quoted_symbols_strips_bars_that_nothing_needs() {
    table! { SimplifyQuotedSymbols, "";
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
    table! { SimplifySymbolNames, "";
        "constants, numbers-to-be, reserved words and names of one character" {
            "(declare-const false Real)" at "false" => [],
            "(declare-const x1 Real)" at "x1" => ["(declare-const x Real)"],
            "(declare-const x Real)" at "x" => [],
            "(declare-const orx Bool)" at "orx" => ["(declare-const rx Bool)"],
            "(declare-const x:y Bool)" at "x:y" => ["(declare-const x: Bool)"],
        }
        "a use proposes nothing: its declaration does" {
            "(assert abcdef) (declare-const abcdef Bool)" at "abcdef" => [],
        }
        "a name that the text has already" {
            "(declare-const xy Int) (declare-const x Int)" at "xy" => [
                "(declare-const y Int) (declare-const x Int)",
            ],
            "(declare-const xy Int) (declare-const |y| Int)" at "xy" => [
                "(declare-const x Int) (declare-const |y| Int)",
            ],
        }
        "half, without the last, without the first" {
            "(declare-const abcdef Int) (assert (= abcdef 1))" at "abcdef" => [
                "(declare-const abc Int) (assert (= abc 1))",
                "(declare-const abcde Int) (assert (= abcde 1))",
                "(declare-const bcdef Int) (assert (= bcdef 1))",
            ],
        }
        "quoted names stay quoted, and are never cut inside a character" {
            "(declare-const |green| Int)" at "|green|" => [
                "(declare-const |gr| Int)",
                "(declare-const |gree| Int)",
                "(declare-const |reen| Int)",
            ],
            "(declare-const |\u{e4}\u{f6}| Int)" at "|\u{e4}\u{f6}|" => [
                "(declare-const |\u{e4}| Int)",
                "(declare-const |\u{f6}| Int)",
            ],
            "(declare-const |x1| Int)" at "|x1|" => ["(declare-const |x| Int)"],
        }
    }
}

#[test]
fn simplify_symbol_names_follows_the_binding_not_the_spelling() {
    table! { SimplifySymbolNames, "";
        "datatypes" {
            "(declare-datatype Color ((red) (|green|)))" at "Color" => [
                "(declare-datatype Co ((red) (|green|)))",
                "(declare-datatype Colo ((red) (|green|)))",
                "(declare-datatype olor ((red) (|green|)))",
            ],
            "(declare-datatype Color ((red) (|green|)))" at "red" => [
                "(declare-datatype Color ((re) (|green|)))",
                "(declare-datatype Color ((ed) (|green|)))",
            ],
        }
        "an inner variable of the same name is another" {
            "(declare-const xy Bool) (assert (and xy (exists ((xy Bool)) xy)))" at "xy" => [
                "(declare-const x Bool) (assert (and x (exists ((xy Bool)) xy)))",
                "(declare-const y Bool) (assert (and y (exists ((xy Bool)) xy)))",
            ],
        }
        "variables of quantifiers, lets and definitions" {
            "(assert (exists ((xy Bool) (z Bool)) (and xy z)))" at "xy" => [
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
