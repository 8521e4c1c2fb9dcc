//! What a new build of the solver makes of the results of another one: they stand, are fixed, have changed or regressed,
//! and the second night costs a few runs.

use crate::interruption::{has_ended, runs, start, wait};
use crate::support::{Bench, INPUT};
use crate::two_nights::{BOTH, FAILS, GREATER, after_a_first_night, build, night, second_night};
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;

/// Another failure than that of most builds.
const FAILS_OTHERWISE: &str = "echo 'Assertion failed: y' >&2; exit 9";

/// A row of `out` with these columns.
#[track_caller]
fn has(row: &HashMap<String, String>, columns: &[(&str, &str)]) {
    for (column, value) in columns {
        assert_eq!(row[*column], *value, "{column} of {row:#?}");
    }
}

/// All files below a directory, by their path.
fn files(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut left = vec![root.to_owned()];
    while let Some(directory) = left.pop() {
        for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
            if entry.path().is_dir() {
                left.push(entry.path());
            } else {
                let name = entry.path().strip_prefix(root).expect("below").to_owned();
                let name = name.to_string_lossy().into_owned();
                found.insert(name, fs::read(entry.path()).expect("a file"));
            }
        }
    }
    found
}

#[test]
fn a_result_that_fails_with_a_new_build_stands_after_two_runs() {
    let (bench, solver, first) = after_a_first_night();
    let alone = runs(&bench);
    build(&bench, "two", GREATER, FAILS);
    let said = bench.smelt(&night(&solver)).exits(0).err;
    assert!(said.contains("solver: another build than on 20"), "{said}");
    assert!(!said.contains("starting anew"), "{said}");
    let row = bench.row("out", "a.smt2");
    has(&row, &[("status", "reduced"), ("one_minimal", "")]);
    has(&row, &[("signature", "exit 9: Assertion failed: x")]);
    assert_eq!(row["bytes_after"], first.len().to_string());
    assert!(row["detail"].contains("no new search"), "{row:#?}");
    assert_eq!(runs(&bench), 2, "of {alone} without");
    assert_eq!(bench.read("out/minimized/a.smt2"), first);
    assert!(!bench.path("out/earlier").exists());
    bench.write("runs", "");
    let said = bench.smelt(&night(&solver)).exits(0).err;
    assert!(!said.contains("another build"), "{said}");
    assert_eq!(runs(&bench), 0, "the row is taken up");
}

#[test]
fn a_result_that_stands_keeps_the_trace_of_its_search() {
    let bench = Bench::new();
    bench.write("cases/a.smt2", INPUT);
    let solver = bench.path("solver").to_string_lossy().into_owned();
    let night = night(&solver);
    let traced = [&night[..1], &["--trace"], &night[1..]].concat();
    build(&bench, "one", GREATER, FAILS);
    bench.smelt(&traced).exits(0);
    let trace = bench.text("out/trace/a.smt2.csv");
    assert!(trace.lines().count() > 2, "{trace}");
    build(&bench, "two", GREATER, FAILS);
    bench.smelt(&traced).exits(0);
    assert_eq!(bench.text("out/trace/a.smt2.csv"), trace);
}

#[test]
fn the_search_goes_on_from_the_smallest_accepted_text_that_still_fails() {
    let second_night_takes = |has_chain: bool| {
        let bench = Bench::new();
        let others = (0..40).map(|number| format!("(assert (< y (+ {number} (* y y))))\n"));
        bench.write("cases/a.smt2", others.collect::<String>() + INPUT);
        let solver = bench.path("solver").to_string_lossy().into_owned();
        build(&bench, "one", GREATER, FAILS);
        bench.smelt(&night(&solver)).exits(0);
        let first = bench.read("out/minimized/a.smt2");
        if !has_chain {
            fs::remove_dir_all(bench.path("out/chain")).expect("a chain");
        }
        build(&bench, "two", &["> x 0", "declare-const x"], FAILS);
        let (exit, row) = second_night(&bench, &solver);
        assert_eq!((exit, &*row["status"]), (Some(0), "reduced"), "{row:#?}");
        has(&row, &[("one_minimal", "yes")]);
        let said = "although the original does: perhaps its bug is fixed, and this is another one.";
        assert!(row["detail"].ends_with(said), "{row:#?}");
        assert_ne!(bench.read("out/minimized/a.smt2"), first);
        bench.still(&[&solver], "out/minimized/a.smt2", 9);
        let chains = files(&bench.path("out/chain"));
        assert_eq!(chains.len(), 1, "the other one is no longer of use");
        runs(&bench)
    };
    let (with_chain, without) = (second_night_takes(true), second_night_takes(false));
    assert!(with_chain < without, "{with_chain} and {without} runs");
}

