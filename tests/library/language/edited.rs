//! The judgement of an edit is that of the edited text.

use super::{case, find, first};
use proptest::prelude::*;
use smelt::language::TestCase;
use smelt::language::smtlib::{IllFormed, Role, Sort, WellFormedness, analysis, literals};
use smelt::mutator::smtlib::lets::LET_SUBSTITUTION;
use smelt::tree::{Edit, Node, Piece, Pieces, ROOT, Splice, Symbol};
use std::collections::HashMap;

/// Texts with scopes of every kind.
pub(crate) const TEXTS: &[&str] = &[
    "(set-logic ALL)(declare-fun x () Int)(declare-fun y () Int)(declare-fun b () Bool)(define-fun f ((x Int) (b Bool)) Int (ite b x y))\
     (assert (let ((x (+ x y)) (z b)) (and z (= x (let ((z x) (y b)) (ite y z x))))))(push 1)(declare-fun z () Bool)\
     (assert (or z (= (f x b) y)))(pop 1)(assert (forall ((x Bool) (z Int)) (=> x (exists ((x Int)) (= x z y)))))(check-sat)",
    "(declare-sort U 0)(declare-sort V 1)(declare-fun u () U)(declare-fun g (U (V U)) Bool)(declare-const w (V U))\
     (assert (! (g u w) :named n))(assert (and n (! (= u u) :named m)))(define-sort W () (_ BitVec 8))(declare-fun v () W)\
     (assert (bvult ((_ zero_extend 4) v) (concat v #x0)))(get-value (n m v))(define-fun h () W (bvadd v v))(assert (= h v))",
    "(declare-datatypes ((T 0)) (((c (s Int) (t T)) (d))))(declare-fun e () T)(declare-fun a () (Array Int T))\
     (assert (match e (((c x y) (= x 1)) (d (= e d)))))(assert (and ((_ is c) e) (= (select (store a 1 e) (s e)) (c 2 d))))\
     (define-fun-rec r ((x T)) Int (ite ((_ is d) x) 0 (+ 1 (r (t x)))))(assert (= (r e) (let ((e (r e))) e)))",
    "(set-option :incremental true)(declare-fun x () Int)(push 1)(declare-fun y () Bool)(push)(declare-fun z () Int)(assert (= x z))\
     (pop 1)(declare-fun z () Bool)(assert (or y z))(pop)(declare-fun y () Int)(push 2)(define-fun z () Int (+ x y))(assert (= z x))\
     (pop 2)(assert (= y x))(exit)",
    "(declare-datatypes ((T 0) (N 0)) (((c (s Int) (t T)) (d)) ((z) (p (n N)))))(declare-fun e () T)(declare-fun x () N)\
     (assert (match e ((d true) (w (= e w d)))))(assert (= (match x ((z e) ((p y) (match y ((z e) (w d)))))) (match x ((q e)))))\
     (declare-fun q () N)(assert (= q z x (match d (((c x y) q) (d z)))))",
    "(declare-fun f (Bool) Bool)(declare-fun g (Bool) Bool)(declare-fun b () Bool)(assert (! (f (g b)) :pattern ((f (g b))) :named n))\
     (assert (forall ((q Bool)) (! (or (g (f q)) b) :pattern ((g q) (f b)) :named m)))(get-value (n m))",
    "(declare-fun f (Int) Int)(declare-fun b () Bool)(assert (forall ((x Int)) (! (= x (f x)) :pattern ((f x)) :qid a)))(assert (let ((c \
     (exists ((x Int) (y Bool)) (! (forall ((z Int)) (! (and y (! (= x z) :named m)) :weight 2)) :no-pattern (f x))))) (and c (! b :named n) \
     (forall ((y Int)) (! (not (forall ((z Bool)) (! z :skolemid s :weight 1))) :qid d))))) (define-fun g ((v Int)) Bool \
     (forall ((x Int)) (! (exists ((u Bool)) (! (or u n (= x v)) :weight 3)) :pattern ((f (+ x v)) (f x)))))(assert (g (f 1)))",
    "(declare-fun h () (-> Int Int Bool))(declare-fun k (Int Int) Int)(declare-fun x () Int)(assert ((h x) 2))\
     (assert (and (! ((lambda ((y Int)) (h y x)) (k 1 x)) :named n) ((h (ite n 1 2)) (let ((k x)) k)) (! (h x 1) :named m) (or n m)))",
    "(declare-fun b () Bool)(push 1)(assert b)(push 2)(check-sat)(pop 1)(pop)(assert (not b))(push)(push 1)(pop 2)(declare-fun c () Bool)\
     (assert (or b c))(pop 0)(push 1)(check-sat)(push)(pop)",
    "(declare-fun b () Bool)(push 1)(declare-fun c () Bool)(push 2)(assert (or b c))(pop 1)(define-fun d () Bool (and b c))\
     (push)(check-sat)(pop)(push 1)(assert (not d))(declare-fun e () Bool)(push)(pop)(assert (or e d))",
    "(declare-fun x () Int)(push 1)(declare-fun y () Int)(assert (> y x))(pop 1)(push 1)(declare-fun y () Bool)(assert (or y (= x 1)))\
     (push)(check-sat)(pop 2)(declare-fun y (Int) Int)(assert (= (y x) 1))(push 2)(assert (= x 2))(pop 1)(pop 1)(check-sat)",
    "(declare-fun x () Int)(push 2)(declare-fun y () Int)(push 1)(declare-fun z () Int)(assert (= y z))(pop 1)(assert (let ((z x)) (= z y)))\
     (pop 1)(push 1)(declare-fun z () Int)(assert (= z 1))(pop 1)(push 1)(declare-fun y (Int) Int)(assert (= (y x) 1))(push)(pop 2)\
     (push 1)(declare-fun w () Int)(assert (! (= w x) :named n))(pop 1)(push 1)(assert (! (= x 1) :named n))(pop 2)(assert (= x 3))",
    "(set-option :global-declarations true)(declare-fun x () Int)(push 1)(declare-fun y () Int)(assert (= x y))(pop 1)\
     (assert (= y x))(set-option :global-declarations false)(push)(declare-fun z () Int)(assert (= z x))(pop)(exit)(assert (= z 1))",
    "(declare-fun p () Bool)(declare-fun n () Int)(assert (let ((a (+ n 1)) (b p)) (let ((c (let ((d a)) (+ d d))) (a b)) \
     (let ((e (ite a c n))) (and a (let ((p (= e c))) (or p b (! (exists ((c Int)) (= c n)) :named q)))))))) \
     (assert (let ((x p)) (let ((y x)) (let ((z y)) (let ((y n)) (let ((x (+ y 1)) (w q)) (=> z (= x y) q)))))))(get-value (q))",
    "(declare-fun x () Int)(declare-fun b () Bool)(assert (let ((y (! (+ x 1) :named k)) (w b)) (let ((c (! (= y (! (* x y) :named l)) \
     :named m))) (or c (! (not b) :named n) (let ((z (! c :named o))) (and z b (forall ((x Bool)) (! (or x z) :named p))))))))\
     (assert (! (=> b (! (= x 2) :named q)) :named r))(get-value (k m))(assert (or r b (let ((q r)) q)))",
    "(declare-fun v () (_ BitVec 2))(define-fun f ((w (_ BitVec 2))) (_ BitVec 1) ((_ extract 0 0) (concat v (concat w (concat v \
     (concat v (concat w (concat v w))))))))(define-fun g () Bool (= (f v) ((_ extract 3 3) (concat (bvadd v v) (concat v v)))))\
     (assert (or g (= #b1 ((_ extract 0 0) (concat v (f v) (concat (f v) (concat (f v) (concat (f v) (concat v (f v))))))))))",
    "(declare-fun x () Int)(declare-fun r () Real)(declare-fun f (Int Real) Real)(assert (and (> r (to_real x) 1) (= x (ite (< r (- 2)) 3 x)) \
     (<= (* 2 r) (+ r 1 (* 3 (- 1))) r) (= (f (+ x 1) (ite (= x 1) 2 r)) (+ (to_real (+ x 1)) 5))))(assert (let ((y (+ x 0)) (s (+ 2 r)))\
     (and (distinct s 0 (f y 1)) (>= (+ y (* 2 (+ 1 1))) (to_int s)))))",
    "(declare-datatypes ((L 1) (P 2)) ((par (X) ((nil) (cons (hd X) (tl (L X))))) (par (X Y) ((pair (fst X) (snd Y))))))\
     (declare-fun l () (L Int))(declare-fun p () (P Bool (L Int)))(define-sort D (X) (P X X))(declare-fun d () (D Bool))\
     (assert (= (cons 1 l) (tl (snd (pair (fst d) (cons (hd l) (as nil (L Int))))))))(assert (or (fst p) (= d (pair (snd d) true)) \
     (match l (((cons h t) (= (pair h t) (pair 1 (snd p)))) (nil (= (hd (snd p)) 2))))))(assert (= (pair l (snd p)) (pair nil (tl l))))",
    "(declare-var y Int)(define-fun g ((x Int)) Bool (< x y))(synth-fun f ((x Int) (b Bool)) Int ((S Int) (B Bool) (x Int)) ((S Int (0 x \
     (+ S S) (ite B S x) (Constant Int))) (B Bool (b true (g S) (let ((z S) (y B)) (and y (= z S))))) (x Int (S y (- x) (f2 x)))))\
     (define-fun S ((B Int)) Int (+ B y))(constraint (= (f (S y) true) (S y)))(check-synth)",
    "(declare-var y Int)(synth-fun f ((x Int)) Int ((S Int (0 x (+ S E) (let ((z S) (y E)) (+ y z)))) (E Int (S y (- E) \
     (let ((S y)) S) (Variable Int)))))(synth-inv i ((x Int)) ((B Bool (true (< x S) (not B))) (S Int (x (f S) (ite B S y)))))\
     (constraint (=> (i y) (= (f y) (f (f 1)))))(check-synth)",
    "(declare-fun x () Int)(declare-fun b () Bool)(define-sort I () Int)(synth-fun f ((x I)) I ((S Int (x (let ((y I S) (b Bool B)) \
     (ite b y (let ((y Bool b) (z S)) (ite y z x)))))) (B Bool (b (let ((S I S)) (< S x))))))(get-abduct a (> x 0) ((S Bool) (x Int)) \
     ((S Bool (b (> x x) (let ((x Bool S)) (and x b)))) (x Int (x (+ x 1) (f x)))))(get-interpolant i b ((b Bool)) ((b Bool (b (not b)))))",
    "(declare-fun x () Int)(declare-fun r () Real)(define-fun c () Real (+ 1 2))(define-const d Real (- (* 2 3)))\
     (define-fun f ((a Real)) Real (ite (> a 2) (+ 1 c) 3.0))(define-fun-rec h ((a Int)) Real (+ 2 (h (- a 1)) 4))\
     (synth-fun s ((x Int)) Real ((S Real) (I Int)) ((S Real (1 (+ 1 1) r (+ S 1))) (I Int (x 2))))\
     (assert (and (= x 1) (< c (f d) (h x) r)))",
    "(declare-fun p () Bool)(declare-fun x () Int)(declare-fun r () Real)(declare-fun v () (_ BitVec 4))(assert (and p (not p) true (= x 1 2 3 4 \
     5 6 7 8 9 x) p (distinct v v v #x1 v v v v v v v) (< r 1.0 x r r r 2 r r r r) p p p (= r (+ r x 1 r x r x r r r x r))))\
     (assert (xor p p p p p p p p p p p))(assert (= v (bvadd v v v v v v v v v v #x2)))(assert (> (- x 1 x 1 x 1 x 1 x x x) 2))",
];

