//! What the steps of a check cost, each alone: parse, print, edit, judge, hash, look-up, insert, spawn; and a whole check.
//!
//! `cargo bench --bench micro` prints a table of times; `cargo bench --bench micro -- store` only that of these rows. The
//! text has 50 KB, and a candidate lacks one of its commands. `spawn::plain` is a bare spawn-and-wait of the solver of
//! `micro/count_word.rs`, compiled statically, with both pipes read and no limits. `spawn::check` is all that a check of
//! a candidate does, on the same solver: what it takes beyond `plain` is what smelt adds.

#[path = "micro/checked.rs"]
mod checked;

use divan::{Bencher, black_box};
use smelt::language::smtlib::{SmtLib, WellFormedness, parse};
use smelt::language::{Parsed, TestCase};
use smelt::tree::{Edit, ROOT, Tree};
use std::fmt::Write;

/// How many commands the text has: as many candidates can be checked without asking for one again.
const COMMANDS: usize = 2000;

fn main() {
    divan::main();
}

fn text() -> String {
    (0..COMMANDS).fold(String::new(), |mut text, n| {
        let _ = writeln!(text, "(assert (> x{n:04} {n:05}))");
        text
    })
}

fn parsed() -> Parsed {
    parse(text().as_bytes()).expect("a text without errors")
}

/// The removal of a command in the middle.
fn edit(tree: &Tree) -> Edit {
    let middle = tree.children(ROOT).nth(COMMANDS / 2);
    Edit::delete(tree, middle.expect("a command"))
}

/// From bytes to a tree, back to bytes, and from one tree to another.
mod tree {
    use super::{Bencher, black_box, edit, parsed, text};
    use divan::counter::BytesCount;
    use smelt::language::smtlib;

    #[divan::bench]
    fn parse(bencher: Bencher) {
        let text = text();
        bencher
            .counter(BytesCount::of_str(&text))
            .bench(|| smtlib::parse(black_box(text.as_bytes())));
    }

    /// The text of a candidate, from its base.
    #[divan::bench]
    fn print(bencher: Bencher) {
        let tree = parsed().tree;
        let edit = edit(&tree);
        bencher
            .counter(BytesCount::new(tree.spliced_len(&edit)))
            .bench(|| tree.spliced(black_box(&edit)));
    }

    /// The tree of a candidate that was accepted.
    #[divan::bench]
    fn edit_tree(bencher: Bencher) {
        let tree = parsed().tree;
        let edit = edit(&tree);
        bencher.bench(|| tree.apply(black_box(&edit)));
    }
}

/// The filter of ill-formed candidates.
mod judge {
    use super::{Bencher, SmtLib, TestCase, WellFormedness, black_box, edit, parsed};

    #[divan::bench]
    fn text(bencher: Bencher) {
        bencher
            .with_inputs(|| TestCase::new(&SmtLib, parsed()))
            .bench_refs(|case| WellFormedness::of(case));
    }

    #[divan::bench]
    fn candidate(bencher: Bencher) {
        let case = TestCase::new(&SmtLib, parsed());
        let filter = WellFormedness::of(&case);
        let edit = edit(case.tree());
        bencher.bench(|| filter.edited(&case, black_box(&edit)));
    }
}

/// The verdict store, in a file.
mod store {
    use super::{Bencher, black_box};
    use divan::counter::{BytesCount, ItemsCount};
    use smelt::key::{Fingerprint, Key, question};
    use smelt::observation::{End, Limits, Needs, Observation, Stream};
    use smelt::store::{OtherStore, Session, Store};
    use std::path::Path;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;
    use tempfile::TempDir;

    const FINGERPRINT: Fingerprint = Fingerprint([7; 32]);
    const STORED: u64 = 10_000;
    const BATCH: u64 = 100;
    /// So many runs print the same: of the 16,067 runs of a batch over 205 bug reports, one of 12 printed something new.
    const RUNS_OF_OUTPUT: u64 = 12;
    /// The stores of a cluster: each shard has one.
    const SHARDS: u64 = 10;
    const ROWS_OF_SHARD: u64 = 100_000;
    const NEEDS: Needs = Needs { stack: false };

    fn limits() -> Limits {
        Limits::of_cpu(Duration::from_secs(2))
    }

    fn key(number: u64) -> Key {
        question(&FINGERPRINT, None, &number.to_le_bytes())
    }

    fn observation(number: u64) -> Arc<Observation> {
        Arc::new(Observation {
            end: End::Exited(0),
            out: Stream::of(format!("sat\nmodel {}\n", number / RUNS_OF_OUTPUT).as_bytes()),
            err: Stream::of(b""),
            cpu: Duration::from_millis(10),
            wall: Duration::from_millis(12),
            rss_kib: 9000,
            stack: None,
            limits: limits(),
        })
    }

