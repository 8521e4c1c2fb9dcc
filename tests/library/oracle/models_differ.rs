//! Two answer-set solvers that differ in satisfiability, optimum, models or consequences.

use super::answer_sets::{brave, cautious, decides, first, optimum, sat, unsat, useless};
use super::make::{answer, exit, long, of};
use smelt::oracle::{Ask, Evidence, ModelsDiffer, Next};
use smelt::outcome::Outcome::{Interesting, Uninteresting};

/// What it is, what the solvers say, and the signature of the difference.
type Difference = (
    &'static str,
    Option<Evidence>,
    Option<Evidence>,
    &'static str,
);

fn differences() -> Vec<Difference> {
    let (a, b) = ("a", "b");
    vec![
        (
            "unsat for sat",
            unsat(),
            sat(&[a]),
            "unsatisfiable where the reference says satisfiable",
        ),
        (
            "sat for unsat",
            first(&[a]),
            unsat(),
            "satisfiable where the reference says unsatisfiable",
        ),
        ("optimum", optimum("1 2"), optimum("1 1"), "wrong optimum"),
        (
            "equal numbers",
            optimum("0 1"),
            optimum("1 0"),
            "wrong optimum",
        ),
        ("fewer", optimum("0 4 3"), optimum("3 4"), "wrong optimum"),
        (
            "more that cost",
            optimum("1 1"),
            optimum("1"),
            "wrong optimum",
        ),
        ("missing", sat(&[a]), sat(&[a, b]), "missing model"),
        ("missing and extra", sat(&[a]), sat(&[b]), "missing model"),
        ("missing, hidden", sat(&[a]), sat(&[a, a]), "missing model"),
        ("extra", sat(&[a, b]), sat(&[a]), "extra model"),
        (
            "extra in another order",
            sat(&["c a b", "b"]),
            sat(&["a b c"]),
            "extra model",
        ),
        ("repeated", sat(&[a, a]), sat(&[a]), "repeated model"),
        (
            "number only",
            exit(30, b"SATISFIABLE\n\nModels : 4\n", b""),
            exit(30, b"SATISFIABLE\n\nModels : 6\n", b""),
            "another number of models",
        ),
        (
            "number only, not kept whole",
            exit(30, &long("\nSATISFIABLE\n\nModels : 4\n"), b""),
            sat(&[a]),
            "another number of models",
        ),
        (
            "a consequence less",
            brave(&["a", "a b"]),
            brave(&["c", "b a c"]),
            "missing consequence",
        ),
        (
            "a consequence more",
            cautious(&["b a c", "b a"]),
            sat(&["a b", "b c"]),
            "extra consequence",
        ),
    ]
}

#[test]
fn models_differ_by_kinds_of_which_the_most_telling_is_kept() {
    let oracle = of(&ModelsDiffer);
    let pair = |ours: &Option<Evidence>, theirs: &Option<Evidence>| {
        [answer(0, ours.clone()), answer(1, theirs.clone())]
    };
    let all = differences();
    for (name, ours, theirs, signature) in &all {
        let golden = pair(ours, theirs);
        let shown = oracle.accept_golden(&golden).expect(name);
        assert_eq!(shown.signature, *signature, "{name}");
        assert!(oracle.same(&golden, &golden), "{name}");
    }
    // What shows the kind of another.
    let shows = |golden: &str, candidate: &str| {
        let (missing, extra) = ("missing model", "extra model");
        golden == candidate
            || golden == missing && candidate.starts_with("unsatisfiable")
            || golden == extra && candidate.starts_with("satisfiable")
            || golden == "another number of models"
                && candidate != "wrong optimum"
                && !candidate.ends_with("consequence")
    };
    for (golden_name, ours, theirs, golden_signature) in &all {
        let golden = pair(ours, theirs);
        for (name, ours, theirs, signature) in &all {
            if *name == "missing and extra" {
                continue; // it shows both, and the same number
            }
            let is = if shows(golden_signature, signature) {
                Interesting
            } else {
                Uninteresting
            };
            let name = format!("{name} after {golden_name}");
            decides(oracle.as_ref(), &golden, &pair(ours, theirs), &name, is);
        }
    }
}

