//! `smelt fuzz asp` with fake solvers: what each defect is called, what is written, and that a batch can read it.

use crate::interruption::{ends, signal, start, wait};
use crate::support::{Bench, Ran};
use crate::terminal::Terminal;
use std::collections::BTreeMap;
use std::path::Path;

/// A fake solver that answers as clingo does: a model without atoms, unless the program has `not x2`.
const SOUND: &str = "#!/bin/sh
echo 'clingo version 5.0.0'
echo 'Answer: 1'; echo; echo SATISFIABLE; echo; echo 'Models       : 1'
exit 30
";

/// The same, but with this instead where the program has `not x2`.
fn faulty(instead: &str) -> String {
    let line = format!("grep -q 'not x2' \"$1\" && {{ {instead}; }}");
    SOUND.replacen("echo", &format!("{line}\necho"), 1)
}

const UNSATISFIABLE: &str =
    "echo 'clingo version 5.0.0'; echo UNSATISFIABLE; echo; echo 'Models       : 0'; exit 20";

/// Runs `smelt fuzz asp` on small normal programs, with a trusted solver that is sound, and writes to `found`.
fn fuzz(bench: &Bench, subject: &str, more: &[&str]) -> Ran {
    let subject = bench.script("subject", subject).display().to_string();
    let trusted = bench.script("trusted", SOUND).display().to_string();
    let begin = [
        "fuzz", "asp", "--class", "nlp", "--atoms", "8", "--seed", "1",
    ];
    let solvers = ["--trusted", &trusted, "--out", "found", "--", &subject];
    bench.smelt(&[&begin[..], more, &solvers].concat())
}

/// The only row of the table.
fn row(bench: &Bench) -> std::collections::HashMap<String, String> {
    let rows = bench.rows("found/fuzz.csv");
    assert_eq!(rows.len(), 1, "{rows:?}");
    rows[0].clone()
}

