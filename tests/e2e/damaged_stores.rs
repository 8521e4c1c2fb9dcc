//! A store that is damaged, false or not smelt's costs runs and no result.

use crate::support::{Bench, INPUT, Ran};
use std::path::{Path, PathBuf};

/// What becomes of a store before the second batch, the exit code of that one, and words that it says.
type Harm = (&'static str, fn(&Path), i32, &'static [&'static str]);

const HARMS: &[Harm] = &[
    ("nothing", |_| {}, 0, &[]),
    ("noise", |store| write(store, &[0xa5; 9000]), 0, ASIDE),
    ("half of it", halve, 0, ASIDE),
    ("another column", another_column, 0, ASIDE),
    ("it is gone", |store| remove(store), 0, &[]),
    (
        "its log is gone",
        |store| remove(&beside(store, "-wal")),
        0,
        &[],
    ),
    ("a newer one", newer, 2, &["version 99", "--cache"]),
    (
        "of another program",
        foreign,
        2,
        &["not a verdict store", "--cache"],
    ),
    ("a directory", directory, 2, &["directory", "--cache"]),
];

const ASIDE: &[&str] = &["damaged", "corrupt"];

fn write(path: &Path, bytes: &[u8]) {
    std::fs::write(path, bytes).expect("a file");
}

fn remove(path: &Path) {
    let _ = std::fs::remove_file(path);
}

fn beside(store: &Path, suffix: &str) -> PathBuf {
    PathBuf::from(format!("{}{suffix}", store.display()))
}

fn halve(store: &Path) {
    let bytes = std::fs::read(store).expect("a store");
    write(store, &bytes[..bytes.len() / 2]);
}

fn sql(store: &Path, statements: &str) {
    let database = rusqlite::Connection::open(store).expect("a database");
    database.execute_batch(statements).expect("it is done");
}

fn another_column(store: &Path) {
    sql(store, "ALTER TABLE obs RENAME COLUMN ending TO beginning;");
}

fn newer(store: &Path) {
    sql(store, "PRAGMA user_version = 99;");
}

fn foreign(store: &Path) {
    remove(store);
    sql(store, "CREATE TABLE recipes (cake TEXT);");
}

fn directory(store: &Path) {
    remove(store);
    std::fs::create_dir(store).expect("a directory");
}

/// A case and a solver that needs nothing but itself.
fn bench() -> Bench {
    let bench = Bench::new();
    bench.write("cases/a.smt2", INPUT);
    bench.write("needed", "");
    bench
}

fn batch(bench: &Bench, out: &str, solver: &[&str]) -> Ran {
    let begin = ["batch", "cases", "--out", out, "--cache", "s.db"];
    let options = ["-j", "1", "--allow-trivial", "--depends", "needed", "--"];
    bench.smelt(&[&begin[..], &options, solver].concat())
}

#[test]
fn a_batch_whose_store_is_harmed_ends_as_if_there_were_none_or_is_refused() {
    let solver = ["sed", "-nz", "/> x 0.*check-sat/q9", "{}"];
    for (harm, does, code, words) in HARMS {
        let bench = bench();
        batch(&bench, "first", &solver).exits(0);
        does(&bench.path("s.db"));
        let ran = batch(&bench, "second", &solver);
        assert_eq!(ran.code, Some(*code), "{harm}: {ran:#?}");
        ran.says(words);
        let results = ["first", "second"].map(|out| bench.path(out).join("minimized/a.smt2"));
        let [first, second] = results.map(|path| std::fs::read(path).ok());
        assert_eq!(second, first.filter(|_| *code == 0), "{harm}");
    }
}

#[test]
fn a_store_that_says_what_is_not_true_delivers_no_text_that_does_not_fail() {
    let bench = bench();
    // Before the file is there, this solver fails on much more.
    let honest = bench.path("honest").to_string_lossy().into_owned();
    let text = format!(
        "#!/bin/sh\ngrep -q check-sat \"$1\" || exit 0\n[ -e '{honest}' ] || exit 9\ngrep -q '> x 0' \"$1\" && exit 9\nexit 0\n"
    );
    let solver = bench.script("solver", &text);
    let solver = solver.to_string_lossy();
    batch(&bench, "false", &[&solver]).exits(0);
    bench.write("honest", "");
    bench.still(&[&solver], "false/minimized/a.smt2", 0);
    batch(&bench, "true", &[&solver]).exits(0);
    bench.still(&[&solver], "true/minimized/a.smt2", 9);
    let row = bench.row("true", "a.smt2");
    assert!(
        row["hits"].parse::<u64>().expect("a number") > 0,
        "{row:#?}"
    );
    assert!(row["bytes_after"].parse::<usize>().expect("a number") < INPUT.len());
}

#[test]
fn a_damaged_store_of_which_something_is_asked_is_an_error_and_stays_as_it_is() {
    for words in [&["stats"][..], &["export", "copy"]] {
        let bench = bench();
        let solver = ["sed", "-nz", "/> x 0.*check-sat/q9", "{}"];
        batch(&bench, "one", &solver).exits(0);
        let store = bench.path("s.db");
        write(&store, &[0xa5; 9000]);
        let asked = [&["cache"], words, &["--cache", "s.db"]].concat();
        bench.smelt(&asked).exits(2).says(&["damaged"]);
        assert_eq!(bench.read("s.db"), [0xa5; 9000]);
        assert!(!bench.path("copy").exists());
    }
}