/// One edit, made of three numbers.
fn edit(case: &TestCase, kind: u8, at: usize, other: usize) -> Edit {
    let (tree, analysis) = (case.tree(), analysis(case));
    let node = |number: usize| 1 + Node::try_from(number % (tree.cells().len() - 1)).unwrap_or(0);
    let (at, other) = (node(at), node(other));
    match kind {
        7 => return delete_commands(case, at, other),
        8 => return dissolve(case, at),
        _ => {}
    }
    let with = match kind {
        0 => Vec::new(),
        1 => {
            let children: Vec<Node> = tree.children(at).collect();
            let child = children.get(other as usize % children.len().max(1));
            child.map_or(Vec::new(), |&child| vec![Piece::Copy(child)])
        }
        2 => {
            let constants = literals(analysis.sort(other));
            let constant = constants.first().copied();
            vec![Piece::Leaf(constant.unwrap_or(Symbol::of(b"0")))]
        }
        3 => {
            let bindings = analysis.bindings();
            vec![Piece::Leaf(bindings[other as usize % bindings.len()].name)]
        }
        4 => {
            let sort = analysis.sort(at);
            let names = analysis
                .variables(sort, at)
                .map(|id| analysis.bindings()[id as usize].name);
            names.take(1).map(Piece::Leaf).collect()
        }
        9 | 10 => vec![Piece::Copy(at + other % tree.len(at))],
        5 => vec![
            Piece::Open,
            Piece::Leaf(Symbol::of(b"not")),
            Piece::Copy(at),
            Piece::Close,
        ],
        _ => vec![Piece::Copy(other)],
    };
    Edit::replace(tree, at, with)
}

