//! The reports are up to date while a batch runs, not only at its end.

use super::{Halves, World};
use smelt::batch::Reduce;
use smelt::corpus::{CaseOptions, Settings};
use smelt::event::Row;
use smelt::reduction::{ReductionContext, Task};
use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Reduces like [`Halves`], but not before the report has a row of another case.
struct WaitsForReport {
    results: PathBuf,
    other: &'static str,
}

impl Reduce for WaitsForReport {
    fn reduce(&self, task: &Task<'_>, context: &ReductionContext<'_>) -> Row {
        let begun = Instant::now();
        let reported =
            || fs::read_to_string(&self.results).is_ok_and(|csv| csv.contains(self.other));
        while task.id != self.other && !reported() {
            assert!(begun.elapsed() < Duration::from_secs(20), "no report");
            sleep(Duration::from_millis(20));
        }
        Halves::default().reduce(task, context)
    }

    fn fingerprint(&self, _: &Settings, _: &Path, _: &ReductionContext<'_>) -> Option<String> {
        None
    }
}

#[test]
fn a_finished_case_is_reported_while_the_next_one_runs() {
    let world = World::of(&[("long.smt2", 20), ("short.smt2", 10)]);
    let reduce = WaitsForReport {
        results: world.out().join("results.csv"),
        other: "long.smt2",
    };
    world.run_with(&reduce, &CaseOptions::default(), 1);
    assert_eq!(world.column("status"), ["reduced", "reduced"]);
}
