//! Cases in which smelt has died before. Each has a process of its own, for which a function stands in here.

use super::{Halves, World};
use smelt::batch::{Apart, Budget, Journal, Output, read_journal};
use smelt::corpus::CaseOptions;
use smelt::event::{Event, PackedRow, Row, Status};
use smelt::solver::Stop;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// A process that writes a row which has cost ten runs.
struct TenRuns {
    out: PathBuf,
    /// The runs that were left for each case.
    left: Mutex<Vec<Option<u64>>>,
}

impl Apart for TenRuns {
    fn reduce(&self, case: &str, left: Budget, _: &Stop) -> String {
        self.left.lock().expect("a list").push(left.runs);
        let events = read_journal(&self.out).expect("a journal").events;
        let begun = events.into_iter().find_map(|event| match event {
            Event::Begun { key, config, .. } if *case == *key.case => Some((key, config)),
            _ => None,
        });
        let (key, config) = begun.expect("it was begun before");
        let row = Row {
            status: Status::NotReproduced,
            runs: 10,
            ..Row::default()
        }
        .of(&key);
        append(
            &self.out,
            &[Event::Finished {
                config,
                row: PackedRow::of(&row),
            }],
        );
        "exit code 0".to_owned()
    }
}

/// A process that Ctrl-C ends before it has begun.
struct Interrupted;

impl Apart for Interrupted {
    fn reduce(&self, _: &str, _: Budget, stop: &Stop) -> String {
        stop.set();
        "signal 2".to_owned()
    }
}

/// Appends events to the journal of an output.
fn append(out: &Path, events: &[Event]) {
    let journal = Journal::open(&out.join("journal.jsonl"), &mut |_| ());
    let (mut journal, _) = journal.expect("a journal");
    for event in events {
        journal.append(event).expect("an event");
    }
}

/// Three cases that were cut once, and in which smelt has died twice since.
fn suspects() -> World {
    let world = World::of(&[("a.smt2", 10), ("b.smt2", 8), ("c.smt2", 6)]);
    for _ in 0..3 {
        let stops = Halves {
            stops: true,
            ..Halves::default()
        };
        world.run_with(&stops, &CaseOptions::default(), 1);
    }
    let events = read_journal(&world.out()).expect("a journal").events;
    let is_start = |event: &&Event| matches!(event, Event::Start { .. });
    let is_begun = |event: &&Event| matches!(event, Event::Begun { .. });
    let killed = events.iter().find(is_start).into_iter();
    let killed: Vec<Event> = killed
        .chain(events.iter().filter(is_begun))
        .cloned()
        .collect();
    append(&world.out(), &killed);
    append(&world.out(), &killed);
    world
}

/// Runs the batch with a budget of so many runs: how many were left for each case that was begun.
fn left_of(runs: u64, world: &World) -> Vec<Option<u64>> {
    let apart = TenRuns {
        out: world.out(),
        left: Mutex::default(),
    };
    let budget = Budget {
        runs: Some(runs),
        ..Budget::default()
    };
    let output = Output::open(&world.out()).expect("an output");
    let how = (1, budget, Some(&apart as &dyn Apart));
    world.run_into(&output, &Halves::default(), &CaseOptions::default(), how);
    apart.left.into_inner().expect("a list")
}

#[test]
fn a_case_has_what_those_before_it_have_left_of_the_budget() {
    assert_eq!(left_of(15, &suspects()), [Some(15), Some(5)]);
    assert_eq!(left_of(99, &suspects()), [Some(99), Some(89), Some(79)]);
}

#[test]
fn what_is_known_of_cases_that_a_run_does_not_come_to_stays_in_the_reports() {
    let world = suspects();
    assert_eq!(left_of(10, &world), [Some(10)]);
    assert_eq!(world.column("case"), ["a.smt2", "b.smt2", "c.smt2"]);
    let statuses = ["not-reproduced", "stopped", "stopped"];
    assert_eq!(world.column("status"), statuses);
}

#[test]
fn a_process_for_one_case_takes_up_nothing_that_its_run_has_already() {
    let world = World::of(&[("a.smt2", 10), ("b.smt2", 8)]);
    world.run();
    let journal = world.read("journal.jsonl");
    let joined = Output::join(&world.out()).expect("an output");
    let how = (1, Budget::default(), None);
    let told = world.run_into(&joined, &Halves::default(), &CaseOptions::default(), how);
    assert_eq!(told, ["=a.smt2", "=b.smt2"]);
    assert_eq!(world.read("journal.jsonl"), journal);
}

#[test]
fn a_process_for_one_case_that_is_stopped_before_it_begins_has_not_died() {
    let world = suspects();
    let output = Output::open(&world.out()).expect("an output");
    let how = (1, Budget::default(), Some(&Interrupted as &dyn Apart));
    world.run_into(&output, &Halves::default(), &CaseOptions::default(), how);
    let events = read_journal(&world.out()).expect("a journal").events;
    let mut events = events.iter();
    assert!(!events.any(|event| matches!(event, Event::Died { .. })));
    assert_eq!(world.column("status"), ["stopped"; 3]);
}
