//! OR-tests: one run that asks about several candidates, with solvers that start again well, badly or not at all.

use crate::support::Bench;
use std::collections::HashMap;
use std::fmt::Write;

/// A solver that reads line by line. It remembers the words that it has read since the last `(reset)`, and fails on a
/// query if it remembers all eight that matter. `{reset}` is what it does at `(reset)`, and `{fail}` how it fails.
const SOLVER: &str = r#"#!/bin/sh
awk '
/^\(reset\)$/ { {reset} }
/^\(echo / { split($0, said, "\""); print said[2]; fflush(); next }
match($0, /\(f [2-9]\)/) { word = substr($0, RSTART, 5); if (!(word in words)) { words[word]; known++ } }
/^\(check-sat\)$/ { if (known == 8 && !broken) { {fail} } else { print "sat"; fflush() } }
END { exit code }
' "$1"
code=$?
[ $code = 9 ] && kill -ABRT $$
exit $code
"#;

/// What a solver does at `(reset)`.
const RESETS: [(&str, &str); 4] = [
    ("starts again", "delete words; known = 0; next"),
    ("forgets nothing", "next"),
    (
        "does not know how",
        r#"print "(error \"unknown command\")"; code = 1; exit"#,
    ),
    (
        "never fails again",
        "delete words; known = 0; broken = 1; next",
    ),
];

/// How a solver fails.
const FAILURES: [(&str, &str); 2] = [
    ("crashes", "code = 9; exit"),
    (
        "goes on",
        r#"print "(error \"an invalid model was generated\")"; fflush(); code = 1"#,
    ),
];

/// A case of many assertions.
fn case() -> String {
    let mut text = String::from("(declare-fun f (Int) Bool)\n");
    for i in 0..12 {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "(assert (or (f {i}) (not (f {}))))", 100 + i);
    }
    text + "(check-sat)\n"
}

/// A directory with the case and the solver.
fn bench(solver: &str) -> Bench {
    let bench = Bench::new();
    bench.write("cases/a.smt2", case());
    bench.write("needed", "");
    bench.script("solver", solver);
    bench
}

/// The minimized text and the row of a reduction into this output.
fn batch(bench: &Bench, out: &str, options: &[&str]) -> (String, HashMap<String, String>) {
    let solver = bench.path("solver");
    let words = ["batch", "cases", "--out", out, "--strategy", "auto"];
    let command = ["--", &*solver.to_string_lossy()];
    bench
        .smelt(&[&words[..], options, &command].concat())
        .exits(0);
    let row = bench.row(out, "a.smt2");
    assert_eq!(row["one_minimal"], "yes", "{row:#?}");
    (bench.text(&format!("{out}/minimized/a.smt2")), row)
}

/// The minimized text, the runs and the OR-tests of a reduction.
fn reduced(solver: &str, options: &[&str]) -> (String, u64, u64) {
    let (text, row) = batch(&bench(solver), "out", options);
    let number = |column: &str| row[column].parse().expect("a number");
    (text, number("runs"), number("or_tests"))
}

const ALONE: [&str; 4] = ["--cache", "none", "-j", "1"];
const TOGETHER: [&str; 6] = ["--or-tests", "auto", "--cache", "none", "-j", "1"];

#[test]
fn the_result_is_the_same_whatever_a_solver_does_at_a_reset() {
    for (failure, fail) in FAILURES {
        for (name, reset) in RESETS {
            let solver = SOLVER.replace("{reset}", reset).replace("{fail}", fail);
            let (alone, runs_alone, none) = reduced(&solver, &ALONE);
            let (together, runs, or_tests) = reduced(&solver, &TOGETHER);
            let what = format!("a solver that {failure} and {name} at a reset");
            assert_eq!(together, alone, "{what}");
            assert_eq!(none, 0, "{what}");
            if name == "starts again" {
                assert!(
                    or_tests > 0 && runs < runs_alone,
                    "{what}: {runs}, {runs_alone}"
                );
            } else {
                assert!(runs <= runs_alone + 6, "{what}: {runs}, {runs_alone}");
            }
        }
    }
}

#[test]
fn or_tests_are_the_same_for_any_number_of_jobs_and_are_found_in_the_store() {
    let (_, fail) = FAILURES[0];
    let solver = SOLVER
        .replace("{reset}", RESETS[0].1)
        .replace("{fail}", fail);
    let (one, _, or_tests) = reduced(&solver, &TOGETHER);
    let (two, _, with_two_jobs) = reduced(
        &solver,
        &["--or-tests", "auto", "--cache", "none", "-j", "2"],
    );
    assert_eq!((two, with_two_jobs), (one.clone(), or_tests));
    let bench = bench(&solver);
    let options = [
        &TOGETHER[..2],
        &["-j", "1", "--cache", "s.db", "--depends", "needed"],
    ]
    .concat();
    for (out, runs) in [("cold", None), ("warm", Some("4"))] {
        let (text, row) = batch(&bench, out, &options);
        assert_eq!(text, one);
        assert_eq!(row["or_tests"], or_tests.to_string(), "{row:#?}");
        assert!(runs.is_none_or(|runs| row["runs"] == runs), "{row:#?}");
    }
}

#[test]
fn a_rule_that_compares_more_than_one_run_asks_about_each_candidate_alone() {
    let (_, fail) = FAILURES[0];
    let solver = SOLVER
        .replace("{reset}", RESETS[0].1)
        .replace("{fail}", fail);
    for rule in [&["--cross-check", "true"][..], &["--repeat", "2"]] {
        let (_, _, or_tests) = reduced(&solver, &[&TOGETHER, rule].concat());
        assert_eq!(or_tests, 0, "{rule:?}");
    }
}
