//! Rules combined by `all`, `any` and `not`, rules that must hold with several seeds, and a solver that must pass.

use super::amounts::{oracle, rule};
use super::answer_sets::{about_model, sat};
use super::make::{answer, ended, exit, long, outcome, stopped};
use smelt::observation::{End, Limit};
use smelt::oracle::{
    About, Answer, Ask, MatchRule, NotReproduced, Oracle, Rule, Same, Seeds, Which, repeated,
};
use smelt::outcome::Outcome::{Interesting, Uninteresting, Unresolved};
use std::sync::Arc;
use std::time::Duration;

/// A run that prints this.
fn says(out: &str) -> Option<smelt::oracle::Evidence> {
    exit(1, out.as_bytes(), b"")
}

fn one(out: &str) -> [Answer; 1] {
    [answer(0, says(out))]
}

#[test]
fn all_rules_must_hold_and_one_is_enough_for_any() {
    let [a, b] = ["a", "b"].map(|text| format!("{{ match-out = '{text}', ignore-err = true }}"));
    for (word, with_a, with_both) in [
        ("all", Uninteresting, Interesting),
        ("any", Interesting, Interesting),
    ] {
        let oracle = oracle(&format!("interesting = {{ {word} = [{a}, {b}] }}"));
        let golden = one("a b");
        oracle.accept_golden(&golden).expect("both hold");
        for (out, expected) in [("a", with_a), ("a b", with_both), ("c", Uninteresting)] {
            assert_eq!(
                outcome(oracle.as_ref(), &golden, &one(out)),
                expected,
                "{word}: {out}"
            );
        }
        assert_eq!(
            outcome(oracle.as_ref(), &golden, &[answer(0, None)]),
            Unresolved
        );
    }
}

#[test]
fn a_rule_that_the_original_does_not_satisfy_is_left_out_of_any() {
    let oracle = oracle("interesting = { any = [{ match-out = 'a' }, { match-out = 'b' }] }");
    let golden = one("a");
    oracle.accept_golden(&golden).expect("one holds");
    assert_eq!(outcome(oracle.as_ref(), &golden, &one("a")), Interesting);
    assert_eq!(outcome(oracle.as_ref(), &golden, &one("b")), Uninteresting);
    assert!(oracle.accept_golden(&one("c")).is_err());
}

#[test]
fn what_not_excludes_in_the_original_is_left_out_of_any() {
    let oracle =
        oracle("interesting = { any = [{ match-out = 'a' }, { not = { match-out = 'b' } }] }");
    let golden = one("a b");
    oracle.accept_golden(&golden).expect("a");
    for (candidate, expected) in [("a", Interesting), ("c", Uninteresting)] {
        assert_eq!(outcome(oracle.as_ref(), &golden, &one(candidate)), expected);
    }
}

#[test]
fn what_not_excludes_must_not_be_shown_at_all() {
    let options = "interesting = { all = [{ match-out = 'a' }, { not = { match-out = 'b' } }] }";
    let oracle = oracle(options);
    let golden = one("a");
    let shown = oracle.accept_golden(&golden).expect("a and not b");
    assert!(
        shown
            .demands
            .iter()
            .any(|demand| demand.contains("does not hold"))
    );
    for (candidate, expected) in [
        (says("a c"), Interesting),
        (says("a b"), Uninteresting),
        (says("c"), Uninteresting),
        (stopped(Limit::Cpu), Uninteresting),
        (stopped(Limit::Wall), Unresolved),
    ] {
        let candidate = [answer(0, candidate)];
        assert_eq!(outcome(oracle.as_ref(), &golden, &candidate), expected);
    }
    let why = oracle.accept_golden(&one("a b")).expect_err("b holds");
    assert!(matches!(why, NotReproduced::Holds(_)), "{why}");
}

