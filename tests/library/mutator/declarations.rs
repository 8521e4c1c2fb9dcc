//! Mutators that remove a declaration or definition with all its uses.

use super::support::{case, first};
use smelt::mutator::smtlib::declarations::{DECLARE_CONSTANTS, DROP_DECLARATION, REMOVE_UNUSED};
use smelt::mutator::smtlib::functions::INLINE_DEFINITIONS;
use smelt::tree::{Edit, ROOT};

#[test]
fn a_declaration_goes_with_its_uses() {
    table! { DROP_DECLARATION, "(declare-const q Bool) (declare-const r Bool) (declare-fun g (Int) Int) (assert (= q r (= 0 (g 0))))";
        "no uses, and what declares nothing" {
            "(declare-const p Bool) (assert q)" at "(declare-const p Bool)" => [],
            "(declare-const p Bool) (assert p)" at "(assert p)" => [],
        }
        "one use, which the mutators of terms replace, but not where it has no value" {
            "(declare-const p Bool) (assert (or p q r))" at "(declare-const p Bool)" => [],
            "(declare-sort U 0) (declare-const u U) (declare-const v U) (assert (= u v v))" at "(declare-const u U)" => [
                "(declare-sort U 0) (declare-const v U) (assert (= v v))",
            ],
        }
        "one use, where a value is no simpler than the name" {
            "(declare-const m RoundingMode) (declare-const x Float16) (assert (= x (fp.add m x x)))"
                at "(declare-const m RoundingMode)" => [
                "(declare-const x Float16) (assert (= x (fp.add RNE x x)))",
                "(declare-const x Float16) (assert (= x (fp.add RTZ x x)))",
            ],
        }
        "an operand is dropped, or a default takes its place; then comes the second value" {
            "(declare-const p Bool) (assert (or p q r)) (assert (=> p q))" at "(declare-const p Bool)" => [
                "(assert (or q r)) (assert q)",
                "(assert (or true q r)) (assert (=> true q))",
            ],
            "(declare-const x Int) (assert (> (g x) (- x)))" at "(declare-const x Int)" => [
                "(assert (> (g 0) 0))",
                "(assert (> (g 1) (- 1)))",
            ],
        }
        "the last operand takes the place of its parent, and with all operands the parent goes" {
            "(declare-const p Bool) (assert (not (and p (xor q r)))) (assert (or p p))" at "(declare-const p Bool)" => [
                "(assert (not (xor q r)))",
                "(assert (not (and true (xor q r)))) (assert (or true true))",
            ],
        }
        "applications of a function are its uses" {
            "(declare-fun f (Bool) Bool) (assert (and q (f (f r)) (not (f q))))" at "(declare-fun f (Bool) Bool)" => [
                "(assert (and q (not false)))",
                "(assert (and q true (not true)))",
            ],
        }
        "the sorts that only the declaration needs, and the binders that only the uses need, go too" {
            "(declare-sort U 0) (declare-fun f (U) Bool) (assert (exists ((x U)) (or q (f x) (f x))))" at
                "(declare-fun f (U) Bool)" => [
                    "(assert q)",
                        "(assert (or q true true))",
                ],
        }
        "with a sort go its declarations" {
            "(declare-sort U 0) (declare-fun f (U) Bool) (declare-const u U) (assert (or q r (f u)))" at
                "(declare-sort U 0)" => ["(assert (or q r))", "(assert (or q r true))"],
        }
        "no constant and no constructor that goes with a sort is a default" {
            "(declare-sort U 0) (declare-const c U) (declare-const d U) (assert (or q r (= (ite q c d) c)))" at
                "(declare-sort U 0)" => ["(assert (or q r))"],
            "(declare-datatype D ((a) (b))) (declare-const d D) (assert (or q r (= (ite q d a) d)))" at
                "(declare-datatype D ((a) (b)))" => ["(assert (or q r))"],
            "(declare-sort U 0) (define-sort S () U) (declare-const c S) (declare-const u U) (assert (or q (= (ite q c u) u)))" at
                "(define-sort S () U)" => [
                    "(declare-sort U 0) (declare-const u U) (assert (or q (= (ite q u u) u)))",
                ],
        }
        "codatatypes go like datatypes" {
            "(declare-codatatype S ((c (t S)))) (declare-const s S) (assert (or q r (= s (c s))))" at
                "(declare-codatatype S ((c (t S))))" => ["(assert (or q r))"],
        }
        "a pattern goes with its attributes" {
            "(declare-fun f (Int) Bool) (assert (forall ((i Int)) (! (or q (= i 0)) :pattern ((f i)))))" at
                "(declare-fun f (Int) Bool)" => [
                    "(assert (forall ((i Int)) (or q (= i 0))))",
                    ],
        }
    }
}

