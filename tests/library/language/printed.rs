//! What is made of a script with the models, cores and proofs that solvers have printed on it.

use smelt::language::{Language, language};
use smelt::observation::{End, Limits, Observation, Stream};
use std::time::Duration;

fn run(out: &str) -> Observation {
    Observation {
        end: End::Exited(0),
        out: Stream::of(out.as_bytes()),
        err: Stream::of(b""),
        cpu: Duration::ZERO,
        wall: Duration::ZERO,
        rss_kib: 0,
        stack: None,
        limits: Limits::of_cpu(Duration::from_secs(1)),
    }
}

fn smtlib() -> &'static dyn Language {
    language("smtlib").expect("the language")
}

fn text(made: Option<Vec<u8>>) -> Option<String> {
    made.map(|made| String::from_utf8(made).expect("UTF-8"))
}

fn with_model(script: &str, out: &str, nth: usize) -> Option<String> {
    text(smtlib().with_model(script.as_bytes(), &run(out), nth))
}

fn with_core(script: &str, out: &str, nth: usize) -> Option<String> {
    text(smtlib().with_core(script.as_bytes(), &run(out), nth))
}

#[test]
fn values_take_the_place_of_declarations_after_those_that_they_use() {
    let script = "(set-logic ALL)(set-info :status sat)(set-option :produce-models true)(set-option :seed 1)\
                  (declare-const x Int)(declare-fun f (Int) Int)(declare-const y Int)\
                  (assert (> (f x) y))(check-sat)(get-model)";
    let out = "sat\n(model ; comment\n (define-fun |x| () Int (k!0 1))\n (define-fun f ((a Int)) Int (ite (= a 1) (k!1 a) 2))\n\
               (define-fun k!0 ((a Int)) Int 3)\n (define-fun k!1 ((a Int)) Int 4) (define-fun /0 ((a Int)) Int 0))\n";
    let made = with_model(script, out, 0).expect("a model");
    assert_eq!(
        made,
        "(set-logic ALL)\n(set-option :seed 1)\n(define-fun k!0 ((a Int)) Int 3)\n(define-fun |x| () Int (k!0 1))\n\
         (define-fun k!1 ((a Int)) Int 4)\n(define-fun f ((a Int)) Int (ite (= a 1) (k!1 a) 2))\n(declare-const y Int)\n\
         (assert (> (f x) y))\n(check-sat)\n"
    );
    assert_eq!(with_model(script, out, 1), None);
    assert_eq!(with_model(script, "unknown\n(model)\n", 0), None);
    assert_eq!(with_model(script, "sat\n((x 1))\n", 0), None);
}

#[test]
fn a_model_is_that_of_the_query_before_it() {
    let script = "(declare-const x Int)(push)(assert (= x 1))(check-sat)(pop)(push 2)(assert (= x 2))(pop 1)\
                  (check-sat-assuming ((= x 3) p))(get-model)";
    let out = "unsat\n(error \"line 1 column 9: model is not available\")\nsat\n(\n(define-fun x () Int 3)\n)\n";
    assert_eq!(
        with_model(script, out, 0).as_deref(),
        Some("(define-fun x () Int 3)\n(assert (= x 3))\n(assert p)\n(check-sat)\n")
    );
    // There is no second query, or it is not known what is in force.
    assert_eq!(with_model("(check-sat)", out, 0), None);
    let reset = "(check-sat)(reset-assertions)(check-sat)";
    assert_eq!(with_model(reset, out, 0), None);
    assert_eq!(with_model("(check-sat)(pop 3)(check-sat)", out, 0), None);
}