/// The first `let` from the node on, dissolved where that may be: an edit of several parts, one inside another.
fn dissolve(case: &TestCase, at: Node) -> Edit {
    let mut dissolved = (at..case.tree().end()).filter_map(|at| first(&LET_SUBSTITUTION, case, at));
    dissolved.next().unwrap_or_default()
}

/// Without the commands from one to another.
fn delete_commands(case: &TestCase, from: Node, to: Node) -> Edit {
    let tree = case.tree();
    let command = |node| {
        let mut commands = tree.children(ROOT);
        commands.find(|&command| tree.next(command) > node)
    };
    let (from, to) = (command(from.min(to)), command(from.max(to)));
    let splices = from.zip(to).map(|(from, to)| Splice {
        at: from,
        cells: tree.next(to) - from,
        with: Pieces::default(),
    });
    Edit::new(splices.into_iter().collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2500))]

    #[test]
    fn an_edit_is_judged_as_the_edited_text_is(
        text in 0..TEXTS.len(),
        edits in prop::collection::vec((0u8..11, any::<usize>(), any::<usize>()), 1..9),
    ) {
        let base = case(TEXTS[text]);
        let filter = WellFormedness::of(&base).strict();
        let edits: Vec<Edit> = edits.iter().map(|&(kind, at, other)| edit(&base, kind, at, other)).collect();
        let edit = Edit::join(base.tree(), &edits);
        let edited = base.apply(&edit);
        let (quick, whole) = (filter.edited(&base, &edit), filter.whole(&edited));
        let text = String::from_utf8_lossy(edited.tree().text()).into_owned();
        prop_assert_eq!(quick.is_some(), whole.is_some(), "{:?} {:?} {}", quick, whole, text);
    }
}

