//! What look-ups and insertions cost: `cargo test --release --test store costs -- --ignored --nocapture`.

use std::hint::black_box;
use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

use smelt::store::Store;

use crate::made_up::{NOTHING, fill, fingerprint, fresh, key, limits, observation};

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
