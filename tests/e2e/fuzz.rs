//! `smelt fuzz asp` with fake solvers: what each defect is called, what is written, and that a batch can read it.

use crate::interruption::{ends, signal, start, wait};
use crate::support::{Bench, Ran};
use crate::terminal::Terminal;
use std::collections::BTreeMap;
use std::path::Path;

/// A fake solver that answers as clingo does: a model without atoms, unless the program has `not x2`.
pub(crate) const SOUND: &str = "#!/bin/sh
echo 'clingo version 5.0.0'
echo 'Answer: 1'; echo; echo SATISFIABLE; echo; echo 'Models       : 1'
exit 30
";

/// The same, but with this instead where the program has `not x2`.
fn faulty(instead: &str) -> String {
    let line = format!("grep -q 'not x2' \"$1\" && {{ {instead}; }}");
    SOUND.replacen("echo", &format!("{line}\necho"), 1)
}

pub(crate) const UNSATISFIABLE: &str =
    "echo 'clingo version 5.0.0'; echo UNSATISFIABLE; echo; echo 'Models       : 0'; exit 20";

/// Runs `smelt fuzz asp` on small normal programs, with a trusted solver that is sound, and writes to `found`.
pub(crate) fn fuzz(bench: &Bench, subject: &str, more: &[&str]) -> Ran {
    let subject = bench.script("subject", subject).display().to_string();
    let trusted = bench.script("trusted", SOUND).display().to_string();
    let begin = [
        "fuzz", "asp", "--class", "nlp", "--atoms", "8", "--seed", "1",
    ];
    let solvers = ["--trusted", &trusted, "--out", "found", "--", &subject];
    bench.smelt(&[&begin[..], more, &solvers].concat())
}

/// The only row of the table.
pub(crate) fn row(bench: &Bench) -> std::collections::HashMap<String, String> {
    let rows = bench.rows("found/fuzz.csv");
    assert_eq!(rows.len(), 1, "{rows:?}");
    rows[0].clone()
}

/// All files below a directory.
pub(crate) fn files(bench: &Bench, below: &str) -> BTreeMap<String, Vec<u8>> {
    let root = bench.path(below);
    let files = walkdir::WalkDir::new(&root).into_iter();
    let files = files.map(|entry| entry.expect("an entry"));
    files
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let name = entry.path().strip_prefix(&root).expect("below");
            let bytes = std::fs::read(entry.path()).expect("a file");
            (name.display().to_string(), bytes)
        })
        .collect()
}

/// The programs that were written under a category.
pub(crate) fn programs(bench: &Bench, category: &str) -> Vec<String> {
    let is_program = |name: &str| Path::new(name).extension().is_some_and(|ext| ext == "lp");
    let names = files(bench, "found").into_keys();
    names
        .filter(|name| name.starts_with(category) && is_program(name))
        .collect()
}

#[test]
fn each_defect_has_a_category_of_its_own_and_a_batch_reduces_what_was_found() {
    let bad_model =
        "echo 'clingo version 5.0.0'; echo 'Answer: 1'; echo x1; echo SATISFIABLE; exit 10";
    let table = [
        ("error", "kill -SEGV $$"),
        (
            "error",
            "echo '*** ERROR: (clasp): vector::at' >&2; exit 65",
        ),
        ("incorrect", UNSATISFIABLE),
        ("invalid-model", bad_model),
        ("hang", "while :; do :; done"),
    ];
    for (category, instead) in table {
        let bench = Bench::new();
        let refuting = SOUND.replacen(
            "echo",
            &format!("grep -q '^:- not x1[.]' \"$1\" && {{ {UNSATISFIABLE}; }}\necho"),
            1,
        );
        let refuting = bench.script("refuting", &refuting).display().to_string();
        let subject = bench
            .script("subject", &faulty(instead))
            .display()
            .to_string();
        let ran = bench.smelt(&[
            "fuzz",
            "asp",
            "--class",
            "nlp",
            "--atoms",
            "8",
            "--seed",
            "1",
            "--count",
            "12",
            "--timeout",
            "1",
            "--keep",
            "2",
            "--trusted",
            &refuting,
            "--out",
            "found",
            "--",
            &subject,
        ]);
        let ran = ran.exits(0).says(&["programs=12 "]);
        assert!(
            ran.out.contains("## NLP fuzzing results on 12 programs"),
            "{ran:?}"
        );
        let row = row(&bench);
        let column = category.replace('-', "_");
        let count: u64 = row[&column].parse().expect("a count");
        assert!(count >= 2, "{category}: {row:?}");
        let answered =
            ["satisfiable", "unsatisfiable"].map(|it| row[it].parse::<u64>().expect("a count"));
        assert_eq!(count + answered[0] + answered[1], 12, "{category}: {row:?}");
        let found = programs(&bench, category);
        assert_eq!(found.len(), 2, "{found:?}");
        bench
            .smelt(&[
                "batch",
                "found",
                "--out",
                "small",
                "--cache",
                "none",
                "--max-checks",
                "60",
            ])
            .says(&["cases=2 "]);
        for row in bench.rows("small/results.csv") {
            let status = row["status"].as_str();
            assert!(["reduced", "stopped"].contains(&status), "{row:#?}");
            let bytes =
                ["bytes_before", "bytes_after"].map(|it| row[it].parse::<u64>().expect("bytes"));
            assert!(bytes[1] < bytes[0] / 2, "{row:#?}");
        }
    }
}

