//! `--trace`: how the size of the text goes down with checks, runs and seconds.

use crate::support::{Bench, INPUT};
use std::collections::HashMap;

type Steps = Vec<HashMap<String, String>>;

/// A solver that fails on a text with `check-sat` and `> x 0`.
fn solver(bench: &Bench) -> String {
    let text =
        "#!/bin/sh\nif grep -q check-sat \"$1\" && grep -q '> x 0' \"$1\"; then exit 9; fi\n";
    bench.script("solver", text).to_string_lossy().into_owned()
}

fn numbers(steps: &Steps, column: &str) -> Vec<f64> {
    let cells = steps.iter().map(|step| &step[column]);
    cells.map(|cell| cell.parse().expect("a number")).collect()
}

fn is_rising(numbers: &[f64]) -> bool {
    numbers.is_sorted()
}

#[test]
fn a_trace_has_a_row_for_the_golden_text_and_for_each_accepted_one() {
    let bench = Bench::new();
    bench.write("cases/deep/a.smt2", INPUT);
    let solver = solver(&bench);
    let batch = ["batch", "cases", "--out", "out", "--cache", "none"];
    bench
        .smelt(&[&batch[..], &["--trace", "--", &solver]].concat())
        .exits(0);
    let row = bench.row("out", "deep/a.smt2");
    let steps = bench.rows("out/trace/deep/a.smt2.csv");
    assert_eq!(
        steps.len(),
        1 + row["accepted"].parse::<usize>().expect("a number")
    );
    let (first, last) = (&steps[0], &steps[steps.len() - 1]);
    assert_eq!((&*first["step"], &*first["mutator"]), ("0", ""));
    assert_eq!(first["bytes"], row["bytes_printed"]);
    assert_eq!(first["tokens"], row["tokens_before"]);
    assert_eq!(last["bytes"], row["bytes_after"]);
    assert_eq!(last["tokens"], row["tokens_after"]);
    assert!(steps[1..].iter().all(|step| !step["mutator"].is_empty()));
    for column in ["step", "checks", "runs", "solver_seconds", "wall_seconds"] {
        assert!(is_rising(&numbers(&steps, column)), "{column}: {steps:#?}");
    }
    let shortest: Vec<f64> = numbers(&steps, "shortest_bytes");
    assert!(shortest.is_sorted_by(|a, b| a >= b), "{shortest:?}");
}

#[test]
fn a_run_that_continues_traces_the_whole_search_again() {
    let bench = Bench::new();
    bench.write("cases/a.smt2", INPUT);
    bench.write("needed", "");
    let solver = solver(&bench);
    let run = |out: &str, more: &[&str]| {
        let fixed = [
            "batch",
            "cases",
            "--out",
            out,
            "--trace",
            "--depends",
            "needed",
        ];
        let last = ["--cache", "store.db", "--", &*solver];
        bench.smelt(&[&fixed[..], more, &last].concat())
    };
    run("out", &[]).exits(0);
    run("again", &[]).exits(0);
    let [cold, warm] = ["out", "again"].map(|out| bench.rows(&format!("{out}/trace/a.smt2.csv")));
    for column in [
        "step",
        "mutator",
        "bytes",
        "shortest_bytes",
        "tokens",
        "checks",
    ] {
        let of = |steps: &Steps| -> Vec<String> {
            steps.iter().map(|step| step[column].clone()).collect()
        };
        assert_eq!(of(&cold), of(&warm), "{column}");
    }
    assert!(numbers(&warm, "runs").last() < numbers(&cold, "runs").last());
}

#[test]
fn the_trace_of_a_single_file_stands_beside_its_output() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    let solver = solver(&bench);
    let reduce = ["reduce", "--cache", "none", "--trace", "case.smt2"];
    bench
        .smelt(&[&reduce[..], &["small.smt2", &solver]].concat())
        .exits(0);
    let steps = bench.rows("small.smt2.smelt-trace.csv");
    let small = bench.read("small.smt2").len();
    assert_eq!(steps[steps.len() - 1]["bytes"], small.to_string());
    bench
        .smelt(&[&reduce[..], &["-", &solver]].concat())
        .exits(2)
        .says(&["--trace", "give the name of a file"]);
}

#[test]
fn a_trace_that_cannot_be_written_fails_its_case_before_the_first_run() {
    let bench = Bench::new();
    bench.write("cases/a.smt2", INPUT);
    bench.write("out/smelt-output", "This directory belongs to smelt.\n");
    bench.write("out/trace", "in the way");
    let solver = bench.script("solver", "#!/bin/sh\necho run >>\"$0.runs\"\nexit 9\n");
    let solver = solver.to_string_lossy();
    let batch = ["batch", "cases", "--out", "out", "--cache", "none"];
    bench
        .smelt(&[&batch[..], &["--trace", "--", &solver]].concat())
        .exits(3);
    assert!(bench.row("out", "a.smt2")["detail"].contains("trace"));
    assert!(!bench.path("solver.runs").exists());
}
