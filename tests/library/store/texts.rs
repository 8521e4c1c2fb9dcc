//! Long texts that resemble each other take little space, and are read back as they were.

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use smelt::observation::{Observation, Stream};
use smelt::store::{Session, Store, Verified};

use super::made_up::{NOTHING, fingerprint, fresh, key, limits, observation};

/// What a solver prints on the `i`th candidate of a search that removes a tenth of a thousand commands, of which it
/// refuses most: each error has another position.
pub(crate) fn errors(i: u64) -> Observation {
    let mut out = String::new();
    let mut line = 6;
    let first = i * 37 % 900;
    let removed = first..first + 100;
    for command in 0..1000_u64 {
        if removed.contains(&command) {
            continue;
        }
        line += 1;
        let column = 20 + command / 20 % 23;
        let what =
            ["unknown sort 'BitVec'", "unknown constant v"][usize::from(command / 50 % 5 > 2)];
        if command % 11 > 0 {
            writeln!(out, "(error \"line {line} column {column}: {what}\")").expect("a string");
        }
    }
    writeln!(
        out,
        "(error \"line {line} column 10: an invalid model was generated\")"
    )
    .expect("a string");
    Observation {
        out: Stream::of(out.as_bytes()),
        ..observation(i)
    }
}

fn insert(session: &Session, i: u64) {
    session.insert(&key(i), 0, Arc::new(errors(i)));
}

/// How many of the first `count` are found; each that is must be the right one.
fn found(path: &Path, count: u64) -> u64 {
    let store = Store::open(path).expect("the store");
    let session = store.session(&fingerprint(1));
    let is_found = |i: &u64| match session.lookup(&key(*i), 0, &limits(8), NOTHING) {
        Some(found) => {
            assert_eq!(found, errors(*i), "observation {i}");
            true
        }
        None => false,
    };
    (0..count).filter(is_found).count() as u64
}

fn count(path: &Path, query: &str) -> u64 {
    let connection = rusqlite::Connection::open(path).expect("a database");
    let count: i64 = connection
        .query_row(query, [], |row| row.get(0))
        .expect(query);
    count.unsigned_abs()
}

fn change(path: &Path, statement: &str) {
    let connection = rusqlite::Connection::open(path).expect("a database");
    connection.execute_batch(statement).expect(statement);
}

/// Stores a text that is in the store as version 1 does.
pub(crate) fn store_plain(path: &Path, text: &Stream) {
    let connection = rusqlite::Connection::open(path).expect("a database");
    let Stream {
        hash, head, tail, ..
    } = text;
    let plain = "UPDATE texts SET head = ?1, tail = ?2, base = -1 WHERE hash = ?3";
    connection
        .execute(plain, (head, tail, hash))
        .expect("a plain text");
}

fn fill(path: &Path, count: u64) {
    let store = Store::open(path).expect("the store");
    let session = store.session(&fingerprint(1));
    (0..count).for_each(|i| insert(&session, i));
}

#[test]
fn texts_that_differ_by_positions_take_a_hundredth_of_their_length() {
    let (_directory, path) = fresh();
    fill(&path, 100);
    assert_eq!(found(&path, 100), 100);
    let store = Store::open(&path).expect("the store");
    let stats = store.stats().expect("statistics");
    assert!(stats.text_length > 3_000_000, "{stats:?}");
    assert!(stats.held.texts < stats.text_length / 50, "{stats:?}");
    drop(store);
    assert!(Verified::of(&path).expect("a store").is_sound());
}

#[test]
fn the_bytes_of_a_store_are_told_by_what_they_hold() {
    let (_directory, path) = fresh();
    fill(&path, 100);
    let store = Store::open(&path).expect("the store");
    let stats = store.stats().expect("statistics");
    let held = stats.held;
    assert!(held.rows > 0 && held.texts > 0, "{held:?}");
    assert!(
        held.rows + held.texts + held.free < stats.bytes,
        "{stats:?}"
    );
    assert_eq!((held.stacks, stats.stacks), (0, 0));
    let lines = stats.lines();
    for name in [
        "row bytes",
        "text bytes",
        "stack bytes",
        "free bytes",
        "text length",
        "bytes a run",
    ] {
        assert!(lines.iter().any(|line| line.starts_with(name)), "{name}");
    }
}

