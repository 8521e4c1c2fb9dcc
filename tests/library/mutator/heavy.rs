//! Forms of mutators for terms with a large part of a text.

use smelt::mutator::smtlib::constants::WITH_UNUSED;
use smelt::mutator::smtlib::terms::HOIST_NAME;

#[test]
fn a_name_of_a_smaller_part_takes_the_place_of_a_term_and_what_has_no_use_goes() {
    table! { HOIST_NAME, "(declare-const p Bool)(declare-const x Int)";
        "no name, none of the sort, none with a smaller reach" {
            "(assert (not p))" at "(not p)" => [],
            "(assert (let ((i (+ x 1))) (= i 2)))" at "(= i 2)" => [],
            "(assert (let ((a (not p))) a))" at "(not p)" => [],
        }
        "names that are not visible" {
            "(assert (or (let ((a (not p))) a) (let ((b (and p p))) (or b b))))" at "(and p p)" => [],
        }
        "the binders of names without uses go with them" {
            "(assert (let ((a (not p))) (let ((b (not a))) (let ((c (xor b b b b b b b b b b b b b b b b b b b b))) (and c c)))))" at "(and c c)" => [
                "(assert (let ((a (not p))) a))",
                "(assert (let ((a (not p))) (let ((b (not a))) b)))",
            ],
        }
    }
}

#[test]
fn what_an_edit_leaves_without_use_goes_in_the_same_candidate() {
    table! { WITH_UNUSED, "";
        "a declaration, and a definition that nothing else uses" {
            "(declare-const q Bool)(define-fun f () Bool (not q))(assert (xor (or f f) z))" at "(or f f)" => [
                "(assert (xor false z))",
                "(assert (xor true z))",
            ],
        }
        "one of two binders, and a recursive definition" {
            "(define-fun-rec f ((n Int)) Bool (f n))(assert (let ((a true) (b 1)) (xor a (f b))))" at "(f b)" => [
                "(assert (let ((a true)) (xor a false)))",
                "(assert (let ((a true)) (xor a true)))",
            ],
        }
        "what has other uses stays, and so does what contains a name that commands may ask for" {
            "(declare-const q Bool)(assert (xor (not q) q))" at "(not q)" => [
                "(declare-const q Bool) (assert (xor false q))",
                "(declare-const q Bool) (assert (xor true q))",
            ],
            "(assert (let ((a (! true :named n))) (xor (not a) z)))(get-value (n))" at "(not a)" => [
                "(assert (let ((a (! true :named n))) (xor false z))) (get-value (n))",
                "(assert (let ((a (! true :named n))) (xor true z))) (get-value (n))",
            ],
        }
    }
}
