//! Mutators of datatypes and of floating-point sorts. What ddSMT does otherwise is in
//! `deviations.rs`.

use smelt::mutator::ERASE_NODE;
use smelt::mutator::smtlib::datatypes::{
    DECLARE_ALONE, DROP_FIELD, REMOVE_CONSTRUCTOR, REMOVE_DATATYPE, REMOVE_DATATYPE_IDENTITY,
};
use smelt::mutator::smtlib::floats::{FROM_REAL, IDENTITIES, SHORT_SORT};

#[test]
fn a_single_datatype_is_declared_without_lists() {
    table! { DECLARE_ALONE, "";
        "several, none, or the older form" {
            "(declare-datatypes ((S 0) (T 0)) (((c)) ((d))))" at "(declare-datatypes ((S 0) (T 0)) (((c)) ((d))))" => [],
            "(declare-datatypes () ())" at "(declare-datatypes () ())" => [],
            "(declare-datatypes () ((T c)))" at "(declare-datatypes () ((T c)))" => [],
        }
        "one, which may have parameters or no constructors" {
            "(declare-datatypes ((T 0)) (((c) (d (s T)))))" at "(declare-datatypes ((T 0)) (((c) (d (s T)))))" => [
                "(declare-datatype T ((c) (d (s T))))",
            ],
            "(declare-datatypes ((P 1)) ((par (X) ((c (s X))))))" at "(declare-datatypes ((P 1)) ((par (X) ((c (s X))))))" => [
                "(declare-datatype P (par (X) ((c (s X)))))",
            ],
            "(declare-codatatypes ((T 0)) (()))" at "(declare-codatatypes ((T 0)) (()))" => ["(declare-codatatype T ())"],
        }
    }
}

#[test]
fn what_is_converted_to_floating_point_becomes_an_unknown_real_number() {
    table! { FROM_REAL, "";
        "a short literal, or no conversion of a number" {
            "(assert (fp.isNaN ((_ to_fp 5 11) RNE 1.5)))" at "((_ to_fp 5 11) RNE 1.5)" => [],
            "(assert (fp.isNaN ((_ to_fp 5 11) #x0000)))" at "((_ to_fp 5 11) #x0000)" => [],
            "(assert (fp.isNaN (fp.add RNE (_ NaN 5 11) (_ NaN 5 11))))" at "(fp.add RNE (_ NaN 5 11) (_ NaN 5 11))" => [],
        }
        "a variable goes with its declaration" {
            "(declare-const v (_ BitVec 8)) (assert (fp.isNaN ((_ to_fp 5 11) RNE v)))" at "((_ to_fp 5 11) RNE v)" => [
                "(assert (fp.isNaN ((_ to_fp 5 11) RNE (/ 0 0))))",
            ],
            "(declare-const r Real) (assert (fp.isNaN ((_ to_fp 5 11) RNE r)))" at "((_ to_fp 5 11) RNE r)" => [
                "(assert (fp.isNaN ((_ to_fp 5 11) RNE (/ 0 0))))",
            ],
        }
        "a large term" {
            "(declare-const r Real) (assert (fp.isNaN ((_ to_fp 5 11) RNE (+ r (* r r)))))" at "((_ to_fp 5 11) RNE (+ r (* r r)))" => [
                "(declare-const r Real) (assert (fp.isNaN ((_ to_fp 5 11) RNE (/ 0 0))))",
            ],
        }
    }
    pumps! { FROM_REAL, "";
        "a literal that is as large, and the unknown number itself" {
            "(assert (fp.isNaN ((_ to_fp 5 11) RNE 1.5)))" at "((_ to_fp 5 11) RNE 1.5)" => [
                "(assert (fp.isNaN ((_ to_fp 5 11) RNE (/ 0 0))))",
            ],
            "(assert (fp.isNaN ((_ to_fp 5 11) RNE (/ 0 0))))" at "((_ to_fp 5 11) RNE (/ 0 0))" => [],
        }
    }
}

