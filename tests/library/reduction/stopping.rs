//! A reduction that is told to stop delivers the best so far.

use super::{FAILS, INPUT, World};
use smelt::event::Status;
use smelt::reduction::Notice;
use std::thread;
use std::time::{Duration, Instant};

#[test]
fn a_stopped_reduction_delivers_the_best_so_far() {
    let world = World::of(INPUT, FAILS);
    let row = world.reduce_to(&world.path("small.smt2"), &|notice| {
        if matches!(notice, Notice::Accepted { .. }) {
            world.stop.set();
        }
    });
    assert_eq!(row.status, Status::Stopped, "{row:#?}");
    assert!(world.delivered().contains("check-sat"));
    assert!(world.delivered().len() < INPUT.len());
    assert_eq!(row.one_minimal, None);
    assert_eq!(row.bytes_after, Some(world.delivered().len() as u64));
}

#[test]
fn a_run_in_progress_is_ended_by_a_stop_from_another_thread() {
    let world = World::of(INPUT, &format!("if ! runs 5; then sleep 60; fi\n{FAILS}"));
    let begin = Instant::now();
    let row = thread::scope(|scope| {
        scope.spawn(|| {
            while world.runs() < 6 {
                thread::sleep(Duration::from_millis(5));
            }
            world.stop.set();
        });
        world.reduce()
    });
    assert_eq!(row.status, Status::Stopped, "{row:#?}");
    assert!(begin.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_reduction_stopped_before_its_first_run_makes_none() {
    let world = World::of(INPUT, FAILS);
    world.stop.set();
    let row = world.reduce();
    assert_eq!(row.status, Status::Stopped, "{row:#?}");
    assert_eq!(world.runs(), 0);
    assert_eq!(world.delivered(), INPUT, "the best so far is the case");
    assert_eq!(row.bytes_after, Some(INPUT.len() as u64));
}

#[test]
fn a_stop_before_the_search_leaves_what_another_reduction_has_delivered() {
    let world = World::of(INPUT, FAILS);
    world.stop.set();
    std::fs::write(world.path("small.smt2"), "(check-sat)").expect("an output");
    let row = world.reduce();
    assert_eq!(row.status, Status::Stopped, "{row:#?}");
    assert!(row.detail.contains("earlier run"), "{row:#?}");
    assert_eq!(
        (&*world.delivered(), row.bytes_after),
        ("(check-sat)", None)
    );
}

/// Sleeps, and lets the reduction be stopped.
const SLEEPS: &str = "echo >\"$0.asleep\"; sleep 60";

/// A solver that always fails, and sleeps once the result was run again.
fn sleeps_after_the_check_of(result: &str) -> String {
    format!(
        "if [ -e \"$0.checked\" ]; then {SLEEPS}; fi
if again '{result}'; then echo >\"$0.checked\"; fi
{FAILS}"
    )
}

/// The row of a reduction that is stopped as soon as its solver sleeps.
fn stopped_asleep(world: &World) -> smelt::event::Row {
    thread::scope(|scope| {
        scope.spawn(|| {
            let began = Instant::now();
            while !world.path("solver.asleep").exists() && began.elapsed().as_secs() < 60 {
                thread::sleep(Duration::from_millis(5));
            }
            world.stop.set();
        });
        world.reduce()
    })
}

#[test]
fn a_stop_while_walking_back_does_not_deliver_the_text_that_failed_its_re_check() {
    let whole = World::of(INPUT, FAILS);
    whole.reduce();
    let result = whole.delivered();
    let script =
        format!("if ! again '{result}'; then {FAILS}; elif ! is '{result}'; then {SLEEPS}; fi");
    let world = World::of(INPUT, &script);
    let row = stopped_asleep(&world);
    assert_eq!(row.status, Status::Stopped, "{row:#?}");
    assert_ne!(world.delivered(), result);
    assert!(world.delivered().contains("check-sat"));
}

#[test]
fn a_stop_while_the_indented_text_is_tried_delivers_the_plain_one_with_a_whole_row() {
    let whole = World::of(INPUT, FAILS);
    whole.reduce();
    let result = whole.delivered();
    let mut world = World::of(INPUT, &sleeps_after_the_check_of(&result));
    world.options.pretty = true;
    let row = stopped_asleep(&world);
    assert_eq!(row.status, Status::Stopped, "{row:#?}");
    assert_eq!(world.delivered(), result);
    assert_eq!(row.bytes_after, Some(result.len() as u64));
    assert_eq!(row.one_minimal, None);
    assert!(row.checks > 0);
}

#[test]
fn a_stop_while_trivial_texts_are_checked_delivers_the_result_that_the_search_has_confirmed() {
    let whole = World::of(INPUT, FAILS);
    let signature = whole.reduce().signature_after;
    let result = whole.delivered();
    let mut world = World::of(INPUT, &sleeps_after_the_check_of(&result));
    world.options.allow_trivial = false;
    let row = stopped_asleep(&world);
    assert_eq!(row.status, Status::Stopped, "{row:#?}");
    assert_eq!(world.delivered(), result);
    assert_eq!(row.bytes_after, Some(result.len() as u64));
    assert_eq!((row.one_minimal, row.signature_after), (None, signature));
}

#[test]
fn a_stop_while_trivial_texts_are_checked_after_a_bound_delivers_the_best_so_far() {
    let bounded = |script: &str, allow_trivial| {
        let mut world = World::of(INPUT, script);
        world.options.max_checks = Some(2);
        world.options.allow_trivial = allow_trivial;
        world
    };
    let whole = bounded(FAILS, true);
    assert!(whole.reduce().is_bounded);
    assert!(whole.delivered().len() < INPUT.len());
    // Its last run was that of the result. Here the trivial texts come before that.
    let before = whole.runs() - 1;
    let world = bounded(
        &format!("if ! runs {before}; then {SLEEPS}; fi\n{FAILS}"),
        false,
    );
    let row = stopped_asleep(&world);
    assert_eq!(row.status, Status::Stopped, "{row:#?}");
    assert_eq!(world.delivered(), whole.delivered());
    assert!(!row.is_bounded, "{row:#?}");
}

#[test]
fn a_solver_that_goes_away_before_trivial_texts_are_checked_takes_no_result_with_it() {
    let whole = World::of(INPUT, FAILS);
    whole.reduce();
    let result = whole.delivered();
    let script = format!("if again '{result}'; then rm \"$0\"; fi\n{FAILS}");
    let mut world = World::of(INPUT, &script);
    world.options.allow_trivial = false;
    let row = world.reduce();
    assert_eq!(row.status, Status::Failed, "{row:#?}");
    assert_eq!(world.delivered(), result);
    assert_eq!(row.bytes_after, Some(result.len() as u64));
}
