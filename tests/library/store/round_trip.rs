//! Every observation that may be stored comes out as it went in, at once and from the file.

use std::sync::Arc;
use std::time::Duration;

use proptest::prelude::*;
use smelt::observation::{End, Frame, KEPT, Limit, Limits, Observation, Stack, Stream};
use smelt::store::Store;

use super::made_up::{NOTHING, fingerprint, fresh, key, limits, observation};

fn ends() -> impl Strategy<Value = End> {
    prop_oneof![
        any::<i32>().prop_map(End::Exited),
        any::<i32>().prop_map(End::Signaled),
        Just(End::LimitHit(Limit::Cpu)),
        Just(End::LimitHit(Limit::Idle)),
        Just(End::LimitHit(Limit::Output)),
    ]
}

fn streams() -> impl Strategy<Value = Stream> {
    let long = [KEPT - 1, KEPT, KEPT + 1, 2 * KEPT + 77];
    prop_oneof![
        4 => prop::collection::vec(any::<u8>(), 0..200).prop_map(|bytes| Stream::of(&bytes)),
        1 => (prop::sample::select(long.to_vec()), any::<u8>()).prop_map(|(len, start)| {
            let bytes: Vec<u8> = (0..len).map(|i| start ^ (i % 251).to_le_bytes()[0]).collect();
            Stream::of(&bytes)
        }),
    ]
}

fn stacks() -> impl Strategy<Value = Option<Stack>> {
    let frame = ("[a-z:<>]{1,30}", "[a-z.0-9]{1,10}")
        .prop_map(|(function, module)| Frame { function, module });
    let stack = (
        prop::collection::vec(frame, 0..Stack::MOST_FRAMES),
        any::<bool>(),
    );
    prop::option::of(stack.prop_map(|(frames, is_overflow)| Stack {
        frames,
        is_overflow,
    }))
}

fn durations() -> impl Strategy<Value = Duration> {
    (0..i64::MAX.unsigned_abs()).prop_map(Duration::from_nanos)
}

fn any_limits() -> impl Strategy<Value = Limits> {
    let size = || 0..=i64::MAX.unsigned_abs();
    let times = (durations(), durations(), durations());
    (times, prop::option::of(size()), size()).prop_map(|((cpu, wall, idle), memory, output)| {
        Limits {
            cpu,
            wall,
            idle,
            memory,
            output,
        }
    })
}

fn observations() -> impl Strategy<Value = Observation> {
    let numbers = (durations(), durations(), 0..=i64::MAX.unsigned_abs());
    (
        ends(),
        streams(),
        streams(),
        stacks(),
        numbers,
        any_limits(),
    )
        .prop_map(
            |(end, out, err, stack, (cpu, wall, rss_kib), limits)| Observation {
                end,
                out,
                err,
                cpu,
                wall,
                rss_kib,
                stack,
                limits,
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn what_goes_in_comes_out(all in prop::collection::vec(observations(), 1..12)) {
        let (_directory, path) = fresh();
        let check = |store: &Store, when: &str| {
            let session = store.session(&fingerprint(1));
            for (i, observation) in (0..).zip(&all) {
                let limits = &observation.limits;
                let expected = observation.under(limits);
                assert_eq!(session.lookup(&key(i), 3, limits, NOTHING), expected, "{when}");
                assert_eq!(session.lookup(&key(i), 2, limits, NOTHING), None, "another run of the question");
            }
        };
        let store = Store::open(&path).expect("a new store");
        let session = store.session(&fingerprint(1));
        for (i, observation) in (0..).zip(&all) {
            session.insert(&key(i), 3, Arc::new(observation.clone()));
        }
        check(&store, "while it is being written");
        store.flush();
        prop_assert_eq!(store.degraded(), None);
        check(&store, "after the flush");
        drop((session, store));
        check(&Store::open(&path).expect("the store again"), "from the file");
    }
}

#[test]
fn a_run_that_no_column_holds_is_not_stored() {
    let (_directory, path) = fresh();
    let store = Store::open(&path).expect("a new store");
    let session = store.session(&fingerprint(1));
    let absurd = Observation {
        rss_kib: u64::MAX,
        ..observation(1)
    };
    session.insert(&key(1), 0, Arc::new(absurd));
    store.flush();
    assert_eq!(session.lookup(&key(1), 0, &limits(8), NOTHING), None);
    assert_eq!(store.degraded(), None);
}

#[test]
fn fingerprints_do_not_share_observations() {
    let (_directory, path) = fresh();
    let store = Store::open(&path).expect("a new store");
    let mine = store.session(&fingerprint(1));
    let other = store.session(&fingerprint(2));
    mine.insert(&key(1), 0, Arc::new(observation(1)));
    store.flush();
    assert_eq!(
        mine.lookup(&key(1), 0, &limits(8), NOTHING),
        Some(observation(1))
    );
    assert_eq!(other.lookup(&key(1), 0, &limits(8), NOTHING), None);
}

#[test]
fn statistics_count_what_was_inserted() {
    let (_directory, path) = fresh();
    let store = Store::open(&path).expect("a new store");
    let session = store.session(&fingerprint(1));
    for (i, n) in [(0, 0), (0, 0), (0, 1), (1, 0)] {
        session.insert(&key(i), n, Arc::new(observation(i)));
    }
    let stats = store.stats().expect("statistics");
    assert_eq!((stats.observations, stats.questions), (4, 3));
    assert_eq!((stats.texts, stats.fingerprints, stats.version), (4, 1, 2));
    assert!(stats.bytes > 0 && stats.oldest_use.is_some());
    assert_eq!(stats.oldest_use, stats.newest_use);
    let ends = [("exit code 0".to_owned(), 3), ("signal 6".to_owned(), 1)];
    assert_eq!(stats.ends, ends);
    assert_eq!(stats.lines()[3], "observations  4");
}
