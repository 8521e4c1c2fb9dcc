//! Stores that older versions of smelt wrote.

use std::fs::{self, File};
use std::path::Path;

use smelt::store::{Store, StoreError, Verified};

use super::made_up::{fill, found, fresh};

/// How many made-up observations the old store holds.
const ROWS: u64 = 12;

/// A store of version 1 with the first made-up observations.
fn write_version_1(path: &Path) {
    let connection = rusqlite::Connection::open(path).expect("a database");
    let dump = include_str!("../../data/store-version-1.sql");
    connection.execute_batch(dump).expect("the old store");
}

fn version(path: &Path) -> i32 {
    let connection = rusqlite::Connection::open(path).expect("a database");
    let version = connection.pragma_query_value(None, "user_version", |row| row.get(0));
    version.expect("its version")
}

#[test]
fn an_older_store_is_migrated_and_keeps_its_rows() {
    let (_directory, path) = fresh();
    write_version_1(&path);
    let store = Store::open(&path).expect("the store");
    let note = store.notes().join("");
    assert!(note.contains("was brought to version 2"), "{note}");
    assert_eq!(found(&store, ROWS), ROWS);
    fill(&store, 2 * ROWS);
    assert_eq!(found(&store, 2 * ROWS), 2 * ROWS);
    drop(store);
    assert_eq!(version(&path), 2);
    let verified = Verified::of(&path).expect("a store");
    assert!(verified.is_sound(), "{verified:?}");
    let store = Store::open(&path).expect("the store");
    assert_eq!(
        (found(&store, 2 * ROWS), store.notes().len()),
        (2 * ROWS, 0)
    );
}

#[test]
fn an_older_store_that_may_only_be_read_is_read_as_it_is() {
    let (_directory, path) = fresh();
    write_version_1(&path);
    let before = fs::read(&path).expect("read");
    let store = Store::open_read_only(&path).expect("a store to read");
    assert_eq!(found(&store, ROWS), ROWS);
    let stats = store.stats().expect("statistics");
    assert_eq!((stats.version, stats.observations), (1, ROWS));
    let verified = Verified::of(&path).expect("a store");
    assert!(verified.is_sound(), "{verified:?}");
    assert_eq!(verified.observations, ROWS);
    assert_eq!(fs::read(&path).expect("read"), before);
}

#[test]
fn an_older_store_that_others_use_is_left_to_them() {
    let (_directory, path) = fresh();
    write_version_1(&path);
    let lock = File::create(path.with_file_name("verdicts.db.lock")).expect("the lock");
    lock.lock_shared().expect("locked as by an older smelt");
    let error = Store::open(&path).expect_err("in use");
    assert!(matches!(error, StoreError::InUse(_)), "{error}");
    assert_eq!(version(&path), 1);
    drop(lock);
    assert_eq!(found(&Store::open(&path).expect("the store"), ROWS), ROWS);
}

#[test]
fn an_older_store_without_one_of_its_tables_is_set_aside() {
    let (_directory, path) = fresh();
    write_version_1(&path);
    let connection = rusqlite::Connection::open(&path).expect("a database");
    connection.execute_batch("DROP TABLE obs").expect("dropped");
    drop(connection);
    assert!(Store::open_read_only(&path).is_err());
    let store = Store::open(&path).expect("a store begun anew");
    let note = store.notes().join("");
    assert!(note.contains("moved to"), "{note}");
    assert_eq!(found(&store, ROWS), 0);
}