#[test]
fn sessions_that_write_in_turn_do_not_spoil_each_others_bases() {
    let (_directory, path) = fresh();
    let store = Store::open(&path).expect("a new store");
    let one = store.session(&fingerprint(1));
    let other = store.session(&fingerprint(2));
    for i in 0..50 {
        insert(&one, i);
        let out = format!("{:?}", errors(i)).to_uppercase();
        let shouted = Observation {
            out: Stream::of(out.as_bytes()),
            ..observation(i)
        };
        other.insert(&key(i), 0, Arc::new(shouted));
    }
    store.flush();
    let alone: u64 = count(
        &path,
        "SELECT count(*) FROM texts WHERE base = 0 AND len > 9000",
    );
    assert!(alone < 10, "{alone} texts have no base");
    drop((one, other, store));
    assert_eq!(found(&path, 50), 50);
}

#[test]
fn others_who_write_meanwhile_do_not_cost_a_text_its_base() {
    let (_directory, path) = fresh();
    let mine = Store::open(&path).expect("a new store");
    let theirs = Store::open(&path).expect("the same store");
    let (my, their) = (
        mine.session(&fingerprint(1)),
        theirs.session(&fingerprint(1)),
    );
    for i in 0..40 {
        insert(if i % 2 == 0 { &my } else { &their }, i);
        mine.flush();
        theirs.flush();
    }
    let alone: u64 = count(
        &path,
        "SELECT count(*) FROM texts WHERE base = 0 AND len > 9000",
    );
    assert!(alone < 10, "{alone} texts have no base");
    assert_eq!(found(&path, 40), 40);
}

#[test]
fn a_damaged_base_is_missed_by_its_texts_until_it_is_written_again() {
    for damage in [
        "head = x'28b52ffd00'",
        "head = zeroblob(99)",
        "len = len + 1",
        "base = -1",
        "base = id",
    ] {
        let (_directory, path) = fresh();
        fill(&path, 20);
        change(
            &path,
            &format!("UPDATE texts SET {damage} WHERE base = 0 AND len > 9000"),
        );
        assert!(found(&path, 20) < 20, "{damage}");
        assert!(
            !Verified::of(&path).expect("a store").is_sound(),
            "{damage}"
        );
        // The runs are made again.
        fill(&path, 20);
        assert_eq!(found(&path, 20), 20, "{damage}");
        assert_eq!(
            count(
                &path,
                "SELECT count(*) FROM texts t JOIN texts b ON b.id = t.base WHERE b.base <> 0"
            ),
            0
        );
    }
}

#[test]
fn a_base_stays_as_long_as_a_text_needs_it() {
    let (_directory, path) = fresh();
    fill(&path, 20);
    change(
        &path,
        "DELETE FROM obs WHERE out IN (SELECT id FROM texts WHERE base = 0 AND len > 9000)",
    );
    let left: u64 = count(&path, "SELECT count(*) FROM obs");
    let store = Store::open(&path).expect("the store");
    store.collect(1 << 30).expect("nothing to remove");
    drop(store);
    assert_eq!(found(&path, 20), left);
    assert!(Verified::of(&path).expect("a store").is_sound());
    Store::open(&path)
        .expect("the store")
        .collect(0)
        .expect("an empty store");
    assert_eq!(count(&path, "SELECT count(*) FROM texts"), 0);
}

#[test]
fn the_texts_of_an_older_version_are_compressed_when_the_store_is_made_smaller() {
    let (_directory, path) = fresh();
    let store = Store::open(&path).expect("a new store");
    let session = store.session(&fingerprint(1));
    insert(&session, 0);
    store.flush();
    for i in 1..300 {
        insert(&session, i);
        store.flush();
        store_plain(&path, &errors(i).out);
    }
    drop((session, store));
    assert_eq!(found(&path, 300), 300);
    let store = Store::open(&path).expect("the store");
    let collected = store.collect(1 << 30).expect("collected");
    assert_eq!(collected.removed, 0);
    assert!(
        collected.bytes_after < collected.bytes_before / 5,
        "{collected:?}"
    );
    drop(store);
    assert_eq!(found(&path, 300), 300);
    assert!(Verified::of(&path).expect("a store").is_sound());
}
