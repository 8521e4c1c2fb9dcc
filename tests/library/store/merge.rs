//! Stores are merged: all observations, in an order that does not depend on which came first.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use smelt::observation::{End, Limit, Limits, Observation, Stream};
use smelt::store::{Merged, OtherStore, Store, StoreError, Verified};

use super::made_up::{NOTHING, fill, fingerprint, found, fresh, key, limits, observation};

/// Inserts these observations of the first question, in this order.
fn answers(path: &Path, observations: &[Observation]) {
    let store = Store::open(path).expect("a store");
    let session = store.session(&fingerprint(1));
    for observation in observations {
        session.insert(&key(0), 0, Arc::new(observation.clone()));
        store.flush();
    }
}

/// An exit with this code.
fn exit(code: i32) -> Observation {
    Observation {
        end: End::Exited(code),
        ..observation(0)
    }
}

fn merge(into: &Path, others: &[&Path]) -> Merged {
    let others: Vec<OtherStore> = others
        .iter()
        .map(|path| OtherStore::open(path).expect("a sound store"))
        .collect();
    let store = Store::open(into).expect("a store");
    store.merge(&others).expect("merged")
}

/// What the store answers to the first question.
fn answer(path: &Path) -> Observation {
    let store = Store::open(path).expect("a store");
    let session = store.session(&fingerprint(1));
    session
        .lookup(&key(0), 0, &limits(8), NOTHING)
        .expect("an answer")
}

/// The rows without ids of other tables.
fn rows(path: &Path) -> Vec<(String, i64, i64)> {
    let connection = rusqlite::Connection::open(path).expect("a database");
    let mut statement = connection
        .prepare(
            "SELECT hex(f.digest) || hex(o.key), o.seq, o.chk FROM obs o JOIN fingerprints f ON f.id = o.fp
             ORDER BY 1, 2, 3",
        )
        .expect("a statement");
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
    rows.expect("rows").collect::<Result<_, _>>().expect("rows")
}

fn sql(path: &Path, statements: &str) {
    let connection = rusqlite::Connection::open(path).expect("a database");
    connection.execute_batch(statements).expect(statements);
}

fn three() -> (tempfile::TempDir, [PathBuf; 3]) {
    let (directory, path) = fresh();
    let paths = ["a.db", "b.db", "c.db"].map(|name| path.with_file_name(name));
    (directory, paths)
}

#[test]
fn the_union_is_found_and_merging_again_adds_nothing() {
    let (_directory, [a, b, c]) = three();
    fill(&Store::open(&a).expect("a store"), 300);
    let store = Store::open(&b).expect("a store");
    fill(&store, 100);
    let session = store.session(&fingerprint(1));
    for i in 200..500 {
        session.insert(&key(i), 0, Arc::new(observation(i)));
    }
    drop((session, store));
    let merged = merge(&c, &[&a, &b]);
    assert_eq!((merged.read, merged.added), (700, 500), "{merged:?}");
    assert_eq!((merged.conflicts, merged.damaged), (0, 0), "{merged:?}");
    let store = Store::open(&c).expect("a store");
    assert_eq!(found(&store, 500), 500);
    drop(store);
    let before = rows(&c);
    let again = merge(&c, &[&b, &a, &c, &a]);
    assert_eq!((again.added, again.conflicts), (0, 0), "{again:?}");
    assert_eq!(rows(&c), before);
    assert!(Verified::of(&c).expect("a store").is_sound());
}

#[test]
fn of_contradicting_observations_the_oldest_counts_whichever_store_is_merged_into_the_other() {
    let (_directory, [a, b, c]) = three();
    answers(&a, &[exit(1)]);
    std::thread::sleep(Duration::from_millis(5));
    answers(&b, &[exit(2)]);
    let merged = merge(&c, &[&b, &a]);
    assert_eq!((merged.added, merged.conflicts), (2, 1));
    let merged = merge(&b, &[&a]);
    assert_eq!((merged.added, merged.conflicts), (1, 1));
    assert_eq!(rows(&b), rows(&c));
    assert_eq!(answer(&b), exit(1));
    merge(&a, &[&c]);
    assert_eq!(rows(&a), rows(&c));
}

