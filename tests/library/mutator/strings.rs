//! Mutators of strings, sequences, sets and arrays. What ddSMT does otherwise is in
//! `deviations.rs`.

use super::support::case;
use smelt::mutator::smtlib::strings::{
    CONSTANTS, CONTAINS_TO_CONCAT, IDENTITIES, INDEX_NOT_FOUND, REPLACE_ALL, SEQ_NTH_UNIT,
};
use smelt::mutator::smtlib::{arrays, sets};

const D: &str = "(declare-const s String) (declare-const t String) (declare-const i Int)";

#[test]
fn string_constants_lose_sections_and_ends() {
    table! { CONSTANTS, D;
        "empty, and what is no term" {
            "(assert (= s \"\"))" at "\"\"" => [],
            "(set-info :source \"abc\")" at "\"abc\"" => [],
            "(echo \"abc\")" at "\"abc\"" => [],
        }
        "halves, then the ends" {
            "(assert (= s \"abc123\"))" at "\"abc123\"" => [
                "(assert (= s \"\"))",
                "(assert (= s \"abc\"))",
                "(assert (= s \"123\"))",
                "(assert (= s \"bc123\"))",
                "(assert (= s \"abc12\"))",
            ],
            "(assert (= s \"a\"))" at "\"a\"" => ["(assert (= s \"\"))"],
        }
        "what only begins like an escape is several characters" {
            "(assert (= s \"abcdefg\\uab\"))" at "\"abcdefg\\uab\"" => [
                "(assert (= s \"\"))",
                "(assert (= s \"abcde\"))",
                "(assert (= s \"fg\\uab\"))",
                "(assert (= s \"abcdefg\\\"))",
                "(assert (= s \"abcdeuab\"))",
                "(assert (= s \"abfg\\uab\"))",
                "(assert (= s \"cdefg\\uab\"))",
                "(assert (= s \"bcdefg\\uab\"))",
                "(assert (= s \"abcdefg\\ua\"))",
            ],
        }
        "escapes stay whole" {
            "(assert (= s \"a\"\"b\"))" at "\"a\"\"b\"" => [
                "(assert (= s \"\"))",
                "(assert (= s \"\"\"b\"))",
                "(assert (= s \"a\"\"\"))",
            ],
            "(assert (= s \"\\u{1F600}\\x0a\"))" at "\"\\u{1F600}\\x0a\"" => [
                "(assert (= s \"\"))",
                "(assert (= s \"\\x0a\"))",
                "(assert (= s \"\\u{1F600}\"))",
            ],
        }
    }
    everywhere! { CONSTANTS, D;
        "at all places" {
            "(assert (= s \"ab\" (str.++ t \"ab\")))" at "\"ab\"" => [
                "(assert (= s \"\" (str.++ t \"\")))",
                "(assert (= s \"b\" (str.++ t \"b\")))",
                "(assert (= s \"a\" (str.++ t \"a\")))",
            ],
        }
    }
}

#[test]
fn a_long_string_is_cut_into_fewer_parts() {
    let proposals = |length: usize| {
        let declare = "(declare-const s String)";
        let literal = format!("\"{}\"", "a".repeat(length));
        let case = case(format!("{declare}(assert (= s {literal}))"));
        let literal = case.tree().end() - 1;
        CONSTANTS.proposals(&case, literal).count()
    };
    // All of it, its two ends, and halves, quarters and so on: down to one of 64 parts, or of 16.
    assert_eq!(proposals(1_000), 1 + 2 + (2 + 4 + 8 + 16 + 32 + 64));
    assert_eq!(proposals(600_000), 1 + 2 + (2 + 4 + 8 + 16));
}

