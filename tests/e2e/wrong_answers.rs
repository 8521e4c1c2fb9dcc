//! Wrong answers of answer-set solvers, with scripts in place of the solvers.

use crate::support::Bench;

/// One rule on a line. `bug.` and `core.` are what matters.
const INPUT: &str = "{a;b}.\nbug.\nc :- a.\ncore.\nd :- b.\n";

/// The beginning of each fake solver: `has` looks for a line in the file, the last argument.
const BEGIN: &str = "#!/bin/sh
for file; do :; done
has() { grep -qxF -- \"$1\" \"$file\"; }
sat() { printf 'clasp version 3\\nAnswer: 1\\n%s\\nSATISFIABLE\\n\\nModels : 1\\n' \"$1\"; exit 30; }
unsat() { printf 'clasp version 3\\nUNSATISFIABLE\\n\\nModels : 0\\n'; exit 20; }
unknown() { printf 'clasp version 3\\nUNKNOWN\\n\\nModels : 0+\\n'; exit 0; }
refuses() { echo '*** ERROR: (clingo): parsing failed' >&2; exit \"$1\"; }
";

/// A bench with the case and fake solvers by name.
fn bench(solvers: &[(&str, &str)]) -> Bench {
    let bench = Bench::new();
    bench.write("case.lp", INPUT);
    for (name, text) in solvers {
        bench.script(name, &format!("{BEGIN}{text}\n"));
    }
    bench
}

/// Reduces the case and returns the result.
#[track_caller]
fn reduced(bench: &Bench, options: &[&str], command: &[&str]) -> String {
    let begin = ["reduce", "--cache", "none", "--language", "lines"];
    let call = [&begin[..], options, &["case.lp", "small.lp"], command].concat();
    bench.smelt(&call).exits(0).says(&["reduced"]);
    bench.text("small.lp")
}

const WRONG: (&str, &str) = ("wrong", "has bug. && unsat; sat a");

#[test]
fn an_incorrect_answer_is_kept_where_the_trusted_solver_has_an_answer_set() {
    for (nth, trusted) in [
        // Each of these would let `core.` go if what a trusted solver does not know counted.
        "has core. && sat a; unsat",
        "has core. && sat a; unknown",
        "has core. && sat a; refuses 65",
        "has core. && sat a; refuses 0",
        "has core. && sat a; kill -SEGV $$",
        "has core. && sat a; while :; do :; done",
    ]
    .into_iter()
    .enumerate()
    {
        let bench = bench(&[WRONG, ("trusted", trusted)]);
        let options = ["--timeout-cc", "0.3", "--incorrect", "./trusted"];
        let small = reduced(&bench, &options, &["./wrong"]);
        assert_eq!(small, "bug.\ncore.\n", "trusted solver {nth}");
    }
}

#[test]
fn a_trusted_answer_set_must_be_verified_if_there_is_a_verifier() {
    let trusted = ("trusted", "sat a");
    let bench = bench(&[
        WRONG,
        trusted,
        ("verifier", "has core. && has ':- not a.' && sat a; unsat"),
    ]);
    let options = ["--incorrect", "./trusted"];
    assert_eq!(reduced(&bench, &options, &["./wrong"]), "bug.\n");
    let options = [&options[..], &["--verified-by", "./verifier"]].concat();
    assert_eq!(reduced(&bench, &options, &["./wrong"]), "bug.\ncore.\n");
}

#[test]
fn a_model_is_checked_by_the_trusted_solver_on_the_program_limited_to_it() {
    let bench = bench(&[
        ("wrong", "has bug. && sat 'a b'; sat b"),
        (
            "trusted",
            "has ':- not b.' || unknown; has ':- not a.' && has core. && unsat; sat 'a b'",
        ),
    ]);
    let small = reduced(&bench, &["--invalid-model", "./trusted"], &["./wrong"]);
    assert_eq!(small, "bug.\ncore.\n");
}

#[test]
fn models_differ_where_a_known_solver_is_asked_for_all_of_them() {
    // Counts two models only if it was asked for all.
    let models = "two() { [ \"$1 $2\" = '-n 0' ] || unknown
printf 'Answer: 1\\na\\nAnswer: 2\\n%s\\nSATISFIABLE\\n\\nModels : 2\\n' \"$3\"; exit 30; }\n";
    let old = format!("{models}has bug. && two $1 $2 a; two $1 $2 b");
    let new = format!("{models}has core. && two $1 $2 b; unsat");
    let bench = bench(&[("clasp-old", &old), ("clasp-new", &new)]);
    let options = ["--models-differ-from", "./clasp-new"];
    // Without `core.`, the new one has no model: that is another kind of difference.
    assert_eq!(reduced(&bench, &options, &["./clasp-old"]), "bug.\ncore.\n");
    let call = ["check", "--cache", "none", "--language", "lines"];
    let checked = bench.smelt(&[&call[..], &options, &["case.lp", "./clasp-old"]].concat());
    let checked = checked.exits(0);
    assert!(
        checked
            .out
            .contains("the solver lacks a model of the reference"),
        "{checked:?}"
    );
}

#[test]
fn a_majority_of_the_voters_decides() {
    let bench = bench(&[
        WRONG,
        ("right", "sat a"),
        ("other", "has core. && sat a; unsat"),
        ("crashes", "kill -SEGV $$"),
    ]);
    let vote = |voters: &[&str]| {
        let options: Vec<&str> = voters
            .iter()
            .flat_map(|&voter| ["--outvoted-by", voter])
            .collect();
        reduced(&bench, &options, &["./wrong"])
    };
    assert_eq!(vote(&["./right", "./other", "./crashes"]), "bug.\ncore.\n");
    assert_eq!(vote(&["./right", "./other", "./right"]), "bug.\n");
    let begin = ["check", "--cache", "none", "--language", "lines"];
    let options = ["--outvoted-by", "./right", "--outvoted-by", "./crashes"];
    let call = [&begin[..], &options, &["case.lp", "./wrong"]].concat();
    bench.smelt(&call).exits(3).says(&["1 of 2 do"]);
}

#[test]
fn an_answer_and_a_syntax_error_are_no_failures() {
    let bench = bench(&[
        ("answers", "sat a"),
        ("refuses", "refuses 65"),
        ("refuses-0", "refuses 0"),
        (
            "fails",
            "has core. || refuses 65; echo '*** ERROR: (clasp): internal' >&2; exit 65",
        ),
    ]);
    let begin = ["check", "--cache", "none", "--language", "lines", "case.lp"];
    let check = |solver| bench.smelt(&[&begin[..], &[solver]].concat()).exits(3);
    check("./answers").says(&["reports no failure", "--models-differ-from"]);
    check("./refuses").says(&["parsing failed", "that is no failure"]);
    check("./refuses-0").says(&["parsing failed", "that is no failure"]);
    assert_eq!(reduced(&bench, &[], &["./fails"]), "core.\n");
}

#[test]
fn a_pipeline_needs_no_shell_and_ends_as_its_last_program_does() {
    let bench = bench(&[
        ("ground", "has core. || refuses 1; cat \"$file\""),
        ("trusted", "sat a"),
        ("spins", "while :; do :; done"),
    ]);
    let reads = "#!/bin/sh\n[ \"$1\" = -q ] || exit 2\ngrep -qxF bug. || exit 10\n\
                 printf 'clasp version 3\\nUNSATISFIABLE\\n'\nexit 20\n";
    bench.script("solve", reads);
    let options = ["--incorrect", "./trusted"];
    for command in [
        &["./ground | ./solve -q"][..],
        &["./ground", "{}", "|", "./solve", "-q"],
        &["./ground | cat | ./solve -q"],
    ] {
        let small = reduced(&bench, &options, command);
        assert_eq!(small, "bug.\ncore.\n", "{command:?}");
    }
    let begin = ["check", "--cache", "none", "--language", "lines", "case.lp"];
    let check = |options: &[&str], command| {
        let begin = [&begin[..1], options, &begin[1..]].concat();
        bench.smelt(&[&begin[..], &[command]].concat())
    };
    let hangs = check(&["--hangs=0.2", "--allow-trivial"], "./ground | ./spins").exits(0);
    assert!(hangs.out.contains("CPU time limit"), "{hangs:?}");
    check(&[], "./ground | ./gone")
        .exits(2)
        .says(&["no such file"]);
    check(&[], "./ground |")
        .exits(2)
        .says(&["command is empty"]);
}

#[test]
fn answers_about_models_are_stored_and_a_second_reduction_runs_nothing_but_its_checks() {
    let bench = bench(&[
        ("wrong", "has bug. && sat 'a b'; sat b"),
        (
            "trusted",
            "has ':- not a.' && has core. && unsat; sat 'a b'",
        ),
    ]);
    bench.write("cases/case.lp", INPUT);
    let depends = "wrong.draft";
    let batch = |out: &str| {
        let options = [
            "--cache",
            "store.db",
            "--language",
            "lines",
            "--depends",
            depends,
        ];
        let rule = ["--invalid-model", "./trusted", "--out", out];
        let begin = ["batch", "cases"];
        bench
            .smelt(&[&begin[..], &options, &rule, &["--", "./wrong"]].concat())
            .exits(0);
        bench.row(out, "case.lp")
    };
    let (cold, warm) = (batch("cold"), batch("warm"));
    assert_eq!(cold["oracle"], "invalid-model");
    assert_eq!(cold["signature"], "invalid model");
    for column in [
        "status",
        "bytes_after",
        "checks",
        "signature_after",
        "one_minimal",
    ] {
        assert_eq!(cold[column], warm[column], "{column}");
    }
    // On a busy machine, a run may be made ahead of an answer that was cut off in the first batch.
    let runs = |row: &std::collections::HashMap<String, String>| -> u64 {
        let number = |column: &str| row[column].parse::<u64>().expect("a number");
        number("runs") - number("runs_wasted")
    };
    // Source, golden twice and the final text, each by both solvers.
    assert_eq!(runs(&warm), 8);
    assert!(runs(&cold) > 12, "{cold:#?}");
}

#[test]
fn a_hang_is_steered_by_a_short_limit_and_shown_under_the_full_one() {
    // Without `core.` it ends after a second of CPU time: after the short limit, and before the full one.
    let spins = "if has bug.; then if has core.; then while :; do :; done; fi
(ulimit -t 1; while :; do :; done) 2>/dev/null; fi; sat a";
    let bench = bench(&[("slow", spins), ("quick", "has c. && sat a; unsat")]);
    bench.write("case.lp", "bug.\nc.\ncore.\n");
    let options = ["--hangs=2", "--solved-by", "./quick"];
    let small = reduced(&bench, &options, &["./slow"]);
    assert_eq!(small, "bug.\ncore.\n", "whatever the trusted solver says");

    let unsolved = ["--hangs=0.3", "--timeout-cc=0.3", "--solved-by", "./slow"];
    let begin = ["check", "--cache", "none", "--language", "lines"];
    let call = [&begin[..], &unsolved, &["case.lp", "./slow"]].concat();
    bench.smelt(&call).exits(3).says(&["second solver"]);
}
