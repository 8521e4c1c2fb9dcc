//! Candidates that take much longer than the original are put off: they cost little, none is lost, and the result is the
//! same for any number of jobs, with a warm store, and after an interruption. CPU time decides, so a busy machine
//! changes nothing but the time that a test takes.

use crate::interruption::{ends, runs, signal, start, wait};
use crate::support::{Bench, assert_same};
use std::time::{Duration, Instant};

const INPUT: &str = "(set-logic QF_LIA)
(declare-const x Int)
(declare-const y Int)
(assert (and (> x 0) (< y 10)))
(assert (or (= x y) (> x 3)))
(check-sat)
";

/// What is left of it: the solver fails where it finds `check-sat` and `> x 0`.
const RESULT: &str = "(declare-const x Int)\n(assert (> x 0))\n(check-sat)\n";

/// Without the disjunction, a solver spins until the conjunction is gone, too.
const SPINS: &str =
    "if grep -q '(and' \"$1\" && ! grep -q '(or' \"$1\"; then while :; do :; done; fi";

/// A solver that counts its runs and waits after so many. Then it does this, and fails.
fn solver(bench: &Bench, first: &str) -> String {
    let here = bench.path("");
    let here = here.display();
    bench.write("runs", "");
    bench.write("limit", "9999");
    let text = format!(
        "#!/bin/sh\necho $$ >>'{here}/runs'\n\
         if [ $(wc -l <'{here}/runs') -gt $(cat '{here}/limit') ]; then sleep 77; fi\n\
         {first}\nif grep -q check-sat \"$1\" && grep -q '> x 0' \"$1\"; then exit 9; fi\n"
    );
    bench.script("solver", &text).to_string_lossy().into_owned()
}

/// A solver that takes a tenth of a second or two on every text but the original.
fn slow_failure(bench: &Bench) -> String {
    let all = INPUT.len();
    solver(
        bench,
        &format!(
            "i=0\nif [ $(wc -c <\"$1\") -lt {all} ]; then while [ $i -lt 200000 ]; do i=$((i+1)); done; fi"
        ),
    )
}

/// The words of a batch. The strategies end at the same text without bind-declarations, which `auto` does not use, and
/// without the last round.
fn batch<'a>(
    out: &'a str,
    strategy: &'a str,
    jobs: &'a str,
    cache: &'a str,
    solver: &'a str,
) -> Vec<&'a str> {
    let begin = ["batch", "cases", "--depends", "needed", "--out", out];
    let options = [
        "--strategy",
        strategy,
        "-j",
        jobs,
        "--cache",
        cache,
        "--no-bind-declarations",
        "--ill-formed",
        "never",
    ];
    [&begin[..], &options, &["--", solver]].concat()
}

fn bench() -> Bench {
    let bench = Bench::new();
    bench.write("cases/a.smt2", INPUT);
    bench.write("needed", "");
    bench
}

#[test]
fn candidates_that_spin_cost_no_full_limit_where_the_result_has_none() {
    let bench = bench();
    let solver = solver(&bench, SPINS);
    for strategy in ["auto", "hybrid", "hierarchical"] {
        let begin = Instant::now();
        let words = batch(strategy, strategy, "1", "none", &solver);
        let timeout = [&words[..2], &["--timeout", "60"], &words[2..]].concat();
        bench.smelt(&timeout).exits(0);
        let row = bench.row(strategy, "a.smt2");
        assert_eq!(bench.text(&format!("{strategy}/minimized/a.smt2")), RESULT);
        assert_eq!(row["one_minimal"], "yes");
        assert_ne!(row["limit_hits"], "0", "{strategy}");
        assert!(begin.elapsed() < Duration::from_mins(1), "{strategy}");
    }
}

#[test]
fn a_second_solver_has_a_ladder_of_its_own() {
    let bench = bench();
    let first = solver(&bench, "");
    let fails = "grep -q '> x 0' \"$1\" && exit 7";
    let second = bench.script("second", &format!("#!/bin/sh\n{SPINS}\n{fails}\n"));
    let second = second.to_string_lossy();
    let begin = Instant::now();
    let words = [
        "reduce",
        "--cache",
        "none",
        "--ill-formed",
        "never",
        "-c",
        &second,
    ];
    let limit = ["--timeout-cc", "60", "cases/a.smt2", "small.smt2", &first];
    bench.smelt(&[&words[..], &limit].concat()).exits(0);
    assert_eq!(bench.text("small.smt2"), RESULT);
    assert!(begin.elapsed() < Duration::from_mins(1));
}

#[test]
fn check_tells_the_limit_that_candidates_get_at_first_unless_slowness_is_the_bug() {
    let bench = bench();
    let check = |first: &str, options: &[&str]| {
        let solver = solver(&bench, first);
        let words = ["check", "--cache", "none", "cases/a.smt2", &solver];
        bench.smelt(&[&words[..1], options, &words[1..]].concat())
    };
    let told = check("", &[]).exits(0).out;
    assert!(
        told.contains("1.75 s CPU") && told.contains("; at first 0."),
        "{told}"
    );
    let told = check("", &["--timeout", "60"]).exits(0).out;
    assert!(
        told.contains("1.75 s CPU"),
        "a longer limit is a bound: {told}"
    );
    let told = check("", &["--timeout", "0.01"]).out;
    assert!(
        !told.contains("at first"),
        "the limit is below the first rung: {told}"
    );
    let spins = "grep -q '> x 0' \"$1\" && while :; do :; done";
    let told = check(spins, &["--hangs=0.3"]).exits(0).out;
    assert!(
        told.contains("0.3 s CPU") && !told.contains("at first"),
        "{told}"
    );
}

