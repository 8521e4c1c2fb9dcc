//! Effort and memory: amounts that a run takes of something.

use super::make::{answer, exit, outcome, stopped};
use smelt::observation::Limit;
use smelt::oracle::{Answer, Evidence, Given, ORACLES, Oracle, Rule, configured};
use smelt::outcome::Outcome::{Interesting, Uninteresting, Unresolved};
use std::sync::Arc;

/// The rule of these options, and how many other solvers it has.
pub(crate) fn rule(options: &str) -> (Rule, usize) {
    let given: Given = options.parse::<toml::Table>().expect("a table").into();
    let (configured, others) = configured(ORACLES, &given).expect(options);
    (configured.rule, others.len())
}

pub(crate) fn oracle(options: &str) -> Box<dyn Oracle> {
    rule(options).0.oracle().expect("an oracle")
}

/// Why these options make no rule.
fn refused(options: &str) -> String {
    let given: Given = options.parse::<toml::Table>().expect("a table").into();
    configured(ORACLES, &given).expect_err(options).to_string()
}

/// A run that reports this effort.
fn effort(number: u64) -> Option<Evidence> {
    exit(
        0,
        format!("sat\n(:time 0.1\n :rlimit-count {number})\n").as_bytes(),
        b"",
    )
}

/// A run whose largest resident set is this.
fn megabytes(number: u64) -> Option<Evidence> {
    let evidence = exit(1, b"", b"")?;
    let mut observation = (*evidence.observation).clone();
    observation.rss_kib = number * 1024;
    Some(Evidence {
        observation: Arc::new(observation),
        ..evidence
    })
}

#[test]
fn effort_above_the_bound_is_kept_and_nothing_else_shows_it() {
    let oracle = oracle("more-than = ['rlimit-count', '1000']");
    let golden = [answer(0, effort(5000))];
    let shown = oracle.accept_golden(&golden).expect("it takes more");
    assert_eq!(shown.signature, "more than 1000 rlimit-count");
    assert!(oracle.same(&golden, &golden));
    for (name, run, expected) in [
        ("more", effort(1001), Interesting),
        ("as much", effort(1000), Uninteresting),
        ("untold", exit(0, b"sat\n", b""), Uninteresting),
        ("cut", stopped(Limit::Cpu), Uninteresting),
        ("no result", stopped(Limit::Wall), Unresolved),
        ("not told", None, Unresolved),
        ("not kept", exit(0, &super::make::long(""), b""), Unresolved),
        (
            "on the other stream",
            exit(0, b"", b"x::rlimit-count = 2000\n"),
            Interesting,
        ),
    ] {
        let found = outcome(oracle.as_ref(), &golden, &[answer(0, run)]);
        assert_eq!(found, expected, "{name}");
    }
    for (run, words) in [
        (
            effort(1000),
            "took 1000 rlimit-count, and must take more than 1000",
        ),
        (exit(0, b"sat\n", b""), "does not tell rlimit-count"),
        (stopped(Limit::Cpu), "CPU limit"),
    ] {
        let why = oracle.accept_golden(&[answer(0, run)]).expect_err(words);
        assert!(why.to_string().contains(words), "{why}");
    }
}

#[test]
fn a_share_is_of_what_the_original_takes() {
    let oracle = oracle("more-than = ['rlimit-count', '50%']");
    let golden = [answer(0, effort(5000))];
    oracle
        .accept_golden(&golden)
        .expect("more than half of itself");
    for (number, expected) in [(2501, Interesting), (2500, Uninteresting)] {
        let candidate = [answer(0, effort(number))];
        assert_eq!(outcome(oracle.as_ref(), &golden, &candidate), expected);
    }
}

