//! What is ill-formed, each with its well-formed twin, and what must stay allowed.

use super::case;
use smelt::language::smtlib::{IllFormed, WellFormedness};
use smelt::tree::Edit;

const DECLARATIONS: &str = "(declare-fun x () Int)(declare-fun r () Real)(declare-fun b () Bool)(declare-sort U 0)\
    (declare-fun u () U)(declare-fun v () (_ BitVec 8))(declare-fun f (Int Bool) Int)(declare-fun a () (Array Int Int))\
    (declare-fun k () String)(declare-fun g () Float32)";

fn judge(text: &str) -> Option<IllFormed> {
    let golden = case(DECLARATIONS);
    WellFormedness::of(&golden).whole(&case(&format!("{DECLARATIONS}{text}")))
}

/// Ill-formed, and the same mended.
const SHAPES: &[(&str, &str)] = &[
    ("top-level", "(check-sat)"),
    ("()", "(check-sat)"),
    ("((assert b))", "(assert b)"),
    ("(12 b)", "(assert b)"),
    ("(assert)", "(assert b)"),
    ("(assert b b)", "(assert (and b b))"),
    ("(assert ())", "(assert (not b))"),
    ("(assert (b))", "(assert b)"),
    ("(assert (and))", "(assert (and b))"),
    ("(assert (1 b))", "(assert b)"),
    ("(assert ((and b b) b))", "(assert (and b b))"),
    ("(assert and)", "(assert b)"),
    ("(assert Int)", "(assert b)"),
    ("(assert :b)", "(assert b)"),
    ("(assert x)", "(assert b)"),
    ("(assert (let))", "(assert (let ((y b)) y))"),
    ("(assert (let ((y b))))", "(assert (let ((y b)) y))"),
    ("(assert (let () b))", "(assert (let ((y b)) b))"),
    ("(assert (let (y) b))", "(assert (let ((y b)) b))"),
    ("(assert (let ((y)) b))", "(assert (let ((y b)) b))"),
    ("(assert (let ((y b b)) b))", "(assert (let ((y b)) b))"),
    ("(assert (forall () b))", "(assert (forall ((y Int)) b))"),
    ("(assert (forall ((y)) b))", "(assert (forall ((y Int)) b))"),
    (
        "(assert (forall ((y Int))))",
        "(assert (forall ((y Int)) b))",
    ),
    (
        "(assert (forall ((y b)) b))",
        "(assert (forall ((y Bool)) b))",
    ),
    ("(assert (! b :named))", "(assert (! b :named y))"),
    (
        "(assert (forall ((y Int)) (! b :foo :pattern)))",
        "(assert (forall ((y Int)) (! b :foo :pattern (b))))",
    ),
    (
        "(assert (forall ((y Int)) (! b :weight)))",
        "(assert (forall ((y Int)) (! b :weight 3)))",
    ),
    (
        "(assert (exists ((y Int)) (! b :qid)))",
        "(assert (exists ((y Int)) (! b :qid q)))",
    ),
    ("(assert-soft b 2 :id g)", "(assert-soft b :weight 2 :id g)"),
    (
        "(assert-soft b :weight 2 g)",
        "(assert-soft b :weight 2 :id)",
    ),
    ("(minimize x g)", "(minimize x :id g)"),
    ("(assert (as b))", "(assert (as b Bool))"),
    ("(declare-fun q)", "(declare-fun q () Int)"),
    ("(declare-fun q Int)", "(declare-fun q () Int)"),
    ("(declare-fun q () 5)", "(declare-fun q () (_ BitVec 5))"),
    (
        "(declare-fun q () (_ 5))",
        "(declare-fun q () (_ BitVec 5))",
    ),
    (
        "(declare-fun q () (_ BitVec 0))",
        "(declare-fun q () (_ BitVec 1))",
    ),
    (
        "(declare-fun q () (Array Int))",
        "(declare-fun q () (Array Int Int))",
    ),
    ("(declare-fun x () Int)", "(declare-fun x () Bool)"),
    (
        "(push 1)(declare-fun x () Int)",
        "(push 1)(declare-fun y () Int)",
    ),
    ("(declare-const q)", "(declare-const q Int)"),
    ("(define-fun q () Int)", "(define-fun q () Int x)"),
    ("(define-fun q () Int b)", "(define-fun q () Bool b)"),
    ("(define-fun q (y) Int 1)", "(define-fun q ((y Int)) Int 1)"),
    (
        "(declare-datatypes ((T 0)) (()))",
        "(declare-datatypes ((T 0)) (((c))))",
    ),
    (
        "(declare-datatypes ((T 0)) ())",
        "(declare-datatypes ((T 0)) ((c)))",
    ),
    (
        "(declare-datatypes ((T 0)) (((c (s Int)) (d (s Int)))))",
        "(declare-datatypes ((T 0)) (((c (s Int)) (d (t Int)))))",
    ),
    (
        "(define-sort S (A) (A Int))",
        "(define-sort S (A) (Array A Int))",
    ),
    ("(set-logic)", "(set-logic ALL)"),
    ("(set-info)", "(set-info :status sat)"),
    (
        "(set-option :produce-models)",
        "(set-option :produce-models true)",
    ),
    ("(pop 1)", "(push 1)(pop 1)"),
    ("(get-value ())", "(get-value (x))"),
    ("(define-const q Int b)", "(define-const q Int x)"),
    ("(inv-constraint f Int)", "(inv-constraint f b)"),
    (
        "(chc-constraint ((y Int)) (= y b))",
        "(chc-constraint ((y Int)) (= y x))",
    ),
    ("(get-abduct q x)", "(get-abduct q (> x 1))"),
    ("(minimize :x)", "(minimize x)"),
    ("(check-sat-assuming b)", "(check-sat-assuming (b))"),
    (
        "(assert (= a ((as const (Array Int Int)) b)))",
        "(assert (= a ((as const (Array Int Int)) x)))",
    ),
    (
        "(assert (= a ((as const (Array Int Int)) x x)))",
        "(assert (= a ((as const (Array Int Int)) x)))",
    ),
    (
        "(declare-datatype T ((c)))(assert ((_ is c) x))",
        "(declare-datatype T ((c)))(assert ((_ is c) c))",
    ),
    (
        "(declare-datatype T ((c)))(assert (is-c x))",
        "(declare-datatype T ((c)))(assert (is-c c))",
    ),
    (
        "(declare-datatypes ((L 1)) ((par (T) ((n) (c (h T) (t (L T)))))))(assert (= n ((as c (L Int)) b n)))",
        "(declare-datatypes ((L 1)) ((par (T) ((n) (c (h T) (t (L T)))))))(assert (= n ((as c (L Int)) x n)))",
    ),
    (
        "(declare-datatypes ((L 1)) ((par (T) ((n) (c (h T) (t (L T)))))))(assert (= n ((as c (L Int)) x)))",
        "(declare-datatypes ((L 1)) ((par (T) ((n) (c (h T) (t (L T)))))))(assert (= n ((as c (L Int)) x n)))",
    ),
];