#[test]
fn a_solver_that_always_says_unsatisfiable_is_always_incorrect() {
    let bench = Bench::new();
    let subject = format!("#!/bin/sh\n{UNSATISFIABLE}\n");
    fuzz(&bench, &subject, &["--count", "7", "--keep", "3"]).exits(0);
    assert_eq!(row(&bench)["incorrect"], "7");
    assert_eq!(programs(&bench, "incorrect").len(), 3);
}

#[test]
fn a_syntax_error_is_no_defect_and_is_told_once() {
    let bench = Bench::new();
    let refuses = "#!/bin/sh\necho '*** ERROR: (clingo): parsing failed' >&2\nexit 65\n";
    let ran = fuzz(&bench, refuses, &["--count", "5"]).exits(0);
    assert_eq!(
        ran.err.matches("refuses a program: parsing failed").count(),
        1,
        "{ran:?}"
    );
    let row = row(&bench);
    assert_eq!((&*row["refused"], &*row["error"]), ("5", "0"));
    assert!(!bench.path("found/smelt.toml").exists());
}

#[test]
fn a_program_draws_one_set_of_options_and_its_case_has_them() {
    let bench = Bench::new();
    // The program is the last argument.
    let subject = format!(
        "#!/bin/sh\n[ \"$1\" = --wrong ] && {{ {UNSATISFIABLE}; }}\n{}",
        SOUND.trim_start_matches("#!/bin/sh\n")
    );
    let options = [
        "--count",
        "12",
        "--options",
        "",
        "--options",
        "--wrong --much",
    ];
    fuzz(&bench, &subject, &options).exits(0);
    let row = row(&bench);
    let count: usize = row["incorrect"].parse().expect("a count");
    assert!(count > 0 && count < 12, "{row:?}");
    assert_eq!(programs(&bench, "incorrect/subject+2/").len(), count);
    let config = String::from_utf8(bench.read("found/smelt.toml")).expect("text");
    assert!(config.contains("\"--wrong\", \"--much\"]"), "{config}");
}

#[test]
fn what_is_found_does_not_depend_on_the_number_of_jobs() {
    let of_jobs = |jobs: &str| {
        let bench = Bench::new();
        let options = ["--count", "40", "--keep", "5", "-j", jobs];
        fuzz(&bench, &faulty(UNSATISFIABLE), &options).exits(0);
        let mut files = files(&bench, "found");
        // It names the directory of the scripts.
        files.remove("smelt.toml").expect("a configuration");
        files
    };
    let one = of_jobs("1");
    assert!(one.len() == 6, "{:?}", one.keys());
    assert_eq!(of_jobs("4"), one);
}

#[test]
fn ctrl_c_keeps_everything_and_exits_with_130() {
    let bench = Bench::new();
    let subject = bench
        .script("subject", &faulty(UNSATISFIABLE))
        .display()
        .to_string();
    let trusted = bench.script("trusted", SOUND).display().to_string();
    let mut child = start(
        &bench,
        &[
            "fuzz",
            "asp",
            "--trusted",
            &trusted,
            "--out",
            "found",
            "--",
            &subject,
        ],
    );
    wait("it finds something", || {
        bench.path("found/smelt.toml").exists()
    });
    signal(&child, "INT");
    assert_eq!(ends(&mut child), Some(130));
    let row = row(&bench);
    let [all, wrong] =
        ["programs", "incorrect"].map(|it| row[it].parse::<usize>().expect("a count"));
    assert!(wrong > 0 && all >= wrong, "{row:?}");
    assert_eq!(programs(&bench, "incorrect").len(), wrong.min(100));
}