#[test]
fn a_name_that_is_used_inside_a_head_right_after_its_term_is_declared() {
    let base = case(
        "(declare-fun h () (-> Int Int Bool))(declare-fun k (Int Int) Int)(declare-fun x () Int)(assert ((h x) 2))\
         (assert (and (! ((lambda ((y Int)) (h y x)) (k 1 x)) :named n) ((h (ite n 1 2)) (let ((k x)) k)) (! (h x 1) :named m) (or n m)))",
    );
    let edits = [
        (5, 5_081_462_217_534_584_829),
        (9, 8_004_193_837_619_649_980),
    ];
    let edits: Vec<Edit> = edits
        .iter()
        .map(|&(kind, at)| edit(&base, kind, at, 0))
        .collect();
    let edit = Edit::join(base.tree(), &edits);
    assert_eq!(WellFormedness::of(&base).edited(&base, &edit), None);
}

/// Texts that have faults already, and commands behind `(exit)`.
pub(crate) const FAULTY: &[&str] = &[
    "(declare-fun p () Bool)(declare-fun n () Int)(assert (or (not p p) (let ((a p)) (and a (not p)))))(assert (not n))\
     (assert (and p (= n 1) (not p p)))(check-sat)(assert p)(check-sat)",
    "(assert (or x (= y 2)))(declare-fun x () Bool)(declare-fun y () Int)(assert (and x (= y y) (let ((z x)) (and z x))))\
     (declare-fun x () Bool)(assert (not x))(get-value (x y))",
    "(declare-fun x () Bool)(assert (or x (let ((y x)) (and y x))))(check-sat)(exit)(assert (not x x))(declare-fun x () Int)\
     (assert (= x 1))(push 1)(assert z)",
    "(declare-fun f (U) Bool)(declare-sort U 0)(declare-fun u () U)(assert (f u))(assert (forall ((v U)) (or (f v) (U v))))\
     (assert (= u U))(declare-fun w () W)(assert (! (f w) :named W))(assert (and W (f u)))(check-sat)(exit)(assert W)",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2500))]

    #[test]
    fn an_edit_may_not_add_to_the_faults_that_a_text_has(
        text in 0..FAULTY.len(),
        edits in prop::collection::vec((0u8..11, any::<usize>(), any::<usize>()), 1..5),
    ) {
        let base = case(FAULTY[text]);
        let filter = WellFormedness::of(&base);
        let edits: Vec<Edit> = edits.iter().map(|&(kind, at, other)| edit(&base, kind, at, other)).collect();
        let edit = Edit::join(base.tree(), &edits);
        let edited = base.apply(&edit);
        let count = |case: &TestCase| {
            let mut counts: HashMap<IllFormed, usize> = HashMap::new();
            filter.faults(case).for_each(|(_, fault)| *counts.entry(fault).or_default() += 1);
            counts
        };
        let (before, after) = (count(&base), count(&edited));
        let more = after.iter().any(|(fault, count)| *count > before.get(fault).copied().unwrap_or(0));
        let quick = filter.edited(&base, &edit);
        let text = String::from_utf8_lossy(edited.tree().text()).into_owned();
        prop_assert_eq!(quick.is_some(), more, "{:?} {:?} {:?} {}", quick, before, after, text);
    }
}