#[test]
fn a_test_for_a_part_becomes_a_concatenation_as_a_pump() {
    pumps! { CONTAINS_TO_CONCAT, "(set-logic QF_S) (declare-const s String) (declare-const t String)";
        "a wrong number of operands" { "(assert (str.contains s))" at "(str.contains s)" => [] }
        "a term" {
            "(assert (str.contains (str.++ s t) t))" at "(str.contains (str.++ s t) t)" => [
                "(declare-const prefix14 String) (declare-const suffix14 String) (assert (= (str.++ s t) (str.++ prefix14 t suffix14)))",
            ],
        }
        "at all places" {
            "(assert (str.contains s t)) (assert (not (str.contains s t)))" at "(str.contains s t)" => [
                "(declare-const prefix14 String) (declare-const suffix14 String) (assert (= s (str.++ prefix14 t suffix14))) (assert (not (= s (str.++ prefix14 t suffix14))))",
            ],
        }
    }
}

#[test]
fn terms_about_strings_become_smaller() {
    table! { SEQ_NTH_UNIT, D;
        "no unit" { "(assert (= i (seq.nth x 0)))" at "(seq.nth x 0)" => [] }
        "a unit" { "(assert (= i (seq.nth (seq.unit 5) i)))" at "(seq.nth (seq.unit 5) i)" => ["(assert (= i 5))"] }
    }
    table! { INDEX_NOT_FOUND, D;
        "not found" { "(assert (= i (str.indexof s t 0)))" at "(str.indexof s t 0)" => ["(assert (= i (- 1)))"] }
    }
    table! { REPLACE_ALL, D;
        "only the first" {
            "(assert (= s (str.replace s t t)))" at "(str.replace s t t)" => [],
            "(assert (= s (str.replace_all s t t)))" at "(str.replace_all s t t)" => ["(assert (= s (str.replace s t t)))"],
        }
    }
    table! { IDENTITIES, D;
        "conversions" {
            "(assert (= i (str.to_int (str.from_int i))))" at "(str.to_int (str.from_int i))" => ["(assert (= i i))"],
            "(assert (= 0 (str.len s)))" at "(= 0 (str.len s))" => ["(assert (= \"\" s))"],
        }
        "tests" {
            "(assert (str.in_re s (str.to_re t)))" at "(str.in_re s (str.to_re t))" => ["(assert (= s t))"],
            "(assert (str.prefixof s t))" at "(str.prefixof s t)" => ["(assert (= s t))"],
        }
        "common parts" {
            "(assert (= (str.++ s t) (str.++ s \"a\")))" at "(= (str.++ s t) (str.++ s \"a\"))" => ["(assert (= t \"a\"))"],
        }
    }
}

#[test]
fn terms_about_sets_and_arrays_become_smaller() {
    table! { sets::IDENTITIES, "(declare-const k (Set Int)) (declare-const i Int)";
        "members" {
            "(assert (set.member i k))" at "(set.member i k)" => [],
            "(assert (set.member i (set.singleton 5)))" at "(set.member i (set.singleton 5))" => ["(assert (= i 5))"],
            "(assert (set.member i (set.complement k)))" at "(set.member i (set.complement k))" => [
                "(assert (not (set.member i k)))",
            ],
        }
    }
    table! { arrays::IDENTITIES, "(declare-const a (Array Int Int)) (declare-const i Int) (declare-const j Int)";
        "nothing written" { "(assert (= i (select a j)))" at "(select a j)" => [] }
        "the element that was written" {
            "(assert (= i (select (store a i 5) i)))" at "(select (store a i 5) i)" => [
                "(assert (= i 5))",
                "(assert (= i (select a i)))",
            ],
        }
        "another one, or the same" {
            "(assert (= i (select (store a i 5) j)))" at "(select (store a i 5) j)" => [
                "(assert (= i (select a j)))",
                "(assert (= i 5))",
            ],
        }
        "writes" {
            "(assert (= a (store (store a i 5) i 6)))" at "(store (store a i 5) i 6)" => [
                "(assert (= a (store a i 6)))",
            ],
            "(assert (= a (store a i 5)))" at "(= a (store a i 5))" => ["(assert (= 5 (select a i)))"],
        }
    }
}