#[test]
fn each_command_that_a_solver_answers_counts_as_a_query() {
    let script = "(declare-const x Int)(check-sat-using smt)(assert (> x 0))(check-sat)(get-model)(assert (> x 100))(check-sat)\
                  (exit)(check-sat)";
    let out = "sat\nsat\n((define-fun x () Int 1))\nsat\n";
    let expected = "(define-fun x () Int 1)\n(assert (> x 0))\n(check-sat)\n";
    assert_eq!(with_model(script, out, 0).as_deref(), Some(expected));
    let at_first = "sat\n((define-fun x () Int 1))\nsat\nsat\n";
    assert_eq!(
        with_model(script, at_first, 0).as_deref(),
        Some("(define-fun x () Int 1)\n(check-sat)\n")
    );
    // What else prints such a word is not always known, and neither is what the query of z3 is about.
    for other in [
        "(echo \"sat\")",
        "(echo \"it is sat\")",
        "(eval y)",
        "(query q)",
    ] {
        let script = script.replace("(check-sat-using smt)", other);
        let out = if other == "(query q)" { at_first } else { out };
        assert_eq!(with_model(&script, out, 0), None, "{other}");
    }
}

#[test]
fn a_solver_leaves_queries_without_an_answer_only_if_it_fails() {
    let out = "sat\n((define-fun x () Int 1))\n";
    let script = "(declare-const x Int)(check-sat)(check-sat)";
    assert_eq!(with_model(script, out, 0), None);
    let failed = Observation {
        end: End::Signaled(11),
        ..run(out)
    };
    assert_eq!(
        text(smtlib().with_model(script.as_bytes(), &failed, 0)).as_deref(),
        Some("(define-fun x () Int 1)\n(check-sat)\n")
    );
}

#[test]
fn the_formulas_of_a_query_are_asserted_each() {
    let script =
        "(declare-const p Bool)(declare-const q Bool)(check-sat (or p q) (not q))(get-model)";
    let out = "sat\n((define-fun p () Bool true)(define-fun q () Bool false))\n";
    assert_eq!(
        with_model(script, out, 0).as_deref(),
        Some(
            "(define-fun p () Bool true)\n(define-fun q () Bool false)\n(assert (or p q))\n(assert (not q))\n(check-sat)\n"
        )
    );
}

#[test]
fn the_elements_of_a_sort_are_declared_and_differ() {
    let script = "(declare-sort U 0)(declare-const u U)(declare-const v U)(check-sat)";
    let out = "sat\n((declare-fun e0 () U)(declare-fun e1 () U)(forall ((x U)) (or (= x e0) (= x e1)))\
               (define-fun u () U e0)(define-fun v () U e1))\n";
    assert_eq!(
        with_model(script, out, 0).as_deref(),
        Some(
            "(declare-sort U 0)\n(declare-fun e0 () U)\n(define-fun u () U e0)\n(declare-fun e1 () U)\n\
             (define-fun v () U e1)\n(assert (distinct e0 e1))\n(check-sat)\n"
        )
    );
}

#[test]
fn a_value_that_uses_itself_is_put_once() {
    let script = "(declare-const x Int)(check-sat)";
    let out = "sat\n((define-fun x () Int (+ y 1))(define-fun y () Int (+ x 1)))\n";
    let made = with_model(script, out, 0).expect("a text");
    assert_eq!(made.matches("define-fun x").count(), 1, "{made}");
}

#[test]
fn a_chain_of_values_of_any_length_is_followed() {
    let value = |k: usize| format!("(define-fun k{k} () Int k{})", k + 1);
    let values: Vec<String> = (0..2000).map(value).collect();
    let out = format!("sat\n({})\n", values.concat());
    let made = with_model("(declare-const k0 Int)(check-sat)", &out, 0).expect("a text");
    assert!(made.starts_with("(define-fun k1999 "), "{}", &made[..60]);
}

#[test]
fn a_script_asks_for_the_model_of_each_query() {
    let asking = |script: &str| text(smtlib().asking_for_models(script.as_bytes()));
    assert_eq!(
        asking("(check-sat)(check-sat-assuming (p))(exit)").as_deref(),
        Some(
            "(set-option :produce-models true)\n(check-sat)\n(get-model)\n(check-sat-assuming (p))\n(get-model)\n(exit)\n"
        )
    );
    let with_tactic = asking("(check-sat-using smt)").expect("a script");
    assert!(with_tactic.ends_with("(get-model)\n"), "{with_tactic}");
    assert_eq!(asking("(check-sat"), None);
}

