//! Mutators of terms.

use smelt::mutator::smtlib::constants::{BOUND_TERMS, CONSTANTS};
use smelt::mutator::smtlib::terms::{
    ABSTRACT_LONG_TERMS, INTRODUCE_FRESH_VARIABLES, LARGEST_CHILD, REMOVE_ANNOTATION,
    REMOVE_LABELS, REPLACE_BY_VARIABLE, SUBSTITUTE_CHILDREN,
};

#[test]
fn constants_need_a_sort_and_a_term_that_is_not_yet_one() {
    table! { CONSTANTS, "(declare-const x Real) (declare-sort U 0) (declare-const u U) (declare-fun f (Int) Int)
        (declare-const k Int) (declare-const p Bool)";
        "default constants stay" {
            "(assert (= u u true))" at "true" => [],
            "(assert (= x 0.0))" at "0.0" => [],
            "(assert (= #b0 y))" at "#b0" => [],
        }
        "unknown sorts, sorts without constants, and what is no term" {
            "(assert (= y z))" at "y" => [],
            "(assert (= u u))" at "u" => [],
            "(declare-const v Int)" at "v" => [],
            "(declare-const v Int)" at "Int" => [],
            "(assert (= (f 1) 2))" at "f" => [],
            "(assert (forall ((i Int)) (= i 3)))" at "((i Int))" => [],
        }
        "an assertion of `true`, which erase-node removes as a whole" {
            "(assert (= x 1.5))" at "(= x 1.5)" => ["(assert false)"],
        }
        "terms and tokens" {
            "(assert (= x 1.5))" at "x" => ["(assert (= 0.0 1.5))", "(assert (= 1.0 1.5))"],
            "(assert (= x 1.5))" at "1.5" => ["(assert (= x 0.0))", "(assert (= x 1.0))"],
            "(assert (xor (>= x 1.5) p))" at "(>= x 1.5)" => ["(assert (xor false p))", "(assert (xor true p))"],
            "(assert (= k (f 5)))" at "(f 5)" => ["(assert (= k 0))", "(assert (= k 1))"],
        }
    }
}

#[test]
fn a_constant_that_decides_the_term_around_it_is_left_to_that_term() {
    table! { CONSTANTS, "(declare-const p Bool) (declare-const x Int) (declare-fun and2 (Bool Bool) Bool)";
        "absorbing operands" {
            "(assert (and (xor p p) p))" at "(xor p p)" => ["(assert (and true p))"],
            "(assert (or p (xor p p)))" at "(xor p p)" => ["(assert (or p false))"],
            "(assert (= 2 (* (+ x 1) x)))" at "(+ x 1)" => ["(assert (= 2 (* 1 x)))"],
        }
        "truth values of constants" {
            "(assert (not (= x x)))" at "(= x x)" => [],
            "(assert (< x 2))" at "x" => [],
            "(assert (distinct 1 (+ x x) 3))" at "(+ x x)" => [],
        }
        "terms whose value stays unknown, and those that are no truth values" {
            "(assert (xor (= x x) p))" at "(= x x)" => ["(assert (xor false p))", "(assert (xor true p))"],
            "(assert (< x (+ 2 x)))" at "x" => ["(assert (< 0 (+ 2 x)))", "(assert (< 1 (+ 2 x)))"],
            "(assert (= x (div 7 (+ x x))))" at "(+ x x)" => ["(assert (= x (div 7 0)))", "(assert (= x (div 7 1)))"],
            "(assert (< (/ 0 (to_real x)) 1.0))" at "(/ 0 (to_real x))" => [
                "(assert (< 0.0 1.0))", "(assert (< 1.0 1.0))",
            ],
            "(assert (and2 (xor p p) p))" at "(xor p p)" => ["(assert (and2 false p))", "(assert (and2 true p))"],
        }
    }
}

#[test]
fn doubled_brackets_go_one_after_the_other() {
    table! { SUBSTITUTE_CHILDREN, "";
        "no term" { "((assert p))" at "((assert p))" => [] }
        "where a term belongs" {
            "(assert ((P)))" at "((P))" => ["(assert (P))"],
            "(assert (P))" at "(P)" => ["(assert P)"],
        }
    }
}