/// Patterns that no solver takes, and the same mended.
const MATCHES: &[(&str, &str)] = &[
    ("((c y z) b)", "((c y) b)"),
    ("((c (c y)) b)", "((c y) b)"),
    ("((f y) b)", "((c y) b)"),
    ("((e y) b)", "((c y) b)"),
    ("((c y) (= x z))", "((c y) (= x y))"),
];

#[test]
fn the_pattern_of_a_case_is_a_constructor_with_a_variable_for_each_of_its_parameters() {
    let text = |case: &str| {
        format!("(declare-datatype T ((c (s Int)) (d)))(assert (match d ({case} (d b))))")
    };
    for (bad, good) in MATCHES {
        assert_twins(&[(&text(bad), &text(good))]);
    }
    for allowed in ["(c b)", "((c) b)", "((d) b)", "(w b)"] {
        assert_eq!(judge(&text(allowed)), None, "{allowed}");
    }
}

/// Only the first ones are ill-formed.
fn assert_twins(twins: &[(&str, &str)]) {
    for &(bad, good) in twins {
        assert!(judge(bad).is_some(), "{bad}");
        assert_eq!(judge(good), None, "{good}");
    }
}

#[test]
fn shapes_that_no_solver_takes_are_ill_formed_and_their_twins_are_not() {
    assert_twins(SHAPES);
}

/// Patterns that z3 rejects, though others run them, and the same mended.
const PATTERNS: &[(&str, &str)] = &[
    (
        "(assert (forall ((y Int)) (! b :pattern (0))))",
        "(assert (forall ((y Int)) (! b :pattern (x))))",
    ),
    (
        "(assert (forall ((y Int)) (! b :pattern (y))))",
        "(assert (forall ((y Int)) (! b :pattern ((f y b)))))",
    ),
    (
        "(assert (forall ((y Int)) (! b :pattern ((f y b) y))))",
        "(assert (forall ((y Int)) (! b :pattern ((f y b) (- y)))))",
    ),
];