#[test]
fn observations_of_unknown_age_have_one_order_in_all_merges() {
    let (_directory, [a, b, c]) = three();
    answers(&a, &[exit(1), exit(2), exit(3)]);
    answers(&b, &[exit(3), exit(4)]);
    answers(&c, &[exit(5), exit(1)]);
    // As older versions counted them.
    for path in [&a, &b, &c] {
        sql(
            path,
            "UPDATE obs SET seq = -(SELECT count(*) FROM obs o WHERE o.seq < obs.seq) - 1;
             UPDATE obs SET seq = -seq - 1",
        );
        assert!(rows(path).iter().all(|(_, seq, _)| *seq < 3), "{path:?}");
    }
    let mut results = Vec::new();
    for order in [[&a, &b, &c], [&c, &b, &a], [&b, &a, &c]] {
        let (_directory, into) = fresh();
        for other in order {
            merge(&into, &[other]);
        }
        results.push(rows(&into));
        let (_directory, first) = fresh();
        fs::copy(order[0], &first).expect("a copy");
        merge(
            &first,
            &order[1..]
                .iter()
                .map(|path| path.as_path())
                .collect::<Vec<_>>(),
        );
        results.push(rows(&first));
    }
    assert_eq!(results[0].len(), 5);
    assert!(
        results.iter().all(|rows| *rows == results[0]),
        "{results:?}"
    );
}

#[test]
fn runs_that_agree_at_all_limits_are_no_conflict() {
    let (_directory, [a, b, c]) = three();
    let cut = Observation {
        end: End::LimitHit(Limit::Cpu),
        out: Stream::of(b"sa"),
        cpu: Duration::from_millis(300),
        limits: Limits {
            cpu: Duration::from_millis(300),
            ..limits(8)
        },
        ..observation(0)
    };
    answers(&a, &[cut, exit(1)]);
    let slower = Observation {
        cpu: Duration::from_millis(1300),
        ..exit(1)
    };
    answers(&b, std::slice::from_ref(&slower));
    assert_eq!(merge(&c, &[&a, &b]).conflicts, 0);
    let wordy = Observation {
        out: Stream::of(b"other"),
        ..slower
    };
    answers(&b, &[wordy]);
    assert_eq!(merge(&c, &[&b]).conflicts, 1);
}

#[test]
fn an_older_store_is_merged_as_if_it_were_migrated_and_stays_as_it_is() {
    let (_directory, [a, b, _]) = three();
    sql(&a, include_str!("../../data/store-version-1.sql"));
    let before = fs::read(&a).expect("read");
    let merged = merge(&b, &[&a]);
    assert_eq!((merged.added, merged.damaged), (12, 0));
    assert_eq!(fs::read(&a).expect("read"), before);
    assert_eq!(found(&Store::open(&b).expect("a store"), 12), 12);
}

#[test]
fn a_newer_store_or_another_file_is_refused() {
    let (_directory, [a, b, c]) = three();
    fill(&Store::open(&a).expect("a store"), 3);
    sql(&a, "PRAGMA user_version = 7");
    let error = OtherStore::open(&a).expect_err("refused");
    assert!(matches!(error, StoreError::Newer(_, 7, 2)), "{error}");
    fs::write(&b, "case,solver\n".repeat(100)).expect("a file");
    let error = OtherStore::open(&b).expect_err("refused");
    assert!(matches!(error, StoreError::Foreign(_)), "{error}");
    assert!(OtherStore::open(&c).is_err(), "it is missing");
    assert!(!c.exists());
}

