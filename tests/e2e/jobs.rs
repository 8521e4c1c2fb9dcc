//! The number of jobs changes how long it takes, and nothing else.

use crate::interruption::{ends, hangs_after, runs, start, wait};
use crate::support::{Bench, INPUT, assert_same};
use std::fs;
use std::time::{Duration, Instant};

/// A text with several things to keep, far from each other.
fn input() -> String {
    let declared =
        |n| format!("(declare-const x{n} Int)\n(assert (and (> x{n} {n}) (< x{n} 100)))\n");
    let body: String = (0..12).map(declared).collect();
    format!("(set-logic QF_LIA)\n{body}(check-sat)\n(get-value (x3 x7))\n(exit)\n")
}

/// A solver that takes twenty milliseconds, counts its runs, and fails where these are left.
fn solver(bench: &Bench) -> String {
    let runs = bench.path("runs");
    let text = format!(
        "#!/bin/sh\necho run >>'{}'\nsleep 0.02\n\
         if grep -q check-sat \"$1\" && grep -q '> x3' \"$1\" && grep -q '< x7' \"$1\"; then exit 9; fi\n",
        runs.display()
    );
    bench.script("solver", &text).to_string_lossy().into_owned()
}

#[test]
fn one_two_and_four_jobs_give_the_same_bytes_and_rows_with_a_store_and_without() {
    let bench = Bench::new();
    bench.write("cases/a.smt2", input());
    bench.write(
        "cases/b.smt2",
        "(assert (> x3 (< x7)))\n(check-sat)\n(exit)\n",
    );
    bench.write("needed", "");
    let solver = solver(&bench);
    let mut rows = Vec::new();
    for (jobs, cache) in [
        ("1", "none"),
        ("2", "none"),
        ("4", "none"),
        ("1", "s"),
        ("4", "s"),
    ] {
        let out = format!("out-{jobs}-{cache}");
        let options = ["--out", &out, "-j", jobs, "--cache", cache];
        let depends = ["--depends", "needed", "--", &solver];
        bench
            .smelt(&[&["batch", "cases"], &options[..], &depends].concat())
            .exits(0);
        for case in ["a.smt2", "b.smt2"] {
            let text = bench.read(&format!("{out}/minimized/{case}"));
            rows.push((case, text, bench.row(&out, case)));
        }
    }
    for (case, text, row) in &rows {
        let first = rows.iter().find(|first| first.0 == *case).expect("a row");
        assert_eq!(*text, first.1);
        assert_same(row, &first.2, case);
    }
}

#[test]
fn an_idle_slot_runs_ahead_and_what_it_wasted_is_counted() {
    let bench = Bench::new();
    bench.write("case.smt2", input());
    let solver = solver(&bench);
    let timed = |jobs| {
        bench.write("runs", "");
        let begin = Instant::now();
        let options = ["reduce", "--cache", "none", "-j", jobs];
        let out = format!("small-{jobs}.smt2");
        bench
            .smelt(&[&options[..], &["case.smt2", &out, &solver]].concat())
            .exits(0);
        (
            begin.elapsed(),
            bench.text("runs").lines().count(),
            bench.read(&out),
        )
    };
    let (alone, runs_alone, text_alone) = timed("1");
    let (together, runs_together, text_together) = timed("3");
    assert_eq!(text_alone, text_together);
    assert!(runs_together >= runs_alone);
    assert!(
        together < alone,
        "{together:?} with three jobs, {alone:?} with one"
    );
}

#[test]
fn the_runs_of_a_row_are_those_that_were_made_however_many_ran_ahead() {
    let bench = Bench::new();
    bench.write("cases/a.smt2", input());
    let solver = solver(&bench);
    bench
        .smelt(&[
            "batch", "cases", "--out", "out", "-j", "3", "--cache", "none", "--", &solver,
        ])
        .exits(0);
    let row = bench.row("out", "a.smt2");
    let number = |column: &str| row[column].parse::<usize>().expect("a number");
    let outside = bench.text("runs").lines().count();
    // A run that was ended at once, because the search went another way, may not have come to count itself.
    let uncounted = number("runs") - outside;
    assert!(uncounted < number("runs_wasted"), "{outside}: {row:#?}");
    assert!(number("runs_wasted") < number("runs"), "{row:#?}");
    assert_eq!(
        row["overhead_percent"], "",
        "times of runs side by side cannot be told apart"
    );
}

#[test]
fn idle_slots_make_the_golden_runs_beside_the_source_run() {
    let bench = Bench::new();
    bench.write("case.smt2", input());
    let (begun, alone) = (bench.path("begun"), bench.path("alone"));
    // Waits until three runs have begun, and says so if it waits in vain.
    let text = format!(
        "#!/bin/sh\necho run >>'{0}'\nn=0\n\
         while [ $(wc -l <'{0}') -lt 3 ] && [ $n -lt 250 ]; do sleep 0.02; n=$((n + 1)); done\n\
         [ $n -lt 250 ] || echo alone >>'{1}'\n\
         grep -q get-value \"$1\" && exit 9 || exit 0\n",
        begun.display(),
        alone.display()
    );
    let script = bench.script("waits", &text);
    let solver = script.to_string_lossy();
    let options = ["reduce", "--cache", "none", "-j", "3"];
    bench
        .smelt(&[&options[..], &["case.smt2", "small.smt2", &solver]].concat())
        .exits(0);
    assert!(!alone.exists(), "the source run was alone");
}