#[test]
fn a_pattern_of_literals_or_variables_is_ill_formed_because_z3_rejects_it() {
    assert_twins(PATTERNS);
}

#[test]
fn a_command_that_declares_sorts_can_spare_no_part() {
    for text in [
        "(declare-sort S)",
        "(define-sort M (X) X)",
        "(declare-datatype T ((c)))",
        "(declare-datatypes ((T 0)) (((c))))",
    ] {
        let golden = case(text);
        let (tree, filter) = (golden.tree(), WellFormedness::of(&golden));
        assert_eq!(filter.whole(&golden), None, "{text}");
        for part in tree.children(1) {
            let name = String::from_utf8_lossy(tree.bytes(part));
            let gone = part..tree.next(part);
            assert!(!golden.is_removable(&gone), "{name} of {text}");
            let edit = Edit::delete(tree, part);
            assert!(filter.edited(&golden, &edit).is_some(), "{name} of {text}");
        }
    }
}

/// Operands of a wrong number or sort, and the same mended.
const OPERANDS: &[(&str, &str)] = &[
    ("(not b b)", "(not b)"),
    ("(and b x)", "(and b b)"),
    ("(=> b)", "(=> b b)"),
    ("(= b)", "(= b b)"),
    ("(= x b)", "(= x r)"),
    ("(= u x)", "(= u u)"),
    ("(ite x b b)", "(ite b b b)"),
    ("(ite b b)", "(ite b b b)"),
    ("(< x b)", "(< x r)"),
    ("(= 0 (mod x 2 2))", "(= 0 (mod x 2))"),
    ("(= v (bvadd v #b1))", "(= v (bvadd v #b00000001))"),
    ("(= v (bvsub v v v))", "(= v (bvsub v v))"),
    ("(bvult v)", "(bvult v v)"),
    ("(= v ((_ extract 8 0) v))", "(= v ((_ extract 7 0) v))"),
    ("(= #b1 ((_ extract 0 1) v))", "(= #b1 ((_ extract 1 1) v))"),
    ("(= v (concat v v))", "(= (concat v v) (concat v v))"),
    ("(= x (f x))", "(= x (f x b))"),
    ("(= x (f b b))", "(= x (f r b))"),
    ("(= x (x 1))", "(= x (select a 1))"),
    ("(= x (select a))", "(= x (select a x))"),
    ("(= a (store a 1))", "(= a (store a 1 2))"),
    ("(str.prefixof k x)", "(str.prefixof k k)"),
    ("(fp.lt g x)", "(fp.lt g g)"),
    ("(fp.lt g (fp.add g g))", "(fp.lt g (fp.add RNE g g))"),
    (
        "(fp.lt g ((_ to_fp 8 24) RNE 4 0))",
        "(fp.lt g ((_ to_fp 8 24) RNE 4.0 0))",
    ),
    ("(= v (_ extract 1 0))", "(= v ((_ rotate_left 1) v))"),
    (
        "(seq.in_re (seq.unit x) b)",
        "(seq.in_re (seq.unit x) (seq.to_re (seq.unit x)))",
    ),
];

#[test]
fn operands_must_suit_their_operator() {
    for &(bad, good) in OPERANDS {
        let bad = judge(&format!("(assert {bad})"));
        assert!(
            matches!(bad, Some(IllFormed::Operands(_))),
            "{bad:?} {good}"
        );
        assert_eq!(judge(&format!("(assert {good})")), None, "{good}");
    }
}