#[test]
fn a_multiple_needs_a_reference_that_ends_as_ever() {
    let oracle = oracle("more-than-factor = ['rlimit-count', '10', 'z3']");
    let both = |ours, theirs| [answer(0, ours), answer(1, theirs)];
    let golden = both(effort(5000), effort(400));
    oracle.accept_golden(&golden).expect("more than ten times");
    let error = exit(0, b"(error \"no\")\n:rlimit-count 1\n", b"");
    for (name, candidate, expected) in [
        ("ten times", both(effort(100), effort(10)), Interesting),
        ("less", both(effort(99), effort(10)), Uninteresting),
        (
            "the reference fails",
            both(effort(100), error),
            Uninteresting,
        ),
        (
            "its end",
            both(effort(100), exit(1, b":rlimit-count 1\n", b"")),
            Uninteresting,
        ),
        (
            "it is stopped",
            both(effort(100), stopped(Limit::Cpu)),
            Uninteresting,
        ),
        (
            "it is silent",
            both(effort(100), exit(0, b"sat\n", b"")),
            Uninteresting,
        ),
        ("no result", both(effort(100), None), Unresolved),
    ] {
        let found = outcome(oracle.as_ref(), &golden, &candidate);
        assert_eq!(found, expected, "{name}");
    }
    let why = oracle.accept_golden(&both(effort(3999), effort(400)));
    let why = why.expect_err("too little").to_string();
    assert!(why.contains("requires at least 4000 rlimit-count"), "{why}");
}

#[test]
fn memory_must_exceed_the_bound_and_the_original_by_more_than_noise() {
    let (rule, _) = rule("more-memory-than = '160'");
    assert_eq!(rule.repeat(), 3);
    assert!(!rule.refuses_lack_of_memory(0));
    let oracle = rule.oracle().expect("an oracle");
    let golden = [answer(0, megabytes(200))];
    let shown = oracle.accept_golden(&golden).expect("it takes more");
    assert_eq!(shown.signature, "more than 160 MB");
    for (number, expected) in [
        (161, Interesting),
        (160, Uninteresting),
        (10, Uninteresting),
    ] {
        let candidate = [answer(0, megabytes(number))];
        assert_eq!(
            outcome(oracle.as_ref(), &golden, &candidate),
            expected,
            "{number}"
        );
    }
    let near = oracle.accept_golden(&[answer(0, megabytes(169))]);
    let near = near.expect_err("too near").to_string();
    assert!(
        near.contains("took 169 MB, and must take more than 170 MB"),
        "{near}"
    );
}

#[test]
fn little_memory_of_a_reference_is_that_of_its_start() {
    let oracle = oracle("more-memory-than-factor = ['4', 'z3']");
    let both = |ours, theirs| [answer(0, megabytes(ours)), answer(1, megabytes(theirs))];
    let golden = both(200, 20);
    oracle.accept_golden(&golden).expect("ten times");
    for (ours, theirs, expected) in [
        (80, 20, Interesting),
        (79, 20, Uninteresting),
        (64, 2, Interesting),
    ] {
        let found = outcome(oracle.as_ref(), &golden, &both(ours, theirs));
        assert_eq!(found, expected, "{ours} and {theirs}");
    }
    // A start that is all there is decides without the reference.
    let small: [Answer; 1] = [answer(0, megabytes(63))];
    assert_eq!(outcome(oracle.as_ref(), &golden, &small), Uninteresting);
}

#[test]
fn values_that_are_no_amounts_are_refused_with_an_example() {
    for (options, words) in [
        ("more-than = ['x']", "it takes a unit and a number"),
        ("more-than = ['x', 'much']", "not `much`"),
        ("more-than = ['x', '150%']", "not `150%`"),
        ("more-than = ['/x/', '1']", "must have one group"),
        ("more-than-factor = ['x', '0.5', 'z3']", "expected a factor"),
        ("more-memory-than = '-3'", "not `-3`"),
        (
            "more-memory-than-factor = ['2']",
            "it takes a factor and a command",
        ),
    ] {
        let said = refused(options);
        assert!(said.contains(words), "{said}");
    }
}
