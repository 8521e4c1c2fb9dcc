//! Hangs and slow-downs, with scripts that spin or sleep. CPU time decides, so a busy machine changes nothing but the
//! time that a test takes.

use crate::support::{Bench, guide_call};

/// Small, because each interesting candidate costs its full limit.
const INPUT: &str = "(set-logic QF_LIA)
(declare-const x Int)
(assert (> x 0))
(check-sat)
";

/// What is left of it.
const RESULT: &str = "(declare-var x Int)\n(assert (> x 0))\n";

/// Spends CPU time for ever where the file (the last argument) contains the word.
const SPINS: &str = "#!/bin/sh
for file; do :; done
if grep -q '> x 0' \"$file\"; then while :; do :; done; fi
";

/// Waits for ever where the file contains the word, as in a deadlock.
const WAITS: &str = "#!/bin/sh
for file; do :; done
if grep -q '> x 0' \"$file\"; then exec sleep 1000; fi
";

/// A bench with a case and two solvers under the names that the guide uses.
fn bench(slow: &str) -> Bench {
    let bench = Bench::new();
    bench.write("bug.smt2", INPUT);
    bench.script("z3", slow);
    bench.script("z3-4.8.7", "#!/bin/sh\necho sat\n");
    bench
}

/// The words of a call with paths for the two solvers, and some of its words replaced.
fn adapted<'a>(call: &'a [String], replaced: &[(&str, &'a str)]) -> Vec<&'a str> {
    let solvers = [("z3", "./z3"), ("z3-4.8.7", "./z3-4.8.7")];
    let adapt = |word: &'a String| {
        let mut all = replaced.iter().chain(&solvers);
        let found = all.find(|(from, _)| from == word);
        found.map_or(word.as_str(), |(_, to)| to)
    };
    call.iter().map(adapt).collect()
}

#[test]
fn the_guides_call_for_a_hang_keeps_the_hang() {
    let bench = bench(SPINS);
    let call = guide_call("--hangs");
    let words = adapted(&call, &[("--hangs=10", "--hangs=0.2")]);
    bench.smelt(&words).exits(0).says(&["reduced"]);
    assert_eq!(bench.text("small.smt2"), RESULT);
}

#[test]
fn the_guides_call_for_a_slow_down_keeps_the_factor() {
    let bench = bench(SPINS);
    let call = guide_call("--slower-than-factor");
    // A run that spins is cut at 0.3 s, which decides where the reference takes up to 0.15 s.
    let words = adapted(&call, &[("10", "2")]);
    let words = [&words[..1], &["--timeout", "0.3"], &words[1..]].concat();
    bench.smelt(&words).exits(0).says(&["reduced"]);
    assert_eq!(bench.text("small.smt2"), RESULT);
}

#[test]
fn a_deadlock_is_a_hang_at_the_idle_limit() {
    let bench = bench(WAITS);
    let call = ["--idle", "0.5", "--cache", "none", "bug.smt2"];
    let reduce = [&["reduce", "--hangs"], &call[..], &["small.smt2", "./z3"]].concat();
    bench.smelt(&reduce).exits(0).says(&["reduced"]);
    assert_eq!(bench.text("small.smt2"), RESULT);
    let check = [&["check"], &call[..], &["./z3"]].concat();
    bench.smelt(&check).exits(3).says(&[
        "The solver hit the 0.5 s idle limit",
        "`--hangs`",
        "`--idle`",
    ]);
}

#[test]
fn a_run_into_the_limit_is_told_how_to_look_for_hangs() {
    let bench = bench(SPINS);
    let words = [
        "check",
        "--cache",
        "none",
        "--timeout",
        "0.2",
        "bug.smt2",
        "./z3",
    ];
    bench.smelt(&words).exits(3).says(&[
        "The solver hit the 0.2 s CPU limit. If the hang is the bug, add `--hangs`; otherwise raise `--timeout`.",
    ]);
}

#[test]
fn a_solver_that_ends_is_no_hang_and_its_time_is_told() {
    let bench = bench("#!/bin/sh\nexit 7\n");
    let words = ["reduce", "--hangs", "bug.smt2", "small.smt2", "./z3"];
    bench.smelt(&words).exits(3).says(&[
        "The solver ended after 0.",
        "(exit 7), before the limit of 10 s",
    ]);
    assert!(!bench.path("small.smt2").exists());
}

#[test]
fn a_trusted_solver_sets_the_limit_of_a_hang() {
    let bench = bench("#!/bin/sh\nexit 0\n");
    let words = [
        "check",
        "--cache",
        "none",
        "--hangs",
        "-c",
        "./z3-4.8.7",
        "bug.smt2",
        "./z3",
    ];
    bench
        .smelt(&words)
        .exits(3)
        .says(&["before the limit of 2.5 s"]);
}

#[test]
fn a_file_that_only_seems_to_hang_is_run_again_up_to_the_limit() {
    // Counts to a number that takes longer than the 0.2 s after which it presumably hangs.
    let slow = "#!/bin/bash\nfor ((k = 0; k < 200000; k++)); do :; done\nexit 7\n";
    let bench = bench(slow);
    let words = ["reduce", "--hangs=30", "-c", "./z3-4.8.7"];
    bench
        .smelt(&[&words[..], &["bug.smt2", "small.smt2", "./z3"]].concat())
        .exits(3)
        .says(&[
            "The solver ended after ",
            "(exit 7), before the limit of 30 s",
        ]);
}

#[test]
fn a_trusted_solver_must_end_by_itself() {
    let bench = bench(SPINS);
    let words = [
        "check",
        "--cache",
        "none",
        "--hangs",
        "-c",
        "./z3",
        "--timeout-cc",
        "0.2",
    ];
    bench
        .smelt(&[&words[..], &["bug.smt2", "./z3"]].concat())
        .exits(3)
        .says(&["The second solver hit the 0.2 s CPU limit. Raise `--timeout-cc`."]);
}

#[test]
fn a_solver_that_is_not_slower_by_the_factor_is_refused_with_both_times() {
    let bench = bench("#!/bin/sh\necho sat\n");
    let words = [
        "check",
        "--cache",
        "none",
        "--slower-than-factor",
        "1000",
        "./z3-4.8.7",
    ];
    bench
        .smelt(&[&words[..], &["bug.smt2", "./z3"]].concat())
        .exits(3)
        .says(&[
            "s of CPU time and the reference 0.0",
            "Give a smaller factor",
        ]);
}

#[test]
fn a_time_that_every_run_exceeds_is_kept() {
    let bench = bench(SPINS);
    let words = [
        "reduce",
        "--cache",
        "none",
        "--slower-than",
        "0.2",
        "--repeat",
        "2",
    ];
    bench
        .smelt(&[&words[..], &["bug.smt2", "small.smt2", "./z3"]].concat())
        .exits(0);
    assert_eq!(bench.text("small.smt2"), RESULT);
}

#[test]
fn a_hang_that_the_store_knows_at_a_longer_limit_is_one_at_a_shorter() {
    let bench = bench(SPINS);
    bench.write("nothing", "");
    let hangs = |limit: &str, small: &str| {
        // A script serves other outputs only if what it depends on is said.
        let words = [
            "reduce",
            "--cache",
            "s.db",
            "-j",
            "1",
            "--depends",
            "nothing",
            limit,
        ];
        bench
            .smelt(&[&words[..], &["bug.smt2", small, "./z3"]].concat())
            .exits(0)
            .err
    };
    hangs("--hangs=0.3", "one.smt2");
    let said = hangs("--hangs=0.2", "two.smt2");
    assert_eq!(bench.text("one.smt2"), bench.text("two.smt2"));
    // The source run, one golden run because a hang is looked for, and the result's run.
    assert!(said.contains(" 3 runs"), "{said}");
}

#[test]
fn repeated_runs_are_made_until_one_is_not_interesting() {
    let bench = Bench::new();
    bench.write("bug.smt2", INPUT);
    let count = "echo run >>\"${0%/*}/runs\"";
    let solver = format!("#!/bin/sh\n{count}\ngrep -q '> x 0' \"$1\" && exit 9\nexit 0\n");
    bench.script("solver", &solver);
    let runs = |repeat: &str, small: &str| {
        bench.write("runs", "");
        let words = ["reduce", "--cache", "none", "-j", "1", "--repeat", repeat];
        bench
            .smelt(&[&words[..], &["bug.smt2", small, "./solver"]].concat())
            .exits(0);
        bench.text("runs").lines().count()
    };
    let (once, thrice) = (runs("1", "one.smt2"), runs("3", "three.smt2"));
    assert_eq!(bench.text("one.smt2"), bench.text("three.smt2"));
    assert!(once < thrice && thrice < 3 * once, "{once}, {thrice}");
}
