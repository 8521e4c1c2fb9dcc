//! `smelt status`, and the end of a batch: what became of the cases since the night before.

use crate::interruption::{ends, hangs_after, runs, signal, start, wait};
use crate::support::{Bench, INPUT, Ran};
use crate::terminal::Terminal;
use serde_json::Value;
use std::fs;

/// A solver that fails on a text with one of these words, and on `other` in another way.
fn fails_on(bench: &Bench, words: &str, other: &str) -> String {
    let text = format!(
        "#!/bin/sh\nif grep -qE '{other}' \"$1\"; then exit 8; fi\nif grep -qE '{words}' \"$1\"; then exit 9; fi\necho sat\n"
    );
    bench.script("solver", &text).to_string_lossy().into_owned()
}

fn night(bench: &Bench, out: &str, solver: &str) -> Ran {
    bench.smelt(&[
        "batch", "cases", "--out", out, "--cache", "none", "--", solver,
    ])
}

/// Checks that this is in what was printed.
fn prints(ran: &Ran, words: &str) {
    assert!(ran.out.contains(words), "{words} in {ran:#?}");
}

/// The standing of each case, by name.
fn standings(bench: &Bench, arguments: &[&str]) -> Vec<(String, String)> {
    let ran = bench
        .smelt(&[&["status"], arguments, &["--format", "json"]].concat())
        .exits(0);
    let status: Value = serde_json::from_str(&ran.out).expect("JSON");
    let cases = status["cases"].as_array().expect("cases").iter();
    let word = |value: &Value| value.as_str().expect("a word").to_owned();
    let mut found: Vec<_> = cases
        .map(|case| (word(&case["case"]), word(&case["standing"])))
        .collect();
    found.sort();
    found
}

/// Two nights in which something happens to every case.
fn two_nights() -> (Bench, Ran) {
    let bench = Bench::new();
    for name in ["open", "fixed", "gone"] {
        bench.write(
            &format!("cases/{name}.smt2"),
            format!("(check-sat)\n({name})\n(exit)\n"),
        );
    }
    bench.write("cases/silent.smt2", "(check-sat)\n");
    bench.write("cases/empty.smt2", "");
    bench.write("cases/hollow.smt2", "");
    let solver = fails_on(&bench, "open|fixed|gone", "none of them");
    night(&bench, "out", &solver).exits(3);
    fs::remove_file(bench.path("cases/gone.smt2")).expect("a case");
    bench.write("cases/fresh.smt2", "(check-sat)\n(fresh)\n(exit)\n");
    fails_on(&bench, "open|fresh", "none of them");
    let ran = night(&bench, "out", &solver).exits(3);
    (bench, ran)
}

#[test]
fn a_batch_ends_with_what_became_of_each_case_and_status_says_the_same_and_writes_nothing() {
    let (bench, ran) = two_nights();
    for (group, line) in [
        ("new (1)", "fresh.smt2"),
        ("fixed (1)", "fixed.smt2"),
        ("still open (1)", "open.smt2"),
        ("not reproduced (1)", "silent.smt2"),
        ("failed (2)", "2 cases: empty.smt2, hollow.smt2"),
        ("gone (1)", "gone.smt2"),
    ] {
        let begin = ran
            .out
            .find(&format!("\n{group}\n"))
            .unwrap_or_else(|| panic!("{group}: {}", ran.out));
        let line_below = ran.out[begin..].lines().nth(2).unwrap_or_default();
        assert!(
            line_below.starts_with(&format!("  {line}")),
            "{group}: {}",
            ran.out
        );
    }
    assert_eq!(
        ran.out.matches("The file is empty.").count(),
        1,
        "{}",
        ran.out
    );
    assert!(ran.out.ends_with(
        "\n7 cases: 1 new, 1 fixed, 1 still open, 1 not reproduced, 2 failed, 1 gone.\n"
    ));
    fs::remove_file(bench.path("out/lock")).expect("a lock");
    let journal = bench.read("out/journal.jsonl");
    let status = bench.smelt(&["status", "out"]).exits(0);
    assert_eq!((status.out, status.err), (ran.out, String::new()));
    assert_eq!(bench.read("out/journal.jsonl"), journal);
    assert!(!bench.path("out/lock").exists());
}

#[test]
fn the_json_says_where_the_minimized_file_of_each_case_is() {
    let (bench, _) = two_nights();
    let ran = bench.smelt(&["status", "out", "--format", "json"]).exits(0);
    let status: Value = serde_json::from_str(&ran.out).expect("JSON");
    let mut with_file = Vec::new();
    for case in status["cases"].as_array().expect("cases") {
        if let Some(place) = case["minimized"].as_str() {
            let bytes = bench.read(&format!("out/{place}")).len();
            assert_eq!(case["bytes_after"], bytes, "{case}");
            with_file.push(place);
        }
        let has_file = !case["bytes_after"].is_null();
        assert_eq!(case["minimized"].is_string(), has_file, "{case}");
    }
    with_file.sort_unstable();
    let expected = ["fixed", "fresh", "open"].map(|name| format!("minimized/{name}.smt2"));
    assert_eq!(with_file, expected);
}

