//! What a session has used is marked as used in its run, without a write for each hit.

use std::path::Path;
use std::sync::Arc;

use smelt::store::{Session, Store};

use super::made_up::{NOTHING, fill, fingerprint, fresh, key, limits, observation};

fn generations(path: &Path) -> Vec<(i64, i64)> {
    let connection = rusqlite::Connection::open(path).expect("a database");
    let mut statement = connection
        .prepare("SELECT gen, count(*) FROM obs GROUP BY gen ORDER BY gen")
        .expect("a statement");
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)));
    rows.expect("rows").map(|row| row.expect("a row")).collect()
}

fn look_up(session: &Session, count: u64) {
    for i in 0..count {
        let found = session.lookup(&key(i), 0, &limits(8), NOTHING);
        assert_eq!(found, Some(observation(i)), "observation {i}");
    }
}

#[test]
fn what_was_used_is_marked_when_the_session_is_dropped() {
    let (_directory, path) = fresh();
    fill(&Store::open(&path).expect("a new store"), 1300);
    let store = Store::open(&path).expect("the store");
    let session = store.session(&fingerprint(1));
    let clone = session.clone();
    look_up(&session, 700);
    drop(session);
    store.flush();
    assert_eq!(generations(&path), [(1, 1300)], "a clone is left");
    drop(clone);
    store.flush();
    assert_eq!(generations(&path), [(1, 600), (2, 700)]);
}

#[test]
fn a_run_without_hits_begins_no_generation() {
    let (_directory, path) = fresh();
    fill(&Store::open(&path).expect("a new store"), 3);
    let store = Store::open(&path).expect("the store");
    drop(store.session(&fingerprint(1)));
    drop(store);
    let connection = rusqlite::Connection::open(&path).expect("a database");
    let count = "SELECT count(*) FROM generations";
    let count: i64 = connection
        .query_row(count, [], |row| row.get(0))
        .expect("a number");
    assert_eq!(count, 1);
}

#[test]
fn a_mark_is_written_once_and_never_lowered() {
    let (_directory, path) = fresh();
    fill(&Store::open(&path).expect("a new store"), 5);
    let older = Store::open(&path).expect("the store");
    let old = older.session(&fingerprint(1));
    old.insert(&key(9), 0, Arc::new(observation(9)));
    older.flush();
    let younger = Store::open(&path).expect("the store");
    let session = younger.session(&fingerprint(1));
    look_up(&session, 5);
    session.touch();
    younger.flush();
    assert_eq!(generations(&path), [(2, 1), (3, 5)]);
    look_up(&old, 5);
    drop(old);
    look_up(&session, 5);
    drop((session, older, younger));
    assert_eq!(generations(&path), [(2, 1), (3, 5)]);
}

#[test]
fn a_store_that_may_only_be_read_marks_nothing() {
    let (_directory, path) = fresh();
    fill(&Store::open(&path).expect("a new store"), 3);
    let before = std::fs::read(&path).expect("read");
    let store = Store::open_read_only(&path).expect("a store to read");
    look_up(&store.session(&fingerprint(1)), 3);
    drop(store);
    assert_eq!(std::fs::read(&path).expect("read"), before);
}
