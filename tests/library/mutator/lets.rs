//! Lets: elimination and substitution.

use super::support::case;
use smelt::mutator::Proposal;
use smelt::mutator::smtlib::lets::{
    FREE_LET_VARIABLE, LET_ELIMINATION, LET_SUBSTITUTION, LETS_OF_CONSTANTS,
};

const D: &str = "(declare-const p Bool) (declare-const q Bool) (declare-fun f (Bool Bool) Bool)";

#[test]
fn let_elimination_leaves_the_body() {
    table! { LET_ELIMINATION, D;
        "no let, or one without a body" {
            "(assert (and p q))" at "(and p q)" => [],
            "(assert (let ((a p))))" at "(let ((a p)))" => [],
            "(assert (let))" at "(let)" => [],
            "let ((a p)) a" at "let" => [],
        }
        "all binders go" {
            "(assert (let ((a p) (b q)) (and a b)))" at "(let ((a p) (b q)) (and a b))" => [
                "(assert (and a b))",
            ],
        }
    }
}

#[test]
fn the_variable_of_a_let_is_declared() {
    table! { FREE_LET_VARIABLE, D;
        "several variables" {
            "(assert (let ((a p) (b q)) (and a b)))" at "(let ((a p) (b q)) (and a b))" => [],
        }
        "under its own name, if that is free" {
            "(assert (let ((a (f p q))) (f a a)))" at "(let ((a (f p q))) (f a a))" => [
                "(declare-const a Bool) (assert (f a a))",
            ],
            "(assert (let ((p (f p q))) (f p p)))" at "(let ((p (f p q))) (f p p))" => [
                "(declare-const v22 Bool) (assert (f v22 v22))",
            ],
        }
        "under another one, where its own has a meaning around the term" {
            "(assert (let ((a p)) (let ((a (f a a))) (f a a))))" at "(let ((a (f a a))) (f a a))" => [
                "(declare-const v28 Bool) (assert (let ((a p)) (f v28 v28)))",
            ],
        }
        "a number in any format" {
            "(assert (let ((a (fp.neg (_ NaN 2 3)))) (fp.isNaN (fp.neg a))))" at
                "(let ((a (fp.neg (_ NaN 2 3)))) (fp.isNaN (fp.neg a)))" => [
                    "(declare-const a Float16) (assert (fp.isNaN (fp.neg a)))",
                ],
        }
    }
    pumps! { FREE_LET_VARIABLE, D;
        "the declaration has more nodes than the term" {
            "(assert (let ((a (fp.neg (_ NaN 2 3)))) (fp.isNaN (fp.neg a))))" at
                "(let ((a (fp.neg (_ NaN 2 3)))) (fp.isNaN (fp.neg a)))" => [
                    "(declare-const a (_ FloatingPoint 2 3)) (assert (fp.isNaN (fp.neg a)))",
                ],
        }
    }
}

#[test]
fn lets_of_constants_bind_nothing_else() {
    table! { LETS_OF_CONSTANTS, D;
        "a bound name or a binder without a term is no constant" {
            "(assert (let ((a p)) q))" at "(let ((a p)) q)" => [],
            "(assert (let ((a true) (b (not q))) q))" at "(let ((a true) (b (not q))) q)" => [],
            "(assert (let ((a)) q))" at "(let ((a)) q)" => [],
            "(assert (let))" at "(let)" => [],
            "(assert (and p q))" at "(and p q)" => [],
        }
        "constants of one or of several tokens" {
            "(assert (let ((a true) (b (_ bv0 8))) q))" at "(let ((a true) (b (_ bv0 8))) q)" => [
                "(assert q)",
            ],
        }
    }
}

