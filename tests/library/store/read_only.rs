//! A store that is only read: no trace is left, whoever else uses it.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;

use smelt::store::{Store, StoreError};

use super::made_up::{NOTHING, fill, fingerprint, found, fresh, key, limits, observation};

/// All files of a directory with their contents.
fn files(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(directory).expect("a directory");
    let content = |entry: std::io::Result<fs::DirEntry>| {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").display().to_string();
        (name, fs::read(&path).expect("a file"))
    };
    entries.map(content).collect()
}

#[test]
fn nothing_is_written_beside_a_store_that_nobody_uses() {
    let (directory, path) = fresh();
    fill(&Store::open(&path).expect("a new store"), 30);
    let before = files(directory.path());
    let store = Store::open_read_only(&path).expect("a store to read");
    assert_eq!(found(&store, 40), 30);
    fill(&store, 40);
    drop(store);
    assert_eq!(files(directory.path()), before);
}

#[test]
fn what_another_process_has_just_written_is_found_and_no_file_is_touched() {
    let (directory, path) = fresh();
    let writer = Store::open(&path).expect("a new store");
    fill(&writer, 30);
    // All of it is still in the log.
    assert!(
        fs::metadata(path.with_file_name("verdicts.db-wal"))
            .expect("a log")
            .len()
            > 0
    );
    let before = files(directory.path());
    let store = Store::open_read_only(&path).expect("a store to read");
    assert_eq!(found(&store, 30), 30);
    let after = files(directory.path());
    // SQLite's index of the log has locks of its readers, but in memory that is shared, not in the file's length.
    assert_eq!(
        before.keys().collect::<Vec<_>>(),
        after.keys().collect::<Vec<_>>()
    );
    for name in ["verdicts.db", "verdicts.db-wal", "verdicts.db.lock"] {
        assert_eq!(before[name], after[name], "{name}");
    }
    drop(store);
    drop(writer);
    assert_eq!(found(&Store::open(&path).expect("the store"), 30), 30);
}

#[test]
fn a_process_that_begins_to_write_later_disturbs_no_reader() {
    let (_directory, path) = fresh();
    fill(&Store::open(&path).expect("a new store"), 3000);
    let store = Store::open_read_only(&path).expect("a store to read");
    assert_eq!(found(&store, 3000), 3000);
    let writer = Store::open(&path).expect("the store");
    let session = writer.session(&fingerprint(2));
    for i in 0..3000 {
        session.insert(&key(i), 0, Arc::new(observation(i)));
    }
    writer.flush();
    writer
        .collect(u64::MAX)
        .expect("the log goes into the file");
    assert_eq!(found(&store, 3000), 3000);
    let other = store.session(&fingerprint(2));
    for i in 0..3000 {
        let seen = other.lookup(&key(i), 0, &limits(8), NOTHING);
        assert_eq!(seen, Some(observation(i)), "{i}");
    }
    drop((session, writer));
    assert_eq!(found(&store, 3000), 3000);
}

#[test]
fn a_directory_without_rights_to_write_is_enough() {
    let (directory, path) = fresh();
    fill(&Store::open(&path).expect("a new store"), 30);
    let rights = |mode| {
        let rights = fs::Permissions::from_mode(mode);
        fs::set_permissions(directory.path(), rights).expect("rights");
    };
    rights(0o500);
    let store = Store::open_read_only(&path);
    let seen = store.map(|store| found(&store, 30));
    rights(0o700);
    assert_eq!(seen.expect("a store to read"), 30);
}

#[test]
fn a_killed_writer_leaves_a_log_that_is_read() {
    let (directory, path) = fresh();
    let writer = Store::open(&path).expect("a new store");
    fill(&writer, 30);
    let copy = tempfile::tempdir().expect("a directory");
    for (name, content) in files(directory.path()) {
        fs::write(copy.path().join(name), content).expect("a copy");
    }
    let store = Store::open_read_only(&copy.path().join("verdicts.db")).expect("a store to read");
    assert_eq!(found(&store, 30), 30);
}

#[test]
fn a_store_that_is_missing_is_an_error_and_not_created() {
    let (directory, path) = fresh();
    let error = Store::open_read_only(&path).expect_err("refused");
    assert!(matches!(error, StoreError::ReadOnly(_)), "{error}");
    assert!(files(directory.path()).is_empty());
}