/// All files below a directory.
fn files(bench: &Bench, below: &str) -> BTreeMap<String, Vec<u8>> {
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
fn programs(bench: &Bench, category: &str) -> Vec<String> {
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
fn the_majority_of_the_trusted_solvers_decides() {
    let bench = Bench::new();
    let unsatisfiable = format!("#!/bin/sh\n{UNSATISFIABLE}\n");
    let other = bench.script("other", &unsatisfiable).display().to_string();
    let third = bench.script("third", SOUND).display().to_string();
    // One of two is no majority; two of three are one.
    fuzz(
        &bench,
        &unsatisfiable,
        &["--count", "4", "--trusted", &other],
    )
    .exits(0);
    assert_eq!(row(&bench)["unsatisfiable"], "4");
    std::fs::remove_dir_all(bench.path("found")).expect("removed");
    let three = ["--count", "4", "--trusted", &other, "--trusted", &third];
    fuzz(&bench, &unsatisfiable, &three).exits(0);
    assert_eq!(row(&bench)["incorrect"], "4");
    let config = String::from_utf8(bench.read("found/smelt.toml")).expect("text");
    assert!(
        config.contains("outvoted-by = [\"other\", \"third\", \"trusted\"]"),
        "{config}"
    );
}

#[test]
fn without_a_trusted_solver_the_others_under_test_vote() {
    let bench = Bench::new();
    let sound = bench.script("sound", SOUND).display().to_string();
    let also = bench.script("also", SOUND).display().to_string();
    let wrong = bench.script("wrong", &format!("#!/bin/sh\n{UNSATISFIABLE}\n"));
    let wrong = wrong.display().to_string();
    bench
        .smelt(&[
            "fuzz",
            "asp",
            "--count",
            "4",
            "--subject",
            &sound,
            "--subject",
            &also,
            "--out",
            "found",
            "--",
            &wrong,
        ])
        .exits(0);
    let rows = bench.rows("found/fuzz.csv");
    let incorrect: Vec<_> = rows
        .iter()
        .map(|row| (&*row["solver"], &*row["incorrect"]))
        .collect();
    assert_eq!(incorrect, [("wrong", "4"), ("sound", "0"), ("also", "0")]);
}

#[test]
fn all_models_are_compared_if_that_is_asked_for() {
    let models = |list: &str, counted: usize| {
        format!(
            "#!/bin/sh\necho 'clingo version 5.0.0'\n{list}\necho SATISFIABLE; echo; echo 'Models       : {counted}'\nexit 30\n"
        )
    };
    let answer = |nth: usize, atoms: &str| format!("echo 'Answer: {nth}'; echo '{atoms}'\n");
    let both = answer(1, "") + &answer(2, "x1");
    let table = [
        ("missing_model", models(&answer(1, ""), 1)),
        ("extra_model", models(&(both.clone() + &answer(3, "x2")), 3)),
        (
            "repeated_model",
            models(&(both.clone() + &answer(3, "x1")), 3),
        ),
        ("other_number", models("", 3)),
        ("satisfiable", models(&both, 2)),
    ];
    for (column, subject) in table {
        let bench = Bench::new();
        let subject = bench.script("subject", &subject).display().to_string();
        let trusted = bench
            .script("trusted", &models(&both, 2))
            .display()
            .to_string();
        bench
            .smelt(&[
                "fuzz",
                "asp",
                "--count",
                "3",
                "--all-models",
                "--trusted",
                &trusted,
                "--out",
                "found",
                "--",
                &subject,
            ])
            .exits(0);
        assert_eq!(row(&bench)[column], "3", "{column}: {:?}", row(&bench));
    }
}

#[test]
fn wrong_consequences_are_a_defect_even_where_the_trusted_solver_prints_models() {
    let bench = Bench::new();
    let printing = |name: &str, answers: &str, summary: &str| {
        let text = format!(
            "#!/bin/sh\necho 'clingo version 5.0.0'\n{answers}\necho SATISFIABLE; echo; {summary}\nexit 30\n"
        );
        bench.script(name, &text).display().to_string()
    };
    let trusted = printing(
        "trusted",
        "echo 'Answer: 1'; echo x1; echo 'Answer: 2'; echo 'x1 x2'",
        "echo 'Models       : 2'",
    );
    let subject = printing(
        "subject",
        "echo 'Answer: 1'; echo x1; echo 'Consequences: [0;1]'; echo 'Answer: 2'; echo; echo 'Consequences: [0;0]'",
        "echo 'Models       : 2'; echo '  Cautious   : yes'; echo 'Consequences : 0'",
    );
    let call = [
        "fuzz",
        "asp",
        "--atoms",
        "8",
        "--seed",
        "1",
        "--count",
        "3",
        "--all-models",
    ];
    let solvers = ["--trusted", &trusted, "--out", "found", "--", &subject];
    bench.smelt(&[&call[..], &solvers].concat()).exits(0);
    let row = row(&bench);
    assert_eq!(row["wrong_consequences"], row["programs"], "{row:?}");
    let found = programs(&bench, "wrong-consequences");
    let options = ["--out", "small", "--cache", "none", "--allow-trivial"];
    let reduced = bench.smelt(&[&["batch", "found"], &options[..]].concat());
    reduced.says(&[&format!("cases={} ", found.len()), "failed=0"]);
    let signature = bench.rows("small/results.csv")[0]["signature"].clone();
    assert_eq!(signature, "missing consequence");
}

#[test]
fn a_solver_hangs_if_any_of_the_trusted_solvers_needs_little_time() {
    let bench = Bench::new();
    let hanging = "#!/bin/sh\nwhile :; do :; done\n";
    let first = bench.script("first", hanging).display().to_string();
    let options = ["--trusted", &first, "--count", "2", "--timeout", "0.5"];
    fuzz(&bench, hanging, &options).exits(0);
    assert_eq!(row(&bench)["hang"], "2");
    let found = files(&bench, "found/hang").into_iter();
    let beside: Vec<_> = found.filter(|(name, _)| name.ends_with("toml")).collect();
    assert_eq!(beside.len(), 2, "{beside:?}");
    for (_, rule) in beside {
        let rule = String::from_utf8_lossy(&rule);
        assert!(rule.contains("solved-by = \"trusted\""), "{rule}");
    }
}

#[test]
fn another_optimum_is_a_defect_even_if_only_one_model_is_looked_for() {
    let bench = Bench::new();
    let of_cost = |cost: &str| {
        format!(
            "#!/bin/sh\necho 'clingo version 5.0.0'\necho 'Answer: 1'; echo; echo 'Optimization: {cost}'\n\
             echo 'OPTIMUM FOUND'; echo; echo 'Models       : 1'\nexit 30\n"
        )
    };
    let trusted = bench.script("better", &of_cost("2")).display().to_string();
    let subject = bench.script("subject", &of_cost("3")).display().to_string();
    let solvers = ["--trusted", &trusted, "--out", "found", "--", &subject];
    let begin = ["fuzz", "asp", "--count", "3"];
    bench.smelt(&[&begin[..], &solvers].concat()).exits(0);
    assert_eq!(row(&bench)["wrong_optimum"], "3");
    let config = String::from_utf8(bench.read("found/smelt.toml")).expect("text");
    assert!(
        config.contains("models-differ-from = \"better\""),
        "{config}"
    );
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
    let one = bench
        .smelt(&[&emit[..], &["1", "--first", "3"]].concat())
        .exits(0);
    assert_eq!(one.out.as_bytes(), tried["nlp-1-000003.lp"]);
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
