//! What golden runs show, and why they do not.

use super::amounts::rule;
use super::make::{answer, ended, exit, long, of, stopped};
use smelt::observation::{End, Limit};
use smelt::oracle::{
    CrossCheck, Differs, Hangs, Incorrect, InvalidCore, InvalidModel, MatchRule, ModelsDiffer,
    NotReproduced, ORACLES, Outvoted, PassesOn, Rule, Same, Script, SecondRule, SlowerThan,
    SlowerThanFactor, StreamPattern, Which,
};
use std::time::Duration;

fn phrase() -> Rule {
    let out = Some(StreamPattern::Text(b"boom".to_vec()));
    Rule::of(Same(MatchRule {
        out,
        ..MatchRule::default()
    }))
}

#[test]
fn golden_runs_that_did_not_run_are_never_a_golden_behaviour() {
    let loader = b"z3: error while loading shared libraries: libgmp.so.10: cannot open\n";
    for rule in [Rule::of(Same(MatchRule::default())), phrase()] {
        for (golden, words) in [
            (None, "wall time limit"),
            (stopped(Limit::Wall), "wall time limit"),
            (
                stopped(Limit::Cpu),
                "The solver hit the 1 s CPU limit. If the hang is the bug, add `--hangs`; otherwise raise `--timeout`.",
            ),
            (stopped(Limit::Idle), "standard input"),
            (stopped(Limit::Output), "less verbose"),
            (exit(126, b"boom", b""), "did not start: exit code 126"),
            (
                exit(127, b"boom", b"sh: 1: z3: not found\n"),
                "exit code 127, sh: 1: z3: not found",
            ),
            (
                exit(1, b"boom", loader),
                "exit code 1, z3: error while loading shared libraries",
            ),
        ] {
            let refused = of(&*rule)
                .accept_golden(&[answer(0, golden)])
                .expect_err(words);
            assert!(refused.to_string().contains(words), "{refused}");
        }
    }
}

#[test]
fn a_run_that_does_not_fail_is_refused_by_the_default_rule_only() {
    let golden = [answer(0, exit(0, b"sat\n", b""))];
    let default = of(&Same(MatchRule::default()));
    assert_eq!(
        default.accept_golden(&golden),
        Err(NotReproduced::NoFailure)
    );
    let exact = of(&Same(MatchRule {
        exact: true,
        ..MatchRule::default()
    }));
    assert_eq!(
        exact.accept_golden(&golden).map(|shown| shown.signature),
        Ok("exit 0".to_owned())
    );
}

#[test]
fn a_phrase_that_golden_does_not_print_is_refused() {
    let refused = |golden| {
        of(&*phrase())
            .accept_golden(&[answer(0, golden)])
            .expect_err("refused")
    };
    let no_match = |cut| NotReproduced::NoMatch {
        which: Which::Solver,
        stream: "standard output",
        pattern: "boom".into(),
        cut,
    };
    assert_eq!(refused(exit(1, b"", b"boom")), no_match(false));
    assert_eq!(refused(exit(1, &long(""), b"")), no_match(true));
}

#[test]
fn the_failure_that_is_compared_is_named_among_all() {
    let out =
        b"(error \"check annotation that says sat\")\n(error \"an invalid model was generated\")\n";
    let default = of(&Same(MatchRule::default()));
    let shown = default
        .accept_golden(&[answer(0, exit(1, out, b""))])
        .expect("it fails");
    assert_eq!(shown.signature, "exit 1: an invalid model was generated");
    assert_eq!(shown.compared, Some(0));
    assert_eq!(shown.failures.len(), 2);
    assert!(shown.demands.is_empty(), "the failure says it all");
}

#[test]
fn under_another_rule_the_failure_is_reported_and_not_required() {
    let golden = [answer(0, ended(End::Signaled(11), b"boom", b""))];
    let shown = of(&*phrase()).accept_golden(&golden).expect("it says boom");
    assert_eq!(shown.signature, "SIGSEGV");
    assert_eq!(shown.compared, None);
    assert_eq!(
        shown.demands[..2],
        [
            "the solver ends with SIGSEGV",
            "standard output contains `boom`"
        ]
    );
}

#[test]
fn two_golden_runs_with_two_answers_are_told_apart() {
    let run = |code, err: &[u8]| [answer(0, exit(code, b"", err))];
    let default = of(&Same(MatchRule::default()));
    assert!(default.same(&run(139, b"0x12"), &run(139, b"0x34")));
    assert!(!default.same(&run(139, b""), &run(134, b"")));
    assert!(!default.same(&run(139, b""), &[answer(0, None)]));
}

