//! The filter judges edits as an analysis of the whole edited text does: random edits of texts over all theories, of
//! texts with all kinds of scopes, and of real cases.

use crate::case;
use crate::edited::{FAULTY, TEXTS};
use crate::generated::generated;
use crate::random_edits::{Random, joined, judged_twice};
use smelt::language::TestCase;
use smelt::language::smtlib::{Role, WellFormedness, analysis};
use smelt::tree::{Edit, Node, ROOT};

/// Small cases of the example corpus.
const CASES: &[&str] = &[
    include_str!("../../benchmarks/corpus/fp-invalid-model-z3-4.8.6-400085.smt2"),
    include_str!("../../benchmarks/corpus/nira-invalid-model-z3-4.5.1-100012.smt2"),
    include_str!("../../benchmarks/corpus/nraq-invalid-model-z3-4.5.1-400119.smt2"),
    include_str!("../../benchmarks/corpus/seq-invalid-model-z3-4.8.5-400059.smt2"),
];

/// How many edits, one after the other, a text gets before it is another text.
const STEPS: usize = 24;

/// Judges so many edits both ways. Some of them are made, so that later ones have another base.
fn compare(edits: usize, texts: &[&str]) {
    let mut random = Random::of(texts.len() as u64);
    for n in 0..edits.div_ceil(STEPS) {
        let place = random.below(texts.len() + texts.len() / 2 + 1);
        let golden = texts.get(place).map(|text| case(text));
        let golden = golden.unwrap_or_else(|| generated(1 + n % 4, &mut random));
        compare_from(&golden, &mut random);
    }
}

fn compare_from(golden: &TestCase, random: &mut Random) {
    let filter = WellFormedness::of(golden);
    let mut base = golden.clone();
    for step in 0..STEPS {
        let edit = joined(&base, random);
        let judged = judged_twice(&filter, &base, &edit);
        let is_refused = judged.unwrap_or_else(|difference| panic!("{difference}"));
        // A text with faults is a base, too.
        let is_next = !is_refused && step % 3 == 2 || step % 8 == 7;
        let edited = is_next.then(|| base.apply(&edit).0);
        base = edited
            .filter(|edited| edited.tree().cells().len() > 8)
            .unwrap_or(base);
    }
}

/// Texts with terms of very many binders: plain ones, and those that are applied to operands. Some names are bound twice,
/// or outside, too; some terms have faults.
fn wide() -> [String; 2] {
    let term = |k: usize, tag: &str| match k % 7 {
        0 => "x".to_owned(),
        1 => "b".to_owned(),
        2 => format!("(+ x a{})", k / 2),
        3 => "(foo x)".to_owned(),
        4 => format!("(! (not b) :named {tag}{k})"),
        5 => "(not b x)".to_owned(),
        _ => format!("(or b a{})", k + 1),
    };
    let terms = |tag: &str| -> String {
        let binder = |k: usize| format!("(a{} {})", k % 75, term(k, tag));
        (0..80).map(binder).collect()
    };
    let (m, n, o) = (terms("n"), terms("n"), terms("o"));
    let sort = |k: usize| ["Int", "Bool", "Foo"][k % 3];
    let variable = |k: usize| format!("(a{} {})", k % 75, sort(k));
    let sorts: String = (0..80).map(variable).collect();
    let body = "(and a1 a6 (= a0 a2 a70) (= a77 a72 a73) (not a74) (< x a3))";
    let declarations = "(declare-const x Int)(declare-const b Bool)(declare-const a1 Bool)(declare-const a2 Int)\
         (declare-fun f () (-> Int Bool))(define-fun a74 () Bool b)";
    let first_order = declarations.replace("(-> Int Bool)", "Int");
    [
        format!(
            "{first_order}(assert (let ((a77 x) (a0 2)) (let ({n}) {body})))(assert (forall ({sorts}) {body}))\
             (assert (exists ((a9 Int)) (=> a1 (let ({m}) (forall ({sorts}) {body})))))(get-value (n4 n11))"
        ),
        format!(
            "{declarations}(assert ((let ({n}) (ite a1 f f)) x))(assert ((lambda ({sorts}) (ite a1 a0 a3)) x 1))\
             (assert (! b :pattern ((let ({m}) (= a0 a2)))))(assert (let ({o}) (or a1 ((ite a6 f f) a2))))"
        ),
    ]
}

#[test]
fn edits_among_very_many_binders_are_judged_as_an_analysis_of_the_whole_judges_them() {
    for golden in wide().iter().map(|text| case(text)) {
        for seed in 0..16 {
            compare_from(&golden, &mut Random::of(seed));
        }
        let filter = WellFormedness::of(&golden);
        let is_binder = |&node: &Node| analysis(&golden).role(node) == Role::Binder;
        for binder in (1..golden.tree().end()).filter(is_binder) {
            let edit = Edit::delete(golden.tree(), binder);
            let judged = judged_twice(&filter, &golden, &edit);
            assert!(judged.is_ok(), "{judged:?}");
        }
    }
}

#[test]
fn ten_thousand_edits_are_judged_as_an_analysis_of_the_whole_judges_them() {
    let texts: Vec<&str> = TEXTS.iter().chain(FAULTY).copied().collect();
    compare(16_000, &texts);
    compare(2_000, CASES);
}

#[test]
#[ignore = "takes minutes without optimisation"]
fn a_million_edits_are_judged_as_an_analysis_of_the_whole_judges_them() {
    let texts = TEXTS.iter().chain(FAULTY).chain(CASES);
    compare(1_000_000, &texts.copied().collect::<Vec<&str>>());
}

#[test]
fn a_pop_of_more_levels_than_are_open_ends_no_scope() {
    let golden = case(
        "(declare-fun x () Int)(push 1)(declare-fun y () Bool)(declare-fun y () Int)(pop 2)(assert (= y x))(pop)\
         (assert (= y 1))",
    );
    let tree = golden.tree();
    let second = tree.child(ROOT, 2).expect("the first declaration of y");
    let edit = Edit::replace(tree, second, Vec::new());
    let filter = WellFormedness::of(&golden);
    assert_eq!(judged_twice(&filter, &golden, &edit), Ok(false));
}
