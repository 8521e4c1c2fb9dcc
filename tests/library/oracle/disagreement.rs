//! Two solvers that differ.

use super::make::{answer, ended, exit, long, of, outcome, stopped};
use smelt::observation::{End, Limit, Limits, Observation};
use smelt::oracle::{Answer, Ask, Differs, Evidence, Next, NotReproduced, Which};
use smelt::outcome::Outcome::{self, Interesting, Uninteresting, Unresolved};
use std::time::Duration;

const DIFFERS: Differs = Differs {
    either_direction: false,
    rejecters: 0,
};

const EITHER: Differs = Differs {
    either_direction: true,
    rejecters: 0,
};

/// The rule with a third solver.
const REJECTED: Differs = Differs {
    either_direction: false,
    rejecters: 1,
};

fn plain(out: &str) -> Option<Evidence> {
    exit(0, out.as_bytes(), b"")
}

#[test]
fn golden_runs_that_do_not_differ_are_refused() {
    use NotReproduced::{AnswerCounts, NoAnswers, NoDifference, NotKept, NotTold, Stopped};
    for (ours, theirs, why) in [
        (plain("sat\n"), plain("sat\n"), NoDifference),
        (
            plain("sat\nunknown\n"),
            plain("unknown\nunsat\n"),
            NoDifference,
        ),
        (
            plain("sat\n"),
            plain("unsat\nsat\n"),
            AnswerCounts(1, End::Exited(0), 2),
        ),
        (plain("unknown\n"), plain("sat\n"), NoAnswers(Which::Solver)),
        (plain("sat\n"), plain("sat \n"), NoAnswers(Which::Second)),
        (
            plain("sat\n"),
            exit(0, &long("\nunsat\n"), b""),
            NotKept(Which::Second),
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
        assert_eq!(of(&DIFFERS).accept_golden(&golden), Err(why));
    }
}

/// What it is, and what ours and theirs do about it.
type Row = (&'static str, Option<Evidence>, Option<Evidence>);

fn walk(expected: Outcome, table: Vec<Row>) {
    let oracle = of(&DIFFERS);
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
            (
                "differ the other way",
                plain("x\nunsat\n"),
                plain("sat\ny\n"),
            ),
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
                "differ at another query",
                plain("sat\nx\nunsat\n"),
                plain("unsat\ny\nunsat\n"),
            ),
            (
                "differ at one query the other way",
                plain("unsat\nsat\n"),
                plain("sat\nunsat\n"),
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
    let oracle = of(&DIFFERS);
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
    let oracle = of(&DIFFERS);
    let failing = |out: &str| exit(1, format!("(error \"x\")\n{out}\n").as_bytes(), b"");
    let golden = [answer(0, failing("sat")), answer(1, failing("unsat"))];
    assert_eq!(outcome(oracle.as_ref(), &golden, &golden), Interesting);
}

#[test]
fn with_either_direction_it_does_not_matter_who_says_sat() {
    let oracle = of(&EITHER);
    let golden = [answer(0, plain("sat\n")), answer(1, plain("unsat\n"))];
    let turned = [answer(0, plain("unsat\n")), answer(1, plain("sat\n"))];
    for candidate in [&golden, &turned] {
        assert_eq!(outcome(oracle.as_ref(), &golden, candidate), Interesting);
    }
    assert_eq!(
        oracle.signature(&golden, &turned).as_deref(),
        Some("unsat where the reference says sat")
    );
}

#[test]
fn the_signature_of_a_candidate_with_both_directions_is_the_kept_one() {
    let oracle = of(&DIFFERS);
    let golden = [answer(0, plain("sat\n")), answer(1, plain("unsat\n"))];
    let both = [
        answer(0, plain("unsat\nsat\n")),
        answer(1, plain("sat\nunsat\n")),
    ];
    assert_eq!(outcome(oracle.as_ref(), &golden, &both), Interesting);
    assert_eq!(
        oracle.signature(&golden, &both).as_deref(),
        Some("sat where the reference says unsat")
    );
}

#[test]
fn an_answer_in_the_wrong_direction_costs_no_run_of_the_reference() {
    let oracle = of(&DIFFERS);
    let golden = [answer(0, plain("sat\n")), answer(1, plain("unsat\n"))];
    let turned = [answer(0, plain("unsat\n"))];
    assert_eq!(outcome(oracle.as_ref(), &golden, &turned), Uninteresting);
}

/// What the solver, the reference and a third solver say.
fn three(ours: &str, theirs: &str, third: Option<Evidence>) -> [Answer; 3] {
    [
        answer(0, plain(ours)),
        answer(1, plain(theirs)),
        answer(2, third),
    ]
}

#[test]
fn a_difference_on_which_a_third_solver_sides_with_the_first_is_no_evidence() {
    let oracle = of(&REJECTED);
    let golden = three("sat\n", "unsat\n", plain("sat\n"));
    assert_eq!(
        oracle.accept_golden(&golden),
        Err(NotReproduced::Rejected(Which::Other(2)))
    );
    let golden = three("sat\n", "unsat\n", plain("unsat\n"));
    assert!(oracle.accept_golden(&golden).is_ok());
    for (third, expected) in [
        (plain("unsat\n"), Interesting),
        (plain("sat\n"), Uninteresting),
        (stopped(Limit::Wall), Unresolved),
        (None, Unresolved),
    ] {
        let candidate = three("sat\n", "unsat\n", third);
        assert_eq!(outcome(oracle.as_ref(), &golden, &candidate), expected);
    }
}

#[test]
fn a_third_solver_rejects_each_query_on_its_own() {
    let oracle = of(&REJECTED);
    let golden = three("sat\nsat\n", "unsat\nunsat\n", plain("sat\nunsat\n"));
    let shown = oracle.accept_golden(&golden).expect("the second query");
    assert_eq!(shown.signature, "sat where the reference says unsat");
    let candidate = three("sat\nsat\n", "unsat\nunsat\n", plain("unsat\nsat\n"));
    assert_eq!(outcome(oracle.as_ref(), &golden, &candidate), Interesting);
}

#[test]
fn a_third_solver_without_an_answer_rejects_only_if_it_had_one() {
    let oracle = of(&REJECTED);
    let silent = || {
        [
            plain("unknown\n"),
            plain(""),
            plain("unsat\nunsat\n"),
            stopped(Limit::Cpu),
        ]
    };
    let sided = three("sat\n", "unsat\n", plain("unsat\n"));
    for third in silent() {
        let candidate = three("sat\n", "unsat\n", third);
        assert_eq!(outcome(oracle.as_ref(), &sided, &candidate), Uninteresting);
    }
    let broken = three("sat\n", "unsat\n", plain("(error \"x\")\nunsat\n"));
    assert_eq!(outcome(oracle.as_ref(), &sided, &broken), Uninteresting);
    for third in silent() {
        let golden = three("sat\n", "unsat\n", third.clone());
        assert!(oracle.accept_golden(&golden).is_ok());
        let candidate = three("sat\n", "unsat\n", third);
        assert_eq!(outcome(oracle.as_ref(), &golden, &candidate), Interesting);
        let contradicting = three("sat\n", "unsat\n", plain("sat\n"));
        assert_eq!(
            outcome(oracle.as_ref(), &golden, &contradicting),
            Uninteresting
        );
    }
}

#[test]
fn a_third_solver_that_does_not_start_is_not_taken_for_silent() {
    let golden = three("sat\n", "unsat\n", exit(127, b"", b"not found\n"));
    let why = of(&REJECTED).accept_golden(&golden);
    assert!(matches!(
        why,
        Err(NotReproduced::NotStarted(Which::Other(2), _))
    ));
}

#[test]
fn the_solver_that_needed_less_time_is_asked_first() {
    let oracle = of(&REJECTED);
    let slow = |evidence: Option<Evidence>| {
        evidence.map(|evidence| {
            let observation = Observation {
                cpu: Duration::from_millis(900),
                ..(*evidence.observation).clone()
            };
            Evidence {
                observation: observation.into(),
                ..evidence
            }
        })
    };
    let quick = three("sat\n", "unsat\n", plain("unsat\n"));
    let [ours, theirs, third] = quick.clone();
    let slow_reference = [ours.clone(), answer(1, slow(theirs.evidence)), third];
    for (golden, first, second) in [(&quick, 1, 2), (&slow_reference, 2, 1)] {
        let asked = oracle.next(golden, std::slice::from_ref(&ours));
        assert_eq!(asked, Next::Ask(Ask::of(first)));
        let seen = [ours.clone(), golden[first].clone()];
        assert_eq!(oracle.next(golden, &seen), Next::Ask(Ask::of(second)));
    }
}
