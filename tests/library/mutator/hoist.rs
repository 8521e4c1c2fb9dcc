//! The mutator that replaces a term by one from deep inside it.

use smelt::mutator::smtlib::terms::HOIST;

#[test]
fn a_term_becomes_a_deep_term_of_its_sort() {
    table! { HOIST, "(declare-const p Bool) (declare-const q Bool) (declare-const x Int) (declare-fun f (Bool) Int)";
        "operands, tokens and other sorts" {
            "(assert (and p (or p q (not q))))" at "(and p (or p q (not q)))" => ["(assert (not q))"],
            "(assert (and p (or p q q q q)))" at "(and p (or p q q q q))" => [],
            "(assert (= 0 (+ x (f (and p (or p q))))))" at "(+ x (f (and p (or p q))))" => [],
        }
        "half, a quarter and three quarters of the weight, then the rest" {
            "(assert (not (not (not (not (not (not (not (not p)))))))))" at
                "(not (not (not (not (not (not (not (not p))))))))" => [
                    "(assert (not (not (not (not p)))))",
                    "(assert (not (not p)))",
                    "(assert (not (not (not (not (not (not p)))))))",
                    "(assert (not (not (not (not (not p))))))",
                    "(assert (not (not (not p))))",
                ],
            "(assert (= (f (and p (or p q))) (f (not q))))" at "(= (f (and p (or p q))) (f (not q)))" => [
                "(assert (and p (or p q)))",
                "(assert (or p q))",
                "(assert (not q))",
            ],
        }
        "a term that uses a variable bound in between stays where it is" {
            "(assert (forall ((i Int)) (or (= i 0) (and p (not q)))))" at
                "(forall ((i Int)) (or (= i 0) (and p (not q))))" => [
                    "(assert (and p (not q)))",
                    "(assert (not q))",
                ],
            "(assert (let ((a p)) (and q (or a (and a q)))))" at "(let ((a p)) (and q (or a (and a q))))" => [],
        }
    }
}