#[test]
fn two_batches_at_once_on_one_store_give_the_rows_of_one_and_share_its_runs() {
    let bench = Bench::new();
    for case in ["a", "b", "c"] {
        // Texts of different cases differ, or they would share runs in one batch already.
        let text = input().replace("check-sat", &format!("check-sat-{case}"));
        bench.write(&format!("cases/{case}.smt2"), text);
    }
    bench.write("needed", "");
    let solver = solver(&bench);
    let words = |out: &'static str, cache: &'static str| {
        let options = ["batch", "cases", "--out", out, "-j", "1", "--cache", cache];
        [&options[..], &["--depends", "needed", "--", &solver]].concat()
    };
    bench.smelt(&words("alone", "alone.db")).exits(0);
    let alone = bench.text("runs").lines().count();
    bench.write("runs", "");
    std::thread::scope(|scope| {
        scope.spawn(|| bench.smelt_beside(&words("one", "both.db")).exits(0));
        bench.smelt(&words("two", "both.db")).exits(0);
    });
    let together = bench.text("runs").lines().count();
    for case in ["a.smt2", "b.smt2", "c.smt2"] {
        for out in ["one", "two"] {
            let path = |out: &str| format!("{out}/minimized/{case}");
            assert_eq!(bench.read(&path("alone")), bench.read(&path(out)));
            assert_same(&bench.row(out, case), &bench.row("alone", case), out);
        }
    }
    // The second batch makes its own source, golden and final runs, five a case; and the cases have a few texts in
    // common, which a batch alone runs once.
    assert!(
        together <= alone + 15 + alone / 20,
        "{together} together, {alone} alone"
    );
}

/// The words of a batch with one job and a store.
fn with_store<'a>(out: &'a str, solver: &'a str) -> Vec<&'a str> {
    let options = ["batch", "cases", "--out", out, "-j", "1", "--cache", "s.db"];
    [&options[..], &["--depends", "needed", "--", solver]].concat()
}

#[test]
fn a_batch_that_waits_for_another_one_says_so_and_then_runs_hardly_anything() {
    let bench = Bench::new();
    bench.write("cases/a.smt2", input());
    bench.write("needed", "");
    bench.write("runs", "");
    let solver = solver(&bench);
    let waited = std::thread::scope(|scope| {
        scope.spawn(|| bench.smelt_beside(&with_store("one", &solver)).exits(0));
        while runs(&bench) < 5 {
            std::thread::sleep(Duration::from_millis(5));
        }
        bench.smelt(&with_store("two", &solver)).exits(0)
    });
    waited.says(&["waiting for 1 case on which another run on this store works"]);
    let row = bench.row("two", "a.smt2");
    assert_eq!(row["runs"], "4", "source, golden and final runs: {row:#?}");
}

#[test]
fn a_case_that_another_run_works_on_is_not_read_again_while_this_one_waits() {
    let bench = Bench::new();
    bench.write("cases/a.smt2", INPUT);
    bench.write("needed", "");
    let solver = hangs_after(&bench, 8);
    let one = start(&bench, &with_store("one", &solver));
    wait("it works on the case", || runs(&bench) > 8);
    let mut two = start(&bench, &with_store("two", &solver));
    wait("it waits", || bench.text("stderr").contains("waiting for"));
    // It does not see that the file is away.
    let (here, away) = (bench.path("cases/a.smt2"), bench.path("a.smt2"));
    fs::rename(&here, &away).expect("a case");
    std::thread::sleep(Duration::from_millis(300));
    fs::rename(&away, &here).expect("a case");
    bench.write("limit", "99999");
    drop(one);
    assert_eq!(ends(&mut two), Some(0), "{}", bench.text("stderr"));
    assert_eq!(bench.row("two", "a.smt2")["status"], "reduced");
}

#[test]
fn two_equal_cases_are_nobody_elses_work() {
    let bench = Bench::new();
    for case in ["a", "b"] {
        bench.write(&format!("cases/{case}.smt2"), input());
    }
    bench.write("needed", "");
    bench.write("runs", "");
    let solver = solver(&bench);
    let options = [
        "batch", "cases", "--out", "out", "-j", "2", "--cache", "s.db",
    ];
    let ran = bench.smelt(&[&options[..], &["--depends", "needed", "--", &solver]].concat());
    assert!(!ran.err.contains("waiting"), "{ran:#?}");
    assert_eq!(
        bench.read("out/minimized/a.smt2"),
        bench.read("out/minimized/b.smt2")
    );
    // However the two share the work, it is hardly more than that of one alone.
    let runs = || bench.text("runs").lines().count();
    let both = runs();
    let alone = [
        "batch",
        "alone",
        "--out",
        "out-alone",
        "-j",
        "1",
        "--cache",
        "none",
    ];
    bench.write("alone/a.smt2", input());
    bench
        .smelt(&[&alone[..], &["--", &solver]].concat())
        .exits(0);
    let one = runs() - both;
    assert!(both < one + one / 2, "{both} {one}");
}
