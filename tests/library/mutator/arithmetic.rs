//! Mutators of arithmetic. What ddSMT does otherwise is in `deviations.rs`.

use smelt::mutator::smtlib::arithmetic::{
    CONSTANTS, IDENTITIES, NEGATE_RELATIONS, SPLIT_NARY_RELATIONS, STRENGTHEN_RELATIONS,
};

const D: &str =
    "(declare-const a Int) (declare-const b Int) (declare-const c Int) (declare-const d Int)
    (declare-const r Real) (declare-const p Bool) (declare-const s String) (declare-const t String)";

#[test]
fn a_negated_relation_becomes_the_opposite_one() {
    table! { NEGATE_RELATIONS, D;
        "no relation" { "(assert (not p))" at "(not p)" => [] }
        "relations" {
            "(assert (not (= a b)))" at "(not (= a b))" => ["(assert (distinct a b))"],
            "(assert (not (distinct a b)))" at "(not (distinct a b))" => ["(assert (= a b))"],
            "(assert (not (<> a b)))" at "(not (<> a b))" => ["(assert (= a b))"],
            "(assert (not (!= a b)))" at "(not (!= a b))" => ["(assert (= a b))"],
            "(assert (not (< a b)))" at "(not (< a b))" => ["(assert (>= a b))"],
            "(assert (not (> a b)))" at "(not (> a b))" => ["(assert (<= a b))"],
            "(assert (not (<= a b)))" at "(not (<= a b))" => ["(assert (> a b))"],
            "(assert (not (>= a b)))" at "(not (>= a b))" => ["(assert (< a b))"],
        }
    }
}

#[test]
fn a_relation_becomes_a_stronger_one() {
    table! { STRENGTHEN_RELATIONS, D;
        "the strongest" { "(assert (= a b))" at "(= a b)" => [] }
        "relations" {
            "(assert (< a b))" at "(< a b)" => ["(assert (= a b))"],
            "(assert (> a b))" at "(> a b)" => ["(assert (= a b))"],
            "(assert (<= a b))" at "(<= a b)" => ["(assert (< a b))", "(assert (= a b))"],
            "(assert (>= a b c))" at "(>= a b c)" => ["(assert (> a b c))", "(assert (= a b c))"],
            "(assert (distinct a b))" at "(distinct a b)" => ["(assert (= a b))"],
        }
    }
}

#[test]
fn a_chain_of_relations_is_split_as_a_pump() {
    table! { SPLIT_NARY_RELATIONS, D; "the text grows" { "(assert (< a b c))" at "(< a b c)" => [] } }
    pumps! { SPLIT_NARY_RELATIONS, D;
        "two operands, or no relation" {
            "(assert (< a b))" at "(< a b)" => [],
            "(assert (= 0 (+ a b c)))" at "(+ a b c)" => [],
        }
        "neighbours" {
            "(assert (= a b c))" at "(= a b c)" => ["(assert (and (= a b) (= b c)))"],
            "(assert (< a b c d))" at "(< a b c d)" => ["(assert (and (< a b) (< b c) (< c d)))"],
            "(assert (str.< s t s))" at "(str.< s t s)" => ["(assert (and (str.< s t) (str.< t s)))"],
        }
    }
}

#[test]
fn numbers_become_smaller_digit_by_digit() {
    table! { CONSTANTS, D;
        "0 and 1, and what is no number" {
            "(assert (= a 0))" at "0" => [],
            "(assert (= a 1))" at "1" => [],
            "(assert (= r 0.0))" at "0.0" => [],
            "(assert (= r 1.0))" at "1.0" => [],
            "(assert (= a b))" at "a" => [],
        }
        "indices" { "(declare-const v (_ BitVec 32))" at "32" => [] }
        "halves and prefixes" {
            "(assert (= a 2))" at "2" => ["(assert (= a 0))", "(assert (= a 1))"],
            "(assert (= a 13))" at "13" => ["(assert (= a 1))", "(assert (= a 6))"],
            "(assert (= a 20))" at "20" => ["(assert (= a 2))", "(assert (= a 10))"],
            "(assert (= a 50))" at "50" => ["(assert (= a 5))", "(assert (= a 25))"],
            "(assert (= a 1234))" at "1234" => [
                "(assert (= a 12))",
                "(assert (= a 123))",
                "(assert (= a 617))",
            ],
        }
        "decimals stay decimals" {
            "(assert (= r 1.5))" at "1.5" => ["(assert (= r 1.0))", "(assert (= r 0.5))"],
            "(assert (= r 3.1415))" at "3.1415" => [
                "(assert (= r 3.0))",
                "(assert (= r 3.14))",
                "(assert (= r 3.141))",
                "(assert (= r 0.1415))",
            ],
            "(assert (= r 20.00))" at "20.00" => [
                "(assert (= r 2.0))",
                "(assert (= r 10.0))",
                "(assert (= r 20.0))",
            ],
        }
        "many digits" {
            "(assert (= a 90071992547409930000001))" at "90071992547409930000001" => [
                "(assert (= a 90071992547))",
                "(assert (= a 9007199254740993000000))",
                "(assert (= a 45035996273704965000000))",
            ],
        }
    }
    everywhere! { CONSTANTS, D;
        "one place, or not the first" {
            "(assert (= a 13))" at "13" => [],
            "(assert (= a 13 13))" at "a" => [],
        }
        "all places, but no index" {
            "(assert (= a 13)) (assert (> b 13 ((_ f 13) c)))" at "13" => [
                "(assert (= a 1)) (assert (> b 1 ((_ f 13) c)))",
                "(assert (= a 6)) (assert (> b 6 ((_ f 13) c)))",
            ],
        }
    }
}

#[test]
fn arithmetic_terms_become_smaller_equal_ones() {
    table! { IDENTITIES, D;
        "nothing known" { "(assert (= 0 (+ a b)))" at "(+ a b)" => [] }
        "signs" {
            "(assert (= 0 (- (- a))))" at "(- (- a))" => ["(assert (= 0 a))"],
            "(assert (= 0 (+ (- a) b)))" at "(+ (- a) b)" => ["(assert (= 0 (- b a)))"],
            "(assert (= 0 (- a (- b))))" at "(- a (- b))" => ["(assert (= 0 (+ a b)))"],
            "(assert (= (- a) (- b)))" at "(= (- a) (- b))" => ["(assert (= a b))"],
        }
        "conversions" { "(assert (= 0 (to_int (to_real a))))" at "(to_int (to_real a))" => ["(assert (= 0 a))"] }
    }
}
