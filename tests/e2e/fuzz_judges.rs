//! Who judges the solvers that `smelt fuzz` tries: trusted solvers, or the others under test; and what they compare.

use super::fuzz::{SOUND, UNSATISFIABLE, files, fuzz, programs, row};
use crate::support::Bench;

#[test]
fn the_majority_of_the_trusted_solvers_decides() {
    let bench = Bench::new();
    let unsatisfiable = format!("#!/bin/sh\n{UNSATISFIABLE}\n");
    let other = bench.script("other", &unsatisfiable).display().to_string();
    let third = bench.script("third", SOUND).display().to_string();
    // One of two is no majority, and leaves the answer open; two of three are one.
    fuzz(
        &bench,
        &unsatisfiable,
        &["--count", "4", "--trusted", &other],
    )
    .exits(0);
    assert_eq!(row(&bench)["undecided"], "4");
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