#[test]
fn an_annotated_term_that_a_let_binds_may_become_a_constant_of_any_sort() {
    table! { CONSTANTS, "";
        "values of its own sort come first" {
            "(assert (let ((x (! #x00 :named y))) false))" at "#x00" => [
                "(assert (let ((x (! 0 :named y))) false))",
            ],
            "(assert (let ((x (! (_ bv7 3) :named y))) false))" at "(_ bv7 3)" => [
                "(assert (let ((x (! #b000 :named y))) false))",
                "(assert (let ((x (! #b001 :named y))) false))",
                "(assert (let ((x (! #b111 :named y))) false))",
                "(assert (let ((x (! 0 :named y))) false))",
                "(assert (let ((x (! false :named y))) false))",
            ],
        }
        "the shortest constant of all, and other places" {
            "(assert (let ((x (! 0 :named y))) (= x x)))" at "0" => [],
            "(assert (let ((x false)) (= x x)))" at "false" => [],
            "(assert (! (= #b0 #b0) :named y))" at "#b0" => [],
        }
    }
}

#[test]
fn constants_for_bit_vectors_have_the_width_of_the_term() {
    table! { CONSTANTS, "(declare-const v (_ BitVec 4)) (declare-const w (_ BitVec 65))";
        "default constants stay, and what is smaller than one of them becomes no larger" {
            "(assert (= v #x0))" at "#x0" => [],
            "(assert (= v #x1))" at "#x1" => [],
        }
        "the least comes first" {
            "(assert (= v (bvadd v #x2)))" at "v" => [
                "(assert (= #x0 (bvadd v #x2)))",
                "(assert (= #x1 (bvadd v #x2)))",
                "(assert (= #xf (bvadd v #x2)))",
            ],
            "(assert (= v #b1011))" at "#b1011" => [
                "(assert (= v #x0))",
                "(assert (= v #x1))",
                "(assert (= v #xf))",
            ],
            "(assert (= w w))" at "w" => [
                "(assert (= (_ bv0 65) w))",
                "(assert (= (_ bv1 65) w))",
                "(assert (= (_ bv36893488147419103231 65) w))",
            ],
        }
        "another spelling of a default constant may become a shorter one" {
            "(assert (= v (_ bv0 4)))" at "(_ bv0 4)" => ["(assert (= v #x0))"],
        }
    }
}

#[test]
fn bound_terms_are_those_of_lets_and_of_definitions() {
    table! { BOUND_TERMS, "(declare-const p Bool) (declare-const q Bool)";
        "other terms" {
            "(assert (and p q))" at "(and p q)" => [],
            "(assert (let ((a (not p))) (or a q)))" at "(or a q)" => [],
            "(define-fun-rec f () Bool (not p))" at "(not p)" => [],
            "(assert (forall ((i (not p))) q))" at "(not p)" => [],
        }
        "terms with a name" {
            "(assert (let ((a (not p))) a))" at "(not p)" => [
                "(assert (let ((a false)) a))",
                "(assert (let ((a true)) a))",
            ],
            "(define-fun f () Bool (not p))" at "(not p)" => [
                "(define-fun f () Bool false)",
                "(define-fun f () Bool true)",
            ],
        }
    }
}

#[test]
fn the_largest_operand_stays_where_only_one_is_proposed() {
    table! { LARGEST_CHILD, "(declare-const x Int) (declare-const p Bool)";
        "none of the sort" { "(assert (= x 1))" at "(= x 1)" => [] }
        "the largest, of equal ones the first" {
            "(assert (= 0 (+ x (* x 2) (- x 1))))" at "(+ x (* x 2) (- x 1))" => ["(assert (= 0 (* x 2)))"],
        }
    }
}