#[test]
fn what_not_excludes_must_not_be_possible_either() {
    let verbose = || exit(0, &long("\n"), b"");
    let plain = |out: &str| exit(0, out.as_bytes(), b"");
    let both = |ours, theirs| vec![answer(0, ours), answer(1, theirs)];
    let proof = |solver, evidence| {
        let (of, with_text) = (0, false);
        let about = About::Proof { of, with_text };
        let ask = Ask {
            about,
            ..Ask::of(1)
        };
        vec![answer(0, solver), Answer { ask, evidence }]
    };
    let proven = "unsat\n(step)\n";
    for (excluded, absent, open) in [
        (
            "match-out = 'b'",
            vec![answer(0, plain("a"))],
            vec![answer(0, verbose())],
        ),
        (
            "more-than = ['conflicts', '100']",
            vec![answer(0, plain("conflicts 1\n"))],
            vec![answer(0, verbose())],
        ),
        (
            "differs-from = 'other'",
            both(plain("sat\n"), plain("sat\n")),
            both(plain("sat\n"), verbose()),
        ),
        (
            "slower-than-factor = ['100', 'other']",
            both(plain(""), plain("")),
            both(stopped(Limit::Cpu), plain("")),
        ),
        (
            "invalid-model = 'trusted'",
            vec![answer(0, sat(&["a"])), about_model(1, 0, 0, sat(&["a"]))],
            vec![answer(0, sat(&["a"])), about_model(1, 0, 0, None)],
        ),
        (
            "proof-checker = 'checker'",
            proof(plain("unsat\n"), None),
            proof(plain(proven), None),
        ),
        (
            "proof-checker = 'checker'",
            proof(plain(proven), plain("")),
            proof(verbose(), None),
        ),
        (
            "proof-checker = 'checker', rejects-with = 'wrong'",
            proof(plain(proven), plain("right")),
            proof(plain(proven), verbose()),
        ),
        (
            "any = [{ match-out = 'b' }, { match-err = 'b' }]",
            vec![answer(0, plain("a"))],
            vec![answer(0, exit(0, b"a", &long("")))],
        ),
    ] {
        let oracle = oracle(&format!("interesting = {{ not = {{ {excluded} }} }}"));
        oracle.accept_golden(&absent).expect(excluded);
        for (candidate, expected) in [(&absent, Interesting), (&open, Unresolved)] {
            let found = outcome(oracle.as_ref(), &absent, candidate);
            assert_eq!(found, expected, "{excluded}");
        }
        assert!(oracle.accept_golden(&open).is_err(), "{excluded}");
    }
}

#[test]
fn each_rule_has_its_own_other_solvers() {
    let options =
        "interesting = { all = [{ differs-from = 'one' }, { not = { differs-from = 'two' } }] }";
    let (combined, others) = rule(options);
    assert_eq!(others, 2);
    let oracle = combined.oracle().expect("an oracle");
    let three = |outs: [&str; 3]| {
        [0, 1, 2].map(|solver| answer(solver, exit(0, outs[solver].as_bytes(), b"")))
    };
    let golden = three(["sat\n", "unsat\n", "sat\n"]);
    oracle.accept_golden(&golden).expect("only one differs");
    for (outs, expected) in [
        (["sat\n", "unsat\n", "unknown\n"], Interesting),
        (["sat\n", "unsat\n", "unsat\n"], Uninteresting),
        (["sat\n", "sat\n", "sat\n"], Uninteresting),
    ] {
        assert_eq!(
            outcome(oracle.as_ref(), &golden, &three(outs)),
            expected,
            "{outs:?}"
        );
    }
}

#[test]
fn a_rule_about_time_leaves_the_others_the_end_of_the_run() {
    let limit = |options| rule(options).0.limit(None).map(|limit| limit.as_secs_f64());
    assert_eq!(limit("slower-than = 2"), Some(2.0));
    assert_eq!(
        limit("interesting = { all = [{ slower-than = 2 }, {}] }"),
        Some(6.0)
    );
    assert_eq!(limit("interesting = { all = [{ match-out = 'a' }] }"), None);
    // It waits for no end of what hangs.
    assert_eq!(
        limit("interesting = { all = [{ hangs = true }, {}] }"),
        Some(10.0)
    );
}

#[test]
fn a_timeout_is_the_limit_unless_a_rule_needs_a_longer_one() {
    for (rules, timeout, expected) in [
        ("{ hangs = true }, {}", 20, 20),
        ("{ hangs = true }, {}", 5, 5),
        ("{ hangs = true }, { slower-than = 20 }", 5, 20),
        ("{ slower-than = 20 }, {}", 5, 20),
        ("{ slower-than = 20 }, {}", 30, 30),
        ("{ match-out = 'a' }", 30, 30),
    ] {
        let (rule, _) = rule(&format!("interesting = {{ any = [{rules}] }}"));
        let [timeout, expected] = [timeout, expected].map(|time| Some(Duration::from_secs(time)));
        assert_eq!(rule.limit(timeout), expected, "{rules}");
    }
}

#[test]
fn the_time_of_the_second_solver_limits_a_combination_too() {
    let seconds = Duration::from_secs;
    let hangs = "{ hangs = true, solved-by = 'ref' }";
    for (rules, expected) in [
        (
            format!("{hangs}, {{ not = {{ match-out = 'a' }} }}"),
            Some(20),
        ),
        (format!("{{ differs-from = 'ref' }}, {hangs}"), None),
        (
            "{ slower-than-factor = ['10', 'ref'] }, {}".to_owned(),
            Some(120),
        ),
        ("{ hangs = true }, {}".to_owned(), None),
    ] {
        let (rule, _) = rule(&format!("interesting = {{ all = [{rules}] }}"));
        let found = rule.limit_from_second(seconds(2));
        assert_eq!(found, expected.map(seconds), "{rules}");
    }
}