#[test]
fn let_substitution_drops_the_binders_that_it_substitutes() {
    table! { LET_SUBSTITUTION, D;
        "no let with binders" {
            "(assert (and p q))" at "(and p q)" => [],
            "(assert (let () p))" at "(let () p)" => [],
            "(assert (let))" at "(let)" => [],
            "(assert (let (a) p))" at "(let (a) p)" => [],
            "(assert (let ((a)) p))" at "(let ((a)) p)" => [],
        }
        "all at once, then one by one" {
            "(assert (let ((a p) (b q)) (and a b)))" at "(let ((a p) (b q)) (and a b))" => [
                "(assert (and p q))",
                "(assert (let ((b q)) (and p b)))",
                "(assert (let ((a p)) (and a q)))",
            ],
        }
        "the last binder takes the let with it" {
            "(assert (let ((a (not p))) (and a q)))" at "(let ((a (not p))) (and a q))" => [
                "(assert (and (not p) q))",
            ],
            "(assert (let ((a p)) a))" at "(let ((a p)) a)" => ["(assert p)"],
        }
        "in SyGuS 1, a binder may have the sort of its term" {
            "(assert (let ((a Bool p) (b q)) (and a b)))" at "(let ((a Bool p) (b q)) (and a b))" => [
                "(assert (and p q))",
                "(assert (let ((b q)) (and p b)))",
                "(assert (let ((a Bool p)) (and a q)))",
            ],
        }
        "an unused binder just goes" {
            "(assert (let ((a p) (b q)) b))" at "(let ((a p) (b q)) b)" => [
                "(assert q)",
                "(assert (let ((b q)) b))",
                "(assert (let ((a p)) q))",
            ],
        }
    }
}

#[test]
fn let_substitution_grows_nothing() {
    table! { LET_SUBSTITUTION, D;
        "a large term used often stays bound" {
            "(assert (let ((a (f p (f p q)))) (f (f a a) (f a a))))"
                at "(let ((a (f p (f p q)))) (f (f a a) (f a a)))" => [],
        }
        "only the binder that pays" {
            "(assert (let ((a (f p (f p (f p q)))) (b q)) (f (f a a) (f a b))))"
                at "(let ((a (f p (f p (f p q)))) (b q)) (f (f a a) (f a b)))" => [
                "(assert (let ((a (f p (f p (f p q))))) (f (f a a) (f a q))))",
            ],
        }
    }
}

#[test]
fn let_substitution_proposes_nothing_that_makes_only_the_names_longer() {
    let declare =
        "(declare-fun func (Bool Bool) Bool) (declare-const aaa Bool) (declare-const bbb Bool)
        (declare-fun g (Bool Bool Bool) Bool)";
    let text = "(assert (let ((x (func aaa bbb)) (y (func bbb aaa))) (g x x y)))";
    table! { LET_SUBSTITUTION, declare;
        "the first binder alone is worth no less than its term" {
            "(assert (let ((x (func aaa bbb)) (y (func bbb aaa))) (g x x y)))"
                at "(let ((x (func aaa bbb)) (y (func bbb aaa))) (g x x y))" => [
                "(assert (g (func aaa bbb) (func aaa bbb) (func bbb aaa)))",
                "(assert (let ((x (func aaa bbb))) (g x x (func bbb aaa))))",
            ],
        }
    }
    let case = case([declare, text].concat());
    let proposed = (0..case.tree().end()).flat_map(|node| LET_SUBSTITUTION.proposals(&case, node));
    let proposed: Vec<Proposal> = proposed.collect();
    assert_eq!(proposed.len(), 2);
    let is_smaller = |proposal: &Proposal| case.is_simplification(&proposal.edit);
    assert!(proposed.iter().all(is_smaller));
}

#[test]
fn let_substitution_captures_nothing_and_respects_shadows() {
    table! { LET_SUBSTITUTION, D;
        "a name of the term is bound again where the term would go" {
            "(assert (let ((a (not p))) (exists ((p Bool)) (and a p))))"
                at "(let ((a (not p))) (exists ((p Bool)) (and a p)))" => [],
            "(assert (let ((a (f p q))) (let ((q p)) (f a q))))"
                at "(let ((a (f p q))) (let ((q p)) (f a q)))" => [],
        }
        "an inner binder of the same name is another variable" {
            "(assert (let ((a p)) (f a (let ((a q)) a))))" at "(let ((a p)) (f a (let ((a q)) a)))" => [
                "(assert (f p (let ((a q)) a)))",
            ],
        }
        "a term may name what it is bound to, which is another variable" {
            "(assert (let ((p (not p))) (and p q)))" at "(let ((p (not p))) (and p q))" => [
                "(assert (and (not p) q))",
            ],
        }
    }
}
