//! The cross-check.

use super::make::{answer, exit, of, outcome, stopped};
use smelt::observation::Limit;
use smelt::oracle::{Ask, CrossCheck, MatchRule, Next, NotReproduced, Rule, StreamPattern, Which};
use smelt::outcome::Outcome::{Interesting, Uninteresting, Unresolved};

fn rule() -> Rule {
    let phrase = |text: &str| MatchRule {
        out: Some(StreamPattern::Text(text.into())),
        ..MatchRule::default()
    };
    Rule::of(CrossCheck(phrase("sat"), phrase("good")))
}

#[test]
fn the_second_solver_is_asked_only_if_the_first_passes() {
    let oracle = of(&*rule());
    let golden = [
        answer(0, exit(1, b"sat", b"")),
        answer(1, exit(0, b"good", b"")),
    ];
    for (told, ask) in [Some(Ask::of(0)), Some(Ask::of(1)), None]
        .into_iter()
        .enumerate()
    {
        assert_eq!(oracle.golden_ask(&golden[..told]), ask);
    }
    let next = |evidence| oracle.next(&golden, &[answer(0, evidence)]);
    assert_eq!(oracle.next(&golden, &[]), Next::Ask(Ask::of(0)));
    assert_eq!(next(exit(1, b"", b"")), Next::Outcome(Uninteresting));
    assert_eq!(next(None), Next::Outcome(Unresolved));
    assert_eq!(next(exit(1, b"sat", b"")), Next::Ask(Ask::of(1)));
}

#[test]
fn both_rules_must_hold() {
    let oracle = of(&*rule());
    let golden = [
        answer(0, exit(1, b"sat", b"")),
        answer(1, exit(0, b"good", b"")),
    ];
    let reproduced = oracle.accept_golden(&golden).expect("golden shows it");
    assert!(
        reproduced
            .demands
            .contains(&"second command: standard output contains `good`".to_owned())
    );
    for (second, expected) in [
        (exit(0, b"bad", b""), Uninteresting),
        (exit(1, b"good", b""), Uninteresting),
        (stopped(Limit::Cpu), Uninteresting),
        (stopped(Limit::Wall), Unresolved),
        (None, Unresolved),
        (exit(0, b"very good", b""), Interesting),
    ] {
        let candidate = [answer(0, exit(1, b"sat", b"")), answer(1, second)];
        assert_eq!(outcome(oracle.as_ref(), &golden, &candidate), expected);
    }
}

#[test]
fn the_second_golden_run_is_checked_too() {
    let golden = [
        answer(0, exit(1, b"sat", b"")),
        answer(1, exit(127, b"", b"")),
    ];
    let refused = of(&*rule())
        .accept_golden(&golden)
        .expect_err("it did not start");
    assert_eq!(
        refused,
        NotReproduced::NotStarted(Which::Second, "exit code 127".into())
    );
}

#[test]
fn a_second_solver_without_options_need_not_fail() {
    let oracle = of(&CrossCheck(MatchRule::default(), MatchRule::default()));
    let golden = [
        answer(0, exit(139, b"", b"")),
        answer(1, exit(0, b"sat\n", b"")),
    ];
    oracle
        .accept_golden(&golden)
        .expect("the second keeps its output");
    let changed = [
        answer(0, exit(139, b"", b"")),
        answer(1, exit(0, b"unsat\n", b"")),
    ];
    assert_eq!(outcome(oracle.as_ref(), &golden, &changed), Uninteresting);
}
