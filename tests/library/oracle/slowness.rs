//! Hangs, slow-downs and scripts: rules over how a run ended and how long it took.

use super::make::{answer, ended, exit, of, outcome, stopped, table};
use smelt::observation::{End, Limit};
use smelt::oracle::{
    Answer, Ask, Criterion, Evidence, Hangs, MatchRule, NotReproduced, NotSlow, Rule, Script,
    SecondRule, SlowerThan, SlowerThanFactor, Which, repeated,
};
use smelt::outcome::Outcome::{self, Interesting, Uninteresting, Unresolved};
use std::sync::Arc;
use std::time::Duration;

const fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// A run that took this CPU time, asked for under this CPU limit.
fn took(end: End, cpu: Duration, limit: Duration) -> Option<Evidence> {
    let evidence = ended(end, b"", b"")?;
    let mut observation = (*evidence.observation).clone();
    observation.cpu = cpu;
    Some(Evidence {
        observation: Arc::new(observation),
        cpu_limit: limit,
        ..evidence
    })
}

/// A run that exited with code 0 after this time.
fn done(cpu: Duration) -> Option<Evidence> {
    took(End::Exited(0), cpu, seconds(600))
}

/// A run that its CPU limit ended.
fn cut(limit: Duration) -> Option<Evidence> {
    took(End::LimitHit(Limit::Cpu), limit, limit)
}

#[test]
fn a_hang_is_a_run_into_the_limit_that_the_golden_run_reached() {
    let others = |idle, cpu| {
        vec![
            ("CPU limit", stopped(Limit::Cpu), cpu),
            ("idle limit", stopped(Limit::Idle), idle),
            ("output limit", stopped(Limit::Output), Uninteresting),
            ("wall limit", stopped(Limit::Wall), Unresolved),
            ("not told", None, Unresolved),
            ("ended", exit(0, b"sat\n", b""), Uninteresting),
            ("crashed", ended(End::Signaled(11), b"", b""), Uninteresting),
        ]
    };
    let hangs = Rule::of(Hangs(None));
    let (idle, cpu) = (stopped(Limit::Idle), stopped(Limit::Cpu));
    table(&*hangs, cpu, others(Uninteresting, Interesting));
    table(&*hangs, idle, others(Interesting, Uninteresting));
}

#[test]
fn a_golden_run_that_does_not_hang_is_refused_with_its_time_and_the_limit() {
    let refused = |golden| {
        of(&Hangs(None))
            .accept_golden(&[answer(0, golden)])
            .expect_err("it does not hang")
    };
    let early = refused(took(
        End::Exited(0),
        Duration::from_millis(300),
        seconds(10),
    ));
    let words = early.to_string();
    assert!(
        words.contains("ended after 0.300 s of CPU time (exit 0), before the limit of 10 s"),
        "{words}"
    );
    assert_eq!(
        refused(stopped(Limit::Wall)),
        NotReproduced::NotTold(Which::Solver)
    );
    assert!(
        refused(stopped(Limit::Output))
            .to_string()
            .contains("output limit")
    );
    assert!(
        refused(exit(127, b"", b"sh: z3: not found"))
            .to_string()
            .contains("did not start")
    );
}

#[test]
fn a_trusted_solver_must_go_on_ending_where_the_other_hangs() {
    let oracle = of(&Hangs(Some(SecondRule::Behaves(MatchRule::default()))));
    let golden = [
        answer(0, stopped(Limit::Cpu)),
        answer(1, exit(0, b"sat\n", b"")),
    ];
    assert!(oracle.accept_golden(&golden).is_ok());
    for (name, trusted, expected) in [
        ("the same answer", exit(0, b"sat\n", b""), Interesting),
        ("another answer", exit(0, b"unsat\n", b""), Uninteresting),
        ("it hangs too", stopped(Limit::Cpu), Uninteresting),
        ("not told", None, Unresolved),
    ] {
        let candidate = [answer(0, stopped(Limit::Cpu)), answer(1, trusted)];
        assert_eq!(
            outcome(oracle.as_ref(), &golden, &candidate),
            expected,
            "{name}"
        );
    }
    let both = [answer(0, stopped(Limit::Cpu)), answer(1, cut(seconds(1)))];
    let why = oracle.accept_golden(&both).expect_err("both hang");
    assert!(
        why.to_string()
            .contains("The second solver hit the 1 s CPU limit"),
        "{why}"
    );
}

