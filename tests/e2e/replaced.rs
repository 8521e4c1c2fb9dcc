//! Files that become something else after they were found: the case fails and says why, and nothing waits or is read
//! that should not be.

use crate::support::{Bench, INPUT, script};
use std::process::Command;

/// What can take the place of the file `$1`, and a word that is said of it.
const OTHERS: &[(&str, &str)] = &[
    ("mkfifo \"$1\"", "a pipe"),
    ("ln -s /dev/zero \"$1\"", "a link"),
    ("ln -s /etc/hostname \"$1\"", "a link"),
    ("mkdir \"$1\"", "a directory"),
    ("truncate -s 3M \"$1\"", "1048576 bytes"),
];

/// Puts something else in the place of a file.
fn replace(bench: &Bench, name: &str, by: &str) {
    let path = bench.path(name);
    let shell = format!("rm -rf \"$1\"; {by}");
    let status = Command::new("/bin/sh")
        .args(["-c", &shell, "sh"])
        .arg(&path)
        .status();
    assert!(status.expect("a shell").success(), "{by}");
}

#[test]
fn a_case_that_is_replaced_after_discovery_is_a_failed_row_and_the_batch_goes_on() {
    for (by, word) in OTHERS {
        let bench = Bench::new();
        bench.write(
            "cases/first.smt2",
            format!("{INPUT}; the longest goes first\n"),
        );
        bench.write("cases/then.smt2", INPUT);
        let then = bench.path("cases/then.smt2");
        let then = then.display();
        let text = format!(
            "#!/bin/sh\nset -- '{then}' \"$1\"\nif [ -f \"$1\" ] && [ ! -L \"$1\" ] && [ $(stat -c %s \"$1\") -lt 9999 ]\n\
             then rm \"$1\"; {by}\nfi\ngrep -q check-sat \"$2\" && exit 9\n"
        );
        let solver = bench.script("solver", &text);
        let solver = solver.to_string_lossy();
        let batch = [
            "batch",
            "cases",
            "--out",
            "out",
            "-j",
            "1",
            "--allow-trivial",
            "--max-input",
            "1M",
            "--",
            &solver,
        ];
        bench.smelt(&batch).exits(3);
        assert_eq!(bench.row("out", "first.smt2")["status"], "reduced", "{by}");
        let row = bench.row("out", "then.smt2");
        assert_eq!(row["status"], "failed", "{by}: {row:#?}");
        assert!(row["detail"].contains(word), "{by}: {row:#?}");
    }
}

#[test]
fn a_proof_does_not_wait_for_cases_or_results_that_were_replaced() {
    for (by, _) in OTHERS {
        let bench = Bench::new();
        bench.write("cases/one.smt2", INPUT);
        bench.write("cases/two.smt2", INPUT);
        let solver = script("contains.sh");
        let command = [
            "--allow-trivial",
            "--max-input",
            "1M",
            "--",
            &solver,
            "check-sat",
        ];
        bench
            .smelt(&[&["batch", "cases", "--out", "out"][..], &command].concat())
            .exits(0);
        replace(&bench, "cases/one.smt2", by);
        replace(&bench, "out/minimized/two.smt2", by);
        let ran = bench.smelt(&["check", "--minimal", "out"]).exits(3);
        assert!(ran.err.contains("proved=0"), "{by}: {ran:#?}");
    }
}

#[test]
fn an_output_whose_journal_is_a_pipe_is_refused() {
    let bench = Bench::new();
    bench.write("cases/one.smt2", INPUT);
    bench.write("out/journal.jsonl", "");
    replace(&bench, "out/journal.jsonl", "mkfifo \"$1\"");
    bench.smelt(&["report", "out"]).exits(2).says(&["a pipe"]);
}

#[test]
fn a_configuration_that_is_a_pipe_or_endless_is_refused() {
    for (by, word) in [
        ("mkfifo \"$1\"", "a pipe"),
        ("ln -s /dev/zero \"$1\"", "a device"),
    ] {
        let bench = Bench::new();
        bench.write("cases/one.smt2", INPUT);
        replace(&bench, "cases/smelt.toml", by);
        bench
            .smelt(&["batch", "cases", "--out", "out", "--", "false"])
            .exits(2)
            .says(&[word]);
    }
}

#[test]
fn an_input_of_more_bytes_than_max_input_is_refused() {
    let bench = Bench::new();
    bench.write("cases/one.smt2", INPUT);
    let solver = script("contains.sh");
    let command = ["--allow-trivial", "--", &solver, "check-sat"];
    let most = ["--cache", "none", "--max-input", "20"];
    let batch = [&["batch", "cases", "--out", "out"][..], &most, &command].concat();
    bench.smelt(&batch).exits(3);
    let row = bench.row("out", "one.smt2");
    assert!(row["detail"].contains("more than 20 bytes"), "{row:#?}");
    let begin = ["reduce"];
    let files = [
        "--allow-trivial",
        "cases/one.smt2",
        "small.smt2",
        &solver,
        "check-sat",
    ];
    bench
        .smelt(&[&begin[..], &most, &files].concat())
        .exits(2)
        .says(&["more than 20 bytes", "--max-input"]);
}
