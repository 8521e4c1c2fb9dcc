//! ddSMT's rule, and exact comparison.

use super::make::{exit, long, stopped, table};
use smelt::observation::Limit;
use smelt::oracle::{Criterion, CrossCheck, MatchRule, RuleError, Same, StreamPattern};
use smelt::outcome::Outcome::{Interesting, Uninteresting, Unresolved};

#[expect(clippy::unnecessary_wraps, reason = "as in the rule's fields")]
fn text(phrase: &str) -> Option<StreamPattern> {
    Some(StreamPattern::Text(phrase.into()))
}

#[expect(clippy::unnecessary_wraps, reason = "as in the rule's fields")]
fn regex(pattern: &str) -> Option<StreamPattern> {
    Some(StreamPattern::Regex(pattern.into()))
}

#[test]
fn rules_that_make_no_oracle_are_refused() {
    let refused = |rule: MatchRule| Same(rule).oracle().err();
    assert_eq!(
        refused(MatchRule {
            out: text(""),
            ..MatchRule::default()
        }),
        Some(RuleError::EmptyPattern)
    );
    assert_eq!(
        refused(MatchRule {
            err: regex(""),
            ..MatchRule::default()
        }),
        Some(RuleError::EmptyPattern)
    );
    let nothing = MatchRule {
        ignore_out: true,
        ignore_err: true,
        ignore_exit: true,
        ..MatchRule::default()
    };
    assert_eq!(refused(nothing.clone()), Some(RuleError::NothingCompared));
    assert!(CrossCheck(MatchRule::default(), nothing).oracle().is_err());
    let broken = refused(MatchRule {
        out: regex("a(b"),
        ..MatchRule::default()
    });
    let broken = broken.expect("refused").to_string();
    assert!(
        broken.starts_with("`a(b` is not a valid regular expression"),
        "{broken}"
    );
}

#[test]
fn a_matched_stream_contains_its_phrase_and_the_other_is_goldens() {
    table(
        &Same(MatchRule {
            err: text("Assertion"),
            ..MatchRule::default()
        }),
        exit(1, b"sat\nline 3 column 4\n", b"x: Assertion 1"),
        vec![
            (
                "no phrase",
                exit(1, b"sat\nline 3 column 4\n", b"x"),
                Uninteresting,
            ),
            (
                "phrase on the other stream",
                exit(1, b"Assertion", b""),
                Uninteresting,
            ),
            (
                "another exit code",
                exit(2, b"sat\nline 3 column 4\n", b"Assertion"),
                Uninteresting,
            ),
            (
                "another answer",
                exit(1, b"unsat\nline 3 column 4\n", b"Assertion"),
                Uninteresting,
            ),
            ("stopped", stopped(Limit::Cpu), Uninteresting),
            ("stopped by wall time", stopped(Limit::Wall), Unresolved),
            (
                "phrase perhaps not kept",
                exit(1, b"sat\nline 3 column 4\n", &long("")),
                Unresolved,
            ),
            (
                "phrase perhaps not kept, but another answer",
                exit(1, b"", &long("")),
                Uninteresting,
            ),
            (
                "phrase",
                exit(1, b"sat\nline 7 column 1\n", b"\xff Assertion 2\xfe"),
                Interesting,
            ),
            (
                "phrase in the kept end",
                exit(1, b"sat\nline 3 column 4\n", &long("Assertion")),
                Interesting,
            ),
        ],
    );
}

#[test]
fn an_ignored_stream_is_not_looked_at_even_if_it_has_a_phrase() {
    table(
        &Same(MatchRule {
            out: text("absent"),
            ignore_out: true,
            ..MatchRule::default()
        }),
        exit(1, b"sat", b"e"),
        vec![
            ("another error", exit(1, b"sat", b"f"), Uninteresting),
            ("a long error", exit(1, b"sat", &long("")), Unresolved),
            ("another output", exit(1, &long(""), b"e"), Interesting),
        ],
    );
}

#[test]
fn an_ignored_exit_code_is_not_looked_at() {
    table(
        &Same(MatchRule {
            ignore_exit: true,
            ..MatchRule::default()
        }),
        exit(0, b"sat", b""),
        vec![
            ("another output", exit(0, b"unsat", b""), Uninteresting),
            ("stopped", stopped(Limit::Idle), Uninteresting),
            ("could not be told", None, Unresolved),
            ("another exit code", exit(7, b"sat", b""), Interesting),
        ],
    );
}

#[test]
fn a_regular_expression_matches_bytes_and_does_not_touch_where_a_stream_was_cut() {
    table(
        &Same(MatchRule {
            out: regex("^noise|e[0-9]+$"),
            ..MatchRule::default()
        }),
        exit(1, b"noise", b""),
        vec![
            ("no match", exit(1, b"a noise", b""), Uninteresting),
            (
                "match among bytes that are no text",
                exit(1, b"\xff\xfee12", b""),
                Interesting,
            ),
            (
                "match in the kept beginning",
                exit(1, &long(""), b""),
                Interesting,
            ),
        ],
    );
    table(
        &Same(MatchRule {
            out: regex("(?s)noise .*$"),
            ..MatchRule::default()
        }),
        exit(1, b"noise ", b""),
        vec![(
            "a match that ends where the beginning was cut",
            exit(1, &long("")[5..], b""),
            Interesting,
        )],
    );
    table(
        &Same(MatchRule {
            out: regex(r"z$"),
            ..MatchRule::default()
        }),
        exit(1, b"z", b""),
        vec![(
            "only the cut ends so",
            exit(
                1,
                &b"z"
                    .repeat(32 * 1024)
                    .into_iter()
                    .chain(long(""))
                    .collect::<Vec<u8>>(),
                b"",
            ),
            Unresolved,
        )],
    );
}

#[test]
fn exact_compares_byte_for_byte() {
    table(
        &Same(MatchRule {
            exact: true,
            ..MatchRule::default()
        }),
        exit(1, b"line 3\xff", &long("a")),
        vec![
            (
                "another position",
                exit(1, b"line 4\xff", &long("a")),
                Uninteresting,
            ),
            (
                "another end of a long stream",
                exit(1, b"line 3\xff", &long("b")),
                Uninteresting,
            ),
            (
                "another exit code",
                exit(0, b"line 3\xff", &long("a")),
                Uninteresting,
            ),
            ("stopped by wall time", stopped(Limit::Wall), Unresolved),
            ("equal", exit(1, b"line 3\xff", &long("a")), Interesting),
        ],
    );
}