#[test]
fn slower_than_looks_at_the_time_of_a_run_that_ended_and_the_limit_of_one_that_did_not() {
    let limit = seconds(10);
    table(
        &SlowerThan(limit, None),
        cut(limit),
        vec![
            ("in time", done(seconds(9)), Uninteresting),
            ("just in time", done(limit), Uninteresting),
            ("late", done(seconds(11)), Interesting),
            (
                "late, with a crash",
                took(End::Signaled(11), seconds(11), seconds(600)),
                Interesting,
            ),
            ("cut at the time", cut(limit), Interesting),
            ("cut before", cut(seconds(9)), Unresolved),
            (
                "stored under a higher limit, asked under a lower one",
                took(End::LimitHit(Limit::Cpu), seconds(11), seconds(9)),
                Unresolved,
            ),
            ("idle", stopped(Limit::Idle), Uninteresting),
            ("wall clock", stopped(Limit::Wall), Unresolved),
            ("not told", None, Unresolved),
        ],
    );
    let golden = [answer(0, done(seconds(3)))];
    assert_eq!(
        of(&SlowerThan(limit, None)).accept_golden(&golden),
        Err(NotReproduced::NotSlow(NotSlow::InTime {
            after: seconds(3),
            least: limit
        }))
    );
}

#[test]
fn slower_by_a_factor_compares_the_times_on_the_same_text() {
    let oracle = of(&SlowerThanFactor(10.0));
    let golden = [answer(0, done(seconds(30))), answer(1, done(seconds(1)))];
    assert!(oracle.accept_golden(&golden).is_ok());
    assert!(oracle.same(&golden, &golden));
    let ms = Duration::from_millis;
    for (name, ours, theirs, expected) in [
        (
            "ten times",
            done(seconds(10)),
            done(seconds(1)),
            Interesting,
        ),
        ("less", done(seconds(9)), done(seconds(1)), Uninteresting),
        (
            "ten times next to nothing",
            done(ms(400)),
            done(ms(1)),
            Uninteresting,
        ),
        (
            "ten times the least",
            done(ms(500)),
            done(ms(1)),
            Interesting,
        ),
        (
            "cut late enough",
            cut(seconds(10)),
            done(seconds(1)),
            Interesting,
        ),
        (
            "cut too early",
            cut(seconds(9)),
            done(seconds(1)),
            Unresolved,
        ),
        (
            "the reference is cut",
            done(seconds(30)),
            cut(seconds(4)),
            Uninteresting,
        ),
        (
            "the reference ends otherwise",
            done(seconds(30)),
            exit(1, b"", b""),
            Uninteresting,
        ),
        (
            "the reference reports an error",
            done(seconds(30)),
            exit(0, b"(error \"x\")\n", b""),
            Uninteresting,
        ),
        (
            "the reference is not told",
            done(seconds(30)),
            None,
            Unresolved,
        ),
        ("not told", None, done(seconds(1)), Unresolved),
        (
            "wall clock",
            stopped(Limit::Wall),
            done(seconds(1)),
            Unresolved,
        ),
        (
            "idle",
            stopped(Limit::Idle),
            done(seconds(1)),
            Uninteresting,
        ),
    ] {
        let candidate = [answer(0, ours), answer(1, theirs)];
        assert_eq!(
            outcome(oracle.as_ref(), &golden, &candidate),
            expected,
            "{name}"
        );
    }
}

