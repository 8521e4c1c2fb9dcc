//! The filter judges edits as an analysis of the whole edited text does: random edits of texts over all theories, of
//! texts with all kinds of scopes, and of real cases.

use super::case;
use super::edited::{FAULTY, TEXTS};
use super::generated::generated;
use super::random_edits::{Random, joined, judged_twice};
use smelt::language::TestCase;
use smelt::language::smtlib::{Role, WellFormedness, analysis};
use smelt::tree::{Edit, Node, Piece, Pieces, ROOT, Splice, Symbol};

/// Small cases of the example corpus.
const CASES: &[&str] = &[
    include_str!("../../../benchmarks/corpus/fp-invalid-model-z3-4.8.6-400085.smt2"),
    include_str!("../../../benchmarks/corpus/nira-invalid-model-z3-4.5.1-100012.smt2"),
    include_str!("../../../benchmarks/corpus/nraq-invalid-model-z3-4.5.1-400119.smt2"),
    include_str!("../../../benchmarks/corpus/seq-invalid-model-z3-4.8.5-400059.smt2"),
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
    let filter = WellFormedness::of(golden).strict();
    let mut base = golden.clone();
    for step in 0..STEPS {
        let edit = joined(&base, random);
        let judged = judged_twice(&filter, &base, &edit);
        let is_refused = judged.unwrap_or_else(|difference| panic!("{difference}"));
        // A text with faults is a base, too.
        let is_next = !is_refused && step % 3 == 2 || step % 8 == 7;
        let edited = is_next.then(|| base.apply(&edit));
        if let Some(edited) = edited.filter(|edited| edited.tree().cells().len() > 8) {
            base = edited;
        }
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
fn edits_of_a_higher_order_text_are_judged_as_an_analysis_of_the_whole_judges_them() {
    let golden = case(
        "(declare-sort U 0)(declare-fun f () (-> U U))(declare-fun u () U)(push 1)(declare-fun g () (-> U U Bool))\
         (assert (g (f u) u))(pop 1)(assert (= (f u) u))(push 1)(declare-fun h ((-> U U)) Bool)(assert (h f))\
         (push 1)(check-sat)(pop 2)(assert (= f (lambda ((x U)) u)))(exit)(pop 1)(assert)",
    );
    for seed in 0..100 {
        compare_from(&golden, &mut Random::of(seed));
    }
    for node in 1..golden.tree().end() {
        let edit = Edit::delete(golden.tree(), node);
        let judged = judged_twice(&WellFormedness::of(&golden), &golden, &edit);
        assert!(judged.is_ok(), "{judged:?}");
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

/// Judges an edit of a text both ways.
#[track_caller]
fn agrees(text: &str, splices: Vec<Splice>) {
    let base = case(text);
    let edit = Edit::new(splices);
    let judged = judged_twice(&WellFormedness::of(&base), &base, &edit);
    assert!(judged.is_ok(), "{judged:?}");
}

#[test]
fn a_declaration_that_moves_up_to_what_is_removed_behind_it_is_still_there() {
    let up = |with: Vec<Piece>| Splice {
        at: 6,
        cells: 3,
        with: with.into(),
    };
    let text = "(declare-fun x () Bool)(assert x)(declare-fun y () Bool)(assert y)";
    let removed = Splice {
        at: 9,
        cells: 5,
        with: Pieces::default(),
    };
    agrees(text, vec![up(vec![Piece::Copy(9)]), removed]);
}

#[test]
fn a_name_given_twice_stays_a_fault_when_the_pattern_with_one_of_them_changes() {
    let quantifier = "(forall ((q Bool)) (! (or (g (f q)) b) :pattern ((g q) (f b)) :named m))";
    let text = format!(
        "(declare-fun f (Bool) Bool)(declare-fun g (Bool) Bool)(declare-fun b () Bool)\
         (assert (forall ((q Bool)) (! (or (g (f q)) b) :pattern ({quantifier} (f b)) :named m)))(get-value (n m))"
    );
    let with = vec![
        Piece::Enter(44),
        Piece::Copy(45),
        Piece::Enter(46),
        Piece::Copy(47),
        Piece::Enter(48),
        Piece::Copy(49),
        Piece::Enter(50),
        Piece::Copy(51),
        Piece::Leaf(Symbol::of(b"false")),
        Piece::Close,
        Piece::Close,
        Piece::Copy(53),
        Piece::Close,
        Piece::Copy(62),
        Piece::Copy(63),
        Piece::Close,
    ];
    let splice = Splice {
        at: 38,
        cells: 26,
        with: with.into(),
    };
    agrees(&text, vec![splice]);
}

#[test]
fn names_given_twice_in_one_command_are_both_known_to_later_ones() {
    let text = "(declare-fun b () Bool)(assert (! b :pattern ((! (not b) :named n)) :named n))(get-value (n))";
    let with = vec![Piece::Leaf(Symbol::of(b"true"))];
    for at in [10, 16] {
        let splice = Splice {
            at,
            cells: 1,
            with: with.clone().into(),
        };
        agrees(text, vec![splice]);
    }
}

#[test]
fn a_variable_of_a_pattern_is_a_constructor_once_no_variable_hides_it() {
    let text = "(declare-datatype N ((z) (p (n N))))(declare-fun x () N)\
         (assert (= x (match x ((z x) ((p z) (match x ((z x) (w z))))))))";
    let base = case(text);
    let tree = base.tree();
    let pattern = (1..tree.end()).find(|&node| tree.bytes(node) == b"(p z)");
    let at = pattern.expect("there is a pattern");
    let with = vec![Piece::Leaf(Symbol::of(b"p"))];
    agrees(
        text,
        vec![Splice {
            at,
            cells: 3,
            with: with.into(),
        }],
    );
}

#[test]
fn a_term_that_comes_from_behind_the_exit_has_its_faults() {
    let text = "(declare-fun x () Bool)(assert (or x x))(exit)(assert (not x x))";
    let base = case(text);
    let tree = base.tree();
    let term = |bytes: &[u8]| {
        let node = (1..tree.end()).find(|&node| tree.bytes(node) == bytes);
        node.expect("there is such a term")
    };
    let with = vec![Piece::Copy(term(b"(not x x)"))];
    let at = term(b"(or x x)");
    agrees(
        text,
        vec![Splice {
            at,
            cells: 4,
            with: with.into(),
        }],
    );
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

#[test]
fn a_name_given_in_a_body_that_changes_its_attributes_is_not_given_twice() {
    let base = case(
        "(declare-fun f (Bool) Bool)(declare-fun g (Bool) (not Bool))(declare-fun b () Bool)\
         (assert (! (f (g b)) :pattern ((f (g b))) :named n))\
         (assert (forall ((q Bool)) (! (or (g (f q)) b) false ((g q) (f b)) :named m)))(get-value (n m))",
    );
    let filter = WellFormedness::of(&base);
    let edit = Edit::delete(base.tree(), 48);
    let judged = judged_twice(&filter, &base, &edit);
    judged.unwrap_or_else(|difference| panic!("{difference}"));
}