#[test]
fn substitute_children_respects_sorts() {
    table! { SUBSTITUTE_CHILDREN, "(declare-const x Int) (declare-const y Int) (declare-const p Bool)";
        "no operand of the sort" {
            "(assert (= x y))" at "(= x y)" => [],
            "(assert p)" at "p" => [],
            "(assert (forall ((i Int)) p))" at "((i Int))" => [],
        }
        "other mutators' business" {
            "(assert (let ((a p)) a))" at "(let ((a p)) a)" => [],
            "(assert (! p :named n))" at "(! p :named n)" => [],
        }
        "operands in order, never the head or the binders" {
            "(assert (= 0 (+ x y)))" at "(+ x y)" => ["(assert (= 0 x))", "(assert (= 0 y))"],
            "(assert (= 0 (ite p x y)))" at "(ite p x y)" => ["(assert (= 0 x))", "(assert (= 0 y))"],
            "(assert (ite p (= x y) true))" at "(ite p (= x y) true)" => [
                "(assert p)",
                "(assert (= x y))",
                "(assert true)",
            ],
            "(assert (forall ((i Int)) p))" at "(forall ((i Int)) p)" => ["(assert p)"],
        }
        "of equal tokens only the first" {
            "(assert (= 0 (+ x y x (- x) y (- x))))" at "(+ x y x (- x) y (- x))" => [
                "(assert (= 0 x))",
                "(assert (= 0 y))",
                "(assert (= 0 (- x)))",
                "(assert (= 0 (- x)))",
            ],
        }
        "unknown sorts equal unknown ones only" {
            "(assert (k x (g z)))" at "(g z)" => ["(assert (k x z))"],
            "(assert (k x (g x)))" at "(g x)" => [],
        }
        "what is no term in a command that is known" {
            "(echo (a b))" at "(a b)" => [],
            "(declare-datatype D ((c (s Int))))" at "(c (s Int))" => [],
        }
        "elements of a list in a command that is not known" {
            "(check-sat-using (then simplify (or-else smt)))" at "(then simplify (or-else smt))" => [
                "(check-sat-using then)",
                "(check-sat-using simplify)",
                "(check-sat-using (or-else smt))",
            ],
        }
    }
}

#[test]
fn replace_by_variable_takes_visible_variables_of_the_sort() {
    table! { REPLACE_BY_VARIABLE, "(declare-const v1 Int) (declare-const x Int) (declare-const v2 Bool)
        (declare-const v3 Int) (declare-fun g (Int) Int) (define-fun d () Int 5)";
        "constants, declared names and heads stay" {
            "(assert (= x 42))" at "42" => [],
            "(declare-const z Int)" at "z" => [],
            "(assert (= (g 1) 42))" at "g" => [],
        }
        "a term may become any" {
            "(assert (= 0 (+ x 42)))" at "(+ x 42)" => [
                "(assert (= 0 v1))",
                "(assert (= 0 x))",
            ],
        }
        "a variable becomes a smaller one" {
            "(assert (= x 0))" at "x" => [],
            "(assert (= 0 v1)) (assert (= v1 0))" at "v1" => ["(assert (= 0 x)) (assert (= v1 0))"],
            "(assert (= v3 0 v3))" at "v3" => ["(assert (= v1 0 v3))", "(assert (= x 0 v3))"],
        }
        "the only use of a declared variable, which merge-symbols makes another declared one" {
            "(assert (= v1 0))" at "v1" => [],
            "(assert (forall ((a Int)) (= a v1)))" at "v1" => ["(assert (forall ((a Int)) (= a a)))"],
            "(assert (let ((a 5)) (= a v3)))" at "v3" => ["(assert (let ((a 5)) (= a a)))"],
        }
        "a bound variable is proposed where it is bound, and its outer namesake is not" {
            "(assert (and (= (g 0) 1) (forall ((v1 Bool) (v2 Bool)) (= (g 7) 2))))" at "(= (g 7) 2)" => [
                "(assert (and (= (g 0) 1) (forall ((v1 Bool) (v2 Bool)) v1)))",
                "(assert (and (= (g 0) 1) (forall ((v1 Bool) (v2 Bool)) v2)))",
            ],
            "(assert (and (= (g 0) 1) (forall ((v2 Int)) (= (g 7) 2))))" at "(= (g 7) 2)" => [],
        }
        "only the first two variables are proposed" {
            "(assert (= (g 0) 1))" at "(g 0)" => ["(assert (= v1 1))", "(assert (= x 1))"],
        }
    }
}

#[test]
fn a_term_that_is_much_longer_than_a_declaration_becomes_a_variable() {
    table! { ABSTRACT_LONG_TERMS, "(declare-fun f (Int Int Int Int) Int)";
        "formulas, and terms that are hardly longer" {
            "(assert (= 0 (f 1 2 3 4)))" at "(= 0 (f 1 2 3 4))" => [],
            "(assert (= 0 (f (f 1 2 3 4) 2 3 4)))" at "(f (f 1 2 3 4) 2 3 4)" => [],
        }
        "a long one, and what becomes unused" {
            "(assert (= 0 (f (f 1 2 3 4) (f 1 2 3 4) (f 1 2 3 4) (f 1 2 3 4))))"
                at "(f (f 1 2 3 4) (f 1 2 3 4) (f 1 2 3 4) (f 1 2 3 4))" => [
                "(declare-const v15 Int) (assert (= 0 v15))",
            ],
        }
    }
}