#[test]
fn damaged_rows_are_left_out_and_a_damaged_file_is_refused() {
    let (_directory, [a, b, c]) = three();
    fill(&Store::open(&a).expect("a store"), 300);
    sql(
        &a,
        "UPDATE obs SET code = code + 1 WHERE rss < 4010;
         UPDATE obs SET fp = 9 WHERE rss = 4020;
         UPDATE obs SET lim = 77 WHERE rss = 4021",
    );
    let merged = merge(&b, &[&a]);
    assert_eq!((merged.read, merged.damaged), (288, 12), "{merged:?}");
    assert_eq!(found(&Store::open(&b).expect("a store"), 300), 288);
    let mut bytes = fs::read(&b).expect("read");
    let middle = bytes.len() / 2;
    bytes[4096..middle].fill(0x5a);
    fs::write(&c, bytes).expect("written");
    let error = OtherStore::open(&c).expect_err("refused");
    assert!(matches!(error, StoreError::Damaged(..)), "{error}");
}

#[test]
fn a_table_that_computes_its_rows_is_refused() {
    let (_directory, [a, b, _]) = three();
    fill(&Store::open(&a).expect("a store"), 3);
    fs::copy(&a, &b).expect("a copy");
    sql(
        &a,
        "ALTER TABLE texts RENAME TO other;
         CREATE VIEW texts AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
           SELECT i AS id, zeroblob(32) AS digest, 1 AS len, x'' AS hash, x'' AS head, x'' AS tail, -1 AS base FROM n",
    );
    sql(
        &b,
        "ALTER TABLE limits DROP COLUMN output;
         ALTER TABLE limits ADD COLUMN output INTEGER GENERATED ALWAYS AS (cpu + 1) VIRTUAL",
    );
    for path in [&a, &b] {
        let error = OtherStore::open(path).expect_err("refused");
        assert!(
            error.to_string().contains("is not a table of smelt's"),
            "{error}"
        );
    }
}

#[test]
fn times_to_come_and_impossible_numbers_do_no_harm() {
    let (_directory, [a, b, _]) = three();
    answers(&a, &[exit(1)]);
    sql(&a, "UPDATE obs SET seq = 9223372036854775807");
    assert_eq!(merge(&b, &[&a]).added, 1);
    answers(&b, &[exit(2), exit(3)]);
    assert_eq!(rows(&b).len(), 3);
    assert_eq!(answer(&b), exit(1));
}

#[test]
fn a_store_that_may_only_be_read_gets_nothing() {
    let (_directory, [a, b, _]) = three();
    fill(&Store::open(&a).expect("a store"), 3);
    fill(&Store::open(&b).expect("a store"), 4);
    let store = Store::open_read_only(&a).expect("a store");
    let other = OtherStore::open(&b).expect("a store");
    let error = store.merge(&[other]).expect_err("refused");
    assert!(matches!(error, StoreError::Unwritable(_)), "{error}");
}

#[test]
fn an_exported_file_is_one_whole_store() {
    let (directory, path) = fresh();
    let to = directory.path().join("copy's \"name\".smelt");
    let store = Store::open(&path).expect("a new store");
    fill(&store, 300);
    let bytes = store.export(&to).expect("exported");
    assert_eq!(bytes, fs::metadata(&to).expect("a file").len());
    // Nothing is in a log, so the file alone can be copied to another machine.
    assert_eq!(fs::read(&to).expect("read")[18..20], [1, 1]);
    let copy = Store::open_read_only(&to).expect("a store to read");
    assert_eq!(found(&copy, 300), 300);
    drop(copy);
    let before = fs::read(&to).expect("read");
    assert!(store.export(&to).is_err(), "there is such a file");
    assert_eq!(fs::read(&to).expect("read"), before);
    let (_directory, into) = fresh();
    assert_eq!(merge(&into, &[&to]).added, 300);
    assert_eq!(rows(&into), rows(&path));
    assert_eq!(fs::read(&to).expect("read"), before);
    let left: Vec<_> = fs::read_dir(directory.path())
        .expect("a directory")
        .flatten()
        .collect();
    let is_draft = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().starts_with(".smelt");
    assert!(!left.iter().any(is_draft), "{left:?}");
}