#[test]
fn a_chain_that_is_damaged_or_of_somebody_else_is_none() {
    let (bench, solver, _) = after_a_first_night();
    let chains = files(&bench.path("out/chain"));
    let (name, chain) = chains.first_key_value().expect("a chain");
    let name = format!("out/chain/{name}");
    let mut damaged = chain.clone();
    damaged[chain.len() / 2] ^= 1;
    bench.write(&name, &damaged);
    build(&bench, "two", BOTH, FAILS);
    bench.smelt(&night(&solver)).exits(0);
    let small = bench.read("out/minimized/a.smt2");
    bench.still(&[&solver], "out/minimized/a.smt2", 9);
    assert!(small.len() < INPUT.len());
}

#[test]
fn a_failure_that_has_changed_is_reduced_beside_the_earlier_result() {
    let (bench, solver, first) = after_a_first_night();
    build(&bench, "two", BOTH, FAILS_OTHERWISE);
    let (exit, row) = second_night(&bench, &solver);
    assert_eq!((exit, &*row["status"]), (Some(3), "changed"), "{row:#?}");
    for part in [
        "`exit 9: Assertion failed: y`",
        "`exit 9: Assertion failed: x`",
    ] {
        assert!(row["detail"].contains(part), "{row:#?}");
    }
    assert_eq!(bench.read("out/minimized/a.smt2"), first, "it stays");
    let other = bench.read("out/changed/minimized/a.smt2");
    has(&row, &[("bytes_after", &other.len().to_string())]);
    let digest = blake3::hash(&other).to_hex().to_string();
    has(
        &row,
        &[("minimized_blake3", &digest), ("one_minimal", "yes")],
    );
    bench.still(&[&solver], "out/changed/minimized/a.smt2", 9);
    assert!(!bench.path("out/earlier").exists());
    bench.write("runs", "");
    second_night(&bench, &solver);
    assert_eq!(runs(&bench), 0, "the row is taken up");

    // The next build still shows the other failure: its result stands, too.
    build(&bench, "three", BOTH, FAILS_OTHERWISE);
    let (_, row) = second_night(&bench, &solver);
    has(
        &row,
        &[("status", "changed"), ("minimized_blake3", &digest)],
    );
    assert!(runs(&bench) <= 6, "{} runs", runs(&bench));

    // Then the first failure is back.
    build(&bench, "four", GREATER, FAILS);
    let (exit, row) = second_night(&bench, &solver);
    assert_eq!((exit, &*row["status"]), (Some(0), "reduced"), "{row:#?}");
    has(&row, &[("bytes_after", &first.len().to_string())]);
    assert_eq!(bench.read("out/changed/minimized/a.smt2"), other);

    // Whoever takes the result away makes the other failure the usual one.
    build(&bench, "five", BOTH, FAILS_OTHERWISE);
    second_night(&bench, &solver);
    fs::remove_file(bench.path("out/minimized/a.smt2")).expect("the result");
    let (exit, row) = second_night(&bench, &solver);
    assert_eq!((exit, &*row["status"]), (Some(0), "reduced"), "{row:#?}");
    bench.still(&[&solver], "out/minimized/a.smt2", 9);
}

#[test]
fn a_changed_case_whose_earlier_result_still_fails_as_before_says_that_both_are_open() {
    let (bench, solver, first) = after_a_first_night();
    let does = format!("grep -q get-value \"$1\" && {{ {FAILS_OTHERWISE}; }}\n{FAILS}");
    build(&bench, "two", GREATER, &does);
    let (exit, row) = second_night(&bench, &solver);
    assert_eq!((exit, &*row["status"]), (Some(3), "changed"), "{row:#?}");
    assert!(row["detail"].contains("both failures are open"), "{row:#?}");
    assert_eq!(bench.read("out/minimized/a.smt2"), first, "it stays");
    build(&bench, "three", BOTH, FAILS_OTHERWISE);
    let (_, row) = second_night(&bench, &solver);
    assert!(!row["detail"].contains("both failures"), "{row:#?}");
}

