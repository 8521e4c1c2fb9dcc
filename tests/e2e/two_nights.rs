//! Whose work a minimized file is: it, its row, its source, its solver and its failure belong together, from one night to
//! the next, whatever was replaced or mistyped in between.

use crate::interruption::{ends, hangs_after, runs, signal, start, wait};
use crate::support::{Bench, INPUT};
use std::collections::HashMap;
use std::fmt::Write;

/// The results of the case that have made way for others in `out`.
fn set_aside(bench: &Bench) -> Vec<Vec<u8>> {
    let Ok(entries) = std::fs::read_dir(bench.path("out/earlier/a.smt2")) else {
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths
        .map(|path| std::fs::read(path).expect("a file"))
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
    let kept = format!("kept: {} bytes from another configuration", small.len());
    assert_eq!(row["notes"], kept, "{row:#?}");
    assert_eq!(bench.read("out/minimized/a.smt2"), small);
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
    assert_eq!(bench.read("out/minimized/a.smt2"), small);
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

/// A build of a solver that does this where the text has all these words, counts its runs, and hangs after as many as the
/// file `limit` says.
pub(crate) fn build(bench: &Bench, name: &str, needs: &[&str], does: &str) {
    let here = bench.path("");
    let mut text = format!(
        "#!/bin/sh\n# {name}\ncd '{}'\necho $$ >>runs\nrun=$(wc -l <runs)\n\
         [ $run -gt $(cat limit) ] && sleep 77\ncd \"$OLDPWD\"\n",
        here.display()
    );
    for words in needs {
        let _ = writeln!(text, "grep -q '{words}' \"$1\" || {{ echo sat; exit 0; }}");
    }
    text += does;
    bench.script("solver", &text);
    bench.write("runs", "");
    bench.write("limit", "99999");
}

/// What most builds need to fail.
pub(crate) const GREATER: &[&str] = &["> x 0"];

/// What a build needs that does not fail on the results of those.
pub(crate) const BOTH: &[&str] = &["> x 0", "= x y"];

/// What the builds of most tests do.
pub(crate) const FAILS: &str = "echo 'Assertion failed: x' >&2; exit 9";

/// Fails the test unless the row of the case describes the file beside it, which is the one of the first night if no
/// other has taken its place.
fn row_describes_its_file(bench: &Bench, first: &[u8]) {
    let row = bench.row("out", "a.smt2");
    if !bench.path("out/minimized/a.smt2").exists() {
        assert_eq!(row["minimized_blake3"], "", "{row:#?}");
        return;
    }
    let file = bench.read("out/minimized/a.smt2");
    assert_eq!(row["bytes_after"], file.len().to_string(), "{row:#?}");
    let digest = blake3::hash(&file).to_hex().to_string();
    assert_eq!(row["minimized_blake3"], digest, "{row:#?}");
    let is_first = file == first && set_aside(bench).is_empty();
    if !is_first {
        let solver = bench.path("solver");
        bench.still(&[&solver.to_string_lossy()], "out/minimized/a.smt2", 9);
    }
    let said = format!(
        "kept: {} bytes from another build of the solver",
        first.len()
    );
    assert_eq!(row["notes"].contains(&said), is_first, "{row:#?}");
}

/// The words of a batch with one job and no store.
pub(crate) fn night(solver: &str) -> Vec<&str> {
    let options = "batch cases --out out --cache none -j 1 --strategy hybrid --";
    options.split(' ').chain([solver]).collect()
}

/// A night with the first build of a solver: the bench, the solver's path, and the minimized file.
#[track_caller]
pub(crate) fn after_a_first_night() -> (Bench, String, Vec<u8>) {
    let bench = Bench::new();
    bench.write("cases/a.smt2", INPUT);
    let solver = bench.path("solver").to_string_lossy().into_owned();
    build(&bench, "one", GREATER, FAILS);
    bench.smelt(&night(&solver)).exits(0);
    let first = bench.read("out/minimized/a.smt2");
    (bench, solver, first)
}

#[test]
fn after_the_solver_is_replaced_every_row_describes_the_file_beside_it() {
    let (bench, solver, first) = after_a_first_night();
    let batch = night(&solver);
    for limit in [0, 1, 2, 3, 4, 5, 7, 10, 14, 20] {
        build(&bench, "two", BOTH, FAILS);
        bench.write("limit", limit.to_string());
        let mut child = start(&bench, &batch);
        wait("it gets there", || runs(&bench) > limit);
        signal(&child, "INT");
        assert_eq!(ends(&mut child), Some(130), "{}", bench.text("stderr"));
        assert_eq!(bench.row("out", "a.smt2")["status"], "stopped");
        build(&bench, "two", BOTH, FAILS);
        row_describes_its_file(&bench, &first);
        let stands = bench.read("out/minimized/a.smt2");
        let kept = set_aside(&bench);
        assert!(stands == first || kept == [first.clone()], "{kept:?}");
        let is_told = bench.row("out", "a.smt2")["notes"].contains("is kept as `earlier/a.smt2/");
        assert_eq!(is_told, !kept.is_empty());
    }
    build(&bench, "two", BOTH, FAILS);
    bench.smelt(&batch).exits(0);
    let row = bench.row("out", "a.smt2");
    assert_eq!(row["status"], "reduced", "{row:#?}");
    let says = format!(
        "an earlier result of {} bytes (from another build of the solver) is kept as `earlier/a.smt2/",
        first.len()
    );
    let mut notes = row["notes"].split("; ");
    assert!(notes.any(|note| note.starts_with(&says)), "{row:#?}");
    row_describes_its_file(&bench, &first);
    assert!(set_aside(&bench) == [first]);
    let report = bench.smelt(&["report", "out"]).exits(0).out;
    assert!(report.contains("| earlier/a.smt2/"), "{report}");
}

#[test]
fn a_killed_night_with_another_solver_does_not_cost_the_first_ones_work() {
    let (bench, solver, first) = after_a_first_night();
    let batch = night(&solver);
    build(&bench, "two", BOTH, FAILS);
    bench.write("limit", "12");
    let child = start(&bench, &batch);
    wait("it searches", || runs(&bench) > 12);
    drop(child);
    assert!(set_aside(&bench) == [&first[..]]);
    build(&bench, "one", GREATER, FAILS);
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

/// A night with another build: the exit code, and the row.
pub(crate) fn second_night(bench: &Bench, solver: &str) -> (Option<i32>, HashMap<String, String>) {
    let code = bench.smelt(&night(solver)).code;
    (code, bench.row("out", "a.smt2"))
}

#[test]
fn a_build_that_no_longer_fails_leaves_the_file_and_the_row_says_so() {
    let (bench, solver, first) = after_a_first_night();
    let kept = format!(
        "kept: {} bytes from another build of the solver",
        first.len()
    );
    let mends = "echo unsat; exit 0";
    // It fails on the original and once on its printed text.
    let is_flaky = "case $run in 2|3) ;; *) exit 0;; esac; echo 'Assertion failed: x' >&2; exit 9";
    for (status, does, code) in [("fixed", mends, Some(0)), ("flaky", is_flaky, Some(3))] {
        build(&bench, status, GREATER, does);
        let (exit, row) = second_night(&bench, &solver);
        assert_eq!((&*row["status"], exit), (status, code), "{row:#?}");
        assert!(row["notes"].contains(&kept), "{row:#?}");
        assert_eq!(row["bytes_after"], first.len().to_string());
        assert_eq!(bench.read("out/minimized/a.smt2"), first);
        bench.write("runs", "");
        second_night(&bench, &solver);
        assert_eq!(runs(&bench), 0, "the row is taken up");
    }
    build(&bench, "one", GREATER, FAILS);
    let (exit, row) = second_night(&bench, &solver);
    assert_eq!(exit, Some(0), "{row:#?}");
    assert_eq!(
        row["status"], "regressed",
        "what was seen flakily says nothing"
    );
    assert_eq!(bench.read("out/minimized/a.smt2"), first);
}

#[test]
fn a_night_that_fails_in_its_search_puts_the_file_back_and_keeps_its_own_work() {
    let (bench, solver, first) = after_a_first_night();
    build(&bench, "two", BOTH, FAILS);
    bench.write("limit", "12");
    let mut child = start(&bench, &night(&solver));
    wait("it searches", || runs(&bench) > 12);
    let own = bench.read("out/minimized/a.smt2");
    assert!(own != first && set_aside(&bench) == [&first[..]]);
    std::fs::remove_file(&solver).expect("the solver");
    let pid = bench.text("runs").lines().last().expect("a run").to_owned();
    let killed = std::process::Command::new("kill")
        .args(["-KILL", &pid])
        .status();
    assert!(killed.expect("kill runs").success());
    assert_eq!(ends(&mut child), Some(3), "{}", bench.text("stderr"));
    let row = bench.row("out", "a.smt2");
    assert_eq!(row["status"], "failed");
    let kept = format!(
        "kept: {} bytes from another build of the solver",
        first.len()
    );
    assert!(row["notes"].contains(&kept), "{row:#?}");
    assert_eq!(bench.read("out/minimized/a.smt2"), first);
    // It may have found a smaller one after the file was read.
    let is_own = |kept: &Vec<u8>| *kept != first && kept.len() <= own.len();
    assert!(set_aside(&bench).iter().any(is_own));
}

#[test]
fn two_searches_in_one_output_have_two_rows_and_two_files() {
    let bench = Bench::new();
    bench.write("cases/dir/a.smt2", INPUT);
    let solver = hangs_after(&bench, 9999);
    let searches = [
        (&["--strategy", "auto"][..], ""),
        (&["--strategy", "ddmin"], "solver+ddmin/"),
        (
            &["--strategy", "ddmin", "--minimiser", "cdd"],
            "solver+ddmin+cdd/",
        ),
        (&["--effort", "quick"], "solver+auto+quick/"),
    ];
    let batch = |options: &[&str]| {
        let fixed = ["batch", "cases", "--out", "out", "--cache", "none"];
        bench
            .smelt(&[&fixed, options, &["--", &solver]].concat())
            .exits(0);
    };
    for (number, (options, place)) in searches.iter().enumerate() {
        batch(options);
        let file = format!("out/minimized/{place}dir/a.smt2");
        assert!(bench.path(&file).exists(), "{file}");
        let rows = bench.text("out/results.csv").lines().count() - 1;
        assert_eq!(rows, number + 1);
    }
    bench.write("runs", "");
    for (options, _) in searches {
        batch(options);
    }
    assert_eq!(runs(&bench), 0, "all four are taken up");
    let summary = bench.text("out/summary.md");
    assert!(
        summary.contains("| solver | ddmin+cdd | 1 |") && summary.contains("| solver+auto+quick |"),
        "{summary}"
    );
    assert!(!bench.path("out/earlier").exists());
}

#[test]
fn a_file_in_the_way_of_a_single_reduction_is_kept() {
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
    let digest = blake3::hash(b"something of mine\n").to_hex();
    let kept = format!("small.smt2.smelt-earlier-{}", &digest[..16]);
    assert_eq!(bench.text(&kept), "something of mine\n");
    bench.write("limit", "99999");
    bench.smelt(&command).exits(0);
    assert_eq!(bench.text(&kept), "something of mine\n");
    bench.smelt(&command).exits(0);
    let other_rule = [&command[..1], &["--ignore-output"], &command[1..]].concat();
    let said = bench.smelt(&other_rule).exits(0).err;
    assert!(!said.contains("is kept as"), "{said}");
    let entries = std::fs::read_dir(bench.path(".")).expect("a directory");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let earlier = names.filter(|name| name.to_string_lossy().contains("smelt-"));
    assert_eq!(earlier.count(), 1, "an equal result is not kept twice");
}

#[test]
fn a_mistake_in_the_header_of_a_case_makes_no_second_row() {
    let bench = Bench::new();
    bench.write("cases/a.smt2", INPUT);
    let solver = hangs_after(&bench, 9999);
    let batch = [
        "batch", "cases", "--out", "out", "--cache", "none", "--", &solver,
    ];
    bench.smelt(&batch).exits(0);
    let first = bench.row("out", "a.smt2");
    bench.write("cases/a.smt2", format!("; smelt: --timeout xyz\n{INPUT}"));
    let said = bench.smelt(&batch).exits(3).out;
    assert!(said.contains("failed (1)"), "{said}");
    let row = bench.row("out", "a.smt2");
    assert_eq!(bench.rows("out/results.csv").len(), 1);
    assert_eq!(
        (&*row["status"], &row["solver"]),
        ("failed", &first["solver"])
    );
    bench.write("cases/a.smt2", INPUT);
    let said = bench.smelt(&batch).exits(0).out;
    assert!(said.contains("still open (1)"), "{said}");
    assert_eq!(bench.rows("out/results.csv").len(), 1);
}