#[test]
fn in_a_list_a_declaration_with_one_use_goes_with_it_too() {
    let form = DROP_DECLARATION.form("in-lists").expect("a form");
    let case = case("(declare-const p Bool) (declare-const q Bool) (assert (or p q))");
    let declarations = case.tree().children(ROOT).take(2);
    let edits: Vec<Edit> = declarations
        .map(|node| form.proposals(&case, node).next().expect("a proposal").edit)
        .collect();
    let texts: Vec<String> = edits
        .iter()
        .map(|edit| String::from_utf8_lossy(&case.tree().spliced(edit)).replace('\n', " "))
        .collect();
    let expected = [
        "(declare-const q Bool) (assert q) ",
        "(declare-const p Bool) (assert p) ",
    ];
    assert_eq!(texts, expected);
}

#[test]
fn definitions_are_inlined_everywhere() {
    table! { INLINE_DEFINITIONS, "(declare-const x Int) (declare-fun g (Int) Int)";
        "no use, or a recursive definition" {
            "(define-fun f () Int 1) (assert true)" at "(define-fun f () Int 1)" => [],
            "(define-fun-rec f () Int (f)) (assert (= f 1))" at "(define-fun-rec f () Int (f))" => [],
        }
        "the text would grow" {
            "(define-fun f () Int (+ x 1 2 3)) (assert (= f f f f f))" at "(define-fun f () Int (+ x 1 2 3))" => [],
        }
        "the body takes the place of each use" {
            "(define-fun f () Int (g x)) (assert (= f 1))" at "(define-fun f () Int (g x))" => ["(assert (= (g x) 1))"],
            "(define-fun f ((a Int) (b Int)) Int (g a)) (assert (= (f x (g 2)) (f (f 1 2) 3)))" at
                "(define-fun f ((a Int) (b Int)) Int (g a))" => ["(assert (= (g x) (g (g 1))))"],
        }
        "a sort" {
            "(define-sort S () (Set Int)) (declare-const s S) (declare-const t (Array S S))" at "(define-sort S () (Set Int))" => [
                "(declare-const s (Set Int)) (declare-const t (Array (Set Int) (Set Int)))",
            ],
            "(define-sort S (A B) (Array B A)) (declare-const s (S Int Bool))" at "(define-sort S (A B) (Array B A))" => [
                "(declare-const s (Array Bool Int))",
            ],
        }
        "a chain goes as a whole, then each link alone" {
            "(define-fun a ((n Int)) Int (g n)) (define-fun b ((n Int) (d Int)) Int (a n)) (assert (= (b 1 2) 0))" at
                "(define-fun a ((n Int)) Int (g n))" => [
                    "(assert (= (g 1) 0))",
                    "(define-fun b ((n Int) (d Int)) Int (g n)) (assert (= (b 1 2) 0))",
                ],
        }
        "a body whose name means something else at a use stays" {
            "(define-fun f () Int (g x)) (assert (exists ((x Int)) (= f x)))" at "(define-fun f () Int (g x))" => [],
        }
    }
}

#[test]
fn inlining_captures_no_name_however_bodies_and_operands_nest() {
    table! { INLINE_DEFINITIONS, "(declare-const x Int) (declare-const y Int) (declare-fun p (Int) Bool)";
        "a body in the place of a parameter of another one" {
            "(define-fun g () Int x) (define-fun f ((a Int)) Bool (exists ((x Int)) (= x a))) (assert (f g))" at
                "(define-fun g () Int x)" => [
                    "(define-fun f ((a Int)) Bool (exists ((x Int)) (= x a))) (assert (f x))",
                ],
        }
        "an operand that goes through two parameters" {
            "(define-fun h ((b Int)) Bool (exists ((x Int)) (= x b))) (define-fun f ((a Int)) Bool (h a)) (assert (f x))" at
                "(define-fun h ((b Int)) Bool (exists ((x Int)) (= x b)))" => [
                    "(define-fun f ((a Int)) Bool (exists ((x Int)) (= x a))) (assert (f x))",
                ],
        }
        "a body inside itself" {
            "(define-fun f ((b Bool)) Bool (and (p y) (exists ((y Int)) b))) (assert (f (f true)))" at
                "(define-fun f ((b Bool)) Bool (and (p y) (exists ((y Int)) b)))" => [],
            "(define-fun f ((b Bool)) Bool (and (p y) (exists ((y Int)) b))) (assert (f true))" at
                "(define-fun f ((b Bool)) Bool (and (p y) (exists ((y Int)) b)))" => [
                    "(assert (and (p y) (exists ((y Int)) true)))",
                ],
        }
        "a body of a body, below a binder of the text" {
            "(define-fun g () Bool (p y)) (define-fun f ((b Bool)) Bool (and b g)) (assert (exists ((y Int)) (f true)))" at
                "(define-fun g () Bool (p y))" => [
                    "(define-fun f ((b Bool)) Bool (and b (p y))) (assert (exists ((y Int)) (f true)))",
                ],
        }
        "a parameter has the name of a binder, but goes" {
            "(define-fun f ((x Int)) Bool (p x)) (define-fun h ((b Bool)) Bool (exists ((x Int)) b)) (assert (h (f 1)))" at
                "(define-fun f ((x Int)) Bool (p x))" => [
                    "(assert (exists ((x Int)) (p 1)))",
                    "(define-fun h ((b Bool)) Bool (exists ((x Int)) b)) (assert (h (p 1)))",
                ],
        }
        "lets and cases bind names, too" {
            "(define-fun f ((a Int)) Bool (let ((x 1)) (= x a))) (assert (f x))" at
                "(define-fun f ((a Int)) Bool (let ((x 1)) (= x a)))" => [],
            "(define-fun f ((a Int)) Bool (let ((x a)) (p x))) (assert (f x))" at
                "(define-fun f ((a Int)) Bool (let ((x a)) (p x)))" => [
                    "(assert (let ((x x)) (p x)))",
                ],
            "(declare-datatype D ((c (s Int)))) (declare-const d D) (define-fun f ((a Int)) Bool (match d (((c x) (= x a))))) (assert (f x))" at
                "(define-fun f ((a Int)) Bool (match d (((c x) (= x a)))))" => [],
        }
    }
}