#[test]
fn introduce_fresh_variables_only_where_the_declaration_is_paid_for() {
    table! { INTRODUCE_FRESH_VARIABLES, "(declare-const p Bool) (declare-sort U 0) (declare-const u U)
        (declare-fun h (U U U) U) (declare-const v (_ BitVec 8))";
        "tokens and small terms that leave nothing unused" {
            "(assert (and p (not p)))" at "(not p)" => [],
            "(assert p)" at "p" => [],
            "(assert (= v (bvor v v)))" at "(bvor v v)" => [],
        }
        "unknown sorts" {
            "(assert (k (k1 (k1 a b) (k1 a b) (k1 a b))))" at "(k1 (k1 a b) (k1 a b) (k1 a b))" => [],
        }
        "the declaration comes before the command, behind the sorts that it needs" {
            "(assert (= u (h u (h u u u) u))) (assert (= u (h u u u)))" at "(h u (h u u u) u)" => [
                "(declare-const v33 U) (assert (= u v33)) (assert (= u (h u u u)))",
            ],
            "(assert (= v (bvor (bvor v v) (bvor v v))))" at "(bvor (bvor v v) (bvor v v))" => [
                "(declare-const v33 (_ BitVec 8)) (assert (= v v33))",
            ],
        }
        "the sort of the variable does not" {
            "(declare-sort T 0) (declare-fun g (U) T) (assert (let ((x (g u))) (= v v)))" at "(g u)" => [
                "(declare-const p Bool) (declare-sort U 0) (declare-fun h (U U U) U) (declare-const v (_ BitVec 8)) (declare-sort T 0) (declare-const v45 T) (assert (let ((x v45)) (= v v)))",
            ],
        }
        "what becomes unused goes, too" {
            "(assert (not p))" at "(not p)" => [
                "(declare-sort U 0) (declare-const u U) (declare-fun h (U U U) U) (declare-const v (_ BitVec 8)) (declare-const v30 Bool) (assert v30)",
            ],
        }
        "a name that is taken gets a tail" {
            "(declare-const v36 Bool) (assert (xor (and p (not p)) p))" at "(and p (not p))" => [
                "(declare-const v36 Bool) (declare-const v36_ Bool) (assert (xor v36_ p))",
            ],
            "(declare-const |v36| Bool) (assert (xor (and p (not p)) p))" at "(and p (not p))" => [
                "(declare-const |v36| Bool) (declare-const v36_ Bool) (assert (xor v36_ p))",
            ],
        }
    }
}

#[test]
fn remove_annotation_leaves_the_term() {
    table! { REMOVE_ANNOTATION, "(declare-const x Bool) (declare-const y Bool)";
        "no annotation, or none of a term" {
            "(assert (not x))" at "(not x)" => [],
            "(assert (!))" at "(!)" => [],
            "! x" at "!" => [],
        }
        "attributes go" {
            "(assert (! (and x y) :foo bar))" at "(! (and x y) :foo bar)" => ["(assert (and x y))"],
        }
    }
}

#[test]
fn labels_of_quantifiers_go_and_other_attributes_stay() {
    table! { REMOVE_LABELS, "(declare-fun p (Int) Bool)";
        "no annotation, no label, and a label without a value" {
            "(assert (p 1))" at "(p 1)" => [],
            "(assert (! (p 1) :named n))" at "(! (p 1) :named n)" => [],
            "(assert (! (p 1) :qid))" at "(! (p 1) :qid)" => [],
        }
        "the annotation goes with them if nothing else is left" {
            "(assert (forall ((x Int)) (! (p x) :qid q :skolemid |7|)))" at "(! (p x) :qid q :skolemid |7|)" => [
                "(assert (forall ((x Int)) (p x)))",
            ],
        }
        "between others" {
            "(assert (forall ((x Int)) (! (p x) :skolemid |7| :pattern ((p x)) :qid q :weight 0)))"
                at "(! (p x) :skolemid |7| :pattern ((p x)) :qid q :weight 0)" => [
                "(assert (forall ((x Int)) (! (p x) :pattern ((p x)) :weight 0)))",
            ],
        }
    }
}