#[test]
fn since_a_time_or_another_output_other_things_have_happened() {
    let (bench, _) = two_nights();
    let of = |name: &str, standing: &str| (format!("{name}.smt2"), standing.to_owned());
    let since = |since: &str| standings(&bench, &["out", "--since", since]);
    let long_ago = [
        of("empty", "failed"),
        of("fixed", "fixed"),
        of("fresh", "new"),
        of("hollow", "failed"),
        of("open", "new"),
        of("silent", "not reproduced"),
    ];
    assert_eq!(since("2001-01-01"), long_ago);
    let now = [
        of("empty", "failed"),
        of("fixed", "fixed before"),
        of("fresh", "still open"),
        of("hollow", "failed"),
        of("open", "still open"),
        of("silent", "not reproduced"),
    ];
    std::thread::sleep(std::time::Duration::from_millis(1100));
    assert_eq!(since("1s"), now);
    let solver = fails_on(&bench, "open", "fresh");
    night(&bench, "other", &solver).exits(3);
    let other = [
        of("empty", "failed"),
        of("fixed", "not reproduced"),
        of("fresh", "changed"),
        of("hollow", "failed"),
        of("open", "still open"),
        of("silent", "not reproduced"),
    ];
    assert_eq!(standings(&bench, &["other", "--since", "out"]), other);
    // The name of an output may look like a time.
    fs::rename(bench.path("out"), bench.path("2001-01-01")).expect("an output");
    assert_eq!(
        standings(&bench, &["other", "--since", "2001-01-01"]),
        other
    );
}

#[test]
fn what_needs_a_look_is_told_by_the_exit_code_where_that_is_wanted() {
    let (bench, _) = two_nights();
    bench.smelt(&["status", "out", "--exit-code"]).exits(3);
    let solver = bench.path("solver").to_string_lossy().into_owned();
    night(&bench, "out", &solver).exits(3);
    let again = bench.smelt(&["status", "out", "--exit-code"]).exits(0);
    assert!(!again.out.contains("\nnew"), "{}", again.out);
    assert!(again.out.contains("\nfixed before (1)\n"), "{}", again.out);
}

