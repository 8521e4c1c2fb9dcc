//! Solvers that do not do the same in every run: what is measured is remembered, and what was asked is not asked again.

use crate::support::{Bench, INPUT, assert_same};

/// A solver that fails in every other run on a text with `check-sat`. Of two runs that follow each other on one text, one
/// fails, whatever else it is asked between them.
fn bench() -> (Bench, String) {
    let bench = Bench::new();
    bench.write("cases/a.smt2", INPUT);
    bench.write("needed", "");
    bench.write("runs", "");
    let runs = bench.path("runs");
    let text = format!(
        "#!/bin/sh\nruns='{}'\n[ \"$1\" = --version ] && exit 0\necho run >>\"$runs\"\n\
         case $(wc -l <\"$runs\") in *[13579]) ;; *) exit 0 ;; esac\n\
         if grep -q check-sat \"$1\"; then exit 9; fi\n",
        runs.display()
    );
    let solver = bench.script("solver", &text);
    (bench, solver.to_string_lossy().into_owned())
}

#[test]
fn a_case_whose_solver_fails_in_every_other_run_is_reduced_and_a_warm_run_finds_the_same() {
    let (bench, solver) = bench();
    let mut cold = None;
    for out in ["cold", "warm"] {
        let begin = ["batch", "cases", "--depends", "needed", "--out", out, "-j1"];
        let options = ["--cache", "store", "--allow-trivial", "--", &solver];
        bench.smelt(&[&begin[..], &options].concat()).exits(0);
        let row = bench.row(out, "a.smt2");
        assert_eq!(row["status"], "reduced", "{row:#?}");
        assert!(row["failure_rate"].contains(" of 10 ("), "{row:#?}");
        assert_eq!(
            bench.text(&format!("{out}/minimized/a.smt2")),
            "(check-sat)\n"
        );
        let cold = cold.get_or_insert_with(|| row.clone());
        assert_same(&row, cold, out);
        let runs: u32 = row["runs"].parse().expect("a number");
        assert_eq!(runs < 30, out == "warm", "{out}: {runs}");
    }
}

#[test]
fn a_report_runs_a_flaky_solver_until_it_fails() {
    let (bench, solver) = bench();
    let begin = [
        "batch",
        "cases",
        "--depends",
        "needed",
        "--out",
        "out",
        "-j1",
    ];
    let options = ["--cache", "none", "--allow-trivial", "--", &solver];
    bench.smelt(&[&begin[..], &options].concat()).exits(0);
    for before in 1..=2 {
        // The first run of one of the two reports passes.
        bench.write("runs", "run\n".repeat(before));
        bench.smelt(&["issue", "out", "a.smt2"]).exits(0);
    }
}

#[test]
fn check_tells_how_often_a_flaky_solver_fails() {
    let (bench, solver) = bench();
    let words = [
        "check",
        "--cache",
        "none",
        "--allow-trivial",
        "cases/a.smt2",
    ];
    let told = bench.smelt(&[&words[..], &[&solver]].concat()).exits(0).out;
    assert!(told.contains("5 of 10"), "{told}");
}

#[test]
fn a_result_that_shows_the_failure_of_the_original_in_one_of_its_runs_is_no_other_bug() {
    let bench = Bench::new();
    bench.write("a.smt2", INPUT);
    bench.write("runs", "");
    for (begins_with, said) in [(0, false), (1, false), (2, true)] {
        let runs = bench.path("runs");
        // The original shows `x`, another text `x` and `y` in turn, or always `y`.
        let text = format!(
            "#!/bin/sh\nruns='{}'\necho run >>\"$runs\"\nwhat=y\n\
             grep -q get-value \"$1\" && what=x\n\
             [ {begins_with} = $(($(wc -l <\"$runs\") % 2)) ] && what=x\n\
             grep -q check-sat \"$1\" && {{ echo \"Assertion failed: $what\" >&2; exit 9; }}\nexit 0\n",
            runs.display()
        );
        let solver = bench.script("solver", &text);
        let words = "reduce --ignore-output --cache none --allow-trivial -j1 a.smt2 small.smt2";
        let words = words.split(' ').chain([solver.to_str().expect("a path")]);
        let ran = bench.smelt(&words.collect::<Vec<_>>()).exits(0);
        assert_eq!(ran.err.contains("WARNING"), said, "{}", ran.err);
    }
}

#[test]
fn a_solver_that_always_fails_is_not_flaky_because_the_store_has_several_runs_of_a_text() {
    let bench = Bench::new();
    bench.write("a.smt2", INPUT);
    bench.write("needed", "");
    bench.script("solver", "#!/bin/sh\ngrep -q check-sat \"$1\" && exit 9\n");
    let call = |verb: &str, words: &[&str]| {
        let begin = [verb, "--cache", "store", "--depends", "needed"];
        let options = ["--allow-trivial"];
        let ran = bench.smelt(&[&begin[..], &options, words, &["./solver"]].concat());
        ran.exits(0).out
    };
    call("reduce", &["--repeat", "3", "a.smt2", "small.smt2"]);
    let told = call("check", &["small.smt2"]);
    assert!(told.contains("exit 9"), "{told}");
    assert!(!told.contains("flaky"), "{told}");
}
