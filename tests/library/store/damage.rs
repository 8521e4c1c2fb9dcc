//! A damaged file gives right observations or none, and never ends the process.

use std::fs;
use std::path::Path;

use smelt::store::{Store, Verified};

use super::made_up::{fill, found, fresh, key};

const ROWS: u64 = 24;

/// How many damages are tried: `SMELT_TEST_FLIPS` for a longer run.
fn flips(default: usize) -> usize {
    let number = std::env::var("SMELT_TEST_FLIPS").ok();
    number
        .and_then(|number| number.parse().ok())
        .unwrap_or(default)
}

/// Opens a copy of the store in which `file` is replaced by `bytes`, reads and writes it, opens it again. How many
/// rows were found, none where it was refused.
fn try_damaged(files: &[(&str, &[u8])]) -> Option<u64> {
    let (directory, path) = fresh();
    for (name, bytes) in files {
        fs::write(directory.path().join(name), bytes).expect("write");
    }
    let verified = Verified::of(&path);
    let first = Store::open(&path).ok().map(|store| {
        let rows = found(&store, ROWS);
        let sound = verified.is_ok_and(|verified| verified.is_sound() && verified.observations > 0);
        assert!(!sound || rows == ROWS, "{rows} rows of a sound store");
        fill(&store, 2 * ROWS);
        found(&store, 2 * ROWS);
        rows
    });
    if let Ok(store) = Store::open(&path) {
        found(&store, 2 * ROWS);
    }
    first
}

/// A place in the `i`th of `of` equal parts, drawn from a hash of `i`: the same in every run, and no part is missed.
fn place(i: usize, of: usize, len: usize) -> usize {
    let mut drawn = [0; 8];
    drawn.copy_from_slice(&blake3::hash(&i.to_le_bytes()).as_bytes()[..8]);
    let part = (len / of).max(1);
    let drawn = usize::try_from(u64::from_le_bytes(drawn) >> 1).unwrap_or(i);
    (i * len / of + drawn % part) % len
}

fn flipped(bytes: &[u8], i: usize, of: usize) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let at = place(i, of, bytes.len());
    // Mostly one bit, sometimes all of a byte.
    bytes[at] ^= if i.is_multiple_of(9) {
        0xff
    } else {
        1 << (i % 8)
    };
    bytes
}

fn read(path: &Path) -> Vec<u8> {
    fs::read(path).expect("read")
}

#[test]
fn a_flipped_bit_never_gives_a_wrong_observation() {
    let (_directory, path) = fresh();
    fill(&Store::open(&path).expect("a new store"), ROWS);
    let (bytes, lock) = (read(&path), b"lock\n");
    let count = flips(500);
    let mut rows = 0;
    for i in 0..count {
        let bytes = flipped(&bytes, i, count);
        rows += try_damaged(&[("verdicts.db", &bytes), ("verdicts.db.lock", lock)]).unwrap_or(0);
    }
    // Much of a small file is unused: most flips hit nothing.
    assert!(
        rows > ROWS * count as u64 / 2,
        "{rows} rows in {count} stores"
    );
}

#[test]
fn a_store_with_one_other_letter_in_its_definitions_is_set_aside_or_works() {
    let (_directory, path) = fresh();
    fill(&Store::open(&path).expect("a new store"), ROWS);
    let bytes = read(&path);
    let definitions = || bytes[100..4096].iter().enumerate();
    let letters = definitions()
        .filter(|(_, byte)| byte.is_ascii_alphabetic())
        .step_by(5);
    let mut set_aside = 0;
    for (at, byte) in letters {
        let (directory, path) = fresh();
        let mut bytes = bytes.clone();
        bytes[100 + at] = if *byte == b'q' { b'x' } else { b'q' };
        fs::write(&path, &bytes).expect("write");
        fs::write(directory.path().join("verdicts.db.lock"), b"lock\n").expect("write");
        let store = Store::open(&path).expect("a store, new or old");
        set_aside += store.notes().len();
        fill(&store, ROWS);
        // Those of a definition that is wrong but works are not written.
        assert!(found(&store, ROWS) == ROWS || store.degraded().is_some());
    }
    assert!(set_aside > 60, "{set_aside}");
}

#[test]
fn a_flipped_bit_in_the_log_never_gives_a_wrong_observation() {
    let (_directory, path) = fresh();
    let store = Store::open(&path).expect("a new store");
    fill(&store, ROWS);
    let (bytes, log) = (read(&path), read(&path.with_file_name("verdicts.db-wal")));
    assert!(!log.is_empty());
    let count = flips(100);
    for i in 0..count {
        let log = flipped(&log, i, count);
        try_damaged(&[("verdicts.db", &bytes), ("verdicts.db-wal", &log)]);
    }
}

#[test]
fn a_truncated_file_never_gives_a_wrong_observation() {
    let (_directory, path) = fresh();
    fill(&Store::open(&path).expect("a new store"), ROWS);
    let bytes = read(&path);
    for i in 0..40 {
        let files = [
            ("verdicts.db", &bytes[..bytes.len() * i / 40]),
            ("verdicts.db.lock", b"lock\n"),
        ];
        try_damaged(&files);
    }
}

#[test]
fn a_store_damaged_in_the_middle_is_set_aside_at_the_next_opening() {
    let (_directory, path) = fresh();
    fill(&Store::open(&path).expect("a new store"), 2000);
    let mut bytes = read(&path);
    // The page of the last row, which no opening looks at.
    let last = (0..2000).map(|i| key(i).0).max().expect("a key");
    for page in bytes.chunks_mut(4096) {
        if page.windows(32).any(|window| window == last) {
            page[..16].fill(0xee);
        }
    }
    fs::write(&path, &bytes).expect("write");
    let store = Store::open(&path).expect("its beginning is sound");
    assert_eq!(store.notes(), [""; 0]);
    assert!((1..2000).contains(&found(&store, 2000)));
    fill(&store, 4000);
    let reason = store.degraded().expect("the writer met the damage");
    assert!(reason.contains("new results are not stored"), "{reason}");
    drop(store);
    let store = Store::open(&path).expect("a store begun anew");
    assert_eq!((store.notes().len(), found(&store, 2000)), (1, 0));
    fill(&store, 2000);
    assert_eq!((found(&store, 2000), store.degraded()), (2000, None));
}
