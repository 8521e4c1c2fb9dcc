//! When a stored run answers a question asked under other limits.

use std::sync::Arc;
use std::time::Duration;

use smelt::observation::{End, Limit, Limits, Observation};
use smelt::store::Store;

use crate::made_up::{fingerprint, fresh, key, limits, observation};

const CPU: End = End::LimitHit(Limit::Cpu);
const IDLE: End = End::LimitHit(Limit::Idle);

/// A run that took so long under a limit of so much.
fn run(end: End, took: u64, limit: u64) -> Observation {
    Observation {
        end,
        cpu: Duration::from_secs(took),
        limits: limits(limit),
        ..observation(0)
    }
}

#[test]
fn a_run_answers_where_it_decides_and_the_oldest_first() {
    let finished = run(End::Exited(1), 4, 8);
    let killed = run(CPU, 8, 8);
    let later = run(End::Exited(0), 9, 32);
    let idle = run(IDLE, 1, 8);
    let table: &[(&str, &[&Observation], u64, Option<End>)] = &[
        ("nothing stored", &[], 8, None),
        (
            "a timeout does not answer a longer limit",
            &[&killed],
            9,
            None,
        ),
        ("it answers its own", &[&killed], 8, Some(CPU)),
        ("it answers a shorter one", &[&killed], 1, Some(CPU)),
        (
            "a finished run answers its own limit",
            &[&finished],
            8,
            Some(End::Exited(1)),
        ),
        ("and a longer one", &[&finished], 600, Some(End::Exited(1))),
        (
            "and one of just its time",
            &[&finished],
            4,
            Some(End::Exited(1)),
        ),
        (
            "and is a timeout under a shorter one",
            &[&finished],
            3,
            Some(CPU),
        ),
        (
            "an idle run is idle at any longer limit",
            &[&idle],
            600,
            Some(IDLE),
        ),
        (
            "the next one answers what the oldest cannot",
            &[&killed, &later],
            16,
            Some(End::Exited(0)),
        ),
        (
            "of two that can the oldest does",
            &[&killed, &later],
            8,
            Some(CPU),
        ),
        (
            "even if they contradict each other",
            &[&finished, &later],
            16,
            Some(End::Exited(1)),
        ),
    ];
    let (_directory, path) = fresh();
    let store = Store::open(&path).expect("a new store");
    let session = store.session(&fingerprint(1));
    for ((what, stored, limit, end), i) in table.iter().zip(0..) {
        for observation in *stored {
            session.insert(&key(i), 0, Arc::new((*observation).clone()));
        }
        for when in ["at once", "when committed"] {
            let found = session.lookup(&key(i), 0, &limits(*limit));
            assert_eq!(found.map(|found| found.end), *end, "{what}, {when}");
            store.flush();
        }
    }
}

#[test]
fn a_run_under_other_idle_or_output_limits_is_a_miss() {
    let (_directory, path) = fresh();
    let store = Store::open(&path).expect("a new store");
    let session = store.session(&fingerprint(1));
    session.insert(&key(1), 0, Arc::new(observation(1)));
    store.flush();
    let idle = Limits {
        idle: Duration::from_secs(6),
        ..limits(8)
    };
    let output = Limits {
        output: 1,
        ..limits(8)
    };
    assert_eq!(session.lookup(&key(1), 0, &idle), None);
    assert_eq!(session.lookup(&key(1), 0, &output), None);
    let wall = Limits {
        wall: Duration::from_secs(6),
        ..limits(8)
    };
    assert_eq!(session.lookup(&key(1), 0, &wall), Some(observation(1)));
}