#[test]
fn each_node_may_be_taken_out_alone_if_the_text_without_it_is_well_formed() {
    for text in TEXTS {
        let base = case(text);
        let filter = WellFormedness::of(&base);
        for node in 1..base.tree().end() {
            let edit = Edit::delete(base.tree(), node);
            let edited = base.apply(&edit);
            let (quick, whole) = (filter.edited(&base, &edit), filter.whole(&edited));
            let text = String::from_utf8_lossy(edited.tree().text()).into_owned();
            assert_eq!(
                quick.is_some(),
                whole.is_some(),
                "{quick:?} {whole:?} {text}"
            );
        }
    }
}

/// One token, to put in.
fn token(name: &str) -> Vec<Piece> {
    vec![Piece::Leaf(Symbol::of(name.as_bytes()))]
}

/// The text with the node replaced by pieces.
fn judge(text: &str, nodes: &[(&str, usize, Vec<Piece>)]) -> Option<IllFormed> {
    let base = case(text);
    let splices = nodes.iter().map(|(node, nth, with)| {
        let at = super::find(&base, node, *nth);
        Splice {
            at,
            cells: base.tree().len(at),
            with: with.clone().into(),
        }
    });
    WellFormedness::of(&base).edited(&base, &Edit::new(splices.collect()))
}

#[test]
fn a_declaration_may_go_when_its_last_use_does() {
    let text = "(declare-fun x () Bool)(declare-fun y () Bool)(assert (and x y))(assert x)";
    let declaration = || ("(declare-fun x () Bool)", 0, Vec::new());
    let both = [
        declaration(),
        ("x", 1, Vec::new()),
        ("(assert x)", 0, Vec::new()),
    ];
    assert!(matches!(
        judge(text, &both[..1]),
        Some(IllFormed::Undeclared(_))
    ));
    assert!(matches!(
        judge(text, &both[..2]),
        Some(IllFormed::Undeclared(_))
    ));
    assert_eq!(judge(text, &both), None);
}

#[test]
fn a_copied_token_may_make_of_a_command_one_that_uses_nothing() {
    let text = "(declare-fun x () Bool)(assert (= x x))(get-value (x))";
    let base = case(text);
    let equals = super::find(&base, "=", 0);
    let gone = [
        ("(declare-fun x () Bool)", 0, Vec::new()),
        ("(assert (= x x))", 0, Vec::new()),
    ];
    assert!(matches!(judge(text, &gone), Some(IllFormed::Undeclared(_))));
    let head = ("get-value", 0, vec![Piece::Copy(equals)]);
    let [declaration, assertion] = gone;
    let judged = judge(text, &[declaration, assertion, head]);
    let edited = case("(= (x))");
    assert_eq!(
        judged.is_some(),
        WellFormedness::of(&base).whole(&edited).is_some()
    );
}

