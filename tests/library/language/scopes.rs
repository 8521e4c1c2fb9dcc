//! Which token refers to which binding.

use super::{case, find};
use smelt::language::smtlib::{BindingId, BindingKind, Role, Sort, analysis};
use smelt::tree::Symbol;

/// Text, name, how often it occurs, and for each occurrence which one binds it; `-` if none does.
const TABLE: &[(&str, &str, &str)] = &[
    ("(declare-fun x () Int)(assert (= x 0))", "x", "0 0"),
    ("(assert x)(declare-fun x () Bool)", "x", "- 1"),
    (
        "(push 1)(declare-fun x () Bool)(assert x)(pop 1)(assert x)",
        "x",
        "0 0 -",
    ),
    (
        "(push 2)(push)(declare-const x Bool)(pop)(assert x)(pop 2)",
        "x",
        "0 -",
    ),
    (
        "(declare-fun x () Bool)(push 1)(pop 1)(assert x)(reset)(assert x)",
        "x",
        "0 0 -",
    ),
    (
        "(set-option :global-declarations true)(push 1)(declare-fun x () Bool)(pop 1)(assert x)",
        "x",
        "0 0",
    ),
    (
        "(declare-fun x () Int)(assert (let ((x (+ x 1))) (= x 2)))",
        "x",
        "0 1 0 1",
    ),
    (
        "(assert (let ((x 1)) (let ((y x) (x 2)) (= x y))))",
        "x",
        "0 0 2 2",
    ),
    (
        "(assert (let ((x (let ((x 1)) x))) (= x 1)))",
        "x",
        "0 1 1 0",
    ),
    (
        "(assert (forall ((x Int)) (exists ((x Bool)) x)))(assert x)",
        "x",
        "0 1 1 -",
    ),
    (
        "(define-fun f ((x Int)) Int x)(assert (= x (f 1)))",
        "x",
        "0 0 -",
    ),
    ("(define-fun f ((x Int)) Int (f x))", "f", "0 -"),
    ("(define-fun-rec f ((x Int)) Int (f x))", "f", "0 0"),
    (
        "(define-funs-rec ((f ((x Int)) Int) (g ((x Int)) Int)) ((g x) (f x)))",
        "f",
        "0 0",
    ),
    (
        "(define-funs-rec ((f ((x Int)) Int) (g ((x Int)) Int)) ((g x) (f x)))",
        "x",
        "0 1 0 1",
    ),
    ("(assert (! true :named n))(assert n)", "n", "0 0"),
    ("(assert (and (! true :named n) n))", "n", "0 0"),
    (
        "(declare-datatypes ((T 0)) (((c (s T)) (d))))(assert (= (s (c d)) d))",
        "T",
        "0 0",
    ),
    (
        "(declare-datatypes ((T 0)) (((c (s T)) (d))))(assert (= (s (c d)) d))",
        "d",
        "0 0 0",
    ),
    (
        "(declare-datatypes () ((T c (d (s Int)))))(assert (= c (d 1)))",
        "c",
        "0 0",
    ),
    (
        "(declare-datatypes ((T 0)) (((c (s T)) (d))))(assert (match d (((c x) (= x d)) (d true))))",
        "d",
        "0 0 0 0",
    ),
    (
        "(declare-datatypes ((T 0)) (((c (s T)) (d))))(assert (match d (((c x) (= x d)) (d true))))",
        "x",
        "0 0",
    ),
    (
        "(declare-sort A 0)(declare-fun A () A)(assert (= A A))",
        "A",
        "0 1 0 1 1",
    ),
    (
        "(define-sort L (X) (Array Int X))(declare-fun X () (L Int))",
        "X",
        "0 0 2",
    ),
    ("(declare-fun and () Bool)(assert and)", "and", "0 0"),
    ("(foo x)(declare-fun x () Bool)(foo x)", "x", "- 1 1"),
    (
        "(synth-fun f ((x Int)) Int ((S Int (x 0))))(constraint (= (f 1) 1))",
        "x",
        "0 0",
    ),
];

#[test]
fn each_name_refers_to_the_binding_that_is_in_scope() {
    for &(text, name, expected) in TABLE {
        let case = case(text);
        let tokens: Vec<_> = (1..case.tree().end())
            .filter(|&node| case.tree().bytes(node) == name.as_bytes())
            .collect();
        let bound: Vec<String> = tokens
            .iter()
            .map(|&token| match analysis(&case).binding(token) {
                None => "-".into(),
                Some(id) => {
                    let node = analysis(&case).bindings()[id as usize].node;
                    let place = tokens.iter().position(|&token| token == node);
                    place.map_or("?".into(), |place| place.to_string())
                }
            })
            .collect();
        assert_eq!(bound.join(" "), expected, "{name} in {text}");
    }
}

