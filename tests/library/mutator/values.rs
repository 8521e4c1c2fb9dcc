//! The values of all sorts.

use smelt::mutator::smtlib::constants::{CONSTANTS, SHORTER};

#[test]
fn every_sort_has_few_values() {
    table! { CONSTANTS, "(declare-datatypes ((Nat 0)) (((succ (pred Nat)) (zero)))) (declare-datatype P ((mk (l Int) (r Nat))))
        (declare-datatypes ((L 1)) ((par (T) ((nil) (cons (hd T) (tl (L T)))))))
        (declare-fun s (Int) String) (declare-fun e (Int) RegLan) (declare-fun m (Int) RoundingMode)
        (declare-fun f (Int Int) (_ FloatingPoint 5 11)) (declare-fun a (Int Int Int Int Int Int) (Array Int Bool))
        (declare-fun n (Int) Nat) (declare-fun p (Int Int Int) P) (declare-fun k (Int Int Int Int Int) (L Int))
        (declare-fun t (Int Int Int Int Int) (Set Int)) (declare-sort U 0) (declare-fun u (Int Int) U)";
        "strings and regular expressions" {
            "(assert (= (s 1) \"x\"))" at "(s 1)" => ["(assert (= \"\" \"x\"))"],
            "(assert (= (e 1) re.all))" at "(e 1)" => ["(assert (= re.none re.all))", "(assert (= re.all re.all))"],
            "(assert (= (e 1) re.allchar))" at "(e 1)" => [
                "(assert (= re.none re.allchar))",
                "(assert (= re.all re.allchar))",
            ],
            "(assert (str.in.re (s 1) (e 1)))" at "(e 1)" => [
                "(assert (str.in.re (s 1) re.nostr))",
                "(assert (str.in.re (s 1) re.allchar))",
            ],
        }
        "floating-point numbers and rounding modes" {
            "(assert (= RNA (m 2)))" at "(m 2)" => ["(assert (= RNA RNE))", "(assert (= RNA RTZ))"],
            "(assert (fp.isNaN (f 1 2)))" at "(f 1 2)" => [
                "(assert (fp.isNaN (_ +zero 5 11)))",
                "(assert (fp.isNaN (_ NaN 5 11)))",
            ],
        }
        "arrays are constant" {
            "(assert (select (a 1 2 3 4 5 6) 0))" at "(a 1 2 3 4 5 6)" => [],
            "(assert (select (store (a 1 2 3 4 5 6) 0 true) 0))" at "(store (a 1 2 3 4 5 6) 0 true)" => [
                "(assert (select ((as const (Array Int Bool)) false) 0))",
            ],
        }
        "datatypes" {
            "(assert (= zero (n 1)))" at "(n 1)" => ["(assert (= zero zero))"],
            "(assert (= 0 (l (p 1 2 3))))" at "(p 1 2 3)" => ["(assert (= 0 (l (mk 0 zero))))"],
            "(assert (= (k 1 2 3 4 (+ 1 2)) (k 1 2 3 4 5)))" at "(k 1 2 3 4 (+ 1 2))" => [
                "(assert (= (as nil (L Int)) (k 1 2 3 4 5)))",
            ],
        }
        "sets" {
            "(assert (set.member 1 (t 1 2 3 4 (+ 1 2))))" at "(t 1 2 3 4 (+ 1 2))" => [
                "(assert (set.member 1 (as set.empty (Set Int))))",
            ],
            "(assert (member 1 (t 1 2 3 4 (+ 1 2))))" at "(t 1 2 3 4 (+ 1 2))" => [
                "(assert (member 1 (as emptyset (Set Int))))",
            ],
        }
        "a sort that the text declares has none" { "(assert (= (u 1 2) (u 3 4)))" at "(u 1 2)" => [] }
    }
}

#[test]
fn other_values_and_variables_in_the_place_of_a_token_are_pumps() {
    pumps! { CONSTANTS, "(declare-const x Int) (declare-const y Int) (declare-const p Bool) (declare-const m RoundingMode)
        (declare-fun f (RoundingMode) Bool)";
        "lists, and what has no value" {
            "(assert (= 1 (+ x 1)))" at "(+ x 1)" => [],
        }
        "numbers" {
            "(assert (= 3 (* 0 0)))" at "0" => [
                "(assert (= 3 (* 1 0)))",
                "(assert (= 3 (* 2 0)))",
                "(assert (= 3 (* x 0)))",
                "(assert (= 3 (* y 0)))",
            ],
        }
        "what is simpler is no pump" {
            "(assert (= x (+ y 5)))" at "x" => ["(assert (= 2 (+ y 5)))", "(assert (= y (+ y 5)))"],
        }
        "nor is what decides the term around it" {
            "(assert (= x 5))" at "x" => ["(assert (= y 5))"],
        }
        "truth values and rounding modes" {
            "(assert (xor p false))" at "false" => ["(assert (xor p true))", "(assert (xor p p))"],
            "(assert (f RTZ))" at "RTZ" => [
                "(assert (f RNE))", "(assert (f RNA))", "(assert (f RTP))", "(assert (f RTN))", "(assert (f m))",
            ],
        }
    }
}

#[test]
fn an_assertion_becomes_true_only_after_a_query() {
    table! { CONSTANTS, "(declare-const x Int)";
        "erase-node removes it as a whole" {
            "(assert (= x 1)) (check-sat)" at "(= x 1)" => ["(assert false) (check-sat)"],
        }
        "it takes the solver back from the query" {
            "(check-sat) (assert (= x 1)) (check-sat)" at "(= x 1)" => [
                "(check-sat) (assert false) (check-sat)",
                "(check-sat) (assert true) (check-sat)",
            ],
            "(check-sat-assuming (p)) (assert (= x 1))" at "(= x 1)" => [
                "(check-sat-assuming (p)) (assert false)",
                "(check-sat-assuming (p)) (assert true)",
            ],
        }
    }
}

#[test]
fn a_constant_becomes_a_shorter_one() {
    pumps! { SHORTER, "(declare-const a (Array Bool Int)) (declare-const x Int)";
        "a shorter one" {
            "(assert (= 0 (select a false)))" at "false" => ["(assert (= 0 (select a true)))"],
        }
        "none is shorter, or it is no constant" {
            "(assert (= 0 (select a true)))" at "true" => [],
            "(assert (= x 15))" at "15" => [],
            "(assert (= x 1))" at "x" => [],
        }
    }
    table! { SHORTER, "";
        "of whichever dialect" {
            "(assert (str.in.re \"a\" re.allchar))" at "re.allchar" => [
                "(assert (str.in.re \"a\" re.all))",
                "(assert (str.in.re \"a\" re.none))",
                "(assert (str.in.re \"a\" re.nostr))",
            ],
        }
    }
}