#[test]
fn a_quick_candidate_costs_no_run_of_the_reference() {
    let oracle = of(&SlowerThanFactor(10.0));
    let golden = [answer(0, done(seconds(30))), answer(1, done(seconds(1)))];
    let quick = [answer(0, done(Duration::from_millis(499)))];
    assert_eq!(outcome(oracle.as_ref(), &golden, &quick), Uninteresting);
}

#[test]
fn golden_runs_that_are_not_slower_by_the_factor_are_refused() {
    let oracle = of(&SlowerThanFactor(10.0));
    for (ours, theirs, words) in [
        (done(seconds(5)), done(seconds(1)), "at least 10.000 s"),
        (
            cut(seconds(5)),
            done(seconds(1)),
            "The solver hit the 5 s CPU limit, but the factor",
        ),
        (
            done(seconds(50)),
            cut(seconds(1)),
            "The second solver hit the 1 s CPU limit",
        ),
        (
            stopped(Limit::Idle),
            done(seconds(1)),
            "The solver hit the 5 s idle limit",
        ),
        (None, done(seconds(1)), "wall time limit"),
    ] {
        let golden = [answer(0, ours), answer(1, theirs)];
        let why = oracle.accept_golden(&golden).expect_err(words);
        assert!(why.to_string().contains(words), "{why}");
    }
}

#[test]
fn a_script_decides_by_exit_code_0_alone() {
    table(
        &Script,
        exit(0, b"one\n", b""),
        vec![
            ("code 0", exit(0, b"two\n", b"noise"), Interesting),
            ("code 1", exit(1, b"one\n", b""), Uninteresting),
            (
                "command missing",
                exit(127, b"", b"not found"),
                Uninteresting,
            ),
            ("killed", ended(End::Signaled(11), b"", b""), Uninteresting),
            ("CPU limit", stopped(Limit::Cpu), Uninteresting),
            ("wall clock", stopped(Limit::Wall), Unresolved),
            ("not told", None, Unresolved),
        ],
    );
    let refused = |golden| {
        of(&Script)
            .accept_golden(&[answer(0, golden)])
            .expect_err("refused")
            .to_string()
    };
    let words = refused(exit(127, b"", b"\ntest.sh: 3: cvc6: not found\n"));
    for part in [
        "ended with exit 127",
        "cvc6: not found",
        "--env",
        "--depends",
    ] {
        assert!(words.contains(part), "`{part}` in {words}");
    }
    assert!(!refused(stopped(Limit::Cpu)).contains("--hangs"));
}

/// The answer to a repetition.
fn nth(nth: u32, evidence: Option<Evidence>) -> Answer {
    let ask = Ask { nth, ..Ask::of(0) };
    Answer { ask, evidence }
}

#[test]
fn each_of_the_repeated_runs_must_be_interesting_and_the_first_that_is_not_decides() {
    let rule = SlowerThan(seconds(10), None).oracle().expect("an oracle");
    let oracle = repeated(rule.into(), 3, 3);
    let golden = [answer(0, cut(seconds(10)))];
    assert!(oracle.same(&golden, &golden));
    let (slow, quick) = (|| cut(seconds(10)), || done(seconds(1)));
    let table: [(&str, Vec<Option<Evidence>>, Outcome); 4] = [
        ("all are slow", vec![slow(), slow(), slow()], Interesting),
        (
            "the last is quick",
            vec![slow(), slow(), quick()],
            Uninteresting,
        ),
        ("the first is quick", vec![quick()], Uninteresting),
        ("the second is not told", vec![slow(), None], Unresolved),
    ];
    for (name, runs, expected) in table {
        let runs: Vec<Answer> = (0..).zip(runs).map(|(n, run)| nth(n, run)).collect();
        assert_eq!(outcome(oracle.as_ref(), &golden, &runs), expected, "{name}");
    }
}
