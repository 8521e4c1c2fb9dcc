//! Whose work a minimized file is: it, its row, its source, its solver and its failure belong together, from one night to
//! the next, whatever was replaced or mistyped in between.

use crate::interruption::{ends, hangs_after, runs, signal, start, wait};
use crate::support::{Bench, INPUT};

/// What is set aside in `out`.
fn set_aside(bench: &Bench) -> Vec<Vec<u8>> {
    let entries = std::fs::read_dir(bench.path("out/minimized")).expect("a directory");
    let names = entries.map(|entry| {
        entry
            .expect("an entry")
            .file_name()
            .into_string()
            .expect("UTF-8")
    });
    let names = names.filter(|name| name.contains(".smelt-earlier"));
    names
        .map(|name| bench.read(&format!("out/minimized/{name}")))
        .collect()
}

#[test]
fn a_mistyped_option_does_not_take_away_what_was_reduced() {
    let bench = Bench::new();
    bench.write("cases/a.smt2", INPUT);
    let solver = hangs_after(&bench, 9999);
    let batch = |options: &[&str]| {
        let fixed = ["batch", "cases", "--out", "out", "--cache", "none"];
        bench.smelt(&[&fixed, options, &["--", &solver]].concat())
    };
    batch(&[]).exits(0);
    let small = bench.read("out/minimized/a.smt2");
    batch(&["--match-err", "no such words"]).exits(3);
    let row = bench.row("out", "a.smt2");
    assert_eq!(row["status"], "not-reproduced");
    assert!(
        row["notes"].contains("of an earlier run is kept as `a.smt2.smelt-earlier-"),
        "{row:#?}"
    );
    assert!(!bench.path("out/minimized/a.smt2").exists());
    assert!(set_aside(&bench) == [&small[..]]);
    batch(&[]).exits(0);
    assert_eq!(bench.read("out/minimized/a.smt2"), small);
    assert!(set_aside(&bench).is_empty());

    bench.write("cases/a.smt2", format!("{INPUT}; another source"));
    std::fs::rename(&solver, bench.path("gone")).expect("a solver");
    batch(&[]).exits(3);
    assert_eq!(bench.read("out/minimized/a.smt2"), small, "nobody knows");
    let row = bench.row("out", "a.smt2");
    assert_eq!(row["status"], "failed");
    assert!(
        row["notes"].contains("another version of the input"),
        "{row:#?}"
    );
    std::fs::rename(bench.path("gone"), &solver).expect("a solver");
    batch(&["--match-err", "no such words"]).exits(3);
    assert!(!bench.path("out/minimized/a.smt2").exists());
}

#[test]
fn a_cut_before_the_search_says_that_the_file_is_of_another_source() {
    let bench = Bench::new();
    bench.write("cases/a.smt2", INPUT);
    let solver = hangs_after(&bench, 9999);
    let batch = [
        "batch", "cases", "--out", "out", "--cache", "none", "-j", "1", "--", &solver,
    ];
    bench.smelt(&batch).exits(0);
    let small = bench.read("out/minimized/a.smt2");
    bench.write("cases/a.smt2", format!("{INPUT}; another source"));
    bench.write("limit", "0");
    for _ in 0..2 {
        bench.write("runs", "");
        let mut child = start(&bench, &batch);
        wait("it gets there", || runs(&bench) > 0);
        signal(&child, "INT");
        assert_eq!(ends(&mut child), Some(130), "{}", bench.text("stderr"));
        let row = bench.row("out", "a.smt2");
        let found = (
            &*row["status"],
            &*row["bytes_after"],
            &*row["reduction_percent"],
        );
        assert_eq!(
            found,
            ("stopped", &*small.len().to_string(), ""),
            "{row:#?}"
        );
        assert!(
            row["notes"].contains("another version of the input"),
            "{row:#?}"
        );
        assert_eq!(bench.read("out/minimized/a.smt2"), small);
    }
}

/// A solver that fails with this word where the text has `> x 0`, counts its runs, and hangs after as many as the file
/// `limit` says.
fn fails_with(bench: &Bench, word: &str) {
    let here = bench.path("");
    let text = format!(
        "#!/bin/sh\ncd '{}'\necho $$ >>runs\n[ $(wc -l <runs) -gt $(cat limit) ] && sleep 77\ncd \"$OLDPWD\"\n\
         if grep -q '> x 0' \"$1\"; then echo 'Assertion failed: {word}' >&2; exit 9; fi\n",
        here.display()
    );
    bench.script("solver", &text);
}

