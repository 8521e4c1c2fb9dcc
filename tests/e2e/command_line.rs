//! What a command line asks for that the machine or the environment does not have.

use crate::support::{Bench, INPUT, script};
use std::process::Command;

/// Standard error of a call without any of these variables; the call must end so.
#[track_caller]
fn without(bench: &Bench, variables: &[&str], words: &[&str], code: i32) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_smelt"));
    command.args(words).current_dir(bench.path("."));
    for variable in variables {
        command.env_remove(variable);
    }
    let ran = command.output().expect("the program starts");
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert_eq!(ran.status.code(), Some(code), "{said}");
    said
}

#[test]
fn more_jobs_than_the_machine_can_run_are_bounded_with_a_word() {
    let bench = Bench::new();
    bench.write("cases/case.smt2", INPUT);
    let solver = script("contains.sh");
    let note = "note: this machine cannot run 100000 jobs well; using ";
    let reduce = ["reduce", "-j", "100000", "--cache", "none"];
    let files = ["cases/case.smt2", "small.smt2", &solver, "> x 0"];
    let ran = bench.smelt(&[&reduce[..], &files].concat());
    ran.exits(0).says(&[note]);
    let batch = ["batch", "cases", "--out", "out", "-j", "100000"];
    let rest = ["--cache", "none", "--", &solver, "> x 0"];
    let ran = bench.smelt(&[&batch[..], &rest].concat());
    let ran = ran.exits(0).says(&[note]);
    assert_eq!(ran.err.matches(note).count(), 1, "{ran:#?}");
    let ran = bench.smelt(&[&reduce[..], &["-q"], &files].concat());
    assert!(!ran.exits(0).err.contains("note:"));
}

#[test]
fn without_a_home_the_store_lies_beside_the_output_with_a_word() {
    let bench = Bench::new();
    bench.write("cases/case.smt2", INPUT);
    let solver = script("contains.sh");
    let home = ["HOME", "XDG_CACHE_HOME", "SMELT_CACHE"];
    let batch = ["batch", "cases", "--out", "out", "--", &solver, "> x 0"];
    let said = without(&bench, &home, &batch, 0);
    let note =
        "note: the verdict store is `out/store.db`, because neither HOME nor XDG_CACHE_HOME is set";
    assert!(said.contains(note), "{said}");
    assert!(bench.path("out/store.db").exists());
    let reduce = ["reduce", "cases/case.smt2", "small.smt2", &solver, "> x 0"];
    let said = without(&bench, &home, &reduce, 0);
    assert!(
        said.contains("no verdict store is used, because neither HOME")
            && said.contains("--cache PATH"),
        "{said}"
    );
    let said = without(&bench, &home, &["cache", "stats"], 2);
    assert!(said.contains("neither HOME nor XDG_CACHE_HOME"), "{said}");
}

#[test]
fn a_report_on_several_outputs_says_how_it_counts() {
    let bench = Bench::new();
    bench.write("cases/case.smt2", INPUT);
    let solver = script("contains.sh");
    for out in ["a", "b"] {
        let words = ["batch", "cases", "--out", out, "--cache", "none", "--"];
        bench
            .smelt(&[&words[..], &[&solver, "> x 0"]].concat())
            .exits(0);
    }
    let note = "A case that is in several outputs is counted once for each output.";
    let both = bench.smelt(&["report", "a", "b"]).exits(0);
    assert!(
        both.out.contains("2 cases: 2 reduced.") && both.out.contains(note),
        "{both:#?}"
    );
    assert!(!bench.smelt(&["report", "a"]).exits(0).out.contains(note));
}

#[test]
fn options_in_ddsmts_words_are_answered_before_anything_is_done() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    let solver = script("contains.sh");
    let files = ["case.smt2", "small.smt2", &solver, "> x 0"];
    let reduce =
        |options: &[&str]| bench.smelt(&[&["reduce", "--cache", "none"], options, &files].concat());
    reduce(&["--wrap-lines"]).exits(2).says(&["--pretty"]);
    assert!(!bench.path("small.smt2").exists());
    let ran = reduce(&["--pretty-print", "--no-bv", "--check-loops"]);
    ran.exits(0).says(&["note: `--check-loops` is not needed"]);
}
