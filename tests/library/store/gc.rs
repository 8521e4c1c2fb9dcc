//! A store is made smaller, and keeps what was used most recently.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use smelt::observation::{Observation, Stream};
use smelt::store::{Keep, Store, StoreError, Verified};

use super::made_up::{NOTHING, fill, fingerprint, found, fresh, key, limits, observation};

fn bytes(path: &Path) -> u64 {
    fs::metadata(path).expect("the store's file").len()
}

fn count(path: &Path, table: &str) -> i64 {
    let connection = rusqlite::Connection::open(path).expect("a database");
    let count = format!("SELECT count(*) FROM {table}");
    connection
        .query_row(&count, [], |row| row.get(0))
        .expect("a number")
}

/// 20 KB.
fn incompressible(i: u64) -> Vec<u8> {
    let mut bytes = vec![0; 20_000];
    let mut hasher = blake3::Hasher::new();
    hasher.update(&i.to_le_bytes());
    hasher.finalize_xof().fill(&mut bytes);
    bytes
}

/// Looks up and so marks as used.
fn use_some(path: &Path, from: u64, to: u64) {
    let store = Store::open(path).expect("the store");
    let session = store.session(&fingerprint(1));
    for i in from..to {
        assert!(
            session.lookup(&key(i), 0, &limits(8), NOTHING).is_some(),
            "{i}"
        );
    }
}

#[test]
fn what_was_used_least_recently_goes_first() {
    let (_directory, path) = fresh();
    fill(&Store::open(&path).expect("a new store"), 6000);
    use_some(&path, 1000, 3000);
    use_some(&path, 0, 1000);
    let before = bytes(&path);
    let store = Store::open(&path).expect("the store");
    let collected = store.collect(before / 2).expect("a smaller store");
    assert_eq!(collected.observations, 6000);
    assert!((3000..5000).contains(&collected.removed), "{collected:?}");
    assert!(collected.bytes_after <= before / 2, "{collected:?}");
    assert_eq!(bytes(&path), collected.bytes_after);
    assert_eq!(count(&path, "generations"), 2);
    assert_eq!(found(&store, 1000), 1000, "used last");
    assert_eq!(found(&store, 6000), 6000 - collected.removed);
    drop(store);
    assert!(Verified::of(&path).expect("a store").is_sound());
}

#[test]
fn what_was_used_least_recently_goes_first_whatever_the_clock_said_and_no_number_of_a_run_is_too_odd()
 {
    let (_directory, path) = fresh();
    fill(&Store::open(&path).expect("a new store"), 3000);
    use_some(&path, 0, 1000);
    let sql = |statements: &str| {
        let connection = rusqlite::Connection::open(&path).expect("a database");
        connection.execute_batch(statements).expect(statements);
    };
    // The clock of the first run was far ahead; that of the second had been set back.
    sql("UPDATE generations SET started = CASE id WHEN 1 THEN 9223372036854775807 ELSE -5 END");
    let store = Store::open(&path).expect("the store");
    let collected = store.collect(bytes(&path) / 2).expect("a smaller store");
    assert!((1..2000).contains(&collected.removed), "{collected:?}");
    assert_eq!(found(&store, 1000), 1000, "used last");
    drop(store);
    for odd in [i64::MAX, i64::MIN] {
        sql(&format!("UPDATE obs SET gen = {odd} WHERE n = 0"));
        sql(&format!(
            "INSERT OR REPLACE INTO generations VALUES({odd}, {odd})"
        ));
        use_some(&path, 0, 100);
        let store = Store::open(&path).expect("the store");
        let most = bytes(&path) / 2;
        let collected = store.collect(most).expect("a smaller store");
        assert!(collected.bytes_after <= most, "{odd}: {collected:?}");
        fill(&store, 1000);
        assert_eq!((found(&store, 1000), store.degraded()), (1000, None));
    }
}

#[test]
fn what_no_run_has_used_for_too_long_goes_however_small_the_store_is() {
    let (_directory, path) = fresh();
    fill(&Store::open(&path).expect("a new store"), 300);
    use_some(&path, 0, 100);
    use_some(&path, 0, 40);
    let connection = rusqlite::Connection::open(&path).expect("a database");
    // The first run was 40 days ago, the second one 20 days.
    connection
        .execute_batch("UPDATE generations SET started = started - (60 - 20 * id) * 86400")
        .expect("older generations");
    drop(connection);
    let store = Store::open(&path).expect("the store");
    let days = |days: u64| Keep {
        bytes: u64::MAX,
        age: Some(Duration::from_secs(days * 86_400)),
    };
    let removed = |age| store.collect(age).expect("collected").removed;
    assert_eq!(removed(days(50)), 0);
    assert_eq!(removed(days(30)), 200);
    assert_eq!(removed(days(10)), 60);
    assert_eq!(removed(days(10)), 0);
    assert_eq!(
        removed(days(100_000_000_000)),
        0,
        "longer than there is time"
    );
    assert_eq!(found(&store, 300), 40);
    drop(store);
    assert!(Verified::of(&path).expect("a store").is_sound());
}