#[test]
fn what_was_fixed_and_fails_again_has_regressed_until_the_next_build() {
    let (bench, solver, first) = after_a_first_night();
    let nights = [
        ("two", "echo unsupported; echo unsat", "fixed"),
        ("three", "echo sat", "fixed"),
        ("four", FAILS, "regressed"),
        ("five", FAILS, "reduced"),
        ("six", "echo unsat", "fixed"),
        ("seven", FAILS, "regressed"),
    ];
    for (name, does, status) in nights {
        build(&bench, name, GREATER, does);
        let (exit, row) = second_night(&bench, &solver);
        assert_eq!((exit, &*row["status"]), (Some(0), status), "{row:#?}");
        has(&row, &[("bytes_after", &first.len().to_string())]);
        assert!(runs(&bench) <= 4);
        if status == "fixed" {
            // The answer, and not that a command is passed over.
            let answer = does.rsplit("echo ").next().unwrap_or_default();
            let quoted = format!("no longer fails: it says `{answer}` (exit 0)");
            assert!(row["detail"].contains(&quoted), "{row:#?}");
        }
        bench.write("runs", "");
        let (_, again) = second_night(&bench, &solver);
        has(&again, &[("status", status)]);
        assert_eq!(runs(&bench), 0, "the row is taken up");
    }
    assert_eq!(bench.read("out/minimized/a.smt2"), first);
    let summary = bench.text("out/summary.md");
    assert!(
        summary.contains("1 cases: 1 regressed.") || summary.contains("1 regressed"),
        "{summary}"
    );
}

#[test]
fn a_failure_that_may_be_told_where_the_output_is_not_kept_is_not_fixed() {
    let bench = Bench::new();
    bench.write("cases/a.smt2", INPUT);
    let batch = [
        "batch",
        "cases",
        "--out",
        "out",
        "--match-out",
        "wrong",
        "--",
        "./solver",
    ];
    bench.script(
        "solver",
        "#!/bin/sh\ngrep '> x 0' \"$1\" && echo wrong\nexit 0\n",
    );
    bench.smelt(&batch).exits(0);
    let much = "yes | head -c 100000";
    let told = format!("#!/bin/sh\n{much}\ngrep -q '> x 0' \"$1\" && echo wrong\n{much}\n");
    bench.script("solver", &told);
    bench.smelt(&batch).exits(3);
    has(&bench.row("out", "a.smt2"), &[("status", "not-reproduced")]);
}

#[test]
fn a_failure_that_only_the_result_still_shows_is_open() {
    let (bench, solver, first) = after_a_first_night();
    let group = bench.row("out", "a.smt2")["group"].clone();
    let does = format!("grep -q get-value \"$1\" && {{ echo sat; exit 0; }}\n{FAILS}");
    build(&bench, "two", GREATER, &does);
    let (exit, row) = second_night(&bench, &solver);
    assert_eq!((exit, &*row["status"]), (Some(0), "reduced"), "{row:#?}");
    assert!(row["detail"].contains("is still open"), "{row:#?}");
    has(&row, &[("signature", "exit 9: Assertion failed: x")]);
    assert_eq!(row["group"], group, "{row:#?}");
    assert_eq!(bench.read("out/minimized/a.smt2"), first);
    bench.write("runs", "");
    second_night(&bench, &solver);
    assert_eq!(runs(&bench), 0, "the row is taken up");
    build(&bench, "three", GREATER, "echo unsat");
    assert_eq!(second_night(&bench, &solver).1["status"], "fixed");
    build(&bench, "four", GREATER, &does);
    assert_eq!(second_night(&bench, &solver).1["status"], "regressed");
}

/// What does not depend on jobs, the store or interruptions: the results, and the reproducible columns.
fn reproducible(bench: &Bench) -> (BTreeMap<String, Vec<u8>>, String) {
    let report = ["report", "out", "--format", "csv", "--stable"];
    let mut all = files(&bench.path("out/minimized"));
    let beside = files(&bench.path("out/changed/minimized")).into_iter();
    all.extend(beside.map(|(name, text)| (format!("changed/{name}"), text)));
    (all, bench.smelt(&report).exits(0).out)
}

