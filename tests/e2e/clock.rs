//! The clock of the system may be set while smelt runs: only stamps depend on it.

use crate::support::{Bench, INPUT, Ran, repository};
use std::path::PathBuf;
use std::process::Command;

/// The clock that jumps (`clock.c`), compiled to be loaded before the C library.
fn jumping(bench: &Bench) -> PathBuf {
    let library = bench.path("clock.so");
    // Rust's own linker is there where Rust is.
    let compiled = Command::new("cc")
        .args(["-shared", "-fPIC", "-o"])
        .arg(&library)
        .arg(repository("tests/e2e/clock.c"))
        .status();
    assert!(compiled.expect("a C compiler").success());
    library
}

/// Calls the program by a clock that jumps.
fn by(clock: &PathBuf, bench: &Bench, arguments: &[&str]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_smelt"));
    bench.through(command.args(arguments).env("LD_PRELOAD", clock))
}

#[test]
fn a_clock_that_jumps_by_days_changes_no_limit_no_result_and_deletes_nothing_too_early() {
    let bench = Bench::new();
    let clock = jumping(&bench);
    bench.write("cases/a.smt2", INPUT);
    bench.write("cases/b.smt2", format!("(echo \"hangs\")\n{INPUT}"));
    bench.write("needed", "");
    // Every text of the second case without `check-sat` hangs.
    let text = "#!/bin/sh\ngrep -q check-sat \"$1\" || ! grep -q hangs \"$1\" || sleep 60\n\
                grep -q check-sat \"$1\" && grep -q '> x 0' \"$1\" && exit 9\nexit 0\n";
    let solver = bench.script("solver", text).to_string_lossy().into_owned();
    let batch = |out: &'static str, store: &'static str| {
        let begin = ["batch", "cases", "--out", out, "--cache", store];
        let options = ["-j", "1", "--timeout", "1", "--depends", "needed", "--"];
        [&begin[..], &options, &[&*solver]].concat()
    };
    bench.smelt(&batch("steady", "steady.db")).exits(0);
    by(&clock, &bench, &batch("jumps", "jumps.db")).exits(0);
    let stable = |out| {
        let report = ["report", "--stable", "--format", "csv", out];
        bench.smelt(&report).exits(0).out
    };
    assert_eq!(stable("steady"), stable("jumps"));
    for case in ["a.smt2", "b.smt2"] {
        let [steady, jumps] =
            ["steady", "jumps"].map(|out| bench.read(&format!("{out}/minimized/{case}")));
        assert_eq!(steady, jumps, "{case}");
        for out in ["steady", "jumps"] {
            let row = bench.row(out, case);
            let wall: f64 = row["wall_seconds"].parse().expect("a number");
            assert!((0.0..60.0).contains(&wall), "{row:#?}");
        }
    }
    // What was used a moment ago is at most two days old, and what is from tomorrow is not old at all.
    let gc = ["cache", "gc", "--cache", "jumps.db", "--max-age", "3d"];
    by(&clock, &bench, &gc).exits(0);
    bench.smelt(&batch("again", "jumps.db")).exits(0);
    for case in ["a.smt2", "b.smt2"] {
        let row = bench.row("again", case);
        let runs: u64 = row["runs"].parse().expect("a number");
        assert!(runs <= 6, "everything else was stored: {row:#?}");
    }
}
