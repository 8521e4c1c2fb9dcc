//! Hints: a solver that must refute each candidate says which parts matter, whether it can be believed or not.

use crate::support::{Bench, Ran};
use std::collections::HashMap;

/// A solver that refutes a text with `(q 7)` in it, and asked for a core does this besides.
fn reference(bench: &Bench, core: &str) {
    let text = format!(
        "#!/bin/sh\nif grep -q '(q 7)' \"$1\"; then echo unsat; else echo unknown; exit 0; fi\n\
         if grep -q get-unsat-core \"$1\"; then {core}; fi\n"
    );
    bench.script("reference", &text);
}

/// Names the marks of the assertion that matters.
const TRUE: &str = "grep '(q 7)' \"$1\" | grep -o 'smelt-mark-[0-9]*' | sed 's/mark/name/' | tr '\\n' ' ' | sed 's/.*/(&)/'";

/// A case of many conjuncts, and a solver under test that knows nothing.
fn bench(core: &str) -> Bench {
    let bench = Bench::new();
    let claims =
        (0..200).map(|k| format!("(assert (and (p {k}) (not (or (q {k}) (q (- {k}))))))\n"));
    let declared = "(declare-fun p (Int) Bool)\n(declare-fun q (Int) Bool)\n";
    let text = format!("{declared}{}(check-sat)\n", claims.collect::<String>());
    bench.write("cases/a.smt2", text);
    bench.script("solver", "#!/bin/sh\necho unknown\n");
    bench.write("needed", "");
    reference(&bench, core);
    bench
}

/// A reduction into this output, in which the reference must give this answer.
fn batch(bench: &Bench, out: &str, answer: &str, options: &[&str]) -> Ran {
    let path = |name: &str| bench.path(name).to_string_lossy().into_owned();
    let (solver, reference) = (path("solver"), path("reference"));
    let words = ["batch", "cases", "--out", out, "--depends", "needed"];
    let rule = [
        "--match-out",
        "unknown",
        "-c",
        &*reference,
        "--match-out-cc",
        answer,
    ];
    bench.smelt(&[&words[..], &rule, options, &["--", &*solver]].concat())
}

/// The minimized text and the row of a reduction into this output, in which the reference must refute the text.
fn reduced(bench: &Bench, out: &str, options: &[&str]) -> (String, HashMap<String, String>) {
    batch(bench, out, "unsat", options).exits(0);
    let row = bench.row(out, "a.smt2");
    assert_eq!(row["one_minimal"], "yes", "{row:#?}");
    (bench.text(&format!("{out}/minimized/a.smt2")), row)
}

fn number(row: &HashMap<String, String>, column: &str) -> u64 {
    row[column].parse().expect("a number")
}

const ALONE: [&str; 4] = ["--cache", "none", "-j", "1"];

#[test]
fn what_a_core_names_is_left_after_one_candidate() {
    let bench = bench(TRUE);
    let (with, row) = reduced(&bench, "with", &[&ALONE[..], &["--trace"]].concat());
    assert_eq!(row["hints"], "1", "what is left is small: {row:#?}");
    let trace = bench.text("with/trace/a.smt2.csv");
    let first = trace.lines().nth(2).expect("an accepted text");
    assert!(first.starts_with("1,hint,"), "{trace}");
    let (without, plain) = reduced(
        &bench,
        "without",
        &[&ALONE[..], &["--hints", "never"]].concat(),
    );
    assert_eq!((plain["hints"].as_str(), &*without), ("0", &*with));
    let (runs, more) = (number(&row, "runs"), number(&plain, "runs"));
    assert!(runs < more, "{runs} runs, without hints {more}");
}

#[test]
fn a_core_that_is_wrong_or_none_changes_nothing_but_the_number_of_runs() {
    let truth = reduced(&bench(TRUE), "out", &ALONE).0;
    for core in [
        "echo '(smelt-name-3)'",
        "echo '(error \"not available\")'",
        "grep -o 'smelt-name-[0-9]*' \"$1\" | tr '\\n' ' ' | sed 's/.*/(&)/'",
        "echo '(smelt-name-100000)'",
        "head -c 99999 /dev/zero",
        "kill -SEGV $$",
    ] {
        let (text, row) = reduced(&bench(core), "out", &ALONE);
        assert_eq!(text, truth, "{core}");
        assert!(number(&row, "hints") >= 1, "{core}");
    }
}

#[test]
fn hints_are_the_same_for_any_number_of_jobs_and_are_found_in_the_store() {
    let bench = bench("echo '(smelt-name-3 smelt-name-30)'");
    let (one, row) = reduced(&bench, "one", &ALONE);
    let (two, of_two) = reduced(&bench, "two", &["--cache", "none", "-j", "3"]);
    assert_eq!((&two, &of_two["hints"]), (&one, &row["hints"]));
    reduced(&bench, "cold", &["--cache", "s.db", "-j", "1"]);
    let (warm, row) = reduced(&bench, "warm", &["--cache", "s.db", "-j", "1"]);
    assert_eq!(warm, one);
    assert!(number(&row, "runs") <= 8, "{row:#?}");
}

#[test]
fn a_solver_that_refutes_nothing_is_not_asked() {
    let bench = bench(TRUE);
    bench.script(
        "reference",
        "#!/bin/sh\ngrep -q '(q 7)' \"$1\" && echo sat || echo unsat\n",
    );
    let options = [&ALONE[..], &["--max-checks", "40"]].concat();
    batch(&bench, "out", "sat", &options);
    assert_eq!(bench.row("out", "a.smt2")["hints"], "0");
}

#[test]
fn no_text_is_asked_about_twice_at_one_depth() {
    let bench = bench(TRUE);
    let asked = bench.path("asked");
    // It tells nothing about marks, and lies about whole assertions.
    let core = format!(
        "cksum <\"$1\" >>'{}'; grep -q smelt-mark \"$1\" || echo '(smelt-name-3)'",
        asked.display()
    );
    reference(&bench, &core);
    let (text, _) = reduced(&bench, "out", &ALONE);
    assert!(text.contains("(q 7)"), "{text}");
    let asked = bench.text("asked");
    let mut texts: Vec<&str> = asked.lines().collect();
    let all = texts.len();
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts.len(), all, "{asked}");
    assert!(all >= 2, "{asked}");
}