#[test]
fn a_hang_is_preserved_as_the_hang_that_it_is() {
    let bench = bench();
    let solver = solver(&bench, "grep -q '> x 0' \"$1\" && while :; do :; done");
    let words = batch("out", "auto", "1", "none", &solver);
    let hangs = [&words[..2], &["--hangs=0.2"], &words[2..]].concat();
    let told = bench.smelt(&hangs).exits(0).err;
    assert!(!told.contains("WARNING"), "{told}");
    let row = bench.row("out", "a.smt2");
    assert_eq!(row["signature"], "CPU time limit of 0.2 s");
    assert_eq!(row["signature_after"], row["signature"]);
}

#[test]
fn candidates_that_spin_in_the_end_are_decided_at_the_full_limit() {
    let bench = bench();
    let spins = "grep -q check-sat \"$1\" || while :; do :; done";
    let solver = solver(&bench, spins);
    let words = batch("out", "auto", "1", "none", &solver);
    let timeout = [&words[..2], &["--timeout", "0.4"], &words[2..]].concat();
    bench.smelt(&timeout).exits(0);
    assert_eq!(bench.text("out/minimized/a.smt2"), RESULT);
    let row = bench.row("out", "a.smt2");
    assert_eq!(row["one_minimal"], "yes");
    let seconds: f64 = row["solver_seconds"].parse().expect("a number");
    assert!(seconds > 0.4, "one was decided: {seconds}");
}

#[test]
fn slow_candidates_for_which_there_is_no_patience_stand_in_the_row_and_are_the_same_for_all_jobs_and_stores()
 {
    let bench = bench();
    let solver = solver(&bench, "grep -q check-sat \"$1\" || while :; do :; done");
    let mut first = None;
    for (out, jobs, cache) in [("one", "1", "s"), ("two", "2", "none"), ("warm", "1", "s")] {
        let words = batch(out, "auto", jobs, cache, &solver);
        let options = ["--timeout", "60", "--patience", "0"];
        let words = [&words[..2], &options, &words[2..]].concat();
        let begin = Instant::now();
        bench.smelt(&words).exits(0);
        assert!(begin.elapsed() < Duration::from_mins(1), "{out}");
        let row = bench.row(out, "a.smt2");
        assert_eq!(row["one_minimal"], "unresolved: 1 slow candidate", "{out}");
        assert_eq!(bench.text(&format!("{out}/minimized/a.smt2")), RESULT);
        let first = first.get_or_insert_with(|| row.clone());
        assert_same(&row, first, out);
    }
}

#[test]
fn slow_candidates_stand_in_the_row_of_a_deep_search_too() {
    let bench = bench();
    let solver = solver(&bench, "grep -q check-sat \"$1\" || while :; do :; done");
    let words = batch("out", "auto", "1", "none", &solver);
    let options = ["--timeout", "60", "--patience", "0", "--effort", "deep"];
    let words = [&words[..2], &options, &words[2..]].concat();
    bench.smelt(&words).exits(0);
    let said = &bench.row("out", "a.smt2")["one_minimal"];
    assert!(said.starts_with("unresolved: "), "{said}");
}

#[test]
fn a_failure_that_takes_longer_than_in_the_original_is_reduced_the_same_for_all_jobs_and_stores() {
    let bench = bench();
    let solver = slow_failure(&bench);
    let mut first = None;
    for (out, jobs, cache) in [("one", "1", "s"), ("two", "2", "none"), ("warm", "1", "s")] {
        bench.write("runs", "");
        bench
            .smelt(&batch(out, "auto", jobs, cache, &solver))
            .exits(0);
        let row = bench.row(out, "a.smt2");
        assert_eq!(bench.text(&format!("{out}/minimized/a.smt2")), RESULT);
        assert_eq!(row["one_minimal"], "yes", "{out}");
        assert_eq!(row["limit_hits"] == "0", out == "warm", "{out}");
        if out == "warm" {
            assert!(
                runs(&bench) < 8,
                "the original and the result: {}",
                runs(&bench)
            );
        }
        let first = first.get_or_insert_with(|| row.clone());
        assert_same(&row, first, out);
    }
}

#[test]
fn a_reduction_that_was_interrupted_at_a_lower_rung_goes_on_as_if_it_had_not_been() {
    let bench = bench();
    let solver = slow_failure(&bench);
    bench
        .smelt(&batch("whole", "hybrid", "1", "none", &solver))
        .exits(0);
    let whole = bench.row("whole", "a.smt2");
    bench.write("runs", "");
    let words = batch("out", "hybrid", "1", "s", &solver);
    for limit in [12, 30] {
        bench.write("limit", limit.to_string());
        let mut child = start(&bench, &words);
        wait("it begins", || runs(&bench) > limit);
        signal(&child, "INT");
        assert_eq!(ends(&mut child), Some(130), "{}", bench.text("stderr"));
        assert_eq!(bench.row("out", "a.smt2")["status"], "stopped");
    }
    bench.write("limit", "9999");
    bench.smelt(&words).exits(0);
    let row = bench.row("out", "a.smt2");
    assert_eq!(bench.text("out/minimized/a.smt2"), RESULT);
    assert_same(&row, &whole, "interrupted");
    assert_eq!(row["starts"], "3");
}
