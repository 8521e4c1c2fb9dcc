//! The mutator that names what repeats.

use smelt::mutator::smtlib::repeats::NAME_REPEATS;

#[test]
fn a_term_that_repeats_is_named_where_the_text_gets_fewer_cells() {
    table! { NAME_REPEATS, "(declare-fun g (Int Int Int) Int) (declare-fun f (Int Int) Bool) (declare-const x Int)";
        "twice is not enough for a small term" {
            "(assert (f (g x 1 2) (g x 1 2)))" at "(g x 1 2)" => [],
        }
        "a pattern is no place for a let" {
            "(assert (forall ((i Int)) (! (f (g i i i) (g i i i)) :pattern ((f (g i i i) (g i i i))))))" at "(g i i i)" => [],
        }
        "a name that means something else" {
            "(assert (and (f (g x 1 2) (g x 1 2)) (exists ((x Int)) (f (g x 1 2) (g x 1 2)))))" at "(g x 1 2)" => [],
        }
        "a part goes with the whole" {
            "(assert (and (f (g (g x 1 x) 1 2) 0) (f (g (g x 1 x) 1 2) 1)))" at "(g x 1 x)" => [],
            "(assert (and (f (g (g x 1 x) 1 2) 0) (f (g (g x 1 x) 1 2) 1)))" at "(g (g x 1 x) 1 2)" => [
                "(assert (let ((a (g (g x 1 x) 1 2))) (and (f a 0) (f a 1))))",
            ],
        }
        "around all places, and inside the binder of its names" {
            "(assert (forall ((i Int)) (or (f i i) (and (f (g i 1 2) (g i 1 2)) (f 0 (g i 1 2))))))" at "(g i 1 2)" => [
                "(assert (forall ((i Int)) (or (f i i) (let ((a (g i 1 2))) (and (f a a) (f 0 a))))))",
            ],
        }
        "in each command" {
            "(assert (f (g x 1 2) 0)) (assert (and (f (g x 1 2) (g x 1 2)) (f 0 (g x 1 2))))" at "(g x 1 2)" => [
                "(assert (f (g x 1 2) 0)) (assert (let ((a (g x 1 2))) (and (f a a) (f 0 a))))",
            ],
        }
    }
}

#[test]
fn a_sort_that_repeats_is_defined() {
    table! { NAME_REPEATS, "";
        "three of four cells make up for the definition only if there are more" {
            "(declare-const a (_ BitVec 8)) (declare-const b (_ BitVec 8))" at "(_ BitVec 8)" => [],
        }
        "three sorts" {
            "(declare-const a (_ BitVec 8)) (declare-const b (_ BitVec 8)) (declare-fun f ((_ BitVec 8)) Int)"
            at "(_ BitVec 8)" => [
                "(define-sort c () (_ BitVec 8)) (declare-const a c) (declare-const b c) (declare-fun f (c) Int)",
            ],
        }
        "a parameter has no meaning outside" {
            "(declare-datatypes ((T 1)) ((par (A) ((c (d (T A)) (e (T A)) (f (T A)) (g (T A)))))))" at "(T A)" => [],
        }
    }
}

#[test]
fn a_name_that_saves_only_bytes_is_a_pump() {
    let declarations = "(declare-const m RoundingMode)";
    pumps! { NAME_REPEATS, declarations;
        "too short, or too few" {
            "(assert (< 10 10 10 10 10 10 10 10 10))" at "10" => [],
            "(assert (fp.eq (_ +zero 3 5) (_ +zero 3 5)))" at "(_ +zero 3 5)" => [],
        }
        "a literal" {
            "(assert (fp.eq (_ +zero 3 5) (fp.fma m (_ +zero 3 5) (_ +zero 3 5) (_ +zero 3 5))))" at "(_ +zero 3 5)" => [
                "(assert (let ((a (_ +zero 3 5))) (fp.eq a (fp.fma m a a a))))",
            ],
        }
    }
}
