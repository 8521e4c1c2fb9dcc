//! What holds of all mutators, on a bundle of odd texts.

use crate::support::{case, first};
use smelt::language::TestCase;
use smelt::language::smtlib::parse;
use smelt::mutator::{MUTATORS, Mutator, Proposals, mutator};
use smelt::tree::{Edit, Node};
use std::collections::HashSet;

const TEXTS: &[&[u8]] = &[
    b"",
    b"()",
    b"(()) (()()) ((()))",
    b"let ((x y)) x",
    b"! x",
    b"(let) (!) (let ()) (let () x) (let (x) x) (let ((x)) x) (let ((x y z)) x) (let x y)",
    b"(assert) (assert (let)) (assert (!)) (assert ()) (assert (! :named)) (assert (! x :named))",
    b"(push) (push 1) (pop 2) (pop) (push (1)) (pop x) (push 3) (pop 1) (pop 2) (reset)",
    b"(set-logic) (set-logic ()) (set-logic LIA) (set-logic QF_UFBV) (set-logic \"S\")",
    b"(declare-fun) (declare-fun f) (declare-fun f ()) (declare-const) (declare-const x) (define-fun)",
    b"(forall) (assert (forall)) (assert (forall ())) (assert (exists (x) x)) (assert (forall ((x)) x))",
    b"(declare-const |a b| Int) (declare-const || Int) (declare-const |x| Int) (assert (= |a b| x ||))",
    b"(declare-const |\xff\xfe| Bool) (declare-const \xc3\xa4\xc3 Bool) (assert (and |\xff\xfe| \xc3\xa4\xc3))",
    b"(echo \"\xff a \"\" b\") (set-option :regular-output-channel \"out\") (set-info :source |x y|)",
    b"(declare-const x (_ FloatingPoint 5 11)) (assert (= x (fp #b0 #b10101 #b1010101010) (fp (bvnot #b1) #b10101 #b1010101010)))",
    b"(assert (= (_ bv5 8) (_ bv5 8 9) (_ +zero 8 24 3) (fp #b0 #b1 x #b1)))",
    b"(set-logic QF_UFLIA) (set-option :produce-models true) (declare-sort Elem 0) (declare-fun foo (Elem Int) Bool)
      (declare-const elem Elem) (declare-const abc Int) (declare-const abd Int) (define-fun inc ((arg Int)) Int (+ arg 1))
      (push 1) (assert (! (foo elem (+ abc (* 2 abd) 5)) :named first)) (check-sat-assuming (first)) (pop 1)
      (assert (forall ((i Int) (j Int)) (! (=> (< i j) (foo elem (+ i (+ j abc)))) :pattern ((foo elem i)))))
      (assert (let ((a (+ abc (* 2 abd))) (b 7)) (let ((a (- a b))) (or (> a b) (and (> (+ abc (* 2 abd)) 3) (or false (or true)))))))
      (assert (ite (foo elem 3) (= abc 1) (= abd 2))) (check-sat) (get-model) (exit)",
    b"(set-logic QF_ABV) (declare-fun a () (Array (_ BitVec 4) (_ BitVec 8))) (declare-const v (_ BitVec 8))
      (assert (= (select a ((_ extract 3 0) v)) (bvadd v (bvadd #x0f (bvmul v (_ bv3 8))) (bvadd v #b00000000))))
      (assert (bvult (select (store a #x1 v) #x2) (concat #b0 ((_ extract 6 0) v)))) (check-sat)",
    b"(declare-datatypes ((List 1)) ((par (T) ((nil) (cons (head T) (tail (List T)))))))
      (declare-datatype Color ((red) (green))) (declare-const list (List Int)) (declare-const color Color)
      (assert (match list ((nil true) ((cons hd tl) (= hd 5))))) (assert ((_ is red) color))
      (define-funs-rec ((ev ((n Int)) Bool) (od ((n Int)) Bool)) ((od (- n 1)) (ev (- n 1)))) (check-sat)",
    b"(declare-const p Bool) (declare-const q Bool) (declare-const x Int) (declare-const y Int) (declare-const r Real)
      (declare-const v (_ BitVec 8)) (declare-const w (_ BitVec 4)) (declare-fun f (Int Int) Int)
      (define-fun g ((a Int) (b Int)) Int (+ a (* b 2))) (define-fun h () Int (+ x 1)) (define-fun h2 () Int h)
      (assert (not (and p (not q) (not (not p))))) (assert (= p false q)) (assert (=> (not p) q)) (assert (xor true p q))
      (assert (not (forall ((i Int)) (not (< i x))))) (assert (not (exists ((i Int) (j Int)) p))) (assert (xor p (not q)))
      (assert (not (< x y 13))) (assert (<= x 1234 (g h y))) (assert (< x y)) (assert (> x y)) (assert (= x (f 1 (- 5))))
      (assert (and true p)) (assert (or (and p q) false)) (assert (= (f x 2) (f y 3))) (assert (= r 3.1415 12.00))
      (assert (= v ((_ zero_extend 4) w))) (assert (= ((_ extract 5 3) ((_ zero_extend 4) w)) #b101))
      (assert (= (ite (= v #xff) #b1 #b0) (bvcomp v (bvnot (bvnot v))))) (assert (= #b1 (bvand (bvcomp v v) #b1)))
      (assert (bvult ((_ zero_extend 8) v) ((_ zero_extend 12) w))) (assert (= v (concat #x0 w) (bvadd #x03 #xff)))
      (assert (= (bvshl (bvshl v #x01) #x02) (bvnand v v))) (assert (= ((_ sign_extend 2) #b101) ((_ extract 5 1) #xca)))
      (assert (= (+ 1 2) (- 3) (- (- x)))) (check-sat)",
    b"(declare-const s String) (declare-const t String) (declare-const n Int) (declare-const a (Array Int Int))
      (declare-datatypes ((A 0) (B 0)) (((mk (one Int) (two A)) (no)) ((bb) (cc (dd B)))))
      (declare-const m A) (declare-const e (_ FloatingPoint 8 24)) (declare-const k (Set Int))
      (assert (str.contains s t)) (assert (= n (str.indexof s t 0))) (assert (= s (str.replace_all s \"a\"\"b\\u{41}\" t)))
      (assert (= t \"abc123\" (str.++ \"\" s t))) (assert (= m (two (mk 1 m)))) (assert (match m (((mk x y) true) (no false))))
      (assert (= (select (store a 1 n) 1) (select (store a n 2) 3))) (assert (= e (fp.neg (fp.neg e))))
      (assert (set.member n (set.union k (set.singleton n)))) (assert (= 5 (seq.nth (seq.unit 5) n)))
      (define-funs-rec ((ff ((x Int)) Int) (gg ((x Int)) Int)) ((gg x) (ff x))) (check-sat)",
    b"(set-logic SLIA) (synth-fun ff ((xx String)) String ((St String)) ((St String (xx (str.++ St St)))))
      (declare-var yy String) (constraint (= (ff yy) yy)) (check-synth)",
];

fn everything() -> Vec<&'static dyn Mutator> {
    let coarse = MUTATORS.iter().flat_map(|mutator| mutator.coarse_forms());
    let coarse = coarse.map(|&(_, form)| form);
    MUTATORS.iter().copied().chain(coarse).collect()
}

/// That an edit changes the text, applies, and leaves a tree that its text reads as.
fn check(case: &TestCase, edit: &Edit, what: &str) {
    let text = case.tree().spliced(edit);
    let shown = String::from_utf8_lossy(&text);
    assert_ne!(text, case.tree().text(), "{what} proposes the text itself");
    let (edited, _) = case.apply(edit);
    assert!(edited.tree().text() == text, "{what}: {shown}");
    let parsed = parse(&text).expect("a candidate is read");
    assert!(
        parsed.tree == *edited.tree(),
        "{what} reads otherwise: {shown}"
    );
}

#[test]
fn names_are_unique_and_kebab_case_and_descriptions_fit_a_line() {
    let mut names = HashSet::new();
    for mutator in MUTATORS {
        let (name, about) = (mutator.name(), mutator.profile().about);
        assert!(names.insert(name), "{name} twice");
        let kebab = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
        assert!(name.bytes().all(kebab) && !name.starts_with('-'), "{name}");
        assert!(about.len() <= 79 && !about.ends_with('.'), "{name}");
        assert!(
            about.starts_with(|first: char| first.is_ascii_uppercase()),
            "{name}"
        );
    }
}

#[test]
fn a_mutator_is_found_by_its_name() {
    for expected in MUTATORS {
        let found = mutator(expected.name()).expect("it is listed");
        assert_eq!(found.profile(), expected.profile());
    }
    assert!(mutator("no-such-mutator").is_none());
}

#[test]
fn every_proposal_changes_the_text_applies_and_reads_back() {
    for text in TEXTS {
        let case = case(text);
        for mutator in everything() {
            for node in 0..case.tree().end() {
                check_node(&case, mutator, node);
            }
        }
    }
}

#[test]
fn exactly_the_proposals_that_do_not_shrink_the_text_are_pumps() {
    let mut wrong = Vec::new();
    for case in TEXTS.iter().map(case) {
        for mutator in MUTATORS {
            for node in 0..case.tree().end() {
                for proposal in mutator.proposals(&case, node) {
                    let (edit, name) = (&proposal.edit, mutator.name());
                    let is_smaller = case.apply(edit).0.is_smaller(&case);
                    assert_eq!(case.is_simplification(edit), is_smaller, "{name}: {edit:?}");
                    if proposal.is_pump == is_smaller {
                        let text = case.tree().spliced(edit);
                        wrong.push((name, String::from_utf8_lossy(&text).into_owned()));
                    }
                }
            }
        }
    }
    assert_eq!(wrong, []);
}

fn check_node(case: &TestCase, mutator: &dyn Mutator, node: Node) {
    let what = format!("{} at node {node}", mutator.name());
    let edits = |proposals: Proposals<'_>| -> Vec<Edit> {
        proposals.map(|proposal| proposal.edit).collect()
    };
    let proposed = edits(mutator.proposals(case, node));
    assert!(proposed.is_empty() || mutator.applies(case, node), "{what}");
    assert_eq!(proposed, edits(mutator.proposals(case, node)), "{what}");
    let everywhere = edits(mutator.proposals_at_all_occurrences(case, node));
    for edit in proposed.iter().chain(&everywhere) {
        check(case, edit, &what);
    }
}

#[test]
fn the_first_proposals_of_all_nodes_can_be_made_at_once() {
    for text in TEXTS {
        let case = case(text);
        for mutator in everything() {
            let edits: Vec<Edit> = (0..case.tree().end())
                .filter_map(|node| first(mutator, &case, node))
                .collect();
            if !edits.is_empty() {
                check(&case, &Edit::join(case.tree(), &edits), mutator.name());
            }
        }
    }
}

#[test]
fn deep_nesting_neither_overflows_the_stack_nor_takes_quadratic_time() {
    let depth = 100_000;
    let nested =
        |open: &str, inner: &str| [&open.repeat(depth), inner, &")".repeat(depth)].concat();
    let texts = [
        nested("(", ""),
        ["(assert ", &nested("(not ", "true"), ")"].concat(),
        ["(assert ", &nested("(let ((x true)) ", "x"), ")"].concat(),
        ["(assert ", &nested("(! ", "true"), ")"].concat(),
    ];
    for text in &texts {
        let case = case(text);
        for mutator in everything() {
            let edits: Vec<Edit> = (0..case.tree().end())
                .filter(|&node| mutator.applies(&case, node))
                .take(2)
                .chain(case.tree().end() - 2..case.tree().end())
                .filter_map(|node| first(mutator, &case, node))
                .collect();
            let joined = Edit::join(case.tree(), &edits);
            assert!(joined.is_empty() || case.tree().spliced(&joined) != case.tree().text());
        }
    }
}