#[test]
fn a_store_that_fits_keeps_all_its_observations() {
    let (_directory, path) = fresh();
    let store = Store::open(&path).expect("a new store");
    fill(&store, 2000);
    let collected = store.collect(1 << 30).expect("collected");
    assert_eq!((collected.removed, collected.observations), (0, 2000));
    assert_eq!(found(&store, 2000), 2000);
}

#[test]
fn a_store_of_no_size_is_empty_and_goes_on() {
    let (_directory, path) = fresh();
    let store = Store::open(&path).expect("a new store");
    fill(&store, 2000);
    let collected = store.collect(0).expect("collected");
    assert_eq!(collected.removed, 2000);
    assert!(collected.bytes_after < 100_000, "{collected:?}");
    for table in ["texts", "limits", "fingerprints", "generations"] {
        assert_eq!(count(&path, table), 0, "{table}");
    }
    // The writer knows ids of what is gone, and must not use them.
    fill(&store, 2000);
    drop(store);
    assert_eq!(count(&path, "generations"), 1);
    assert!(Verified::of(&path).expect("a store").is_sound());
    let store = Store::open(&path).expect("the store");
    assert_eq!(found(&store, 2000), 2000);
}

#[test]
fn large_texts_go_with_their_observations() {
    let (_directory, path) = fresh();
    let store = Store::open(&path).expect("a new store");
    let session = store.session(&fingerprint(2));
    for i in 0..50_u64 {
        let large = Observation {
            out: Stream::of(&incompressible(i)),
            ..observation(i)
        };
        session.insert(&key(i), 0, Arc::new(large));
    }
    store.flush();
    let collected = store.collect(500_000).expect("collected");
    assert!(collected.bytes_after <= 500_000, "{collected:?}");
    assert!((20..50).contains(&collected.removed), "{collected:?}");
    let left = i64::try_from(50 - collected.removed).expect("a count");
    assert!(count(&path, "texts") <= left + 7);
}

#[test]
fn others_who_use_the_store_meanwhile_only_lose_hits() {
    let (_directory, path) = fresh();
    fill(&Store::open(&path).expect("a new store"), 3000);
    let collector = Store::open(&path).expect("the store");
    std::thread::scope(|scope| {
        let user = scope.spawn(|| {
            let store = Store::open(&path).expect("the store");
            for round in 1..=20 {
                fill(&store, 100 * round);
                found(&store, 3000);
            }
            store.degraded()
        });
        for _ in 0..10 {
            collector.collect(100_000).expect("collected");
        }
        assert_eq!(user.join().expect("the other user"), None);
    });
    let verified = Verified::of(&path).expect("a store");
    assert!(verified.is_sound(), "{verified:?}");
}

#[test]
fn a_store_that_may_only_be_read_is_not_made_smaller() {
    let (_directory, path) = fresh();
    fill(&Store::open(&path).expect("a new store"), 3);
    let store = Store::open_read_only(&path).expect("a store to read");
    let error = store.collect(0).expect_err("refused");
    assert!(matches!(error, StoreError::Unwritable(_)), "{error}");
}

#[test]
fn a_store_that_is_too_large_is_made_a_tenth_smaller_than_it_may_be() {
    let (_directory, path) = fresh();
    fill(&Store::open(&path).expect("a new store"), 6000);
    let before = bytes(&path);
    let store = Store::open(&path).expect("the store");
    assert_eq!(store.keep_below(before).expect("it fits"), None);
    let max = before / 2;
    let collected = store
        .keep_below(max)
        .expect("collected")
        .expect("too large");
    assert!(
        collected.removed > 0 && bytes(&path) <= max - max / 10,
        "{collected:?}"
    );
    assert_eq!(store.keep_below(max).expect("it fits now"), None);
    drop(store);
    let store = Store::open_read_only(&path).expect("a store to read");
    assert_eq!(store.keep_below(0).expect("left as it is"), None);
}