#[test]
fn every_oracle_is_in_the_list_under_its_name_once() {
    let exact = MatchRule {
        exact: true,
        ..MatchRule::default()
    };
    let rules = [
        Rule::of(Same(MatchRule::default())),
        Rule::of(Same(exact)),
        phrase(),
        Rule::of(CrossCheck(MatchRule::default(), MatchRule::default())),
        Rule::of(PassesOn(MatchRule::default())),
        Rule::of(Differs {
            either_direction: true,
            rejecters: 1,
        }),
        Rule::of(ModelsDiffer),
        Rule::of(InvalidModel),
        Rule::of(InvalidCore),
        rule("proof-checker = 'c'").0,
        Rule::of(Incorrect { is_verified: true }),
        Rule::of(Outvoted { voters: 3 }),
        Rule::of(Hangs(None)),
        Rule::of(SlowerThan(Duration::from_secs(1), None)),
        Rule::of(SlowerThanFactor(10.0)),
        rule("more-than = ['rlimit-count', '1']").0,
        rule("more-than-factor = ['rlimit-count', '2', 'z3']").0,
        rule("more-memory-than = '1'").0,
        rule("more-memory-than-factor = ['2', 'z3']").0,
        rule("interesting = { not = {} }").0,
        Rule::of(Script),
    ];
    let names: Vec<&str> = rules.iter().map(|rule| of(&**rule).name()).collect();
    let listed: Vec<&str> = ORACLES.iter().map(|oracle| oracle.name).collect();
    assert_eq!(names, listed);
    assert!(
        ORACLES
            .iter()
            .all(|oracle| oracle.about.len() <= 79 && !oracle.about.ends_with('.'))
    );
}

/// The results of earlier runs stay valid as long as this does not change.
#[test]
fn the_digest_of_the_settings_names_each_rule_as_ever() {
    let plain = "MatchRule { exact: false, whole: false, out: None, err: None, ignore_out: false, ignore_err: false, \
                 ignore_exit: false, same_stack: None }";
    let phrased = MatchRule {
        out: Some(StreamPattern::Text(b"ab".to_vec())),
        err: Some(StreamPattern::Regex("x+".to_owned())),
        same_stack: Some(2),
        ..MatchRule::default()
    };
    let own = || MatchRule::default();
    let table = [
        (Rule::of(Same(own())), format!("Same({plain})")),
        (
            Rule::of(Same(phrased)),
            "Same(MatchRule { exact: false, whole: false, out: Some(Text([97, 98])), err: Some(Regex(\"x+\")), ignore_out: \
             false, ignore_err: false, ignore_exit: false, same_stack: Some(2) })"
                .to_owned(),
        ),
        (
            Rule::of(CrossCheck(own(), own())),
            format!("CrossCheck({plain}, {plain})"),
        ),
        (
            Rule::of(Differs {
                either_direction: true,
                rejecters: 2,
            }),
            "Differs { either_direction: true, rejecters: 2 }".to_owned(),
        ),
        (Rule::of(ModelsDiffer), "ModelsDiffer".to_owned()),
        (Rule::of(InvalidModel), "InvalidModel".to_owned()),
        (
            Rule::of(Incorrect { is_verified: true }),
            "Incorrect { is_verified: true }".to_owned(),
        ),
        (
            Rule::of(Outvoted { voters: 3 }),
            "Outvoted { voters: 3 }".to_owned(),
        ),
        (Rule::of(Hangs(None)), "Hangs(None)".to_owned()),
        (
            Rule::of(Hangs(Some(SecondRule::Solves))),
            "Hangs(Some(Solves))".to_owned(),
        ),
        (
            Rule::of(SlowerThan(
                Duration::from_millis(2500),
                Some(SecondRule::Behaves(own())),
            )),
            format!("SlowerThan(2.5s, Some(Behaves({plain})))"),
        ),
        (
            Rule::of(SlowerThanFactor(10.0)),
            "SlowerThanFactor(10.0)".to_owned(),
        ),
        (
            rule("more-than = ['rlimit-count', '10']").0,
            "MoreThan(Effort(\"rlimit-count\"), Fixed(10.0), None)".to_owned(),
        ),
        (
            rule("more-memory-than-factor = ['2', 'z3']").0,
            "MoreThanFactor(Memory, 2.0)".to_owned(),
        ),
        (
            rule("interesting = { not = { hangs = true } }").0,
            "Not(Rule(Hangs(None), Numbering([0])))".to_owned(),
        ),
        (Rule::of(Script), "Script".to_owned()),
    ];
    for (rule, named) in table {
        assert_eq!(format!("{rule:?}"), named);
    }
}
