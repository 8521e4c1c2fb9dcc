//! How soon a run ends that is to end: two seconds after a signal, at once after the second one, and with its budget.
//!
//! On a busy machine, one try can take longer than it should for reasons of its own, so each test has three.

use crate::budget::thinks_for_long;
use crate::interruption::{Running, ends, hangs_after, reduction, runs, signal, start, wait};
use crate::support::{Bench, INPUT};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Whether one of three tries stays below so many milliseconds; how long they took.
#[track_caller]
fn one_of_three_is_below(milliseconds: u64, mut tried: impl FnMut() -> Duration) {
    let mut took = Vec::new();
    for _ in 0..3 {
        took.push(tried());
        if took.last() < Some(&Duration::from_millis(milliseconds)) {
            return;
        }
    }
    panic!("{took:?}");
}

/// How long the program takes to end after this.
fn to_the_end(child: &mut Running, name: &str) -> Duration {
    signal(child, name);
    let begin = Instant::now();
    assert_eq!(ends(child), Some(130));
    begin.elapsed()
}

#[test]
fn after_a_signal_the_program_ends_within_two_seconds_whatever_it_does() {
    // The solver hangs.
    one_of_three_is_below(2000, || {
        let bench = Bench::new();
        bench.write("case.smt2", INPUT);
        let solver = hangs_after(&bench, 12);
        let mut child = start(&bench, &reduction(&solver));
        wait("it begins", || runs(&bench) > 12);
        to_the_end(&mut child, "INT")
    });
    // The search looks for its next candidate.
    one_of_three_is_below(2000, || {
        let (bench, solver) = thinks_for_long();
        let mut child = start(&bench, &reduction(&solver));
        wait("it begins", || runs(&bench) > 2);
        sleep(Duration::from_secs(1));
        to_the_end(&mut child, "INT")
    });
    // The file is still read: it has thirty megabytes.
    one_of_three_is_below(2000, || {
        let bench = Bench::new();
        bench.write("case.smt2", "(assert (> x 0))\n".repeat(1_800_000));
        let solver = hangs_after(&bench, 12);
        let mut child = start(&bench, &reduction(&solver));
        sleep(Duration::from_millis(500));
        to_the_end(&mut child, "INT")
    });
}

#[test]
fn after_a_second_signal_the_program_ends_within_a_third_of_a_second() {
    one_of_three_is_below(300, || {
        let bench = Bench::new();
        bench.write("case.smt2", INPUT);
        let solver = hangs_after(&bench, 12);
        let mut child = start(&bench, &reduction(&solver));
        wait("it begins", || runs(&bench) > 12);
        signal(&child, "INT");
        sleep(Duration::from_millis(100));
        to_the_end(&mut child, "INT")
    });
}

#[test]
fn a_budget_of_fifteen_seconds_is_kept_within_a_tenth() {
    let (bench, solver) = thinks_for_long();
    one_of_three_is_below(16_500, || {
        let begin = Instant::now();
        let begins = ["reduce", "--cache", "none", "--budget", "15s"];
        let words = ["case.smt2", "small.smt2", &solver];
        bench.smelt(&[&begins[..], &words].concat()).exits(5);
        assert!(begin.elapsed() > Duration::from_millis(13_500));
        begin.elapsed()
    });
}