#[test]
fn quoted_and_unquoted_spellings_are_one_name() {
    let case =
        case("(declare-fun |x| () Bool)(declare-fun |a b| () Bool)(assert (and x |x| |a b|))");
    let bindings = analysis(&case).bindings();
    assert_eq!(bindings[0].uses.len(), 2);
    assert_eq!(bindings[1].uses.len(), 1);
}

#[test]
fn a_comment_of_z3_is_no_part_of_the_text_if_the_text_can_be_read_without_it() {
    for (text, printed) in [
        (
            "(declare-fun x () Bool)#| (assert x)\n \" |#(assert #||# x)",
            "(declare-fun x () Bool)\n(assert x)\n",
        ),
        ("#|;|#(echo \"#| \\\" |#\")", "(echo \"#| \\\" |#\")\n"),
        ("(assert |#| x |#|)", "(assert |#| x |#|)\n"),
        ("(assert #|x|)", "(assert # |x|)\n"),
        ("(a #|b| c)(d |# e|)", "(a # |b| c)\n(d |# e|)\n"),
    ] {
        let read = case(text);
        assert_eq!(String::from_utf8_lossy(read.text()), printed, "{text}");
    }
}

#[test]
fn uses_are_in_order_and_resolve_to_their_binding() {
    let text = "(declare-fun x () Int)(assert (let ((y (+ x x))) (exists ((x Int)) (= x y))))(assert (= x 1))";
    let case = case(text);
    let analysis = analysis(&case);
    for (id, binding) in (0..).zip(analysis.bindings()) {
        assert!(binding.uses.is_sorted());
        for &node in &binding.uses {
            assert_eq!(
                analysis.resolve(binding.name, node),
                Some(id),
                "{binding:?}"
            );
            assert!(binding.scope.contains(&node));
        }
    }
}

#[test]
fn only_visible_variables_of_the_sort_are_offered() {
    let text = "(declare-fun a () Int)(declare-fun b () Bool)(assert (exists ((a Bool) (c Int)) (= c 0)))\
                (declare-fun d () Int)";
    let case = case(text);
    let at = find(&case, "0", 0);
    let names = |sort| -> Vec<&'static [u8]> {
        let analysis = analysis(&case);
        let ids = analysis.variables(sort, at);
        ids.map(|id| analysis.bindings()[id as usize].name.bytes())
            .collect()
    };
    assert_eq!(names(Sort::INT), [b"c"]);
    assert_eq!(names(Sort::BOOL), [b"b", b"a"]);
}

#[test]
fn roles_tell_terms_sorts_and_binders_apart() {
    let case = case("(define-fun f ((x Int)) Int (let ((y 1)) (+ x y)))");
    let role = |text, nth| analysis(&case).role(find(&case, text, nth));
    let table = [
        ("f", 0, Role::Name),
        ("((x Int))", 0, Role::Binders),
        ("(x Int)", 0, Role::Binder),
        ("x", 0, Role::Name),
        ("Int", 0, Role::Sort),
        ("Int", 1, Role::Sort),
        ("(let ((y 1)) (+ x y))", 0, Role::Term),
        ("let", 0, Role::Other),
        ("((y 1))", 0, Role::Binders),
        ("(y 1)", 0, Role::Binder),
        ("1", 0, Role::Term),
        ("+", 0, Role::Other),
        ("y", 1, Role::Term),
    ];
    for (text, nth, expected) in table {
        assert_eq!(role(text, nth), expected, "{text} {nth}");
    }
    assert_eq!(analysis(&case).role(1), Role::Command);
    let kinds: Vec<_> = analysis(&case)
        .bindings()
        .iter()
        .map(|binding| binding.kind)
        .collect();
    assert_eq!(
        kinds,
        [
            BindingKind::Defined,
            BindingKind::Parameter,
            BindingKind::Let
        ]
    );
}

#[test]
fn equal_subterms_are_found_from_the_first_of_them() {
    let case = case("(assert (and (f x 1) (f x 1) (f x 2) ((f) x 1) (f x 1)))");
    let equal = |text, nth| case.equal_subterms(find(&case, text, nth)).count();
    assert_eq!(equal("(f x 1)", 0), 2);
    assert_eq!(equal("(f x 1)", 1), 0);
    assert_eq!(equal("(f x 2)", 0), 0);
    assert_eq!(equal("((f) x 1)", 0), 0);
}

#[test]
fn deep_nesting_and_many_rebindings_take_linear_time() {
    let depth = 200_000;
    let nots = format!(
        "(assert {}true{})",
        "(not ".repeat(depth),
        ")".repeat(depth)
    );
    assert_eq!(analysis(&case(&nots)).sort(2), Sort::UNKNOWN);
    let lets = format!(
        "(assert {}x{})",
        "(let ((x true)) ".repeat(depth),
        ")".repeat(depth)
    );
    let case = case(&lets);
    let last = BindingId::try_from(analysis(&case).bindings().len() - 1).unwrap_or(0);
    assert_eq!(
        analysis(&case).resolve(Symbol::of(b"x"), case.tree().end() - 1),
        Some(last)
    );
}