/// Fails the test unless the row of the case describes the file beside it: its bytes, and a failure that it shows with
/// the solver that has this word.
fn row_describes_its_file(bench: &Bench, words: &[&str]) {
    let row = bench.row("out", "a.smt2");
    if !bench.path("out/minimized/a.smt2").exists() {
        assert_eq!(row["minimized_blake3"], "", "{row:#?}");
        return;
    }
    let file = bench.read("out/minimized/a.smt2");
    assert_eq!(row["bytes_after"], file.len().to_string(), "{row:#?}");
    let digest = blake3::hash(&file).to_hex().to_string();
    assert_eq!(row["minimized_blake3"], digest, "{row:#?}");
    let word = words
        .iter()
        .find(|word| row["signature_after"].contains(**word));
    if let Some(word) = word {
        fails_with(bench, word);
        bench.write("limit", "99999");
        bench.still(
            &[&bench.path("solver").to_string_lossy()],
            "out/minimized/a.smt2",
            9,
        );
        let is_last_nights = *word != words[words.len() - 1];
        let is_said =
            row["notes"].contains("the minimized file is from another build of the solver");
        assert_eq!(is_said, is_last_nights, "{row:#?}");
    }
}

/// The words of a batch with one job and no store.
fn night(solver: &str) -> Vec<&str> {
    let options = "batch cases --out out --cache none -j 1 --strategy hybrid --";
    options.split(' ').chain([solver]).collect()
}

/// A night with a solver that fails with `one`: the bench, the solver's path, and the minimized file.
#[track_caller]
fn after_a_first_night() -> (Bench, String, Vec<u8>) {
    let bench = Bench::new();
    bench.write("cases/a.smt2", INPUT);
    bench.write("runs", "");
    bench.write("limit", "99999");
    let solver = bench.path("solver").to_string_lossy().into_owned();
    fails_with(&bench, "one");
    bench.smelt(&night(&solver)).exits(0);
    let first = bench.read("out/minimized/a.smt2");
    (bench, solver, first)
}

#[test]
fn after_the_solver_is_replaced_every_row_describes_the_file_beside_it() {
    let (bench, solver, first) = after_a_first_night();
    let batch = night(&solver);
    row_describes_its_file(&bench, &["one"]);
    for limit in [0, 1, 2, 3, 4, 5, 7, 10, 14, 20] {
        fails_with(&bench, "two");
        bench.write("runs", "");
        bench.write("limit", limit.to_string());
        let mut child = start(&bench, &batch);
        wait("it gets there", || runs(&bench) > limit);
        signal(&child, "INT");
        assert_eq!(ends(&mut child), Some(130), "{}", bench.text("stderr"));
        assert_eq!(bench.row("out", "a.smt2")["status"], "stopped");
        row_describes_its_file(&bench, &["one", "two"]);
        let stands = bench.read("out/minimized/a.smt2");
        let kept = set_aside(&bench);
        assert!(stands == first || kept == [first.clone()], "{kept:?}");
        let is_told =
            bench.row("out", "a.smt2")["notes"].contains("is kept as `a.smt2.smelt-earlier-");
        assert_eq!(is_told, !kept.is_empty());
    }
    fails_with(&bench, "two");
    bench.write("runs", "");
    bench.write("limit", "99999");
    bench.smelt(&batch).exits(0);
    let row = bench.row("out", "a.smt2");
    assert_eq!(
        (&*row["status"], &*row["notes"]),
        ("reduced", ""),
        "{row:#?}"
    );
    row_describes_its_file(&bench, &["one", "two"]);
    assert!(set_aside(&bench).is_empty(), "the new result replaces it");
}

#[test]
fn a_killed_night_with_another_solver_does_not_cost_the_first_ones_work() {
    let (bench, solver, first) = after_a_first_night();
    let batch = night(&solver);
    fails_with(&bench, "two");
    bench.write("runs", "");
    bench.write("limit", "12");
    let child = start(&bench, &batch);
    wait("it searches", || runs(&bench) > 12);
    drop(child);
    assert!(set_aside(&bench) == [&first[..]]);
    fails_with(&bench, "one");
    bench.write("runs", "");
    bench.write("limit", "8");
    let mut child = start(&bench, &batch);
    wait("it searches again", || runs(&bench) > 8);
    signal(&child, "INT");
    assert_eq!(ends(&mut child), Some(130), "{}", bench.text("stderr"));
    assert_eq!(
        bench.read("out/minimized/a.smt2"),
        first,
        "its own work is back"
    );
}

#[test]
fn a_file_in_the_way_of_a_single_reduction_is_kept_until_that_is_done() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    bench.write("small.smt2", "something of mine\n");
    let solver = hangs_after(&bench, 12);
    let command = [
        "reduce",
        "--cache",
        "none",
        "case.smt2",
        "small.smt2",
        &solver,
    ];
    let mut child = start(&bench, &command);
    wait("it begins", || runs(&bench) > 12);
    signal(&child, "INT");
    assert_eq!(ends(&mut child), Some(130), "{}", bench.text("stderr"));
    let kept = bench.text("small.smt2.smelt-earlier");
    assert_eq!(kept, "something of mine\n");
    bench.write("limit", "99999");
    bench.smelt(&command).exits(0);
    assert!(!bench.path("small.smt2.smelt-earlier").exists());
}