#[test]
fn a_constructor_goes_with_its_cases() {
    table! { REMOVE_CONSTRUCTOR, "";
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
        "cases of a `match`" {
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
fn a_constructor_without_parentheses_is_one_too() {
    table! { REMOVE_CONSTRUCTOR, "";
        "lists of constructors, and the name of the datatype" {
            "(declare-datatype T (a (b) c))" at "(a (b) c)" => [],
            "(declare-datatypes ((T 0)) ((a b c)))" at "(a b c)" => [],
            "(declare-datatypes ((T 0)) ((a b c)))" at "((a b c))" => [],
            "(declare-datatypes () ((T a b)))" at "T" => [],
            "(declare-datatypes () ((T a b)))" at "(T a b)" => [],
        }
        "one of several" {
            "(declare-datatype T (a (b) c))" at "a" => ["(declare-datatype T ((b) c))"],
            "(declare-datatype T (a (b) c))" at "(b)" => ["(declare-datatype T (a c))"],
            "(declare-datatypes ((T 0)) ((a b c)))" at "b" => ["(declare-datatypes ((T 0)) ((a c)))"],
            "(declare-datatypes ((P 1)) ((par (X) (a (b (s X))))))" at "a" => [
                "(declare-datatypes ((P 1)) ((par (X) ((b (s X))))))",
            ],
            "(declare-datatypes () ((T a b)))" at "b" => ["(declare-datatypes () ((T a)))"],
        }
        "with its case" {
            "(declare-datatype T (a (b) c)) (declare-const t T) (assert (match t ((a true) (b false) (c true))))" at "(b)" => [
                "(declare-datatype T (a c)) (declare-const t T) (assert (match t ((a true) (c true))))",
            ],
        }
    }
}

/// A `match` in a case of another one, and one that matches another one.
const NESTED: &str = "(declare-datatypes ((T 0) (N 0)) (((c (s N) (t T)) (d)) ((z) (p (n N)))))
    (declare-const e T) (declare-const x N)";

#[test]
fn a_match_inside_another_one_loses_its_cases_too() {
    table! { REMOVE_CONSTRUCTOR, "";
        "in a case that stays, in one that goes, and without another case" {
            "(declare-datatype T ((c (s T)) (d))) (declare-const e T) \
             (assert (match e ((d (match e (((c x) true) (d false)))) ((c x) (match x (((c y) (= x y)) (d true)))))))" at "(c (s T))" => [
                "(declare-datatype T ((d))) (declare-const e T) (assert (match e ((d (match e ((d false)))))))",
            ],
            "(declare-datatype T ((c (s T)) (d))) (declare-const e T) (assert (match e ((d (match e (((c x) true))))))) (assert (match e (((c x) true))))"
                at "(c (s T))" => [
                "(declare-datatype T ((d))) (declare-const e T) (assert (match e ((d false))))",
            ],
            "(declare-datatype T ((c (s T)) (d))) (declare-const e T) (assert (= d (match (match e (((c x) x))) ((d e)))))" at "(c (s T))" => [
                "(declare-datatype T ((d))) (declare-const e T) (assert (= d (match d ((d e)))))",
            ],
        }
    }
    table! { ERASE_NODE, NESTED;
        "a case of each" {
            "(assert (= x (match e (((c a b) (match a ((z x) ((p y) y)))) (d x)))))" at "((p y) y)" => [
                "(assert (= x (match e (((c a b) (match a ((z x)))) (d x)))))",
            ],
            "(assert (match (match e (((c a b) a) (w z))) ((z true) ((p y) (= y x)))))" at "(w z)" => [
                "(assert (match (match e (((c a b) a))) ((z true) ((p y) (= y x)))))",
            ],
        }
    }
}

#[test]
fn a_field_goes_where_a_match_uses_it_for_another_one() {
    table! { DROP_FIELD, "";
        "as the matched term, and as a whole case" {
            "(declare-datatypes ((P 0) (N 0)) (((mk (l N) (r N))) ((z) (u)))) (declare-const p P) \
             (assert (match p (((mk x y) (match x ((z true) (u (= y z))))))))" at "(l N)" => [
                "(declare-datatypes ((P 0) (N 0)) (((mk (r N))) ((z) (u)))) (declare-const p P) \
                 (assert (match p (((mk y) (match z ((z true) (u (= y z))))))))",
            ],
            "(declare-datatypes ((P 0) (N 0)) (((mk (l N) (r N))) ((z) (u)))) (declare-const p P) \
             (assert (= u (match p (((mk x y) (match y ((z x) (u (match (l p) ((w w)))))))))))" at "(l N)" => [
                "(declare-datatypes ((P 0) (N 0)) (((mk (r N))) ((z) (u)))) (declare-const p P) \
                 (assert (= u (match p (((mk y) (match y ((z z) (u (match z ((w w)))))))))))",
            ],
        }
    }
}

#[test]
fn a_match_of_a_constructor_becomes_the_case_for_it() {
    table! { REMOVE_DATATYPE_IDENTITY, NESTED;
        "what is matched is not known" {
            "(assert (match x ((z true) ((p y) (= y x)))))" at "(match x ((z true) ((p y) (= y x))))" => [],
            "(assert (match x ((z true) (w (= w x)))))" at "(match x ((z true) (w (= w x))))" => [],
            "(assert (match (s e) ((z true) (w (= w x)))))" at "(match (s e) ((z true) (w (= w x))))" => [],
            "(assert (match (match x ((w w))) ((z true) ((p y) (= y x)))))" at "(match (match x ((w w))) ((z true) ((p y) (= y x))))" => [],
        }
        "no case, and other numbers of fields" {
            "(assert (match z (((p y) true))))" at "(match z (((p y) true)))" => [],
            "(assert (match (p x) (((p y y) true))))" at "(match (p x) (((p y y) true)))" => [],
            "(assert (match (p x) ((p true))))" at "(match (p x) ((p true)))" => [],
        }
        "a name would be captured" {
            "(assert (match (p x) (((p y) (exists ((x Int)) (= y z))))))" at "(match (p x) (((p y) (exists ((x Int)) (= y z)))))" => [],
        }
        "the case for the constructor" {
            "(assert (match (p x) ((z true) ((p y) (= y z)))))" at "(match (p x) ((z true) ((p y) (= y z))))" => ["(assert (= x z))"],
            "(assert (match z ((z true) ((p y) (= y z)))))" at "(match z ((z true) ((p y) (= y z))))" => ["(assert true)"],
            "(assert (match (c x e) (((c e x) (= e x)) (d true))))" at "(match (c x e) (((c e x) (= e x)) (d true)))" => ["(assert (= x e))"],
        }
        "the case for any term" {
            "(assert (match x ((y (= y z)) (z true))))" at "(match x ((y (= y z)) (z true)))" => ["(assert (= x z))"],
            "(assert (match (p x) ((z true) (w (= w x)))))" at "(match (p x) ((z true) (w (= w x))))" => ["(assert (= (p x) x))"],
        }
        "in a case of another one, and where another one is matched" {
            "(assert (= x (match e (((c a b) (match (p a) ((z b) ((p y) y)))) (d x)))))" at "(match (p a) ((z b) ((p y) y)))" => [
                "(assert (= x (match e (((c a b) a) (d x)))))",
            ],
            "(assert (match (match (c x e) (((c a b) (p a)) (d z))) ((z true) ((p y) (= y x)))))" at "(match (c x e) (((c a b) (p a)) (d z)))" => [
                "(assert (match (p x) ((z true) ((p y) (= y x)))))",
            ],
            "(assert (match (c (p x) d) (((c a b) (match a ((z true) ((p y) (= y x))))) (d true))))"
                at "(match (c (p x) d) (((c a b) (match a ((z true) ((p y) (= y x))))) (d true)))" => [
                "(assert (match (p x) ((z true) ((p y) (= y x)))))",
            ],
        }
    }
    table! { REMOVE_DATATYPE_IDENTITY, "(declare-datatypes ((L 1)) ((par (X) ((nil) (cons (hd X) (tl (L X))))))) (declare-const l (L Int))";
        "a qualified constructor" {
            "(assert (match (as nil (L Int)) ((nil true) ((cons h t) (= h 1)))))"
                at "(match (as nil (L Int)) ((nil true) ((cons h t) (= h 1))))" => ["(assert true)"],
            "(assert (match ((as cons (L Int)) 2 l) ((nil true) ((cons h t) (= h 1)))))"
                at "(match ((as cons (L Int)) 2 l) ((nil true) ((cons h t) (= h 1))))" => ["(assert (= 2 1))"],
        }
    }
}

#[test]
fn a_datatype_goes_with_its_body() {
    table! { REMOVE_DATATYPE, "";
        "the last one, and lists of different lengths" {
            "(declare-datatypes ((A 0)) (((a))))" at "(A 0)" => [],
            "(declare-datatypes ((A 0) (B 0)) (((a))))" at "(A 0)" => [],
        }
        "one of two" {
            "(declare-datatypes ((A 0) (B 0)) (((a)) ((b))))" at "(A 0)" => ["(declare-datatypes ((B 0)) (((b))))"],
            "(declare-datatypes ((A 0) (B 0)) (((a)) ((b))))" at "(B 0)" => ["(declare-datatypes ((A 0)) (((a))))"],
        }
        "a single one without a use, which has its own proposal" {
            "(declare-datatypes ((A 0) (B 0)) (((a)) ((b)))) (declare-const x A)" at "((A 0) (B 0))" => [],
            "(declare-datatypes ((A 0) (B 0) (C 0)) (((a)) ((b (s C))) ((c)))) (assert (= b b))" at
                "((A 0) (B 0) (C 0))" => [],
        }
        "several that use one another" {
            "(declare-datatypes ((A 0) (B 0) (C 0)) (((a)) ((b (s C))) ((c (t B) (u A))))) (declare-const x A)" at
                "((A 0) (B 0) (C 0))" => ["(declare-datatypes ((A 0)) (((a)))) (declare-const x A)"],
        }
        "all of them, with their command" {
            "(declare-datatypes ((A 0) (B 0)) (((a (s B))) ((b (t A))))) (assert true)" at
                "((A 0) (B 0))" => ["(assert true)"],
        }
    }
}

#[test]
fn a_selector_of_a_constructor_becomes_the_operand() {
    table! { REMOVE_DATATYPE_IDENTITY, "(declare-datatype L ((nil) (cons (head Int) (tail L)) (snoc (init L) (last Int))))
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
    table! { SHORT_SORT, "";
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
    table! { DROP_FIELD, "";
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
