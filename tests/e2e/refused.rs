//! Files and options that a solver does not understand, and what is said of the failure that is preserved.

use crate::support::{Bench, INPUT, script};

/// A z3 that does not know the name `y`.
const UNKNOWN: &str = "#!/bin/sh
grep -q y \"$1\" && { echo '(error \"line 3 column 13: unknown constant y\")'; code=1; }
echo sat
exit ${code:-0}
";

#[test]
fn a_refusal_is_not_reproduced_and_quoted() {
    let bench = Bench::new();
    bench.write("bugs/case.smt2", INPUT);
    bench.script("solver", UNKNOWN);
    let words = [
        "line 3 column 13: unknown constant y",
        "option",
        "another solver",
    ];
    let reduce = ["reduce", "--cache", "none", "bugs/case.smt2", "small.smt2"];
    bench
        .smelt(&[&reduce[..], &["./solver"]].concat())
        .exits(3)
        .says(&words);
    assert!(!bench.path("small.smt2").exists());
    let check = ["check", "--cache", "none", "bugs/case.smt2", "./solver"];
    bench.smelt(&check).exits(3).says(&words);
    let batch = [
        "batch", "bugs", "--out", "out", "--cache", "none", "--", "./solver",
    ];
    bench.smelt(&batch).exits(3);
    let row = bench.row("out", "case.smt2");
    assert_eq!(row["status"], "not-reproduced", "{row:#?}");
    assert!(row["detail"].contains(words[0]), "{row:#?}");
}

#[test]
fn match_out_reduces_a_refusal() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    bench.script("solver", UNKNOWN);
    let words = [
        "reduce",
        "--cache",
        "none",
        "--match-out",
        "unknown constant",
        "case.smt2",
        "small.smt2",
        "./solver",
    ];
    let said = bench.smelt(&words).exits(0);
    said.says(&["preserved: `exit 1: unknown constant y`"]);
    assert!(bench.text("small.smt2").contains('y'));
}

#[test]
fn a_message_of_an_unknown_solver_that_may_be_a_refusal_is_quoted_with_the_result() {
    let bench = Bench::new();
    bench.write("bugs/case.smt2", INPUT);
    bench.script(
        "solver",
        "#!/bin/sh\ngrep -q get-value \"$1\" && { echo 'case:7: what is get-value?' >&2; exit 2; }\nexit 0\n",
    );
    let words = ["may only refuse the file", "case:7: what is get-value?"];
    let reduce = [
        "reduce",
        "--cache",
        "none",
        "bugs/case.smt2",
        "small.smt2",
        "./solver",
    ];
    bench.smelt(&reduce).exits(0).says(&words);
    let check = ["check", "--cache", "none", "bugs/case.smt2", "./solver"];
    let out = bench.smelt(&check).exits(0).out;
    assert!(words.iter().all(|word| out.contains(word)), "{out}");
    let batch = [
        "batch", "bugs", "--out", "out", "--cache", "none", "--", "./solver",
    ];
    bench.smelt(&batch).exits(0);
    let row = bench.row("out", "case.smt2");
    assert!(
        words.iter().all(|word| row["detail"].contains(word)),
        "{row:#?}"
    );
}

#[test]
fn check_shows_the_output_of_a_case_that_it_accepts() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    bench.script("solver", "#!/bin/sh\necho answer-7\necho warning-8 >&2\ngrep -q get-value \"$1\" && kill -SEGV $$\nexit 0\n");
    let out = bench
        .smelt(&["check", "--cache", "none", "case.smt2", "./solver"])
        .exits(0)
        .out;
    for line in [
        "  stdout:             answer-7",
        "  stderr:             warning-8",
    ] {
        assert!(out.lines().any(|found| found == line), "`{line}` in {out}");
    }
}

#[test]
fn the_last_line_and_the_summary_tell_that_a_result_fails_otherwise() {
    let bench = Bench::new();
    bench.write("bugs/case.smt2", INPUT);
    bench.script(
        "solver",
        "#!/bin/sh\ngrep -q '(< y 10)' \"$1\" && echo 'internal error: first'\ngrep -q 'get-value' \"$1\" || exit 0\necho 'internal error: second'\nexit 1\n",
    );
    let rule = ["--cache", "none", "--match-out", "second"];
    let first = "exit 1: internal error: first";
    let second = "exit 1: internal error: second";
    let reduce = [
        &["reduce"],
        &rule[..],
        &["bugs/case.smt2", "small.smt2", "./solver"],
    ]
    .concat();
    bench
        .smelt(&reduce)
        .exits(0)
        .says(&["WARNING", first, second]);
    let batch = [
        &["batch", "bugs", "--out", "out"],
        &rule[..],
        &["--", "./solver"],
    ]
    .concat();
    bench
        .smelt(&batch)
        .exits(0)
        .says(&["WARNING", first, second]);
    let summary = bench.text("out/summary.md");
    assert!(
        summary.contains(&format!("| {second} (original: {first}) |")),
        "{summary}"
    );
}

/// Reduces a case on which the solver says `sat` where the reference says `unsat` because of `(> x`, and the other way
/// round without `get-value`, which makes a smaller text.
fn differing(options: &[&str], code: i32) -> Bench {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    let turns = |has: &str, lacks: &str| {
        format!("#!/bin/sh\ngrep -q get-value \"$1\" && echo {has} || echo {lacks}\n")
    };
    bench.script("ours", &turns("sat", "unsat"));
    bench.script("theirs", &turns("unsat", "sat"));
    let begin = [
        "reduce",
        "--cache",
        "none",
        "--allow-trivial",
        "--differs-from",
        "./theirs",
    ];
    let end = ["case.smt2", "small.smt2", "./ours"];
    bench
        .smelt(&[&begin[..], options, &end].concat())
        .exits(code);
    bench
}

#[test]
fn a_wrong_answer_keeps_its_direction_unless_either_will_do() {
    assert!(differing(&[], 0).text("small.smt2").contains("get-value"));
    let either = differing(&["--either-direction"], 0);
    assert!(!either.text("small.smt2").contains("get-value"));
}

#[test]
fn texts_on_which_a_third_command_sides_with_the_solver_are_rejected() {
    let answers = script("answers-where.sh");
    let third = format!("'{answers}' unsat '(> x' sat");
    let bench = differing(&["--reject", &third], 0);
    assert!(bench.text("small.smt2").contains("(> x"));
    let sides = format!("'{answers}' sat '(> x' unsat");
    let bench = differing(&["--reject", &third, "--reject", &sides], 3);
    assert!(!bench.path("small.smt2").exists());
}