fn seeds(at_least: u32) -> Rule {
    Rule::of(Seeds {
        rule: Rule::of(Same(MatchRule::default())),
        others: 0,
        seeds: 3,
        at_least,
    })
}

/// Which of three seeds crash.
fn crashing(seeds: [bool; 3]) -> [Answer; 3] {
    [0, 1, 2].map(|seed| {
        let end = if seeds[seed] {
            End::Signaled(11)
        } else {
            End::Exited(0)
        };
        answer(seed, ended(end, b"", b""))
    })
}

#[test]
fn enough_seeds_must_fail_and_it_does_not_matter_which() {
    let oracle = seeds(2).oracle().expect("an oracle");
    let golden = crashing([false, true, true]);
    let shown = oracle.accept_golden(&golden).expect("two crash");
    assert_eq!(shown.signature, "SIGSEGV");
    for (candidate, expected) in [
        ([true, true, true], Interesting),
        ([true, false, true], Interesting),
        ([false, false, true], Uninteresting),
    ] {
        let found = outcome(oracle.as_ref(), &golden, &crashing(candidate));
        assert_eq!(found, expected, "{candidate:?}");
    }
    let why = oracle.accept_golden(&crashing([false, false, true]));
    let why = why.expect_err("one is too few").to_string();
    assert!(why.contains("is not shown with 2 of 3 seeds"), "{why}");
    let why = oracle
        .accept_golden(&crashing([false; 3]))
        .expect_err("none");
    assert_eq!(why, NotReproduced::NoFailure);
}

#[test]
fn the_first_seed_that_fails_shows_the_failure() {
    let once: Arc<dyn Oracle> = seeds(1).oracle().expect("an oracle").into();
    for oracle in [Arc::clone(&once), repeated(once, 1, 2)] {
        let golden = crashing([false, true, true]);
        assert_eq!(oracle.shown_by(&golden, &golden), 1);
        let candidate = crashing([false, false, true]);
        assert_eq!(oracle.shown_by(&golden, &candidate), 2);
    }
}

#[test]
fn seeds_that_cannot_change_the_outcome_are_not_asked() {
    let oracle = seeds(1).oracle().expect("an oracle");
    let golden = crashing([true, true, true]);
    // Only the first is foreseen.
    let first = &crashing([true, false, false])[..1];
    assert_eq!(outcome(oracle.as_ref(), &golden, first), Interesting);
    let oracle = seeds(3).oracle().expect("an oracle");
    let first = &crashing([false, true, true])[..1];
    assert_eq!(outcome(oracle.as_ref(), &golden, first), Uninteresting);
}

#[test]
fn seeds_and_another_solver_are_told_apart() {
    let (inner, others) = rule("passes-on = 'good'");
    assert_eq!(others, 1);
    let rule = Rule::of(Seeds {
        rule: inner,
        others,
        seeds: 2,
        at_least: 2,
    });
    let oracle = rule.oracle().expect("an oracle");
    let crash = || ended(End::Signaled(11), b"", b"");
    let golden = [
        answer(0, crash()),
        answer(1, exit(0, b"sat\n", b"")),
        answer(2, crash()),
    ];
    for asked in 0..3 {
        assert_eq!(oracle.golden_ask(&golden[..asked]), Some(Ask::of(asked)));
    }
    oracle
        .accept_golden(&golden)
        .expect("both seeds crash where the other passes");
    assert!(oracle.same(&golden, &golden));
}

#[test]
fn the_other_solver_must_pass() {
    let oracle = oracle("passes-on = 'good'");
    let crash = || answer(0, ended(End::Signaled(11), b"", b""));
    let golden = [crash(), answer(1, exit(0, b"sat\n", b""))];
    let shown = oracle
        .accept_golden(&golden)
        .expect("one fails, one passes");
    assert_eq!((oracle.name(), &*shown.signature), ("passes-on", "SIGSEGV"));
    for (name, other, expected) in [
        ("another answer", exit(0, b"unsat\n", b""), Interesting),
        ("an error", exit(0, b"(error \"no\")\n", b""), Uninteresting),
        ("another end", exit(1, b"sat\n", b""), Uninteresting),
        ("a crash", ended(End::Signaled(6), b"", b""), Uninteresting),
        ("a limit", stopped(Limit::Cpu), Uninteresting),
        ("no result", None, Unresolved),
    ] {
        let candidate = [crash(), answer(1, other)];
        assert_eq!(
            outcome(oracle.as_ref(), &golden, &candidate),
            expected,
            "{name}"
        );
    }
    let why = oracle.accept_golden(&[crash(), answer(1, ended(End::Signaled(6), b"", b""))]);
    let fails = NotReproduced::FailsToo(Which::Second, "SIGABRT".to_owned());
    assert_eq!(why, Err(fails));
}