#[test]
fn models_that_do_not_differ_or_are_not_all_are_uninteresting() {
    let oracle = of(&ModelsDiffer);
    let golden = [answer(0, sat(&["a"])), answer(1, sat(&["a", "b"]))];
    let (a, b) = ("a", "b");
    let optimal = |number: u64| {
        let out = format!("OPTIMUM FOUND\n\nModels : 9\n  Optimal : {number}\nOptimization : 1\n");
        exit(30, out.as_bytes(), b"")
    };
    for (name, ours, theirs) in [
        ("equal", sat(&[a, b]), sat(&[b, a])),
        ("equal atoms", sat(&["a b"]), sat(&["b a"])),
        ("first models only", first(&[a]), first(&[b])),
        ("all and the first", sat(&[a]), first(&[b])),
        ("equal optimum", optimum("1"), optimum("1")),
        ("a priority without costs", optimum("0 1"), optimum("1")),
        ("the last one", optimum("-2"), optimum("-2 0")),
        ("two of three", optimum("0 3 0"), optimum("3")),
        ("optimum and model", optimum("1"), sat(&[a])),
        ("as many optimal", optimal(3), optimal(3)),
        ("both unsat", unsat(), unsat()),
        ("as many steps or not", brave(&[a, "a b"]), brave(&["b a"])),
        ("all consequences", cautious(&[a, ""]), sat(&[a, b])),
        ("brave and cautious", brave(&["a b"]), cautious(&[a])),
        ("brave and the first model", brave(&["a b"]), first(&[a])),
        (
            "a code that contradicts",
            exit(20, b"SATISFIABLE\n\nModels : 1\n", b""),
            sat(&[a, b]),
        ),
    ] {
        let candidate = [answer(0, ours), answer(1, theirs)];
        decides(oracle.as_ref(), &golden, &candidate, name, Uninteresting);
    }
    for (name, evidence, is) in useless() {
        let ours = [answer(0, evidence.clone())];
        decides(oracle.as_ref(), &golden, &ours, name, is);
        let theirs = [answer(0, sat(&[a])), answer(1, evidence)];
        decides(oracle.as_ref(), &golden, &theirs, name, is);
    }
    let optima = [answer(0, optimal(3)), answer(1, optimal(4))];
    let shown = oracle.accept_golden(&optima).expect("they differ");
    assert_eq!(shown.signature, "another number of models");
}

#[test]
fn who_compares_solvers_that_agree_is_told_to_ask_for_all_models_only_if_some_may_lack() {
    let oracle = of(&ModelsDiffer);
    let (a, b) = ("a", "b");
    for (name, ours, theirs, agree_on, is_told) in [
        (
            "all",
            sat(&[a, b]),
            sat(&[b, a]),
            "satisfiable, 2 models",
            false,
        ),
        (
            "the first and all",
            first(&[a]),
            sat(&[a, b]),
            "satisfiable",
            true,
        ),
        (
            "all and the first",
            sat(&[a, b]),
            first(&[a]),
            "satisfiable",
            true,
        ),
        ("an optimum", optimum("1"), optimum("1"), "optimum 1", false),
        ("no models", unsat(), unsat(), "unsatisfiable", false),
        (
            "consequences",
            brave(&[a]),
            brave(&[a]),
            "satisfiable",
            false,
        ),
    ] {
        let why = oracle.accept_golden(&[answer(0, ours), answer(1, theirs)]);
        let said = why.expect_err(name).to_string();
        assert!(
            said.contains(&format!("both say {agree_on}.")),
            "{name}: {said}"
        );
        assert_eq!(said.contains("`-n 0`"), is_told, "{name}: {said}");
    }
}

#[test]
fn the_other_solver_is_not_asked_if_one_cannot_differ_as_the_golden_runs_do() {
    let oracle = of(&ModelsDiffer);
    let (a, b) = ("a", "b");
    let spared = Next::Outcome(Uninteresting);
    let asked = Next::Ask(Ask::of(1));
    for (name, golden, ours, expected) in [
        ("sat after unsat", [unsat(), sat(&[a])], sat(&[a]), spared),
        ("unsat again", [unsat(), sat(&[a])], unsat(), asked),
        ("unsat after sat", [first(&[a]), unsat()], unsat(), spared),
        ("sat again", [first(&[a]), unsat()], sat(&[a]), asked),
        (
            "no optimum",
            [optimum("2"), optimum("1")],
            sat(&[a]),
            spared,
        ),
        (
            "an optimum",
            [optimum("2"), optimum("1")],
            optimum("7"),
            asked,
        ),
        ("none is missing", [sat(&[a]), sat(&[a, b])], unsat(), asked),
        ("none is extra", [sat(&[a, b]), sat(&[a])], unsat(), spared),
    ] {
        let [ours_before, theirs] = golden;
        let golden = [answer(0, ours_before), answer(1, theirs)];
        let next = oracle.next(&golden, &[answer(0, ours)]);
        assert_eq!(next, expected, "{name}");
    }
    let golden = [answer(0, first(&[a])), answer(1, unsat())];
    assert_eq!(oracle.next(&golden, &[]), Next::Ask(Ask::of(1)));
    let lost = oracle.next(&golden, &[answer(1, sat(&[a]))]);
    assert_eq!(lost, spared, "the reference has an answer set");
    let kept = oracle.next(&golden, &[answer(1, unsat())]);
    assert_eq!(kept, Next::Ask(Ask::of(0)));
}