    /// A store that has answers already, opened anew.
    fn opened() -> (TempDir, Store, Session) {
        let directory = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a directory");
        let path = directory.path().join("store.db");
        fill(&path, 0..STORED);
        let store = Store::open(&path).expect("a store");
        let session = store.session(&FINGERPRINT);
        (directory, store, session)
    }

    fn fill(path: &Path, numbers: std::ops::Range<u64>) {
        let store = Store::open(path).expect("a store");
        insert_all(&store.session(&FINGERPRINT), numbers);
    }

    fn insert_all(session: &Session, numbers: std::ops::Range<u64>) {
        for number in numbers {
            session.insert(&key(number), 0, observation(number));
        }
    }

    /// The key of a candidate.
    #[divan::bench]
    fn hash(bencher: Bencher) {
        let text = super::text();
        bencher
            .counter(BytesCount::of_str(&text))
            .bench(|| question(&FINGERPRINT, None, black_box(text.as_bytes())));
    }

    #[divan::bench]
    fn look_up_what_is_there(bencher: Bencher) {
        let (_directory, _store, session) = opened();
        let next = AtomicU64::new(0);
        bencher
            .with_inputs(|| key(next.fetch_add(1, Ordering::Relaxed) % STORED))
            .bench_values(|key| {
                session
                    .lookup(&key, 0, &limits(), NEEDS)
                    .expect("an answer")
            });
    }

    #[divan::bench]
    fn look_up_what_is_not(bencher: Bencher) {
        let (_directory, _store, session) = opened();
        let next = AtomicU64::new(STORED);
        bencher
            .with_inputs(|| key(next.fetch_add(1, Ordering::Relaxed)))
            .bench_values(|key| session.lookup(&key, 0, &limits(), NEEDS));
    }

    /// Ten stores of 100,000 answers each into an empty one, as `smelt merge` does it.
    #[divan::bench(sample_count = 3, sample_size = 1)]
    fn merge_10_stores(bencher: Bencher) {
        let directory = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a directory");
        let paths = (0..SHARDS).map(|shard| {
            let path = directory.path().join(format!("{shard}.db"));
            fill(&path, shard * ROWS_OF_SHARD..(shard + 1) * ROWS_OF_SHARD);
            path
        });
        let paths: Vec<_> = paths.collect();
        bencher
            .counter(ItemsCount::new(SHARDS * ROWS_OF_SHARD))
            .with_inputs(|| tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a directory"))
            .bench_refs(|merged| {
                let others = paths.iter().map(|path| OtherStore::open(path));
                let others: Result<Vec<_>, _> = others.collect();
                let merged = Store::open(&merged.path().join("store.db")).expect("a store");
                merged
                    .merge(&others.expect("sound stores"))
                    .expect("merged")
            });
    }

    /// Until they are written.
    #[divan::bench]
    fn insert_100(bencher: Bencher) {
        let (_directory, store, session) = opened();
        let next = AtomicU64::new(STORED);
        bencher
            .counter(ItemsCount::new(BATCH))
            .with_inputs(|| next.fetch_add(BATCH, Ordering::Relaxed))
            .bench_values(|first| {
                insert_all(&session, first..first + BATCH);
                store.flush();
            });
    }
}

/// Runs of the solver.
mod spawn {
    use super::checked::{Checked, compiled};
    use super::{Bencher, text};
    use std::process::{Command, Stdio};

    fn directory() -> tempfile::TempDir {
        tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a directory")
    }

    #[divan::bench(sample_size = 10)]
    fn plain(bencher: Bencher) {
        let directory = directory();
        let solver = compiled(directory.path()).expect("a static solver");
        bencher.bench(|| {
            let ran = Command::new(&solver).stdin(Stdio::null()).output();
            assert!(ran.expect("a run").status.success());
        });
    }

    #[divan::bench(sample_size = 10)]
    fn check(bencher: Bencher) {
        let directory = directory();
        let solver = compiled(directory.path()).expect("a static solver");
        let text = text();
        let checked = Checked::new(&solver, directory.path(), text.as_bytes());
        let mut checked = checked.expect("a golden run");
        let mut commands = 0..super::COMMANDS;
        bencher.bench_local(|| {
            let command = commands.next().expect("another candidate");
            let is_uninteresting = checked.uninteresting(command).expect("a run");
            assert!(is_uninteresting, "accepted or not run");
        });
    }
}
