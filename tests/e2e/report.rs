//! `smelt report`, from outputs of the real binary.

use crate::support::{Bench, INPUT};
use std::fs;

/// A bench with a finished output of this name.
fn reduced(outputs: &[&str]) -> Bench {
    let bench = Bench::new();
    bench.write("cases/a.smt2", "(assert true)\n(check-sat)\n");
    bench.write("cases/b.smt2", "(assert false)\n");
    let solver = bench.script("solver", "#!/bin/sh\n! grep -q check-sat \"$1\"\n");
    for output in outputs {
        let solver = solver.to_string_lossy();
        let command = [
            "batch",
            "cases",
            "--cache",
            "none",
            "--allow-trivial",
            "--out",
            output,
            "--",
            &solver,
        ];
        bench.smelt(&command).exits(3);
    }
    bench
}

#[test]
fn a_report_is_what_the_batch_wrote_and_writes_nothing() {
    let bench = reduced(&["out"]);
    let lock = bench.path("out/lock");
    fs::remove_file(&lock).expect("a lock");
    for (arguments, file) in [
        (&["report", "out"][..], "summary.md"),
        (&["report", "out", "--format", "csv"], "results.csv"),
        (
            &["report", "--format", "csv", "--mutators", "out"],
            "mutators.csv",
        ),
    ] {
        let ran = bench.smelt(arguments).exits(0);
        assert_eq!(
            (ran.out, ran.err),
            (bench.text(&format!("out/{file}")), String::new())
        );
    }
    assert!(!lock.exists());
    let mutators = bench.rows("out/mutators.csv");
    assert!(
        mutators.iter().all(|row| row["case"] == "a.smt2"),
        "b has no search"
    );
    assert!(
        mutators
            .iter()
            .any(|row| row["accepted"] != "0" && row["bytes_removed"] != "0")
    );
}

#[test]
fn cases_of_several_outputs_have_their_names_before_them() {
    let bench = reduced(&["monday", "deep/monday", "tuesday"]);
    let cases = |outputs: &[&str]| {
        let command = [&["report", "--format", "csv", "--stable"], outputs].concat();
        let table = bench.smelt(&command).exits(0).out;
        bench.write("table.csv", table);
        let rows = bench.rows("table.csv");
        assert!(rows.iter().all(|row| !row.contains_key("runs")));
        rows.iter()
            .map(|row| row["case"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(cases(&["monday"]), ["a.smt2", "b.smt2"]);
    assert_eq!(
        cases(&["tuesday", "./monday/"]),
        [
            "monday/a.smt2",
            "monday/b.smt2",
            "tuesday/a.smt2",
            "tuesday/b.smt2"
        ]
    );
    let equal = cases(&["monday", "deep/monday"]);
    assert!(
        equal.iter().all(|case| case.contains("monday/")),
        "{equal:?}"
    );
    assert_eq!(
        equal.iter().filter(|case| case.contains("deep/")).count(),
        2
    );
}

#[test]
fn what_of_a_journal_cannot_be_read_is_left_out_with_a_note() {
    let bench = reduced(&["out"]);
    let whole = bench.text("out/journal.jsonl");
    bench.write(
        "out/journal.jsonl",
        format!("no JSON\n{whole}{{\"event\":\"fin"),
    );
    let ran = bench.smelt(&["report", "out"]).exits(0);
    assert_eq!(ran.out, bench.text("out/summary.md"));
    ran.says(&["left out: 1\n", "the last line of the journal"]);
    assert!(
        bench.text("out/journal.jsonl").ends_with("fin"),
        "it stays as it is"
    );
}

#[test]
fn what_is_no_output_or_of_a_newer_smelt_is_refused() {
    let bench = reduced(&["out"]);
    bench.write(
        "newer/journal.jsonl",
        "{\"event\":\"start\",\"version\":99}\n",
    );
    for (arguments, message) in [
        (
            &["report", "gone"][..],
            "`gone` is not the output of a batch",
        ),
        (&["report", "cases"], "`cases` is not the output of a batch"),
        (
            &["report", "cases/a.smt2"],
            "`cases/a.smt2` is not the output",
        ),
        (&["report", "newer"], "was written by a newer smelt"),
        (&["report", "out", "out/."], "`out/.` is given twice"),
        (
            &["report", "out", "--mutators"],
            "not available as Markdown",
        ),
        (&["report"], "required"),
    ] {
        let ran = bench.smelt(arguments).exits(2);
        assert_eq!(ran.out, "");
        ran.says(&[message]);
    }
}

#[test]
fn a_case_can_be_named_as_the_table_of_results_has_it() {
    let bench = Bench::new();
    bench.write("cases/-rf.smt2", INPUT);
    bench.script("toy", "#!/bin/sh\nexit $(grep -c '> x 0' \"$1\")\n");
    let batch = ["batch", "cases", "--out", "out", "--cache", "none"];
    bench
        .smelt(&[&batch[..], &["--", "./toy"]].concat())
        .exits(0);
    assert!(bench.text("out/results.csv").contains("\n'-rf.smt2,"));
    for name in ["'-rf.smt2", "./out/minimized/-rf.smt2"] {
        bench.smelt(&["issue", "out", name]).exits(0);
    }
}
