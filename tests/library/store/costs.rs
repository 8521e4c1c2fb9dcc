//! What look-ups and insertions cost: `cargo test --release --test library store::costs -- --ignored --nocapture`.

use std::hint::black_box;
use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

use smelt::store::Store;

use super::made_up::{NOTHING, fill, fingerprint, fresh, key, limits, observation};
use super::texts::{errors, store_plain};

const ROWS: u64 = 100_000;

/// Nanoseconds a call, of the best of five rounds.
fn best(count: u64, mut call: impl FnMut(u64)) -> u64 {
    let round = |_| {
        let start = Instant::now();
        (0..count).for_each(&mut call);
        u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX) / count
    };
    (0..5).map(round).min().unwrap_or(0)
}

#[test]
#[ignore = "a measurement"]
fn costs() {
    let (_directory, path) = fresh();
    let start = Instant::now();
    fill(&Store::open(&path).expect("a new store"), ROWS);
    let filled = start.elapsed();
    let store = Store::open(&path).expect("the store");
    let start = Instant::now();
    let session = store.session(&fingerprint(1));
    let opened = start.elapsed();
    let keys: Vec<_> = (0..2 * ROWS).map(key).collect();
    let at = |i: u64| &keys[usize::try_from(i).unwrap_or(0)];
    let limits = limits(8);
    let hit = best(ROWS, |i| {
        black_box(session.lookup(at(i), 0, &limits, NOTHING));
    });
    let refused = best(ROWS, |i| {
        black_box(session.lookup(at(ROWS + i), 0, &limits, NOTHING));
    });
    let row = Arc::new(observation(1));
    let insert = best(10_000, |i| {
        session.insert(at(ROWS + i), 0, Arc::clone(&row));
    });
    let report = format!(
        "{ROWS} rows written in {filled:?}, {} bytes; filter read in {opened:?}; \
         a look-up refused by the filter {refused} ns, a hit {hit} ns, an insertion {insert} ns\n",
        store.stats().expect("statistics").bytes
    );
    std::io::stderr()
        .write_all(report.as_bytes())
        .expect("stderr");
}

/// Texts of 40 KB, compressed and as version 1 has them.
#[test]
#[ignore = "a measurement"]
fn costs_of_long_texts() {
    const TEXTS: u64 = 500;
    let (_directory, path) = fresh();
    let rows: Vec<_> = (0..TEXTS).map(|i| Arc::new(errors(i))).collect();
    let store = Store::open(&path).expect("a new store");
    let session = store.session(&fingerprint(1));
    let start = Instant::now();
    for (i, row) in (0..).zip(&rows) {
        session.insert(&key(i), 0, Arc::clone(row));
    }
    store.flush();
    let written = start.elapsed() / u32::try_from(TEXTS).unwrap_or(1);
    let hit = |i| {
        black_box(session.lookup(&key(i), 0, &limits(8), NOTHING));
    };
    let compressed = best(TEXTS, hit);
    let bytes = store.stats().expect("statistics").bytes;
    for i in 0..TEXTS {
        store_plain(&path, &errors(i).out);
    }
    let plain = best(TEXTS, hit);
    let report = format!(
        "{TEXTS} rows written in {written:?} each, {bytes} bytes; a hit {compressed} ns, of a plain text {plain} ns\n"
    );
    std::io::stderr()
        .write_all(report.as_bytes())
        .expect("stderr");
}