#[test]
fn a_constructor_that_goes_leaves_a_variable_where_it_was_a_pattern() {
    let text = "(declare-datatypes ((T 0)) (((c) (d))))(declare-fun e () T)(assert (match e ((c false) (d (= e d)))))(assert (= e d))";
    let gone = ("(d)", 0, Vec::new());
    assert!(matches!(
        judge(text, std::slice::from_ref(&gone)),
        Some(IllFormed::Undeclared(_))
    ));
    assert_eq!(judge(text, &[gone, ("(assert (= e d))", 0, vec![])]), None);
}

#[test]
fn a_constructor_that_takes_a_variables_name_is_what_the_pattern_means() {
    let text = "(declare-datatypes ((T 0) (N 0)) (((c) (d)) ((z))))(declare-fun e () T)(assert (match e ((v (= v e)))))";
    assert_eq!(judge(text, &[("z", 0, token("y"))]), None);
    assert!(judge(text, &[("z", 0, token("v"))]).is_some());
}

#[test]
fn a_copied_term_may_name_what_a_deleted_assertion_named() {
    let text = "(declare-fun x () Int)(declare-fun y () Bool)(assert (! (= x 1) :named m))(get-value (y m))";
    let deleted = ("(assert (! (= x 1) :named m))", 0, Vec::new());
    let base = case(text);
    let copy = Piece::Copy(super::find(&base, "(! (= x 1) :named m)", 0));
    assert!(judge(text, std::slice::from_ref(&deleted)).is_some());
    assert_eq!(judge(text, &[deleted, ("y", 1, vec![copy])]), None);
}

#[test]
fn a_pattern_may_use_the_name_behind_it() {
    let text = "(declare-fun f (Bool) Bool)(declare-fun b () Bool)(assert (! (f b) :pattern ((f b)) :named n))";
    assert_eq!(judge(text, &[("b", 2, token("n"))]), None);
    assert!(judge(text, &[("b", 1, token("n"))]).is_some());
}

#[test]
fn a_body_that_is_walked_through_after_its_terms_does_not_declare_its_function_twice() {
    let concat = "(concat v (concat v (concat v (concat v (concat v (concat v v w))))))";
    let text = format!(
        "(declare-fun v () (_ BitVec 2))(declare-fun w () (_ BitVec 2))(define-fun f () (_ BitVec 1) ((_ extract 0 0) {concat}))\
         (assert (= f #b1))"
    );
    assert_eq!(judge(&text, &[("w", 1, Vec::new())]), None);
    assert_eq!(judge(&text, &[("w", 1, token("#b1"))]), None);
}

#[test]
fn a_name_that_nothing_uses_may_go_with_its_term() {
    let text = "(declare-fun x () Bool)(assert (let ((y (! (not x) :named n))) (and y (! x :named m))))(get-value (m))";
    assert_eq!(
        judge(text, &[("(! (not x) :named n)", 0, token("false"))]),
        None
    );
    assert!(judge(text, &[("(! x :named m)", 0, token("false"))]).is_some());
}

#[test]
fn a_rename_must_reach_every_use() {
    let text = "(declare-fun x () Bool)(assert (and x true))(assert x)";
    let all = [
        ("x", 0, token("z")),
        ("x", 1, token("z")),
        ("x", 2, token("z")),
    ];
    assert!(matches!(
        judge(text, &all[..2]),
        Some(IllFormed::Undeclared(_))
    ));
    assert_eq!(judge(text, &all), None);
}

#[test]
fn a_body_may_leave_its_let_if_it_does_not_use_it() {
    let text = "(declare-fun x () Bool)(assert (let ((y x) (x 1)) (or y (= x 1))))(assert (let ((y x)) (not x)))";
    let base = case(text);
    let body = |text| vec![Piece::Copy(super::find(&base, text, 0))];
    let lost = (
        "(let ((y x) (x 1)) (or y (= x 1)))",
        0,
        body("(or y (= x 1))"),
    );
    assert!(judge(text, &[lost]).is_some());
    assert_eq!(
        judge(text, &[("(let ((y x)) (not x))", 0, body("(not x)"))]),
        None
    );
}