#[test]
fn continuous_integration_sees_open_bugs_fail_and_fixed_ones_pass() {
    let (bench, _) = two_nights();
    let junit = bench
        .smelt(&["status", "out", "--format", "junit"])
        .exits(0)
        .out;
    assert!(junit.starts_with("<?xml"), "{junit}");
    assert!(
        junit.contains(r#"tests="6" skipped="1" failures="2" errors="2""#),
        "{junit}"
    );
    assert!(
        junit.contains(r#"<failure message="new: exit 9" type="new">"#),
        "{junit}"
    );
    let fixed = junit
        .lines()
        .find(|line| line.contains("fixed.smt2"))
        .expect("a test");
    assert!(fixed.trim_end().ends_with("/>"), "{fixed}");
    let markdown = bench
        .smelt(&["status", "out", "--format", "markdown"])
        .exits(0)
        .out;
    assert!(
        markdown.contains("\n## still open (1)\n\n| case | bytes | reduction % | what |\n"),
        "{markdown}"
    );
}

#[test]
fn while_a_batch_runs_the_status_says_what_has_begun_and_what_waits() {
    let bench = Bench::new();
    bench.write("cases/a.smt2", INPUT);
    bench.write("cases/b.smt2", "(check-sat)\n");
    let solver = hangs_after(&bench, 3);
    let batch = [
        "batch", "cases", "--out", "out", "--cache", "none", "-j", "1", "--", &solver,
    ];
    let mut child = start(&bench, &batch);
    wait("it gets there", || runs(&bench) > 3);
    let ran = bench.smelt_beside(&["status", "out"]).exits(0);
    assert!(
        ran.out.contains("\nunfinished (1)\n  a.smt2  "),
        "{}",
        ran.out
    );
    assert!(
        ran.out.ends_with("\n2 cases: 1 unfinished, 1 waiting.\n"),
        "{}",
        ran.out
    );
    signal(&child, "INT");
    ends(&mut child);
}

#[test]
fn no_name_steers_a_terminal_and_no_line_is_wider_than_it() {
    let bench = Bench::new();
    let names = [
        "deep/down/漢字漢字漢字漢字漢字漢字漢字.smt2",
        "\u{202e}reversed.smt2",
        "a.smt2",
        "b.smt2",
    ];
    for name in names {
        bench.write(&format!("cases/{name}"), "(check-sat)\n(open)\n(exit)\n");
    }
    bench.write("cases/c.smt2", "");
    let solver = fails_on(&bench, "open", "none");
    night(&bench, "out", &solver).exits(3);
    for columns in [40, 80, 160] {
        let terminal = Terminal::start(&bench, columns, &["status", "out"]);
        let (status, screen) = terminal.end();
        assert!(status.success(), "{screen}");
        assert!(
            !screen.contains('\u{202e}') && screen.contains("new (4)"),
            "{screen}"
        );
        assert!(screen.contains("5 cases"), "{screen}");
        assert_eq!(screen.contains("runs"), columns > 120, "{screen}");
    }
}

#[test]
fn what_another_search_has_found_is_not_judged_and_a_known_bug_is_not_new_to_a_further_search() {
    let bench = Bench::new();
    bench.write("cases/bug.smt2", "(check-sat)\n(bug)\n(exit)\n");
    let solver = fails_on(&bench, "bug", "nothing");
    let night = |effort: &str| {
        bench.smelt(&[
            "batch", "cases", "--out", "out", "--cache", "none", "--effort", effort, "--", &solver,
        ])
    };
    prints(&night("normal").exits(0), "1 case: 1 new");
    prints(&night("quick").exits(0), "1 case: 1 still open");
    fails_on(&bench, "nothing", "nothing");
    prints(&night("quick"), "1 case: 1 fixed");
    let tests = bench.smelt(&["status", "out", "--format", "junit"]);
    prints(&tests, "tests=\"1\"");
    prints(&tests, "failures=\"0\"");
    assert_eq!(standings(&bench, &["out"]).len(), 1);
}

#[test]
fn a_search_that_is_cut_hides_no_news_of_its_failure() {
    let bench = Bench::new();
    bench.write(
        "cases/bug.smt2",
        "(check-sat)\n(a)\n(b)\n(bug)\n(c)\n(exit)\n",
    );
    let solver = fails_on(&bench, "bug", "nothing");
    let night = |checks: &str| {
        bench.smelt(&[
            "batch",
            "cases",
            "--out",
            "out",
            "--cache",
            "none",
            "--max-checks",
            checks,
            "--",
            &solver,
        ]);
        let found = standings(&bench, &["out"]);
        let code = bench.smelt(&["status", "out", "--exit-code"]).code;
        (found[0].1.clone(), code)
    };
    let is = |standing: &str, code: i32| (standing.to_owned(), Some(code));
    assert_eq!(night("1"), is("new", 3));
    assert_eq!(night("1000"), is("smaller", 0));
    fails_on(&bench, "nothing", "nothing");
    assert_eq!(night("1000"), is("fixed", 0));
    // The minimized file does not fail, so there is something to search.
    bench.script(
        "solver",
        "#!/bin/sh\ngrep -q bug \"$1\" && grep -q check \"$1\" && exit 9\necho sat\n",
    );
    assert_eq!(night("1"), is("regressed", 3));
}

#[test]
fn a_night_in_which_a_case_could_not_be_worked_on_is_told_and_makes_no_old_bug_new() {
    let bench = Bench::new();
    bench.write("cases/bug.smt2", "(check-sat)\n(bug)\n(exit)\n");
    let solver = fails_on(&bench, "bug", "nothing");
    night(&bench, "out", &solver).exits(0);
    fs::remove_file(&solver).expect("a solver");
    prints(&night(&bench, "out", &solver).exits(3), "1 failed");
    fails_on(&bench, "bug", "nothing");
    prints(
        &night(&bench, "out", &solver).exits(0),
        "1 case: 1 still open",
    );
}

#[test]
fn what_cannot_be_compared_is_refused_and_the_message_says_what_can() {
    let (bench, _) = two_nights();
    let timed = bench.text("out/journal.jsonl");
    let time = regex::Regex::new(r#","(at|ended|started)":"[^"]*""#).expect("a regular expression");
    bench.write("old/journal.jsonl", time.replace_all(&timed, "").as_ref());
    for (arguments, message) in [
        (
            &["status", "gone"][..],
            "`gone` is not the output of a batch",
        ),
        (
            &["status", "out", "--since", "gone"],
            "neither a time nor the output of a batch",
        ),
        (
            &["status", "out", "--since", "cases"],
            "`cases` is not the output of a batch",
        ),
        (
            &["status", "out", "--since", "2999-01-01"],
            "has not come yet",
        ),
        (
            &["status", "old", "--since", "2999-01-01"],
            "has not come yet",
        ),
        (&["status", "old", "--since", "1s"], "does not say when"),
        (&["status"], "required"),
    ] {
        let ran = bench.smelt(arguments).exits(2);
        assert_eq!(ran.out, "");
        ran.says(&[message]);
    }
    let old = bench.smelt(&["status", "old"]).exits(0).out;
    assert!(old.starts_with("old, since the run before\n"), "{old}");
}
