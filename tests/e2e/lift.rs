//! `--lift`: the result in another format of its language, where it fails there too.

use crate::support::Bench;

const NUMBERS: &str =
    "asp 1 0 0\n1 1 1 5 0 0\n1 0 1 6 0 1 5\n1 0 0 0 2 6 -5\n4 1 a 1 5\n4 1 b 1 6\n0\n";
const TEXT: &str = "{a}.\nb :- a.\n:- b, not a.\n";

/// The result of reducing [`NUMBERS`], as text.
const LIFTED: &str = "{x5}.\n";

/// Fails on a choice in numbers or in text.
fn reads_both(bench: &Bench) -> String {
    solver(bench, "both", "'^1 1 1 |[{][a-z]'")
}

/// Fails on a choice in numbers only.
fn reads_numbers(bench: &Bench) -> String {
    solver(bench, "numbers", "'^1 1 1 '")
}

fn solver(bench: &Bench, name: &str, pattern: &str) -> String {
    let text = format!("#!/bin/sh\ncat \"$@\" | grep -qE {pattern} && exit 9\nexit 0\n");
    bench.script(name, &text).to_string_lossy().into_owned()
}

/// Prints numbers for a text with a choice.
fn grounder(bench: &Bench) -> String {
    let text = "#!/bin/sh\necho 'asp 1 0 0'\ngrep -q '[{]' \"$1\" && echo '1 1 1 1 0 0'\necho 0\n";
    bench.script("ground", text).to_string_lossy().into_owned()
}

const REDUCE: [&str; 5] = ["reduce", "--cache", "none", "--lift", "lp"];

#[test]
fn a_result_that_fails_as_text_too_is_written_beside_the_result_in_numbers() {
    let bench = Bench::new();
    bench.write("a.aspif", NUMBERS);
    let solver = reads_both(&bench);
    let ran = bench.smelt(&[&REDUCE[..], &["a.aspif", "small.aspif", &solver]].concat());
    ran.exits(0)
        .says(&["also in the format `lp`", "small.aspif.lp"]);
    assert!(bench.text("small.aspif").starts_with("asp 1 0 0\n1 1 1 "));
    assert_eq!(bench.text("small.aspif.lp"), LIFTED);
}

#[test]
fn a_text_that_does_not_fail_is_not_written_and_an_older_one_goes() {
    let bench = Bench::new();
    bench.write("a.aspif", NUMBERS);
    bench.write("small.aspif.lp", "older");
    let solver = reads_numbers(&bench);
    let ran = bench.smelt(&[&REDUCE[..], &["a.aspif", "small.aspif", &solver]].concat());
    ran.exits(0)
        .says(&["no text in the format `lp`", "--lift-with"]);
    assert!(bench.text("small.aspif").starts_with("asp 1 0 0\n1 1 1 "));
    assert!(!bench.path("small.aspif.lp").exists());
}

#[test]
fn a_solver_that_reads_numbers_only_reads_what_another_program_makes_of_the_text() {
    let bench = Bench::new();
    bench.write("a.aspif", NUMBERS);
    let (solver, ground) = (reads_numbers(&bench), grounder(&bench));
    let through = [
        "--lift-with",
        &ground,
        "a.aspif",
        "small.aspif",
        &solver,
        "{}",
    ];
    bench
        .smelt(&[&REDUCE[..], &through].concat())
        .exits(0)
        .says(&["also in the format `lp`"]);
    assert_eq!(bench.text("small.aspif.lp"), LIFTED);
}

