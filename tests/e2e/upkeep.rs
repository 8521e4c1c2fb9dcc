//! The store of every night: it is only read, merged, exported, imported and kept small.

use crate::support::{Bench, Ran};
use crate::toys;
use std::collections::BTreeMap;

/// A batch over `cases`, with this store.
fn batch(bench: &Bench, out: &str, store: &str) -> Ran {
    let options = [
        "batch", "cases", "--out", out, "--cache", store, "-j", "1", "--",
    ];
    bench
        .smelt(&[&options[..], &toys::SOLVER].concat())
        .exits(0)
}

/// How many runs of a batch were made by the solver.
fn runs(bench: &Bench, out: &str) -> u64 {
    let rows = bench.rows(&format!("{out}/results.csv"));
    rows.iter()
        .map(|row| row["runs"].parse::<u64>().expect("a number"))
        .sum()
}

/// The files of a directory whose names begin so, with their contents.
fn files(bench: &Bench, begin: &str) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(bench.path("")).expect("a directory");
    let names = entries.map(|entry| entry.expect("an entry").file_name().display().to_string());
    let ours = names.filter(|name| name.starts_with(begin));
    ours.map(|name| (name.clone(), bench.read(&name))).collect()
}

#[test]
fn a_store_that_is_only_read_answers_and_stays_as_it_is() {
    let bench = Bench::new();
    toys::cases(&bench, 2);
    batch(&bench, "first", "store.db");
    let before = files(&bench, "store.db");
    let ran = batch(&bench, "second", "ro:store.db");
    assert!(!ran.err.contains("note:"), "{ran:#?}");
    assert_eq!(files(&bench, "store.db"), before);
    assert!(runs(&bench, "second") < runs(&bench, "first") / 2);
    for (number, first) in bench.rows("first/results.csv").iter().enumerate() {
        let case = format!("minimized/{number:03}.smt2");
        assert_eq!(first["status"], "reduced");
        assert_eq!(
            bench.read(&format!("first/{case}")),
            bench.read(&format!("second/{case}"))
        );
    }
    bench
        .smelt(&["cache", "gc", "--max-size", "0", "--cache", "ro:store.db"])
        .exits(2)
        .says(&["is read-only"]);
    let missing = [
        "batch",
        "cases",
        "--out",
        "third",
        "--cache",
        "ro:none.db",
        "--",
    ];
    bench
        .smelt(&[&missing[..], &toys::SOLVER].concat())
        .exits(2)
        .says(&["does not exist"]);
    assert!(!bench.path("none.db").exists());
}

#[test]
fn what_two_machines_have_asked_is_asked_no_more() {
    let bench = Bench::new();
    toys::cases(&bench, 1);
    batch(&bench, "one", "one.db");
    std::fs::remove_file(bench.path("cases/000.smt2")).expect("removed");
    bench.write("cases/001.smt2", toys::case(1));
    batch(&bench, "two", "two.db");
    bench.write("cases/000.smt2", toys::case(0));
    bench
        .smelt(&["cache", "export", "two.smelt", "--cache", "two.db"])
        .exits(0);
    let ran = bench
        .smelt(&["cache", "merge", "one.db", "--into", "all.db"])
        .exits(0);
    assert!(ran.out.contains("0 known before, 0 damaged"), "{ran:#?}");
    bench
        .smelt(&["cache", "import", "two.smelt", "--cache", "all.db"])
        .exits(0);
    let again = bench.smelt(&["cache", "merge", "two.db", "one.db", "--into", "all.db"]);
    assert!(again.exits(0).out.contains(" 0 added,"));
    batch(&bench, "both", "all.db");
    for row in bench.rows("both/results.csv") {
        // All but the source run, the golden runs and the last one.
        assert!(
            row["runs"].parse::<u64>().expect("a number") <= 4,
            "{row:#?}"
        );
    }
}

#[test]
fn what_is_merged_or_imported_is_refused_before_anything_is_written_if_it_is_no_store() {
    let bench = Bench::new();
    toys::cases(&bench, 1);
    batch(&bench, "out", "store.db");
    bench.write("text.smelt", "no store\n".repeat(200));
    for files in [["store.db", "text.smelt"], ["store.db", "missing"]] {
        let begin = ["cache", "import", "--cache", "new.db"];
        bench.smelt(&[&begin[..], &files].concat()).exits(2);
        assert!(!bench.path("new.db").exists());
    }
    let mut damaged = bench.read("store.db");
    let end = damaged.len() / 2;
    damaged[4096..end].fill(b'x');
    bench.write("damaged.smelt", damaged);
    bench
        .smelt(&[
            "cache",
            "import",
            "damaged.smelt",
            "store.db",
            "--cache",
            "new.db",
        ])
        .exits(3)
        .says(&["damaged.smelt` is damaged", "nothing of it was merged"]);
    bench
        .smelt(&["cache", "verify", "--cache", "new.db"])
        .exits(0);
    bench
        .smelt(&["cache", "export", "store.db", "--cache", "new.db"])
        .exits(2)
        .says(&["store.db", "exists"]);
}

#[test]
fn results_that_nobody_has_used_for_long_are_removed() {
    let bench = Bench::new();
    toys::cases(&bench, 1);
    batch(&bench, "out", "store.db");
    let gc = |age| {
        bench
            .smelt(&["cache", "gc", "--max-age", age, "--cache", "store.db"])
            .exits(0)
    };
    assert!(gc("30d").out.contains(" 0 removed"));
    std::thread::sleep(std::time::Duration::from_millis(2100));
    assert!(!gc("1s").out.contains(" 0 removed"));
    bench
        .smelt(&["cache", "gc", "--cache", "store.db"])
        .exits(2);
}
