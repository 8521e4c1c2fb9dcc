//! Grammars of functions to be synthesised: their names, their sorts, and what makes them ill-formed.

use super::{case, find};
use smelt::language::smtlib::{
    IllFormed, Role, Sort, WellFormedness, analysis, expected as expected_sorts,
};

const DECLARATIONS: &str = "(declare-sort U 0)(declare-fun c () U)(declare-fun g (Int) U)(define-fun h ((i Int)) Int (* 2 i))\
    (declare-datatypes ((T 0)) (((mk (fst Int)) (none))))";

/// A function with nonterminals of several sorts, in both syntaxes.
const FUNCTIONS: [&str; 2] = [
    "(synth-fun f ((x Int) (b Bool)) Int ((S Int) (B Bool) (V (_ BitVec 8)) (W U) (R Real) (D T) (K String)) (\
     (S Int (0 x (+ S S) (ite B S x) (h S) (fst D) (str.len K) (Constant Int)))\
     (B Bool (b true (= S x) (and B B) (not B) (bvult V V) ((_ is mk) D) (Variable Bool)))\
     (V (_ BitVec 8) (#x00 (bvadd V V) ((_ zero_extend 4) ((_ extract 3 0) V)) (Constant (_ BitVec 8))))\
     (W U (c (g S) (ite B W W)))(R Real (1.5 (* R R) (to_real S)))(D T (none (mk S)))\
     (K String (\"a\" (str.++ K K) (let ((y K)) (str.at y S))))))",
    "(synth-fun f ((x Int) (b Bool)) Int (\
     (S Int (0 x (+ S S) (ite B S x) (h S) (fst D) (str.len K) (Constant Int)))\
     (B Bool (b true (= S x) (and B B) (not B) (bvult V V) ((_ is mk) D) (Variable Bool)))\
     (V (_ BitVec 8) (#x00 (bvadd V V) ((_ zero_extend 4) ((_ extract 3 0) V)) (Constant (_ BitVec 8))))\
     (W U (c (g S) (ite B W W)))(R Real (1.5 (* R R) (to_real S)))(D T (none (mk S)))\
     (K String (\"a\" (str.++ K K) (let ((y K)) (str.at y S))))))",
];

/// A part of a rule, and its sort.
const SORTS: &[(&str, &str)] = &[
    ("0", "Int"),
    ("x", "Int"),
    ("b", "Bool"),
    ("(+ S S)", "Int"),
    ("(ite B S x)", "Int"),
    ("(h S)", "Int"),
    ("(fst D)", "Int"),
    ("(str.len K)", "Int"),
    ("(Constant Int)", "Int"),
    ("(Variable Bool)", "Bool"),
    ("(= S x)", "Bool"),
    ("(and B B)", "Bool"),
    ("(bvult V V)", "Bool"),
    ("((_ is mk) D)", "Bool"),
    ("(bvadd V V)", "(_ BitVec 8)"),
    ("((_ extract 3 0) V)", "(_ BitVec 4)"),
    ("(Constant (_ BitVec 8))", "(_ BitVec 8)"),
    ("(g S)", "U"),
    ("(ite B W W)", "U"),
    ("(to_real S)", "Real"),
    ("(* R R)", "Real"),
    ("(mk S)", "T"),
    ("(let ((y K)) (str.at y S))", "String"),
    ("(str.at y S)", "String"),
];

#[test]
fn each_part_of_a_rule_has_its_sort_in_both_syntaxes() {
    for function in FUNCTIONS {
        let case = case(&format!("{DECLARATIONS}{function}"));
        for &(term, expected) in SORTS {
            let nodes = find(&case, "synth-fun", 0)..case.tree().end();
            let mut terms = nodes.filter(|&node| {
                case.tree().bytes(node) == term.as_bytes()
                    && analysis(&case).role(node) == Role::Term
            });
            let sort = terms
                .next()
                .map(|node| analysis(&case).sort(node).to_string());
            assert_eq!(sort.as_deref(), Some(expected), "{term} in {function}");
        }
    }
}

