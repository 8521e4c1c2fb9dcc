//! Two threads never run one question at the same time.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread;
use std::time::Duration;

use smelt::observation::{End, Limit, Observation};
use smelt::store::{SingleFlight, Ticket, Turn};

use super::made_up::{NOTHING, key, limits, observation};

/// Lets four threads ask at once; the first to run does `first`, later ones answer with observation 1.
/// How many ran, and how many were answered.
fn four_ask(first: impl Fn(Ticket<'_>) + Sync) -> (u32, u32) {
    let single_flight = SingleFlight::default();
    let (ran, answered) = (AtomicU32::new(0), AtomicU32::new(0));
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(
                || match single_flight.enter(&key(1), 0, &limits(8), NOTHING) {
                    Turn::Answered(found) => {
                        assert_eq!(*found, observation(1));
                        answered.fetch_add(1, SeqCst);
                    }
                    Turn::Run(ticket) if ran.fetch_add(1, SeqCst) == 0 => {
                        thread::sleep(Duration::from_millis(100));
                        // A panic of the first is what one of the tests is about.
                        let _ = catch_unwind(AssertUnwindSafe(|| first(ticket)));
                    }
                    Turn::Run(ticket) => {
                        thread::sleep(Duration::from_millis(50));
                        ticket.answer(Arc::new(observation(1)));
                    }
                },
            );
        }
    });
    (ran.into_inner(), answered.into_inner())
}

#[test]
fn who_asks_while_another_runs_gets_its_answer() {
    assert_eq!(
        four_ask(|ticket| ticket.answer(Arc::new(observation(1)))),
        (1, 3)
    );
}

#[test]
fn one_of_those_who_wait_takes_over_where_the_first_gives_up() {
    assert_eq!(four_ask(|ticket| drop(ticket)), (2, 2));
}

#[test]
fn one_of_those_who_wait_takes_over_where_the_first_panics() {
    let (ran, answered) = four_ask(|ticket| {
        let _ticket = ticket;
        resume_unwind(Box::new("made up"));
    });
    assert_eq!((ran, answered), (2, 2));
}

#[test]
fn an_answer_that_does_not_decide_is_run_again() {
    let wall = Observation {
        end: End::LimitHit(Limit::Wall),
        ..observation(1)
    };
    assert_eq!(
        four_ask(|ticket| ticket.answer(Arc::new(wall.clone()))),
        (2, 2)
    );
}

#[test]
fn other_questions_do_not_wait() {
    let single_flight = SingleFlight::default();
    let first = single_flight.enter(&key(1), 0, &limits(8), NOTHING);
    let other_key = single_flight.enter(&key(2), 0, &limits(8), NOTHING);
    let other_run = single_flight.enter(&key(1), 1, &limits(8), NOTHING);
    for turn in [first, other_key, other_run] {
        assert!(matches!(turn, Turn::Run(_)));
    }
    let again = single_flight.enter(&key(1), 0, &limits(8), NOTHING);
    assert!(
        matches!(again, Turn::Run(_)),
        "an ended flight is forgotten"
    );
}
