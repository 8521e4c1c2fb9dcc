//! Mutators of datatypes and of floating-point sorts. Where ddSMT's result differs, the reason stands at the row.

use smelt::mutator::smtlib::datatypes::{
    DropField, RemoveConstructor, RemoveDatatype, RemoveDatatypeIdentity,
};
use smelt::mutator::smtlib::fp::{IDENTITIES, ShortSort};

#[test]
fn a_constructor_goes_with_its_cases() {
    table! { RemoveConstructor, "";
        "the last one" { "(declare-datatype T ((c)))" at "(c)" => [] }
        "selectors and names" {
            "(declare-datatype T ((c (s T)) (d)))" at "(s T)" => [],
            "(declare-datatype T ((c (s T)) (d)))" at "c" => [],
        }
        "one of several" {
            "(declare-datatype T ((c) (d)))" at "(c)" => ["(declare-datatype T ((d)))"],
            "(declare-datatypes ((P 1)) ((par (X) ((c) (d (s X))))))" at "(d (s X))" => [
                "(declare-datatypes ((P 1)) ((par (X) ((c)))))",
            ],
            "(declare-datatypes () ((L c (d (s L)))))" at "(d (s L))" => ["(declare-datatypes () ((L c)))"],
        }
        "ddSMT leaves the cases behind" {
            "(declare-datatype T ((c) (d (s T)))) (declare-const t T) (assert (match t ((c true) ((d x) (= x t)))))" at "(d (s T))" => [
                "(declare-datatype T ((c))) (declare-const t T) (assert (match t ((c true))))",
            ],
            "(declare-datatype T ((c) (d (s T)))) (declare-const t T) (assert (match t ((c true) ((d x) (= x t)))))" at "(c)" => [
                "(declare-datatype T ((d (s T)))) (declare-const t T) (assert (match t (((d x) (= x t)))))",
            ],
        }
    }
}

#[test]
fn a_datatype_goes_with_its_body() {
    table! { RemoveDatatype, "";
        "the last one, and lists of different lengths" {
            "(declare-datatypes ((A 0)) (((a))))" at "(A 0)" => [],
            "(declare-datatypes ((A 0) (B 0)) (((a))))" at "(A 0)" => [],
        }
        "one of two" {
            "(declare-datatypes ((A 0) (B 0)) (((a)) ((b))))" at "(A 0)" => ["(declare-datatypes ((B 0)) (((b))))"],
            "(declare-datatypes ((A 0) (B 0)) (((a)) ((b))))" at "(B 0)" => ["(declare-datatypes ((A 0)) (((a))))"],
        }
    }
}

#[test]
fn a_selector_of_a_constructor_becomes_the_operand() {
    table! { RemoveDatatypeIdentity, "(declare-datatype L ((nil) (cons (head Int) (tail L)) (snoc (init L) (last Int))))
        (declare-const l L)";
        "another constructor, and too few operands" {
            "(assert (= l (tail (snoc l 1))))" at "(tail (snoc l 1))" => [],
            "(assert (= l (tail (cons 1))))" at "(tail (cons 1))" => [],
            "(assert (= l (tail l)))" at "(tail l)" => [],
        }
        "its own" {
            "(assert (= l (tail (cons 1 l))))" at "(tail (cons 1 l))" => ["(assert (= l l))"],
            "(assert (= 1 (head (cons 2 l))))" at "(head (cons 2 l))" => ["(assert (= 1 2))"],
        }
    }
}

#[test]
fn floating_point_sorts_get_their_short_names() {
    table! { ShortSort, "";
        "sorts without a name, and what is no sort" {
            "(declare-const x (_ FloatingPoint 3 5))" at "(_ FloatingPoint 3 5)" => [],
            "(set-info :x (_ FloatingPoint 8 24))" at "(_ FloatingPoint 8 24)" => [],
        }
        "sorts with one" {
            "(declare-const x (_ FloatingPoint 5 11))" at "(_ FloatingPoint 5 11)" => ["(declare-const x Float16)"],
            "(declare-const x (_ FloatingPoint 8 24))" at "(_ FloatingPoint 8 24)" => ["(declare-const x Float32)"],
            "(declare-const x (_ FloatingPoint 11 53))" at "(_ FloatingPoint 11 53)" => ["(declare-const x Float64)"],
            "(declare-const x (_ FloatingPoint 15 113))" at "(_ FloatingPoint 15 113)" => ["(declare-const x Float128)"],
        }
    }
    table! { IDENTITIES, "(declare-const x Float32) (declare-const m RoundingMode)";
        "signs" {
            "(assert (= x (fp.neg (fp.neg x))))" at "(fp.neg (fp.neg x))" => ["(assert (= x x))"],
            "(assert (= x (fp.sub m x (fp.neg x))))" at "(fp.sub m x (fp.neg x))" => ["(assert (= x (fp.add m x x)))"],
        }
    }
}

#[test]
fn a_field_goes_with_all_that_is_given_for_it() {
    table! { DropField, "";
        "no field, and a use that is not understood" {
            "(declare-datatype P ((mk (l Int))))" at "(mk (l Int))" => [],
            "(declare-datatype P ((mk (l Int)))) (declare-const p P) (assert (= p ((_ update-field l) p 1)))" at "(l Int)" => [],
        }
        "its operands go, and what selects it" {
            "(declare-datatype P ((mk (l Int) (r Bool)))) (declare-const p P) (assert (= (l p) (l (mk 1 (r p)))))"
                at "(l Int)" => [
                "(declare-datatype P ((mk (r Bool))))",
            ],
            "(declare-datatype P ((mk (l Int) (r Bool)))) (declare-const p P) (assert (= p (mk (l p) true)))"
                at "(l Int)" => [
                "(declare-datatype P ((mk (r Bool)))) (declare-const p P) (assert (= p (mk true)))",
            ],
        }
        "the last one" {
            "(declare-datatype P ((mk (l Int)))) (declare-const p P) (assert (and ((_ is mk) p) (= p (mk 1))))" at "(l Int)" => [
                "(declare-datatype P ((mk))) (declare-const p P) (assert (and ((_ is mk) p) (= p mk)))",
            ],
        }
        "a qualified constructor" {
            "(declare-datatypes ((P 1)) ((par (X) ((c (s X)))))) (assert (distinct ((as c (P Int)) 1)))" at "(s X)" => [
                "(declare-datatypes ((P 1)) ((par (X) ((c))))) (assert (distinct (as c (P Int))))",
            ],
        }
        "the variable of a pattern" {
            "(declare-datatype P ((mk (l Int) (r Int)))) (declare-const p P) (assert (match p (((mk x y) (< x y)))))"
                at "(l Int)" => [
                "(declare-datatype P ((mk (r Int)))) (declare-const p P) (assert (match p (((mk y) (< 0 y)))))",
            ],
        }
    }
}