/// What some solver takes, or what is not understood.
const ALLOWED: &[&str] = &[
    "(check-sat b)",
    "(assert (= x r 1 1.0))",
    "(assert (= x (- x x x)))",
    "(assert (= x (+ x)))",
    "(assert (= v (bvadd v v v)))",
    "(assert (= v (bvxnor v v v)))",
    "(assert (implies b b))",
    "(assert (exists ((y Int)) (! b :foo :weight 3 :pattern (b))))",
    "(assert (= 1 (select (lambda ((y Int)) (! y :qid q)) 1)))",
    "(assert (! b :foo q))",
    "(assert (! b))",
    "(assert (forall ((y Int)) (! b :pattern (f y b))))",
    "(assert (forall ((y Int)) (! b :pattern (- y))))",
    "(assert (forall ((y Int)) (! b :no-pattern y)))",
    "(assert (forall ((y Int)) (! b :pattern (true))))",
    "(declare-datatypes () ())",
    "(declare-datatypes () ((T c)))",
    "(declare-datatypes (A) ((Q (nl) (cn (hd A) (tl Q)))))(declare-fun q () (Q Int))(assert (= (tl q) nl))",
    "(push)",
    "(push 0)",
    "(pop 0)",
    "(declare-fun x (Int) Int)",
    "(declare-sort x 0)",
    "(declare-sort A)",
    "(declare-var q Int)",
    "(rule (=> b b) name)",
    "(query b)",
    "(declare-rel p (Int))(query p)",
    "(maximize x)",
    "(assert-soft b :weight 2 :id goal)",
    "(eval x)",
    "(get-objectives)",
    "(declare-fun s () (Set Int))(assert (select s 1))(assert (= s (store s 1 b)))",
    "(declare-fun s () (Array Int Bool))(assert (subset s (union s s)))(assert (member 1 s))",
    "(declare-fun h () (-> Int Int))(assert (= a h (store a 1 (select h 1))))(assert (= 1 (h 2)))",
    "(assert (= 1 (seq.len k) (seq.indexof k k 0)))(assert (= k (seq.++ k k) (seq.at k 1)))",
    "(declare-fun s () (Array Int Int Bool))(assert (select (store s 1 2 b) 3 4))",
    "(assert (= #b1 #f3m5))(assert (_ emp Int Int))",
    "(check-synth)",
    "(synth-fun q ((y Int)) Int ((S Int)) ((S Int (y 0 (+ S S)))))",
    "(declare-primed-var q Int)",
    "(assert (= k (str.of_tomorrow x)))(assert (= v (bvtomorrow v)))(assert (nil k))",
    "(get-interpolant q b ((S Bool)) ((S Bool (b))))",
    "(assert (forall ((y Int) (y Int)) (= y 1)))",
    "(declare-fun q () (Float32))",
    "(exit)(assert)(declare-fun x () Int)",
    "(reset)(declare-fun x () Int)",
    "(define-fun q ((x Bool)) Bool x)",
];

#[test]
fn leniencies_of_solvers_and_the_unknown_are_allowed() {
    for text in ALLOWED {
        assert_eq!(judge(text), None, "{text}");
    }
}

#[test]
fn the_regular_expressions_of_strings_are_also_those_of_sequences() {
    for operator in [
        "seq.in.re s (re.* (seq.to.re",
        "seq.in_re s (re.+ (seq.to_re",
    ] {
        let text = format!("(declare-fun s () (Seq Int))(assert ({operator} s))))");
        assert_eq!(judge(&text), None, "{text}");
    }
}

#[test]
fn a_character_is_no_string_but_an_element_of_one() {
    let text = "(assert (= k (str.++ (seq.unit (_ Char 65)) k)))";
    assert_eq!(judge(text), None);
}

/// Attributes of quantifiers that are not at their bodies. Z3 rejects them.
const MISPLACED: &[&str] = &[
    "(assert (! b :pattern (b)))",
    "(assert (! b :named n :no-pattern b))",
    "(assert (not (! b :qid q)))",
    "(assert (forall ((y Int)) (not (! b :skolemid s))))",
    "(assert (forall ((y Int)) (! (! b :weight 3) :pattern (b))))",
    "(assert (forall ((y Int)) (! b :pattern ((! (f y b) :qid q)))))",
    "(assert (forall ((y Int)) (let ((z y)) (! b :weight 3))))",
    "(assert (let ((z (! b :weight 3))) z))",
    "(assert ((_ divisible 2) (! x :weight 3)))",
    "(define-fun h () Bool (! b :weight 3))",
    "(check-sat-assuming ((! b :weight 3)))",
    "(minimize (! x :weight 3))",
    "(declare-datatype T ((c)))(assert (match c ((c (! b :weight 3)))))",
    "(declare-datatype T ((c)))(assert (match (! c :weight 3) ((c b))))",
];

#[test]
fn attributes_of_quantifiers_stand_at_their_bodies_unless_the_golden_text_has_them_elsewhere() {
    for text in MISPLACED {
        assert_eq!(judge(text), Some(IllFormed::Misplaced), "{text}");
        let golden = case(&format!("{DECLARATIONS}{text}"));
        let filter = WellFormedness::of(&golden);
        let other = case(&format!("{DECLARATIONS}(assert (or b (! b :qid q)))"));
        assert_eq!(filter.whole(&other), None, "{text}");
    }
}

