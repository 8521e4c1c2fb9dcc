//! drop-nonterminal.

use smelt::mutator::smtlib::grammars::DROP_NONTERMINAL;

#[test]
fn a_nonterminal_goes_with_the_rules_that_use_it() {
    table! { DROP_NONTERMINAL, "";
        "the last one, other binders, and what is no grammar" {
            "(synth-fun f () Int ((S Int)) ((S Int (0))))" at "(S Int)" => [],
            "(synth-fun f ((x Int)) Int ((S Int)) ((S Int (x))))" at "(x Int)" => [],
            "(define-fun f ((x Int)) Int x)" at "(x Int)" => [],
        }
        "malformed grammars" {
            "(synth-fun f () Int ((S Int) (B Bool)) ((S Int (0))))" at "(B Bool)" => [],
            "(synth-fun f () Int ((S Int) (B Bool)) ((B Bool (true)) (S Int (0))))" at "(B Bool)" => [],
        }
        "all its rules and all that use it go" {
            "(synth-fun f () Int ((S Int) (B Bool)) ((S Int (0 (ite B S S) (+ S S))) (B Bool (true (not B)))))" at "(B Bool)" => [
                "(synth-fun f () Int ((S Int)) ((S Int (0 (+ S S)))))",
            ],
            "(synth-fun f () Int ((S Int) (E Int)) ((S Int (E)) (E Int (1))))" at "(S Int)" => [
                "(synth-fun f () Int ((E Int)) ((E Int (1))))",
            ],
            "(synth-inv f ((S Int)) ((S Bool) (E Bool)) ((S Bool (E (or S E))) (E Bool (true))))" at "(S Bool)" => [
                "(synth-inv f ((S Int)) ((E Bool)) ((E Bool (true))))",
            ],
        }
        "so do nonterminals that are left without rules" {
            "(synth-fun f () Int ((S Int) (A Int) (B Int)) ((S Int (0 A)) (A Int ((- B) (+ B B))) (B Int (1))))" at "(B Int)" => [
                "(synth-fun f () Int ((S Int)) ((S Int (0))))",
            ],
            "(synth-fun f () Int ((S Int) (A Int)) ((S Int (A)) (A Int (1 S))))" at "(A Int)" => [],
        }
        "the grammar of an answer" {
            "(get-abduct A (> 1 0) ((S Bool) (I Int)) ((S Bool (true (> I 0))) (I Int (1 (+ I I)))))" at "(I Int)" => [
                "(get-abduct A (> 1 0) ((S Bool)) ((S Bool (true))))",
            ],
        }
        "in SyGuS 1, the rules stand with the nonterminal" {
            "(synth-fun f () Int ((S Int (0 (ite B S S))) (B Bool (true (= S 1)))))" at "(B Bool (true (= S 1)))" => [
                "(synth-fun f () Int ((S Int (0))))",
            ],
        }
    }
}