#[test]
fn a_nonterminal_is_bound_in_front_and_all_rules_refer_to_it() {
    let texts = [
        (
            "(synth-fun f () Int ((S Int) (E Int)) ((S Int (E (+ S E))) (E Int (S 1))))",
            ["0 0 0 0", "0 0 0 0"],
        ),
        (
            "(synth-fun f () Int ((S Int (E (+ S E) (let ((y E)) y))) (E Int (S (let ((y S)) y)))))",
            ["0 0 0 0", "3 3 3 3"],
        ),
        (
            "(synth-inv f ((S Int)) ((S Bool) (E Bool)) ((S Bool (E)) (E Bool (S))))",
            ["0 1 1 1", "0 0 0"],
        ),
        (
            "(declare-fun S () Bool)(get-abduct f S ((S Bool) (E Bool)) ((S Bool (E)) (E Bool (S))))",
            ["0 0 2 2 2", "0 0 0"],
        ),
        (
            "(synth-fun f () Int ((S Int (E (let ((E Int S) (S Int E)) (+ S E)))) (E Int (S))))",
            ["0 0 2 2 0", "4 1 4 1 4"],
        ),
    ];
    for (text, expected) in texts {
        let case = case(text);
        for (name, expected) in ["S", "E"].iter().zip(expected) {
            let nodes = 1..case.tree().end();
            let tokens: Vec<_> = nodes
                .filter(|&node| case.tree().bytes(node) == name.as_bytes())
                .collect();
            let bound = tokens.iter().map(|&token| {
                let id = analysis(&case).binding(token)?;
                let node = analysis(&case).bindings()[id as usize].node;
                tokens.iter().position(|&token| token == node)
            });
            let bound: Vec<String> = bound
                .map(|place| place.map_or("-".into(), |place| place.to_string()))
                .collect();
            assert_eq!(bound.join(" "), expected, "{name} in {text}");
        }
        let bindings = analysis(&case).bindings();
        assert!(bindings.is_sorted_by_key(|binding| binding.node), "{text}");
        assert!(
            bindings.iter().all(|binding| binding.uses.is_sorted()),
            "{text}"
        );
    }
}

#[test]
fn a_rule_is_expected_to_have_the_sort_of_its_nonterminal() {
    for function in FUNCTIONS {
        let case = case(&format!("{DECLARATIONS}{function}"));
        let node = find(&case, "(bvult V V)", 0);
        assert_eq!(expected_sorts(&case, node), [Sort::BOOL]);
        let node = find(&case, "(g S)", 0);
        assert_eq!(expected_sorts(&case, node), [analysis(&case).sort(node)]);
    }
}

/// Ill-formed grammars, each with the same mended. They stand behind `(synth-fun f ((x Int)) Int`.
const GRAMMARS: &[(&str, &str)] = &[
    ("()", ""),
    ("() ()", ""),
    ("((S Int))", "((S Int (0)))"),
    ("((S Int)) ()", "((S Int)) ((S Int (0)))"),
    ("() ((S Int (0)))", "((S Int)) ((S Int (0)))"),
    ("((S Int)) ((S Int ()))", "((S Int)) ((S Int (0)))"),
    ("((S Int)) ((S Int 0))", "((S Int)) ((S Int (0)))"),
    ("((S Int)) ((S Int))", "((S Int)) ((S Int (0)))"),
    ("((S)) ((S Int (0)))", "((S Int)) ((S Int (0)))"),
    ("((1 Int)) ((1 Int (0)))", "((S Int)) ((S Int (0)))"),
    ("((S Int)) ((S Int (0))) 5", "((S Int)) ((S Int (0)))"),
    (
        "((S Int)) ((S Int (0)) (B Bool (true)))",
        "((S Int) (B Bool)) ((S Int (0)) (B Bool (true)))",
    ),
    (
        "((S Int) (B Bool)) ((S Int (0)))",
        "((S Int) (B Bool)) ((S Int (0)) (B Bool (true)))",
    ),
    (
        "((S Int) (B Bool)) ((B Bool (true)) (S Int (0)))",
        "((S Int) (B Bool)) ((S Int (0)) (B Bool (true)))",
    ),
    (
        "((S Int) (B Bool)) ((S Int (0)) (B Int (1)))",
        "((S Int) (B Int)) ((S Int (0)) (B Int (1)))",
    ),
    (
        "((S Int) (S Int)) ((S Int (0)) (S Int (1)))",
        "((S Int) (E Int)) ((S Int (0)) (E Int (1)))",
    ),
    ("((B Bool)) ((B Bool (true)))", "((B Int)) ((B Int (1)))"),
    ("((S Int)) ((S Int (0 true)))", "((S Int)) ((S Int (0 1)))"),
    ("((S Int)) ((S Int (0 1.5)))", "((S Int)) ((S Int (0 1)))"),
    (
        "((S Int)) ((S Int ((Constant Bool))))",
        "((S Int)) ((S Int ((Constant Int))))",
    ),
    (
        "((S Int)) ((S Int (0 (S 1))))",
        "((S Int)) ((S Int (0 (+ S 1))))",
    ),
    (
        "((S Int)) ((S Int (0 (- b))))",
        "((S Int)) ((S Int (0 (- x))))",
    ),
    ("((S Int (x (not S))))", "((S Int (x (- S))))"),
    ("((S Int (x ())))", "((S Int (x (foo S))))"),
];

#[test]
fn grammars_that_no_solver_takes_are_ill_formed_and_their_twins_are_not() {
    let judge = |grammar: &str| {
        let text = format!(
            "(declare-fun b () Bool)(synth-fun f ((x Int)) Int {grammar})(constraint (= (f 1) 1))"
        );
        let case = case(&text);
        WellFormedness::of(&case).whole(&case)
    };
    for &(bad, good) in GRAMMARS {
        assert!(judge(bad).is_some(), "{bad}");
        assert_eq!(judge(good), None, "{good}");
    }
}

