//! `smelt check --minimal`: results are proved 1-minimal from the store, or it is said what speaks against that, or what
//! is missing.

use crate::support::{Bench, INPUT, Ran};
use std::fs;
use std::process::Command;

/// A batch of two cases and its store. The solver counts its runs.
struct Answered {
    bench: Bench,
    solver: String,
}

impl Answered {
    fn of(strategy: &str) -> Answered {
        let bench = Bench::new();
        bench.write("cases/a.smt2", INPUT);
        bench.write("cases/b.smt2", "(assert (> x 0))\n(check-sat)\n(exit)\n");
        let text = format!(
            "#!/bin/sh\necho run >>'{}'\n\
             if grep -q check-sat \"$1\" && grep -q '> x 0' \"$1\"; then exit 9; fi\n",
            bench.path("runs").display()
        );
        let solver = bench.script("solver", &text);
        let solver = solver.to_string_lossy().into_owned();
        let answered = Answered { bench, solver };
        answered.batch(strategy, &[]).exits(0);
        answered
    }

    fn batch(&self, strategy: &str, more: &[&str]) -> Ran {
        let fixed = ["batch", "cases", "--out", "out", "--strategy", strategy];
        let last = ["--cache", "store.db", "--", &*self.solver];
        self.bench.smelt(&[&fixed[..], more, &last].concat())
    }

    /// Calls the program, and shows that nothing was run and that the journal is as it was.
    fn check(&self, more: &[&str]) -> Ran {
        let before = ["runs", "out/journal.jsonl"].map(|name| self.bench.read(name));
        let ran = self
            .bench
            .smelt(&[&["check", "--minimal", "out"], more].concat());
        let after = ["runs", "out/journal.jsonl"].map(|name| self.bench.read(name));
        assert!(before == after, "something was run");
        ran
    }
}

#[test]
fn the_results_of_strategies_that_end_with_a_full_sweep_are_proved() {
    for strategy in ["auto", "hybrid", "hierarchical"] {
        let answered = Answered::of(strategy);
        for case in ["a.smt2", "b.smt2"] {
            assert_eq!(answered.bench.row("out", case)["one_minimal"], "yes");
        }
        let ran = answered.check(&[]).exits(0).says(&["2 results: proved=2"]);
        let words = ran.out.lines().map(|line| line.split(' ').next());
        assert!(words.eq([Some("proved"); 2]), "{ran:#?}");
    }
}

#[test]
fn a_text_that_can_be_simplified_is_refused_and_so_is_one_that_does_not_fail() {
    let answered = Answered::of("auto");
    let minimal = answered.bench.text("out/minimized/a.smt2");
    let longer = format!("{minimal}(exit)\n");
    fs::write(answered.bench.path("out/minimized/a.smt2"), &longer).expect("a file");
    // The text itself and most of its simplifications were never run. One of them is the minimal text.
    let ran = answered.check(&[]).exits(3).says(&["proved=1 refused=1"]);
    let line = ran.out.lines().next().expect("a line");
    assert!(line.starts_with("refused     a.smt2 ("), "{line}");
    let sizes = format!(
        "a text of {} bytes from the {}",
        minimal.len(),
        longer.len()
    );
    assert!(line.contains("makes") && line.contains(&sizes), "{line}");

    let solver_passes = INPUT.replace("(check-sat)\n", "");
    let silent = answered.bench.path("out/minimized/a.smt2");
    fs::write(silent, &solver_passes).expect("a file");
    let ran = answered.check(&[]).exits(3);
    let line = ran.out.lines().next().expect("a line").to_owned();
    assert!(line.starts_with("refused"), "{line}");
    assert!(
        line.contains("not the file that the batch has delivered"),
        "{line}"
    );
}

