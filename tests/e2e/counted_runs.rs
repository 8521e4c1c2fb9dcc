//! A row tells what its reduction has cost: every start of a solver, counted from outside too, over all starts of the
//! program.

use crate::interruption::{ends, runs, signal, start, wait};
use crate::support::{Bench, INPUT};
use std::collections::HashMap;

/// A solver that counts its starts, takes some time, and hangs after as many as the file `limit` says.
fn counts(bench: &Bench, seconds: &str) -> String {
    bench.write("runs", "");
    bench.write("limit", "99999");
    bench.write("needed", "");
    let text = format!(
        "#!/bin/sh\necho $$ >>'{0}/runs'\n[ $(wc -l <'{0}/runs') -gt $(cat '{0}/limit') ] && sleep 77\nsleep {seconds}\n\
         if grep -q check-sat \"$1\" && grep -q '> x 0' \"$1\"; then exit 9; fi\n",
        bench.path("").display()
    );
    bench.script("solver", &text).to_string_lossy().into_owned()
}

fn number(row: &HashMap<String, String>, column: &str) -> f64 {
    row[column].parse().expect("a number")
}

#[test]
fn kills_take_no_run_away_from_a_row_and_its_costs_add_up() {
    let bench = Bench::new();
    bench.write("cases/a.smt2", INPUT);
    let solver = counts(&bench, "0.05");
    let options = "batch cases --out out --depends needed --cache s.db -j 1 --strategy hybrid --";
    let batch: Vec<&str> = options.split(' ').chain([&*solver]).collect();
    for limit in [1, 5, 9, 30, 31] {
        bench.write("limit", limit.to_string());
        let mut child = start(&bench, &batch);
        wait("it gets there", || runs(&bench) > limit);
        signal(&child, "KILL");
        ends(&mut child);
    }
    bench.write("limit", "99999");
    bench.smelt(&batch).exits(0);
    let row = bench.row("out", "a.smt2");
    assert_eq!(row["starts"], "6");
    assert_eq!(row["runs"], runs(&bench).to_string(), "{row:#?}");
    assert_eq!(row["runs_wasted"], "0");
    let least = 0.05 * number(&row, "runs");
    assert!(number(&row, "wall_seconds") > least / 2.0, "{row:#?}");
    assert!(number(&row, "self_max_rss_mb") > 1.0, "{row:#?}");
    let left = std::fs::read_dir(bench.path("out/launches")).expect("a directory");
    assert_eq!(left.count(), 0, "an ended reduction needs no count");
}

#[test]
fn a_row_has_no_run_less_than_were_started_where_four_jobs_run_ahead_and_are_killed() {
    const JOBS: f64 = 4.0;
    const KILLS: [usize; 2] = [4, 12];
    let bench = Bench::new();
    bench.write("cases/a.smt2", INPUT);
    let solver = counts(&bench, "0.2");
    let options = "batch cases --out out --depends needed --cache s.db -j 4 --";
    let batch: Vec<&str> = options.split(' ').chain([&*solver]).collect();
    for limit in KILLS {
        let mut child = start(&bench, &batch);
        wait("it gets there", || runs(&bench) > limit);
        signal(&child, "KILL");
        ends(&mut child);
    }
    bench.smelt(&batch).exits(0);
    let row = bench.row("out", "a.smt2");
    let (counted, outside) = (number(&row, "runs"), runs(&bench) as f64);
    assert!(counted >= outside, "{outside} from outside, {row:#?}");
    let wasted = number(&row, "runs_wasted");
    assert!(wasted > 0.0, "{row:#?}");
    // A run that is ended before its script has begun is one that the script cannot count.
    let most_uncounted = wasted + JOBS * KILLS.len() as f64;
    assert!(
        counted <= outside + most_uncounted,
        "{outside} from outside, {row:#?}"
    );
}

#[test]
fn a_single_reduction_says_the_runs_of_all_its_starts() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    let solver = counts(&bench, "0");
    let options = "reduce --cache none -j 1 --strategy hybrid case.smt2 small.smt2";
    let reduce: Vec<&str> = options.split(' ').chain([&*solver]).collect();
    for (limit, name) in [(9, "KILL"), (20, "INT")] {
        bench.write("limit", limit.to_string());
        let mut child = start(&bench, &reduce);
        wait("it gets there", || runs(&bench) > limit);
        signal(&child, name);
        ends(&mut child);
    }
    bench.write("limit", "99999");
    let said = bench.smelt(&reduce).exits(0);
    said.says(&[&format!(", {} runs, ", runs(&bench))]);
    assert!(!bench.path("small.smt2.smelt-launches").exists());
}

#[test]
fn a_reduction_that_ends_as_it_begins_leaves_none_of_the_starts_of_another_one() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    let solver = counts(&bench, "0");
    let options = "reduce --cache none -j 1 case.smt2 small.smt2";
    let reduce: Vec<&str> = options.split(' ').chain([&*solver]).collect();
    bench.write("limit", "9");
    let mut child = start(&bench, &reduce);
    wait("it gets there", || runs(&bench) > 9);
    signal(&child, "INT");
    ends(&mut child);
    let starts = bench.path("small.smt2.smelt-launches");
    assert!(starts.exists());
    bench.write("case.smt2", format!("{INPUT}(get-info :name)\n"));
    // It cannot record that it begins. A kill would come at the same place.
    let in_the_way = bench.path("small.smt2.smelt-run.smelt-tmp");
    std::fs::create_dir(in_the_way).expect("a directory");
    assert_ne!(bench.smelt(&reduce).code, Some(0));
    assert!(!starts.exists());
}
