//! Plain lines: files that no solver's language reads, in batches, with the store, reports and a second night.

use crate::support::{Bench, script};

/// Forty lines of which two matter.
fn text() -> String {
    let line = |n| match n {
        7 => "the first (culprit\n".to_owned(),
        31 => "the second culprit\n".to_owned(),
        _ => format!("padding {n}\n"),
    };
    (0..40).map(line).collect()
}

#[test]
fn a_text_file_is_reduced_by_lines_and_the_next_night_asks_nothing() {
    let bench = Bench::new();
    bench.write("cases/log.txt", text());
    let solver = script("contains.sh");
    // A script says with `--depends` what it needs, or its runs serve one output only.
    bench.write("needed", "nothing\n");
    let batch = |out| {
        let begin = ["batch", "cases", "--out", out, "--cache", "store", "-j1"];
        let command = ["--depends", "needed", "--", &solver, "first", "second"];
        bench.smelt(&[&begin[..], &command].concat()).exits(0)
    };
    batch("out");
    let row = bench.row("out", "log.txt");
    assert_eq!(
        (row["language"].as_str(), row["status"].as_str()),
        ("lines", "reduced")
    );
    assert_eq!(row["commands_after"], "2", "{row:#?}");
    assert_eq!(
        bench.read("out/minimized/log.txt"),
        b"the first (culprit\nthe second culprit\n"
    );
    batch("again");
    let again = bench.row("again", "log.txt");
    assert_eq!(again["checks"], row["checks"]);
    assert_eq!(again["minimized_blake3"], row["minimized_blake3"]);
    assert!(
        again["runs"].parse::<u32>().expect("a number") < 8,
        "{again:#?}"
    );
}

#[test]
fn a_text_without_a_final_line_feed_is_reduced_to_one_without_it() {
    let bench = Bench::new();
    bench.write("log.txt", "one\ntwo\nthree");
    let reduce = ["reduce", "--cache", "none", "--script"];
    for (script, left) in [
        ("grep -q three \"$1\"", "three"),
        ("grep -q two \"$1\"", "two"),
        (
            "grep -q two \"$1\" && tail -c 1 \"$1\" | grep -q e",
            "two\nthree",
        ),
    ] {
        bench.script("test.sh", &format!("#!/bin/sh\n{script}\n"));
        let files = ["./test.sh", "log.txt", "small.txt"];
        bench.smelt(&[&reduce[..], &files].concat()).exits(0);
        assert_eq!(bench.text("small.txt"), left, "{script}");
    }
}

#[test]
fn whoever_names_the_language_gets_files_of_any_extension() {
    let bench = Bench::new();
    bench.write("cases/input.weird", text());
    bench.write("cases/none", text());
    bench.write("cases/good.smt2", text());
    let solver = script("contains.sh");
    let begin = [
        "batch",
        "cases",
        "--out",
        "out",
        "--cache",
        "none",
        "--language",
        "lines",
    ];
    bench
        .smelt(&[&begin[..], &["--", &solver, "first", "second"]].concat())
        .exits(0);
    for case in ["input.weird", "none", "good.smt2"] {
        let row = bench.row("out", case);
        assert_eq!(
            (row["language"].as_str(), row["commands_after"].as_str()),
            ("lines", "2")
        );
        assert_eq!(row["one_minimal"], "yes");
    }
}

#[test]
fn every_strategy_and_minimiser_reduces_lines_from_the_command_line() {
    let bench = Bench::new();
    bench.write("log.txt", text());
    let solver = script("contains.sh");
    for strategy in ["auto", "hybrid", "ddmin", "hierarchical"] {
        for minimiser in ["halving", "adaptive", "wdd"] {
            let options = ["reduce", "--cache", "none", "--strategy", strategy];
            let more = ["--minimiser", minimiser, "log.txt", "small.txt"];
            let command = [solver.as_str(), "first", "second"];
            bench
                .smelt(&[&options[..], &more, &command].concat())
                .exits(0);
            assert_eq!(
                bench.read("small.txt"),
                b"the first (culprit\nthe second culprit\n",
                "{strategy} {minimiser}"
            );
        }
    }
}

#[test]
fn an_unknown_strategy_minimiser_or_language_is_an_error_that_lists_the_known_ones() {
    let bench = Bench::new();
    bench.write("log.txt", text());
    let table = [
        ("--strategy", "hybrid"),
        ("--minimiser", "halving"),
        ("--language", "lines"),
    ];
    for (option, known) in table {
        let words = ["reduce", option, "nonsense", "log.txt", "small.txt", "true"];
        bench.smelt(&words).exits(2).says(&["nonsense", known]);
    }
}