/// Ill-formed questions with grammars, each with the same mended. The symbol `b` is a formula, and `x` is an integer.
const ANSWERS: &[(&str, &str)] = &[
    ("(get-abduct q)", "(get-abduct q b)"),
    ("(get-abduct q b ())", "(get-abduct q b)"),
    (
        "(get-abduct q b ((S Bool)))",
        "(get-abduct q b ((S Bool)) ((S Bool (b))))",
    ),
    (
        "(get-abduct q b ((S Int)) ((S Int (x))))",
        "(get-abduct q b ((S Bool)) ((S Bool ((> x 0)))))",
    ),
    (
        "(get-interpolant q b ((S Bool)) ((S Bool (x))))",
        "(get-interpolant q b ((S Bool)) ((S Bool (b))))",
    ),
    (
        "(get-interpolant q b ((S Bool)) ((S Bool ((> x S)))))",
        "(get-interpolant q b ((S Bool) (I Int)) ((S Bool ((> x I))) (I Int (1))))",
    ),
    (
        "(get-interpolant q b ((S Bool)) ((S Bool (b))) 5)",
        "(get-interpolant q b ((S Bool)) ((S Bool (b))))",
    ),
    ("(get-abduct-next 3)", "(get-abduct-next)"),
    ("(get-interpolant-next q)", "(get-interpolant-next)"),
];

#[test]
fn a_grammar_of_an_answer_makes_formulas() {
    let judge = |question: &str| {
        let text = format!("(declare-fun b () Bool)(declare-fun x () Int){question}");
        let case = case(&text);
        WellFormedness::of(&case).whole(&case)
    };
    for &(bad, good) in ANSWERS {
        assert!(judge(bad).is_some(), "{bad}");
        assert_eq!(judge(good), None, "{good}");
    }
}

/// Ill-formed terms, each with the same mended. They stand as a rule of the nonterminal `S`, whose sort is `Int`.
const TYPED: &[(&str, &str)] = &[
    ("(let ((v Bool S)) 1)", "(let ((v Int S)) 1)"),
    ("(let ((v Bool true)) v)", "(let ((v Bool true)) S)"),
    ("(let ((v Int S)) (and v v))", "(let ((v Int S)) (+ v v))"),
    (
        "(let ((v Int S) (w Int v)) w)",
        "(let ((v Int S) (w Int x)) v)",
    ),
    ("(let ((v Int S 1)) v)", "(let ((v Int S) (w Bool true)) v)"),
    (
        "(let ((v 1 S)) v)",
        "(let ((v (Array Int Int) (Constant (Array Int Int)))) S)",
    ),
];

#[test]
fn a_let_may_give_the_sorts_of_its_names() {
    let judge = |rule: &str| {
        let text = format!("(synth-fun f ((x Int)) Int ((S Int (x {rule}))))");
        let case = case(&text);
        WellFormedness::of(&case).whole(&case)
    };
    for &(bad, good) in TYPED {
        assert!(judge(bad).is_some(), "{bad}");
        assert_eq!(judge(good), None, "{good}");
    }
}

#[test]
fn a_name_of_a_let_has_the_sort_that_stands_with_it() {
    let case = case("(synth-fun f () Int ((S Int (0 (let ((v Real (Constant U))) (g v))))))");
    let used = find(&case, "v", 1);
    assert_eq!(analysis(&case).sort(used), Sort::REAL);
    assert_eq!(analysis(&case).role(find(&case, "Real", 0)), Role::Sort);
}

#[test]
fn a_nonterminal_is_declared_in_its_own_grammar_only() {
    let golden = case("(synth-fun f () Int ((S Int) (E Int)) ((S Int (E)) (E Int (1))))");
    let judge = |text| WellFormedness::of(&golden).whole(&case(text));
    let undeclared = |text| matches!(judge(text), Some(IllFormed::Undeclared(_)));
    assert!(undeclared("(synth-fun f () Int ((S Int)) ((S Int (E))))"));
    assert!(undeclared(
        "(synth-fun f () Int ((S Int)) ((S Int (1))))(constraint (= S 1))"
    ));
    assert!(!undeclared("(synth-fun f () Int)(constraint (= f 1))"));
}

#[test]
fn a_wildcard_without_its_sort_is_ill_formed_even_at_the_end_of_the_text() {
    for text in ["(assert (Constant))", "(constraint (= 1 (Variable)))"] {
        let case = case(text);
        assert!(WellFormedness::of(&case).whole(&case).is_some(), "{text}");
    }
}

#[test]
fn a_function_has_a_sort_and_an_invariant_has_none() {
    let judge = |text| {
        let case = case(text);
        WellFormedness::of(&case).whole(&case)
    };
    assert!(judge("(synth-fun f ((x Int)))").is_some());
    assert_eq!(judge("(synth-fun f ((x Int)) Int)"), None);
    assert_eq!(judge("(synth-inv f ((x Int)))"), None);
    assert_eq!(
        judge("(synth-inv f ((x Int)) ((B Bool)) ((B Bool ((< x 1)))))(constraint (f 1))"),
        None
    );
    assert!(judge("(synth-inv f ((x Int)) ((S Int)) ((S Int (1))))").is_some());
}