#[test]
fn a_batch_lifts_each_result_that_is_not_in_the_format_already_and_the_store_answers_later() {
    let bench = Bench::new();
    bench.write("cases/a/numbers.aspif", NUMBERS);
    bench.write("cases/text.lp", TEXT);
    let solver = reads_both(&bench);
    // What a script calls must be known, or its runs are kept for one output only.
    bench.write("nothing", "");
    let mut rows = Vec::new();
    for (out, jobs) in [("one", "1"), ("two", "2"), ("one-again", "1")] {
        let words = "batch cases --cache store --depends nothing --lift lp --out";
        let words: Vec<&str> = words.split(' ').collect();
        let words = [&words[..], &[out, "-j", jobs, "--", &solver]].concat();
        bench.smelt(&words).exits(0);
        let lifted = bench.text(&format!("{out}/lifted/a/numbers.aspif.lp"));
        assert_eq!(lifted, LIFTED);
        assert!(!bench.path(&format!("{out}/lifted/text.lp.lp")).exists());
        assert_eq!(bench.row(out, "text.lp")["notes"], "");
        let row = bench.row(out, "a/numbers.aspif");
        assert_eq!(row["status"], "reduced");
        assert!(row["notes"].contains("numbers.aspif.lp"), "{row:#?}");
        rows.push(row);
    }
    let runs = |nth: usize| rows[nth]["runs"].parse::<u64>().expect("a number");
    // The source run, both golden runs, and the last runs of both results.
    assert_eq!(runs(2), 5);
    assert!(runs(0) > runs(2));
}

#[test]
fn the_best_result_of_a_search_that_is_cut_is_lifted_too() {
    let bench = Bench::new();
    bench.write("a.aspif", NUMBERS);
    bench.write("small.aspif.lp", "older");
    let solver = reads_both(&bench);
    let cut = ["--max-checks", "1", "a.aspif", "small.aspif", &solver];
    let ran = bench.smelt(&[&REDUCE[..], &cut].concat());
    ran.exits(5).says(&["also in the format `lp`"]);
    assert_ne!(bench.text("small.aspif"), NUMBERS);
    assert!(bench.text("small.aspif.lp").starts_with('{'));
}

#[test]
fn what_cannot_be_converted_is_told() {
    let bench = Bench::new();
    bench.write("a.lp", "{p(X)} :- q(X). q(1..2).\n");
    let solver = solver(&bench, "opaque", "'p.X'");
    let words = [
        "reduce", "--cache", "none", "--lift", "aspif", "a.lp", "b.lp", &solver,
    ];
    bench.smelt(&words).exits(0).says(&["cannot be converted"]);
    assert!(!bench.path("b.lp.aspif").exists());
}

#[test]
fn formats_and_programs_that_make_no_sense_are_refused_before_anything_runs() {
    let bench = Bench::new();
    bench.write("a.aspif", NUMBERS);
    bench.write("b.aspif.lp", TEXT);
    let solver = reads_both(&bench);
    let refused = [
        (&["--lift", "pdf", "a.aspif", "b.aspif"][..], "lp"),
        (&["--lift-with", "gringo", "a.aspif", "b.aspif"], "`lift`"),
        (&["--lift", "lp", "a.aspif", "-"], "file"),
        (&["--lift", "lp", "b.aspif.lp", "b.aspif"], "input"),
        (
            &[
                "--lift",
                "lp",
                "--lift-with",
                "no-such-grounder",
                "a.aspif",
                "b.aspif",
            ],
            "no-such",
        ),
    ];
    for (words, told) in refused {
        let words = [&["reduce", "--cache", "none"], words, &[&solver]].concat();
        bench.smelt(&words).exits(2).says(&[told]);
    }
}

#[test]
fn a_text_of_an_earlier_result_does_not_stay_beside_another_result() {
    let bench = Bench::new();
    let solver = reads_both(&bench);
    let night = |options: &[&str]| {
        let batch = ["batch", "cases", "--out", "out", "--cache", "none"];
        bench.smelt(&[&batch[..], options, &["--", &solver]].concat())
    };
    bench.write("cases/a.aspif", NUMBERS);
    night(&["--lift", "lp"]).exits(0);
    assert_eq!(bench.text("out/lifted/a.aspif.lp"), LIFTED);
    bench.write(
        "cases/a.aspif",
        NUMBERS.replace("1 1 1 5 0 0", "1 1 1 7 0 0"),
    );
    night(&[]).exits(0);
    assert!(!bench.path("out/lifted/a.aspif.lp").exists());
}
