//! Two solvers that differ.

use super::make::{answer, ended, exit, long, of, outcome, stopped};
use smelt::observation::{End, Limit, Limits};
use smelt::oracle::{Evidence, NotReproduced, Rule, Which};
use smelt::outcome::Outcome::{self, Interesting, Uninteresting, Unresolved};
use std::time::Duration;

fn plain(out: &str) -> Option<Evidence> {
    exit(0, out.as_bytes(), b"")
}

#[test]
fn golden_runs_that_do_not_differ_are_refused() {
    use NotReproduced::{AnswerCounts, NoAnswers, NoDifference, NotTold, Stopped};
    for (ours, theirs, why) in [
        (plain("sat\n"), plain("sat\n"), NoDifference),
        (
            plain("sat\nunknown\n"),
            plain("unknown\nunsat\n"),
            NoDifference,
        ),
        (plain("sat\n"), plain("unsat\nsat\n"), AnswerCounts(1, 2)),
        (plain("unknown\n"), plain("sat\n"), NoAnswers(Which::Solver)),
        (plain("sat\n"), plain("sat \n"), NoAnswers(Which::Second)),
        (
            plain("sat\n"),
            exit(0, &long("\nunsat\n"), b""),
            NoAnswers(Which::Second),
        ),
        (
            plain("sat\n"),
            stopped(Limit::Cpu),
            Stopped(
                Which::Second,
                Limit::Cpu,
                Limits::of_cpu(Duration::from_secs(1)),
            ),
        ),
        (None, plain("sat\n"), NotTold(Which::Solver)),
    ] {
        let golden = [answer(0, ours), answer(1, theirs)];
        assert_eq!(of(&Rule::Differs).accept_golden(&golden), Err(why));
    }
}

/// What it is, and what ours and theirs do about it.
type Row = (&'static str, Option<Evidence>, Option<Evidence>);

fn walk(expected: Outcome, table: Vec<Row>) {
    let oracle = of(&Rule::Differs);
    let golden = [
        answer(0, plain("sat\nsat\n")),
        answer(1, plain("sat\nunsat\n")),
    ];
    let shown = oracle.accept_golden(&golden).expect("they differ");
    assert_eq!(shown.signature, "sat where the reference says unsat");
    assert!(oracle.same(&golden, &golden));
    for (name, ours, theirs) in table {
        let candidate = [answer(0, ours), answer(1, theirs)];
        assert_eq!(
            outcome(oracle.as_ref(), &golden, &candidate),
            expected,
            "{name}"
        );
    }
}

#[test]
fn solvers_that_agree_or_fail_are_uninteresting() {
    walk(
        Uninteresting,
        vec![
            ("equal", plain("sat\n"), plain("sat\n")),
            ("reference unknown", plain("sat\n"), plain("unknown\n")),
            ("another count", plain("sat\nsat\n"), plain("unsat\n")),
            ("reference stopped", plain("sat\n"), stopped(Limit::Cpu)),
            ("reference idle", plain("sat\n"), stopped(Limit::Idle)),
            (
                "reference crashes",
                plain("sat\n"),
                ended(End::Signaled(11), b"unsat\n", b""),
            ),
            (
                "reference ends otherwise",
                plain("sat\n"),
                exit(1, b"unsat\n", b""),
            ),
            (
                "reference reports an error",
                plain("sat\n"),
                plain("(error \"x\")\nunsat\n"),
            ),
            (
                "solver reports an error",
                plain("(error \"x\")\nsat\n"),
                plain("unsat\n"),
            ),
        ],
    );
}

#[test]
fn answers_that_are_not_known_are_unresolved() {
    walk(
        Unresolved,
        vec![
            (
                "answers cut",
                exit(0, &long("\nsat\n"), b""),
                plain("unsat\n"),
            ),
            (
                "reference's answers cut",
                plain("sat\n"),
                exit(0, &long("\nunsat\n"), b""),
            ),
            (
                "reference stopped by wall time",
                plain("sat\n"),
                stopped(Limit::Wall),
            ),
            ("reference could not be told", plain("sat\n"), None),
            ("solver could not be told", None, plain("unsat\n")),
        ],
    );
}

#[test]
fn some_query_is_answered_sat_by_one_and_unsat_by_the_other() {
    walk(
        Interesting,
        vec![
            ("differ", plain("sat\n"), plain("unsat\n")),
            (
                "differ the other way",
                plain("x\nunsat\n"),
                plain("sat\ny\n"),
            ),
            (
                "differ beside an unknown",
                plain("sat\nsat\n"),
                plain("unknown\nunsat\n"),
            ),
            (
                "differ, the solver ends otherwise",
                exit(9, b"sat\n", b""),
                plain("unsat\n"),
            ),
        ],
    );
}

#[test]
fn a_candidate_without_an_answer_costs_no_run_of_the_reference() {
    let oracle = of(&Rule::Differs);
    let golden = [answer(0, plain("sat\n")), answer(1, plain("unsat\n"))];
    for silent in [plain(""), plain("unknown\n"), stopped(Limit::Cpu)] {
        assert_eq!(
            outcome(oracle.as_ref(), &golden, &[answer(0, silent)]),
            Uninteresting
        );
    }
}

#[test]
fn errors_that_the_golden_runs_report_are_borne() {
    let oracle = of(&Rule::Differs);
    let failing = |out: &str| exit(1, format!("(error \"x\")\n{out}\n").as_bytes(), b"");
    let golden = [answer(0, failing("sat")), answer(1, failing("unsat"))];
    assert_eq!(outcome(oracle.as_ref(), &golden, &golden), Interesting);
}
