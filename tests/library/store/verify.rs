//! A check finds what is damaged, and changes nothing.

use std::fs;

use smelt::store::{Store, StoreError, Verified};

use super::made_up::{fill, found, fresh};

#[test]
fn a_sound_store_is_sound_while_it_is_used_too() {
    let (_directory, path) = fresh();
    let store = Store::open(&path).expect("a new store");
    fill(&store, 300);
    for _ in 0..2 {
        let verified = Verified::of(&path).expect("a store");
        assert!(verified.is_sound(), "{verified:?}");
        assert_eq!((verified.observations, verified.texts), (300, 12));
    }
    drop(store);
    let before = fs::read(&path).expect("read");
    let verified = Verified::of(&path).expect("a store");
    assert!(verified.is_sound(), "{verified:?}");
    assert_eq!(fs::read(&path).expect("read"), before);
    assert!(verified.lines()[1].contains("300 sound, 0 damaged"));
}

#[test]
fn damage_of_each_kind_is_counted_and_left_as_it_is() {
    let kinds: [(&str, &str, [u64; 5]); 6] = [
        (
            "another exit code",
            "UPDATE obs SET code = code + 1 WHERE rowid_free(key)",
            [19, 1, 0, 12, 0],
        ),
        (
            "a moved key",
            "UPDATE obs SET key = zeroblob(32) WHERE rowid_free(key)",
            [19, 1, 0, 12, 0],
        ),
        (
            "a key that is too short",
            "UPDATE obs SET key = x'00' WHERE rowid_free(key)",
            [19, 1, 0, 12, 0],
        ),
        (
            "a text that is gone",
            "UPDATE obs SET out = 99 WHERE rowid_free(key)",
            [19, 0, 1, 12, 0],
        ),
        (
            "other limits",
            "UPDATE limits SET cpu = cpu + 1",
            [0, 20, 0, 12, 0],
        ),
        (
            "a changed text",
            "UPDATE texts SET head = x'01' WHERE id = 1",
            [16, 0, 4, 11, 1],
        ),
    ];
    for (what, statement, expected) in kinds {
        let (_directory, path) = fresh();
        fill(&Store::open(&path).expect("a new store"), 20);
        let connection = rusqlite::Connection::open(&path).expect("a database");
        let statement = statement.replace("rowid_free(key)", "key = (SELECT min(key) FROM obs)");
        connection.execute_batch(&statement).expect(what);
        drop(connection);
        let before = fs::read(&path).expect("read");
        let found = Verified::of(&path).expect("a store");
        let counts = [
            found.observations,
            found.damaged_observations,
            found.dangling_observations,
            found.texts,
            found.damaged_texts,
        ];
        assert_eq!(counts, expected, "{what}");
        assert!(!found.is_sound() && found.file.is_empty(), "{what}");
        assert_eq!(fs::read(&path).expect("read"), before, "{what}");
    }
}

#[test]
fn a_damaged_file_is_told_and_not_set_aside() {
    let (directory, path) = fresh();
    fill(&Store::open(&path).expect("a new store"), 2000);
    let sound = fs::read(&path).expect("read");
    for damage in [0..100, 4096 * 20..4096 * 20 + 16] {
        let mut bytes = sound.clone();
        bytes[damage].fill(0xee);
        fs::write(&path, &bytes).expect("write");
        let verified = Verified::of(&path).expect("a store");
        assert!(!verified.file.is_empty(), "{verified:?}");
        assert!(verified.lines().iter().any(|line| line.starts_with("file")));
        assert_eq!(fs::read(&path).expect("read"), bytes);
    }
    let names = fs::read_dir(directory.path()).expect("a directory");
    assert!(names.flatten().all(|name| {
        let name = name.file_name().display().to_string();
        !name.contains("corrupt")
    }));
}

#[test]
fn a_file_of_another_program_is_not_checked() {
    let (_directory, path) = fresh();
    fs::write(&path, "text ".repeat(5000)).expect("write");
    let error = Verified::of(&path).expect_err("refused");
    assert!(matches!(error, StoreError::Foreign(_)), "{error}");
}

#[test]
fn a_store_that_is_deleted_while_it_is_open_is_no_failure() {
    let (_directory, path) = fresh();
    let store = Store::open(&path).expect("a new store");
    fill(&store, 100);
    for suffix in ["", "-wal", "-shm"] {
        let file = format!("{}{suffix}", path.display());
        fs::remove_file(file).expect("remove");
    }
    fill(&store, 200);
    found(&store, 200);
    drop(store);
    let store = Store::open(&path).expect("a store begun anew");
    fill(&store, 10);
    assert_eq!(found(&store, 10), 10);
}