#[test]
fn the_time_ends_a_run_even_while_a_solver_hangs() {
    let bench = Bench::new();
    let hangs = "#!/bin/sh\nsleep 77\n";
    let ran = fuzz(&bench, hangs, &["--time", "1", "--timeout", "60"]).exits(0);
    assert!(ran.err.contains("programs=0 defects=0"), "{ran:?}");
}

#[test]
fn results_of_an_earlier_run_are_not_overwritten() {
    let bench = Bench::new();
    fuzz(&bench, SOUND, &["--count", "1"]).exits(0);
    fuzz(&bench, SOUND, &["--count", "1"])
        .exits(2)
        .says(&["has results of an earlier run", "--out"]);
}

#[test]
fn a_command_that_cannot_work_is_refused_before_anything_runs() {
    let bench = Bench::new();
    bench
        .smelt(&["fuzz", "asp"])
        .exits(2)
        .says(&["no solver to try", "--emit"]);
    bench
        .smelt(&["fuzz", "asp", "--", "./nowhere/clingo"])
        .exits(2)
        .says(&["no such file"]);
    bench
        .smelt(&["fuzz", "asp", "--atoms", "9:3", "--emit", "1"])
        .exits(2)
        .says(&["minimum 9 is above the maximum 3"]);
    bench
        .smelt(&["fuzz", "asp", "--negation", "0:101", "--emit", "1"])
        .exits(2)
        .says(&["out of range", "0:100"]);
    bench
        .smelt(&["fuzz", "asp", "--emit", "2"])
        .exits(2)
        .says(&["--out"]);
}

#[test]
fn emit_writes_the_same_programs_that_solvers_are_tried_on() {
    let bench = Bench::new();
    fuzz(
        &bench,
        &format!("#!/bin/sh\n{UNSATISFIABLE}\n"),
        &["--count", "5"],
    )
    .exits(0);
    let emit = [
        "fuzz", "asp", "--class", "nlp", "--atoms", "8", "--seed", "1", "--emit",
    ];
    bench
        .smelt(&[&emit[..], &["5", "--out", "all"]].concat())
        .exits(0);
    let tried = files(&bench, "found/incorrect/subject");
    assert_eq!(tried.len(), 5);
    assert_eq!(files(&bench, "all"), tried);
    // Once more they are there already; another file of the name stays.
    let again = [&emit[..], &["5", "--out", "all"]].concat();
    bench.smelt(&again).exits(0);
    bench.write("all/nlp-1-000003.lp", "mine.\n");
    bench.smelt(&again).exits(2).says(&["is no such program"]);
    assert_eq!(bench.text("all/nlp-1-000003.lp"), "mine.\n");
    let one = bench
        .smelt(&[&emit[..], &["1", "--first", "3"]].concat())
        .exits(0);
    assert_eq!(one.out.as_bytes(), tried["nlp-1-000003.lp"]);
}

#[test]
fn after_the_last_program_that_there_is_no_first_one_follows() {
    let bench = Bench::new();
    for (first, programs) in [(u64::MAX, "programs=0 "), (u64::MAX - 1, "programs=1 ")] {
        let out = format!("from-{first}");
        let first = first.to_string();
        let solver = bench.script("solver", SOUND).display().to_string();
        let numbers = ["--first", &first, "--count", "3", "-j", "3"];
        let begin = ["fuzz", "asp", "--atoms", "8", "--out", &out];
        let solvers = ["--trusted", &solver, "--", &solver];
        bench
            .smelt(&[&begin[..], &numbers, &solvers].concat())
            .exits(0)
            .says(&[programs]);
    }
}

#[test]
fn a_terminal_shows_programs_a_second_and_defects() {
    let bench = Bench::new();
    let subject = format!("#!/bin/sh\n{UNSATISFIABLE}\n");
    let subject = bench.script("subject", &subject).display().to_string();
    let trusted = bench.script("trusted", SOUND).display().to_string();
    let arguments = [
        "fuzz",
        "asp",
        "--time",
        "3",
        "--trusted",
        &trusted,
        "--",
        &subject,
    ];
    let terminal = Terminal::start(&bench, 120, &arguments);
    terminal.wait_for("the rate and the defects", |screen| {
        let words = [" programs  ", " a second  ", " incorrect)", " left"];
        words.iter().all(|word| screen.contains(word))
    });
}