#[test]
fn of_the_named_assertions_those_in_the_core_are_left() {
    let script = "(set-option :produce-unsat-cores true)(declare-const p Bool)(assert (! p :named a))\
                  (assert (! (not p) :named |b|))(assert (! (or p a) :weight 1 :named c))(assert p)(check-sat)(get-unsat-core)";
    assert_eq!(
        with_core(script, "unsat\n(b)\n", 0).as_deref(),
        Some(
            "(declare-const p Bool)\n(define-fun a () Bool p)\n(assert (! (not p) :named |b|))\n\
             (define-fun c () Bool (or p a))\n(assert p)\n(check-sat)\n"
        )
    );
    assert!(
        with_core(script, "unsat\n()\n", 0).is_some_and(|made| made.contains("(define-fun |b|"))
    );
    for out in [
        "sat\n(b)\n",
        "unsat\n((a b))\n",
        "unsat\n",
        "unsat\n(error \"no\")\n",
        "unsat\n(b",
    ] {
        assert_eq!(with_core(script, out, 0), None, "{out}");
    }
}

#[test]
fn a_core_is_the_list_that_answers_the_command_for_it() {
    let script = |commands: &str| {
        format!(
            "(declare-const p Bool)(assert (! p :named a))(assert (! (not p) :named b)){commands}"
        )
    };
    let table = [
        ("(check-sat)(get-info :name)", "unsat\n(:name \"Z3\")\n"),
        ("(check-sat)(get-info :version)", "unsat\n(version 4)\n"),
        (
            "(check-sat-assuming (p))(get-unsat-assumptions)",
            "unsat\n(p)\n",
        ),
        ("(check-sat)(get-proof)(get-unsat-core)", "unsat\n(a)\n"),
        ("(check-sat)(echo \"(a)\")", "unsat\n(a)\n"),
    ];
    for (commands, out) in table {
        assert_eq!(with_core(&script(commands), out, 0), None, "{commands}");
    }
    let with_statistics = "unsat\n(a b)\n(:added-eqs 1 :time 0.01)\n";
    let commands = script("(check-sat)(get-unsat-core)");
    assert!(with_core(&commands, with_statistics, 0).is_some());
    assert_eq!(with_core(&commands, with_statistics, 1), None);
    let commands = script(
        "(check-sat-assuming (p))(echo \"core\")(get-unsat-assumptions)(push 1)(get-unsat-core)(pop 1)(check-sat)(get-unsat-core)",
    );
    let out = "unsat\ncore\n(p)\n(a b)\nunsat\n(b)\n";
    assert_eq!(with_core(&commands, out, 0), None);
    let made = with_core(&commands, out, 1).expect("the first core");
    assert!(made.ends_with("(assert p)\n(check-sat)\n"), "{made}");
    let made = with_core(&commands, out, 2).expect("the second core");
    assert!(made.contains("(define-fun a () Bool p)"), "{made}");
}

#[test]
fn a_proof_is_what_comes_after_the_answer() {
    let proof = |out: &str| text(smtlib().proof(&run(out)));
    let table = [
        (
            "unsat\n(assume a p)\n(step t (cl))\n",
            Some("(assume a p)\n(step t (cl))\n"),
        ),
        (
            "unsat\n(\n(assume a p)\n(step t (cl))\n)\n",
            Some("(assume a p)\n(step t (cl))\n"),
        ),
        ("sat\nunsat\n(proof x)\n", Some("(proof x)\n")),
        ("unsat\n", None),
        ("sat\n(model)\n", None),
        ("unsat\n(error \"no proof\")\n", None),
    ];
    for (out, expected) in table {
        assert_eq!(proof(out).as_deref(), expected, "{out}");
    }
}