#[test]
fn a_function_without_parameters_is_declared_as_a_constant() {
    table! { DECLARE_CONSTANTS, "";
        "functions with parameters, definitions, and what is no declaration" {
            "(declare-fun f (Int) Int)" at "(Int)" => [],
            "(define-fun x () Int 1)" at "()" => [],
            "(declare-fun x ())" at "()" => [],
            "(declare-fun () Int Int)" at "()" => [],
        }
        "the empty list goes" {
            "(declare-fun x () Int) (assert (= x 0))" at "()" => [
                "(declare-const x Int) (assert (= x 0))",
            ],
        }
    }
}

/// What remove-unused makes of the commands.
fn without_unused(text: &str) -> Option<String> {
    let case = case(text);
    let edit = first(&REMOVE_UNUSED, &case, ROOT)?;
    let text = String::from_utf8_lossy(&case.edited_text(&edit)).replace('\n', " ");
    Some(text.trim_end().to_owned())
}

#[test]
fn what_has_no_use_goes_at_once_with_what_only_it_uses() {
    for (text, expected) in [
        ("(declare-const x Int) (assert (= x 0))", None),
        // A single one is left to the mutators of single nodes.
        (
            "(declare-const x Int) (declare-const y Int) (assert (= x 0))",
            None,
        ),
        ("(assert (let ((a 1)) (> 2 1)))", None),
        (
            "(declare-const x Int) (define-fun f () Int x) (assert true)",
            Some("(assert true)"),
        ),
        (
            "(declare-sort U 0) (declare-const u U) (declare-const v Int) (assert (= v 1))",
            Some("(declare-const v Int) (assert (= v 1))"),
        ),
        (
            "(define-fun-rec f ((n Int)) Int (f n)) (define-fun g () Int 1) (assert true)",
            Some("(assert true)"),
        ),
        (
            "(assert (let ((a 1)) (let ((b a) (c 2)) (let ((d b)) (> c 0)))))",
            Some("(assert (let ((c 2)) (> c 0)))"),
        ),
        (
            "(assert (forall ((x Int) (y Int)) (exists ((z Bool)) (= x 0))))",
            Some("(assert (forall ((x Int)) (= x 0)))"),
        ),
        // Commands that bind several names.
        (
            "(declare-datatype L ((nil) (cons (tl L)))) (assert true)",
            None,
        ),
        (
            "(declare-datatype L ((nil) (cons (tl L)))) (declare-const l L) (assert true)",
            Some("(assert true)"),
        ),
        (
            "(declare-datatype A ((a))) (declare-datatype B ((b (s A)))) (assert true)",
            Some("(assert true)"),
        ),
        (
            "(define-funs-rec ((f () Bool) (g () Bool)) (g f)) (declare-const x Int) (assert true)",
            Some("(assert true)"),
        ),
        (
            "(declare-datatype A ((a) (b))) (declare-const x A) (declare-const y Int) (assert (= b b))",
            Some("(declare-datatype A ((a) (b))) (assert (= b b))"),
        ),
        // A binder in whose term something is named stays.
        (
            "(declare-const q Bool) (assert (let ((a (! true :named n)) (b 1)) n))",
            Some("(assert (let ((a (! true :named n))) n))"),
        ),
    ] {
        assert_eq!(without_unused(text).as_deref(), expected, "{text}");
    }
}
