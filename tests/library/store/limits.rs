//! When a stored run answers a question asked under other limits.

use std::sync::Arc;
use std::time::Duration;

use smelt::observation::{End, Frame, Limit, Limits, Needs, Observation, Stack};
use smelt::store::Store;

use super::made_up::{NOTHING, fingerprint, fresh, key, limits, observation};

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
            let found = session.lookup(&key(i), 0, &limits(*limit), NOTHING);
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
    assert_eq!(session.lookup(&key(1), 0, &idle, NOTHING), None);
    assert_eq!(session.lookup(&key(1), 0, &output, NOTHING), None);
    let wall = Limits {
        wall: Duration::from_secs(6),
        ..limits(8)
    };
    assert_eq!(
        session.lookup(&key(1), 0, &wall, NOTHING),
        Some(observation(1))
    );
}

#[test]
fn a_crash_without_its_stack_does_not_answer_who_needs_it() {
    let stack = Stack {
        frames: vec![Frame {
            function: "smt::theory_seq::expand1".to_owned(),
            module: "z3".to_owned(),
        }],
        is_overflow: false,
    };
    let (_directory, path) = fresh();
    let store = Store::open(&path).expect("a new store");
    let session = store.session(&fingerprint(1));
    let needs = Needs { stack: true };
    for (end, i) in [End::Signaled(11), End::Exited(139)].into_iter().zip(0..) {
        let without = run(end, 4, 8);
        let with = Observation {
            stack: Some(stack.clone()),
            ..without.clone()
        };
        session.insert(&key(i), 0, Arc::new(without.clone()));
        for _ in ["at once", "when committed"] {
            assert_eq!(session.lookup(&key(i), 0, &limits(8), needs), None);
            store.flush();
        }
        session.insert(&key(i), 0, Arc::new(with.clone()));
        for _ in ["at once", "when committed"] {
            let known = |needs| session.lookup(&key(i), 0, &limits(8), needs);
            assert_eq!(known(needs), Some(with.clone()));
            assert_eq!(
                known(NOTHING),
                Some(without.clone()),
                "the oldest that will do"
            );
            store.flush();
        }
        let shorter = session.lookup(&key(i), 0, &limits(3), needs);
        let shorter = shorter.expect("a limit that is reached before the crash");
        assert_eq!((shorter.end, shorter.stack), (CPU, None));
    }
    for (end, i) in [End::Exited(0), End::Signaled(13), IDLE]
        .into_iter()
        .zip(10..)
    {
        session.insert(&key(i), 0, Arc::new(run(end, 4, 8)));
        assert!(
            session.lookup(&key(i), 0, &limits(8), needs).is_some(),
            "{end}"
        );
    }
}