#[test]
fn with_a_new_store_it_is_said_how_many_texts_would_have_to_be_run() {
    let answered = Answered::of("auto");
    let missing = answered.check(&["--cache", "other.db"]);
    missing.exits(2).says(&["there is no verdict store at"]);
    assert!(!answered.bench.path("other.db").exists());
    let other = ["check", "--cache", "other.db", "cases/b.smt2"];
    let solver = [&*answered.solver];
    answered
        .bench
        .smelt(&[&other[..], &solver].concat())
        .exits(0);
    let ran = answered.check(&["--cache", "other.db"]).exits(3);
    for line in ran.out.lines() {
        assert!(line.starts_with("not proved"), "{line}");
        assert!(line.contains("texts would have to be run"), "{line}");
        assert!(line.contains("the first simplification is by "), "{line}");
    }
    assert!(ran.err.contains("proved=0 refused=0 not_proved=2"));
}

#[test]
fn a_store_that_is_only_read_is_found_from_where_the_call_was_made() {
    let answered = Answered::of("auto");
    let named = ["--cache", "ro:store.db"];
    answered
        .check(&named)
        .exits(0)
        .says(&["2 results: proved=2"]);
}

#[test]
fn an_original_that_is_already_minimal_and_an_indented_result_are_proved_as_well() {
    let answered = Answered::of("auto");
    let minimal = answered.bench.text("out/minimized/b.smt2");
    answered.bench.write("cases/a.smt2", &minimal);
    answered.batch("auto", &["--pretty"]).exits(0);
    let row = answered.bench.row("out", "a.smt2");
    assert_eq!(row["status"], "already-minimal");
    answered.check(&[]).exits(0);
}

#[test]
fn what_has_changed_since_the_batch_is_told() {
    let answered = Answered::of("auto");
    answered.bench.write("cases/a.smt2", "(check-sat)\n");
    fs::remove_file(answered.bench.path("cases/b.smt2")).expect("a case");
    let ran = answered.check(&[]).exits(3);
    assert!(ran.out.contains("its file has changed"), "{ran:#?}");
    assert!(ran.out.contains("the case is gone"), "{ran:#?}");
}

#[test]
fn options_of_cases_are_those_of_the_batch_and_cannot_be_given() {
    let answered = Answered::of("auto");
    answered
        .check(&["--timeout", "3"])
        .exits(2)
        .says(&["--minimal", "--timeout"]);
    let bench = Bench::new();
    bench
        .smelt(&["check", "--minimal", "nowhere"])
        .exits(2)
        .says(&["nowhere"]);
}

#[test]
fn a_batch_is_repeated_from_the_directory_in_which_it_was_called() {
    let bench = Bench::new();
    bench.write("cases/a.smt2", INPUT);
    bench.write(
        "cases/smelt.toml",
        "[solver.s]\ncommand = [\"../solver\"]\n[[case]]\nglob = \"*\"\nsolver = \"s\"\n",
    );
    bench.script("solver", "#!/bin/sh\ngrep -q '> x 0' \"$1\" && exit 9\n");
    bench
        .smelt(&["batch", "cases", "--out", "out", "--cache", "store.db"])
        .exits(0);
    let out = bench.path("out");
    bench.write("elsewhere/nothing", "");
    let ran = Command::new(env!("CARGO_BIN_EXE_smelt"))
        .args(["check", "--minimal"])
        .arg(&out)
        .current_dir(bench.path("elsewhere"))
        .output()
        .expect("the program starts");
    assert_eq!(ran.status.code(), Some(0), "{ran:?}");
}

#[test]
fn a_simpler_text_of_the_same_length_replaces_the_original() {
    let bench = Bench::new();
    bench.write("cases/a.smt2", "(assert (= 7 7))\n(check-sat)\n");
    let text = "#!/bin/sh\ngrep -q check-sat \"$1\" && grep -q 'assert (= . .)' \"$1\" && exit 9\n";
    let solver = bench.script("solver", text);
    let batch = [
        "batch", "cases", "--out", "out", "--cache", "store.db", "--",
    ];
    bench
        .smelt(&[&batch[..], &[&solver.to_string_lossy()]].concat())
        .exits(0);
    let row = bench.row("out", "a.smt2");
    assert_eq!((&*row["status"], &*row["one_minimal"]), ("reduced", "yes"));
    assert_eq!(row["bytes_after"], row["bytes_before"]);
    bench.smelt(&["check", "--minimal", "out"]).exits(0);
}