#[test]
fn a_sort_that_changes_is_checked_where_it_is_used() {
    let text = "(declare-fun x () Int)(declare-fun f (Int) Bool)(define-fun g () Int x)(assert (= g 1))(assert (f 2))";
    assert!(judge(text, &[("Int", 0, token("Bool"))]).is_some());
    assert!(judge(text, &[("Int", 1, token("Bool"))]).is_some());
    assert_eq!(judge(text, &[("Int", 0, token("Int"))]), None);
    assert_eq!(Sort::INT, Sort::of(smelt::language::smtlib::SortKind::Int));
}

#[test]
fn a_binder_that_is_copied_captures_what_a_new_one_would() {
    let text = "(declare-fun b () Bool)(assert (forall ((x Bool) (z Int)) (=> x (exists ((x Int)) (= x 1)))))";
    let base = case(text);
    let copy = Piece::Copy(super::find(&base, "x", 2));
    assert_eq!(analysis(&base).role(super::find(&base, "x", 2)), Role::Name);
    let body = ("(exists ((x Int)) (= x 1))", 0, token("b"));
    assert_eq!(judge(text, std::slice::from_ref(&body)), None);
    assert!(judge(text, &[("z", 0, vec![copy]), body]).is_some());
}

#[test]
fn a_name_that_is_given_twice_may_move_with_its_term() {
    let base = case(
        "(declare-const b Bool)(assert (! b :named n))(assert (not (and b (! (not b) :named n))))",
    );
    let (term, named) = (
        find(&base, "(and b (! (not b) :named n))", 0),
        find(&base, "(! (not b) :named n)", 0),
    );
    let edit = Edit::replace(base.tree(), term, vec![Piece::Copy(named)]);
    let filter = WellFormedness::of(&base);
    assert_eq!(filter.edited_whole(&base, &edit), None);
    assert_eq!(filter.edited(&base, &edit), None);
}

#[test]
fn operands_may_go_as_long_as_enough_are_left() {
    let text = "(declare-fun v () (_ BitVec 4))(assert (= v v v v v v v v v v #x1 #x2))";
    let operands = |gone: usize| {
        (0..gone)
            .map(|nth| ("v", 10 - nth, Vec::new()))
            .collect::<Vec<_>>()
    };
    assert_eq!(judge(text, &operands(1)), None);
    assert_eq!(judge(text, &operands(9)), None);
    let mut all = operands(10);
    assert_eq!(judge(text, &all), None);
    all.push(("#x1", 0, Vec::new()));
    assert!(judge(text, &all).is_some());
}

#[test]
fn a_declaration_must_stay_if_what_a_term_leaves_behind_uses_it() {
    let text = "(declare-fun x () Bool)(declare-fun y () Bool)(assert (and x (or x y)))";
    let base = case(text);
    let left = |part| {
        let copy = vec![Piece::Copy(find(&base, part, 0))];
        [
            ("(declare-fun x () Bool)", 0, Vec::new()),
            ("(and x (or x y))", 0, copy),
        ]
    };
    assert!(matches!(
        judge(text, &left("(or x y)")),
        Some(IllFormed::Undeclared(_))
    ));
    let y = [
        ("(declare-fun x () Bool)", 0, Vec::new()),
        ("(and x (or x y))", 0, token("y")),
    ];
    assert_eq!(judge(text, &y), None);
}

#[test]
fn a_declaration_may_go_if_the_name_means_something_else() {
    let shadowed = "(declare-fun x () Bool)(assert (forall ((x Bool)) x))";
    let declaration = ("(declare-fun x () Bool)", 0, Vec::new());
    assert_eq!(judge(shadowed, std::slice::from_ref(&declaration)), None);
    let twice = "(declare-fun x () Bool)(declare-fun x () Bool)(assert x)";
    assert_eq!(judge(twice, std::slice::from_ref(&declaration)), None);
    let behind = "(declare-fun x () Bool)(exit)(assert x)";
    assert_eq!(judge(behind, &[declaration]), None);
}