/// What only some solvers take, and what the standard has for it.
const EXTENSIONS: &[(&str, &str)] = &[
    ("(check-sat b)", "(check-sat)"),
    ("(push)", "(push 1)"),
    ("(push 1)(pop)", "(push 1)(pop 1)"),
    ("(declare-var q Int)", "(declare-const q Int)"),
    ("(declare-sort V)", "(declare-sort V 0)"),
    ("(simplify x)", "(get-value (x))"),
    ("(assert (not (! b)))", "(assert (not (! b :named n)))"),
];

#[test]
fn extensions_of_the_standard_are_faults_for_those_who_keep_to_it_unless_the_golden_text_has_them()
{
    for (text, standard) in EXTENSIONS {
        let whole = |text: &str| case(&format!("{DECLARATIONS}{text}"));
        let strict = WellFormedness::of(&whole(standard)).strict();
        assert_eq!(judge(text), None, "{text}");
        assert!(
            matches!(strict.whole(&whole(text)), Some(IllFormed::Extension(_))),
            "{text}"
        );
        assert_eq!(strict.whole(&whole(standard)), None, "{standard}");
        let lenient = WellFormedness::of(&whole(text)).strict();
        assert_eq!(lenient.whole(&whole(text)), None, "{text}");
    }
}

/// What the tables do not know, and the same used in another way.
const UNKNOWN: &[(&str, &str)] = &[
    ("(foo 1 x b)", "(assert foo)"),
    (
        "(check-sat-using (then simplify smt))",
        "(then simplify smt)",
    ),
    ("(assert (foo 1))", "(foo 1)"),
    ("(assert foo)", "(declare-fun q () foo)"),
    ("(declare-fun q () Foo)", "(assert Foo)"),
    ("(declare-primed-var q Int)(assert (= q! 1))", "(q! 1)"),
    ("(assert ((_ map and) a a))", "(assert ((_ and) a a))"),
    ("(assert (_ foo 1))", "(assert (_ x 1))"),
    ("(assert (= 1 (a 1)))", "(assert (= 1 (x 1)))"),
    ("(set-logic QF_LIA)", "(QF_LIA)"),
];

#[test]
fn an_unknown_name_is_only_what_the_golden_text_uses_it_as() {
    for (text, other) in UNKNOWN {
        let golden = case(&format!("{DECLARATIONS}{text}"));
        let filter = WellFormedness::of(&golden);
        assert_eq!(filter.whole(&golden), None, "{text}");
        let other = case(&format!("{DECLARATIONS}{other}"));
        assert!(filter.whole(&other).is_some(), "{text}");
    }
    assert!(judge("(assert (= 1 (a 1)))").is_some(), "{DECLARATIONS}");
}

#[test]
fn a_name_is_undeclared_unless_only_the_golden_text_uses_it_without_a_declaration() {
    let golden = "(declare-sort U 0)(declare-fun p () U)(assert (let ((q p)) (= p q y)))";
    let golden = case(&format!("{golden}(declare-fun w () V)"));
    let filter = WellFormedness::of(&golden);
    let undeclared = |text| matches!(filter.whole(&case(text)), Some(IllFormed::Undeclared(_)));
    assert!(undeclared("(declare-fun p () U)"));
    assert!(undeclared("(declare-sort U 0)(assert (= p p))"));
    assert!(undeclared("(assert (= 1 q))"));
    assert!(undeclared("(assert (p 1))"));
    assert!(undeclared(
        "(push 1)(declare-fun p () Bool)(pop 1)(assert p)"
    ));
    assert!(!undeclared("(declare-fun z () V)(assert (= y y))"));
}

#[test]
fn the_parameters_of_a_datatype_are_unknown_behind_it_even_if_it_is_malformed() {
    for datatype in [
        "(declare-datatypes ((P 1)) ((par (X) (c (s X)))))",
        "(declare-datatypes (X) ((P c (s))))",
    ] {
        let case = case(&format!("{datatype}(declare-fun p () X)"));
        let filter = WellFormedness::of(&case);
        let undeclared = filter.faults(&case);
        let undeclared = undeclared.filter(|(_, fault)| matches!(fault, IllFormed::Undeclared(_)));
        assert_eq!(undeclared.count(), 1, "{datatype}");
    }
}