/// Three cases and three nights. The second build has changed one failure, and both it and the third fail on no result of
/// the build before. `later` makes a night with these words, in which `JOBS` stands for the number of jobs.
fn three_nights(later: &dyn Fn(&Bench, &[&str])) -> (BTreeMap<String, Vec<u8>>, String) {
    let bench = Bench::new();
    bench.write("cases/a.smt2", INPUT);
    bench.write("cases/b.smt2", INPUT.replace("(= x y)", "(= y x) (= x y)"));
    let other = INPUT.replace("get-value (x y)", "get-value (y)");
    bench.write("cases/c.smt2", other);
    let solver = bench.path("solver").to_string_lossy().into_owned();
    let words = |jobs| {
        let words = "batch cases --out out --cache out.db -j".split(' ');
        let words: Vec<&str> = words.chain([jobs, "--", &solver]).collect();
        words
    };
    build(&bench, "one", GREATER, FAILS);
    bench.smelt(&words("1")).exits(0);
    let does = format!("grep -q 'value (y' \"$1\" && {{ {FAILS_OTHERWISE}; }}\n{FAILS}");
    build(&bench, "two", BOTH, &does);
    later(&bench, &words("JOBS"));
    build(&bench, "three", &[BOTH, &["< y 10"]].concat(), &does);
    later(&bench, &words("JOBS"));
    reproducible(&bench)
}

fn with_jobs<'w>(words: &[&'w str], jobs: &'w str) -> Vec<&'w str> {
    let words = words.iter();
    let words = words.map(|&word| if word == "JOBS" { jobs } else { word });
    words.collect()
}

#[test]
fn later_nights_end_with_the_same_bytes_however_they_were_made() {
    let whole = three_nights(&|bench, words| {
        bench.smelt(&with_jobs(words, "1")).exits(3);
    });
    assert!(whole.0.contains_key("changed/c.smt2"), "{:?}", whole.1);
    let side_by_side = three_nights(&|bench, words| {
        bench.smelt(&with_jobs(words, "3")).exits(3);
    });
    let killed = three_nights(&|bench, words| {
        for limit in [2, 5, 9, 14, 20, 30, 50] {
            bench.write("runs", "");
            bench.write("limit", limit.to_string());
            let mut child = start(bench, &with_jobs(words, "1"));
            wait("it gets there", || {
                runs(bench) > limit || has_ended(&mut child)
            });
            drop(child);
        }
        bench.write("limit", "99999");
        bench.smelt(&with_jobs(words, "1")).exits(3);
    });
    for other in [side_by_side, killed] {
        assert_eq!(whole.1, other.1);
        assert!(whole.0 == other.0, "{:?}", other.0.keys());
    }
}

#[test]
fn an_output_directory_whose_chains_are_links_is_not_written_through() {
    let (bench, solver, _) = after_a_first_night();
    fs::remove_dir_all(bench.path("out/chain")).expect("a chain");
    fs::create_dir(bench.path("elsewhere")).expect("a directory");
    std::os::unix::fs::symlink(bench.path("elsewhere"), bench.path("out/chain")).expect("a link");
    build(&bench, "two", BOTH, FAILS);
    let (exit, row) = second_night(&bench, &solver);
    assert_eq!((exit, &*row["status"]), (Some(3), "failed"), "{row:#?}");
    assert!(row["detail"].contains("is a link"), "{row:#?}");
    assert_eq!(files(&bench.path("elsewhere")).len(), 0);
}

#[test]
fn a_failure_that_a_new_build_shows_with_fewer_seeds_is_not_fixed() {
    let bench = Bench::new();
    bench.write("cases/a.smt2", INPUT);
    let solver = bench.path("solver").to_string_lossy().into_owned();
    for (first, status, code) in [(1, "reduced", 0), (3, "not-reproduced", 3)] {
        let text = format!(
            "#!/bin/sh\n[ ${{1#--seed=}} -ge {first} ] && grep -q '> x 0' \"$2\" && {{ {FAILS}; }}\n\
             echo sat\n"
        );
        bench.script("solver", &text);
        let begin = ["batch", "cases", "--out", "out", "--cache", "none", "-j1"];
        let seeds = ["--seeds", "3", "--at-least", "2", "--", &solver];
        let words = [&begin[..], &seeds, &["--seed={seed}"]].concat();
        bench.smelt(&words).exits(code);
        let row = bench.row("out", "a.smt2");
        assert_eq!(row["status"], status, "{row:#?}");
    }
}
