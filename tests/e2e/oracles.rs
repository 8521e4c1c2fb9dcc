//! Oracles about amounts, builds, seeds and several rules at once, with solvers that are scripts.

use crate::support::Bench;

const INPUT: &str = "(set-logic QF_LIA)
(declare-const x Int)
(assert (> x 0))
(check-sat)
";

/// What is left where only `> x 0` matters.
const RESULT: &str = "(declare-const x Int)\n(assert (> x 0))\n";

fn bench(solver: &str) -> Bench {
    let bench = Bench::new();
    bench.write("bug.smt2", INPUT);
    bench.script("solver", solver);
    bench
}

/// Reduces with these options and these words as the command, and returns the result.
#[track_caller]
fn reduced(bench: &Bench, options: &[&str], command: &[&str]) -> String {
    let words = [
        &["reduce", "--cache", "none", "--ill-formed", "never"],
        options,
        &["bug.smt2", "small.smt2"],
        command,
    ];
    bench.smelt(&words.concat()).exits(0).says(&["reduced"]);
    bench.text("small.smt2")
}

/// Checks with these options, which must be refused in these words.
#[track_caller]
fn refused(bench: &Bench, options: &[&str], command: &[&str], words: &[&str]) {
    let call = [
        &["reduce", "--cache", "none"],
        options,
        &["bug.smt2", "small.smt2"],
        command,
    ];
    bench.smelt(&call.concat()).exits(3).says(words);
    assert!(!bench.path("small.smt2").exists());
}

/// Reports much effort where the file contains the word.
const COUNTS: &str = "#!/bin/sh
for file; do :; done
echo sat
if grep -q '> x 0' \"$file\"; then n=5000; else n=40; fi
echo \"(:max-memory 16.0 :rlimit-count $n)\"
";

#[test]
fn effort_that_the_solver_counts_is_kept_and_a_bound_above_it_is_refused() {
    let bench = bench(COUNTS);
    let small = reduced(
        &bench,
        &["--more-than", "rlimit-count", "1000"],
        &["./solver"],
    );
    assert_eq!(small, RESULT);
    let small = reduced(
        &bench,
        &["--more-than", "rlimit-count", "50%"],
        &["./solver"],
    );
    assert_eq!(small, RESULT);
    std::fs::remove_file(bench.path("small.smt2")).expect("a result");
    refused(
        &bench,
        &["--more-than", "rlimit-count", "5000"],
        &["./solver"],
        &["took 5000 rlimit-count, and must take more than 5000 rlimit-count"],
    );
}

#[test]
fn effort_beside_another_build_is_kept_as_a_multiple() {
    let bench = bench(COUNTS);
    bench.script("good", "#!/bin/sh\necho sat\necho '(:rlimit-count 40)'\n");
    let factor = |number| ["--more-than-factor", "rlimit-count", number, "./good"];
    assert_eq!(reduced(&bench, &factor("100"), &["./solver"]), RESULT);
    std::fs::remove_file(bench.path("small.smt2")).expect("a result");
    let words = ["requires at least 8000 rlimit-count"];
    refused(&bench, &factor("200"), &["./solver"], &words);
}

/// Takes 64 MB where the file contains the word.
const HOARDS: &str = "#!/bin/sh
for file; do :; done
if grep -q '> x 0' \"$file\"; then dd if=/dev/zero of=/dev/null bs=64M count=1 2>/dev/null; fi
echo sat
";

#[test]
fn memory_is_kept_and_a_bound_above_it_is_refused() {
    let bench = bench(HOARDS);
    bench.script("good", "#!/bin/sh\necho sat\n");
    let options = ["--more-memory-than", "40"];
    assert_eq!(reduced(&bench, &options, &["./solver"]), RESULT);
    let options = ["--more-memory-than-factor", "3", "./good"];
    assert_eq!(reduced(&bench, &options, &["./solver"]), RESULT);
    std::fs::remove_file(bench.path("small.smt2")).expect("a result");
    let options = ["--more-memory-than", "64"];
    refused(
        &bench,
        &options,
        &["./solver"],
        &["and must take more than 68 MB"],
    );
}

#[test]
fn a_failure_is_kept_where_the_good_build_passes() {
    let bench =
        bench("#!/bin/sh\nfor file; do :; done\ngrep -q 'x' \"$file\" && exit 139\necho sat\n");
    bench.script(
        "good",
        "#!/bin/sh\nfor file; do :; done\ngrep -q '> x' \"$file\" && exit 0\nexit 139\n",
    );
    let alone = reduced(&bench, &[], &["./solver"]);
    assert_eq!(alone, "(declare-const x Int)\n");
    let small = reduced(&bench, &["--passes-on", "./good"], &["./solver"]);
    assert_eq!(small, RESULT);
    std::fs::remove_file(bench.path("small.smt2")).expect("a result");
    refused(
        &bench,
        &["--passes-on", "./solver"],
        &["./solver"],
        &["The second solver should pass, but it fails too"],
    );
}

/// Fails with three of ten seeds if the file contains the word, and with the first one always.
const SEEDED: &str = "#!/bin/sh
for file; do :; done
case $1 in
  --seed=1) exit 139;;
  --seed=3 | --seed=7) if grep -q '> x 0' \"$file\"; then exit 139; fi;;
esac
echo sat
";

#[test]
fn a_failure_with_enough_seeds_is_kept_and_each_seed_is_run_on_its_own() {
    let bench = bench(SEEDED);
    let seeds = |least| ["--allow-trivial", "--seeds", "10", "--at-least", least];
    let command = ["./solver", "--seed={seed}"];
    assert_eq!(reduced(&bench, &seeds("3"), &command), RESULT);
    let small = reduced(&bench, &seeds("1"), &command);
    assert!(small.len() < RESULT.len(), "{small}");
    std::fs::remove_file(bench.path("small.smt2")).expect("a result");
    refused(
        &bench,
        &seeds("4"),
        &command,
        &["is not shown with 4 of 10 seeds"],
    );
}

#[test]
fn a_row_describes_the_run_of_the_seed_that_fails() {
    let bench = bench(
        "#!/bin/sh\nfor file; do :; done\n\
         [ $1 = --seed=3 ] && grep -q '> x 0' \"$file\" && exit 9\necho sat\n",
    );
    bench.write("cases/bug.smt2", INPUT);
    let solver = bench.path("solver").to_string_lossy().into_owned();
    let begin = ["batch", "cases", "--out", "out", "--cache", "none"];
    let seeds = ["--seeds", "3", "--", &solver, "--seed={seed}"];
    bench.smelt(&[&begin[..], &seeds].concat()).exits(0);
    let row = bench.row("out", "bug.smt2");
    assert_eq!(row["golden"], "exit 9", "{row:#?}");
}

#[test]
fn the_store_answers_for_each_seed() {
    let bench = bench(SEEDED);
    bench.write("nothing", "");
    let call = [
        "reduce",
        "--cache",
        "s.db",
        "-j",
        "1",
        "--depends",
        "nothing",
        "--allow-trivial",
        "--seeds",
        "10",
        "--at-least",
        "3",
        "bug.smt2",
        "small.smt2",
        "./solver",
        "--seed={seed}",
    ];
    bench.smelt(&call).exits(0);
    let cold = bench.text("small.smt2");
    let again = bench.smelt(&call).exits(0);
    assert_eq!(bench.text("small.smt2"), cold);
    // The source run and two golden runs of ten seeds, and the result's run.
    let runs = again
        .err
        .split(" runs")
        .next()
        .and_then(|said| said.rsplit(' ').next());
    let runs: u32 = runs
        .and_then(|runs| runs.parse().ok())
        .expect("a number of runs");
    assert!(runs <= 40, "{}", again.err);
}

#[test]
fn a_place_for_a_seed_and_seeds_belong_together() {
    let bench = bench(SEEDED);
    let call = |options: &[&str], words: &[&str]| {
        let all = [&["check", "--cache", "none"], options].concat();
        bench.smelt(&all).exits(2).says(words);
    };
    call(
        &["bug.smt2", "./solver", "{seed}"],
        &["`seeds` is not given"],
    );
    call(
        &["--seeds", "3", "bug.smt2", "./solver"],
        &["has no `{seed}`"],
    );
    call(
        &["--at-least", "3", "bug.smt2", "./solver"],
        &["without `seeds`"],
    );
    let many = [
        "--seeds",
        "3",
        "--at-least",
        "4",
        "bug.smt2",
        "./solver",
        "{seed}",
    ];
    call(&many, &["there are only 3 seeds"]);
}

#[test]
fn rules_are_combined_in_a_configuration() {
    let bench = bench(COUNTS);
    let config = |rule: &str| {
        format!("[solver.s]\ncommand = './solver'\n[[case]]\nglob = '*'\nsolver = 's'\n{rule}\n")
    };
    let batch = |rule: &str, out: &str| {
        bench.write("cases/bug.smt2", INPUT);
        bench.script("cases/solver", COUNTS);
        bench.write("cases/smelt.toml", config(rule));
        let call = ["batch", "cases", "--cache", "none", "--out", out];
        bench.smelt(&[&call[..], &["--ill-formed", "never"]].concat());
        bench.row(out, "bug.smt2")
    };
    let both = "interesting = { all = [{ match-out = 'sat', ignore-err = true }, { more-than = ['rlimit-count', 1000] }] }";
    let row = batch(both, "both");
    assert_eq!(
        (&*row["status"], &*row["oracle"]),
        ("reduced", "combination"),
        "{row:?}"
    );
    assert_eq!(bench.text("both/minimized/bug.smt2"), RESULT);
    let not = "interesting = { not = { more-than = ['rlimit-count', 1000] } }";
    let row = batch(not, "not");
    assert_eq!(row["status"], "not-reproduced", "{row:?}");
    bench.write(
        "cases/smelt.toml",
        config("interesting = { all = [{ timeout = 3 }] }"),
    );
    bench
        .smelt(&["batch", "cases", "--cache", "none", "--out", "wrong"])
        .exits(2)
        .says(&["`timeout` cannot be part of `interesting`"]);
}

/// Says that the file is satisfiable, with a model if it is asked for one.
const MODELS: &str = "#!/bin/sh
for file; do :; done
echo sat
if grep -q 'get-model' \"$file\"; then
  if grep -q '> x 0' \"$file\"; then value=0; else value=1; fi
  echo \"(model (define-fun x () Int $value))\"
fi
";

/// Refutes a text in which `x` is 0.
const TRUSTED: &str = "#!/bin/sh
for file; do :; done
if grep -q 'define-fun x () Int 0' \"$file\" && grep -q '> x 0' \"$file\"; then echo unsat; else echo sat; fi
";

#[test]
fn a_model_that_smelt_asks_for_is_refuted_by_a_trusted_solver() {
    let bench = bench(MODELS);
    bench.script("trusted", TRUSTED);
    bench.script("agrees", "#!/bin/sh\necho sat\n");
    let options = ["--invalid-model", "./trusted"];
    let expected = "(declare-const x Int)\n(assert (> x 0))\n(check-sat)\n";
    let small = reduced(&bench, &options, &["./solver"]);
    assert_eq!(small, expected);
    bench.write("bug.smt2", format!("{INPUT}(get-model)\n"));
    let small = reduced(&bench, &options, &["./solver"]);
    assert_eq!(
        small, expected,
        "what smelt asks for need not be in the file"
    );
    std::fs::remove_file(bench.path("small.smt2")).expect("a result");
    let words = ["The trusted solver accepts every model"];
    refused(
        &bench,
        &["--invalid-model", "./agrees"],
        &["./solver"],
        &words,
    );
    let words = ["prints no model"];
    refused(&bench, &options, &["./agrees"], &words);
}

const NAMED: &str = "(set-option :produce-unsat-cores true)
(declare-const p Bool)
(declare-const q Bool)
(assert (! p :named a))
(assert (! (not p) :named b))
(assert (! (or p q) :named c))
(check-sat)
(get-unsat-core)
";

#[test]
fn a_core_that_a_trusted_solver_satisfies_is_kept() {
    let bench = bench(
        "#!/bin/sh\nfor file; do :; done\ngrep -q get-unsat-core \"$file\" && echo unsat && echo '(a)'\n",
    );
    bench.write("bug.smt2", NAMED);
    // Both assertions are needed for the answer.
    bench.script(
        "trusted",
        "#!/bin/sh\nfor file; do :; done\ngrep -q 'assert.*:named a' \"$file\" && grep -q 'assert.*:named b' \"$file\" \
         && echo unsat && exit\ngrep -q 'assert.* p ' \"$file\" && echo sat\n",
    );
    let small = reduced(&bench, &["--invalid-core", "./trusted"], &["./solver"]);
    assert!(
        small.contains("(get-unsat-core)") && small.contains("(! p :named"),
        "{small}"
    );
    assert!(small.len() < NAMED.len() / 2, "{small}");
    std::fs::remove_file(bench.path("small.smt2")).expect("a result");
    bench.script("refutes", "#!/bin/sh\necho unsat\n");
    let words = ["does not satisfy any core"];
    refused(
        &bench,
        &["--invalid-core", "./refutes"],
        &["./solver"],
        &words,
    );
    let words = ["prints no unsatisfiable core"];
    refused(
        &bench,
        &["--invalid-core", "./trusted"],
        &["./refutes"],
        &words,
    );
}

/// Prints a proof with a wrong step if the file contains the word.
const PROVES: &str = "#!/bin/sh
for file; do :; done
echo unsat
if grep -q '> x 0' \"$file\"; then echo '(step wrong)'; else echo '(step right)'; fi
";

#[test]
fn a_proof_that_a_checker_rejects_is_kept() {
    let bench = bench(PROVES);
    bench.script(
        "checker",
        "#!/bin/sh\ngrep -q wrong \"$1\" && echo rejected && exit 3\nexit 0\n",
    );
    // It reads the proof, and the file that was proven.
    bench.script(
        "both",
        "#!/bin/sh\n[ \"$1\" = check ] && grep -q wrong \"$2\" && grep -q declare-const \"$3\" && echo invalid\nexit 0\n",
    );
    let small = reduced(&bench, &["--proof-checker", "./checker"], &["./solver"]);
    assert_eq!(small, RESULT);
    let options = [
        "--proof-checker",
        "./both check {proof} {}",
        "--rejects-with",
        "invalid",
    ];
    assert_eq!(reduced(&bench, &options, &["./solver"]), RESULT);
    std::fs::remove_file(bench.path("small.smt2")).expect("a result");
    bench.script("content", "#!/bin/sh\nexit 0\n");
    let options = ["--proof-checker", "./content"];
    refused(
        &bench,
        &options,
        &["./solver"],
        &["The checker does not reject the proof"],
    );
    refused(
        &bench,
        &options,
        &["./content"],
        &["The solver prints no proof"],
    );
    bench.script("crashes", "#!/bin/sh\nkill -SEGV $$\n");
    let options = ["--proof-checker", "./crashes"];
    refused(
        &bench,
        &options,
        &["./solver"],
        &["The checker does not reject the proof"],
    );
}

#[test]
fn a_proof_that_the_text_must_ask_for_is_not_slow_where_it_is_missing() {
    let bench = bench(
        "#!/bin/sh\ngrep -q '> x 0' \"$1\" || { echo sat; exit 0; }\n\
         echo unsat\ngrep -q get-proof \"$1\" && echo '(step wrong)'\nexit 0\n",
    );
    bench.write("cases/bug.smt2", format!("{INPUT}(get-proof)\n"));
    bench.script("checker", "#!/bin/sh\nexit 3\n");
    let [solver, checker] =
        ["solver", "checker"].map(|name| bench.path(name).to_string_lossy().into_owned());
    let begin = ["batch", "cases", "--out", "out", "--cache", "none"];
    let rule = ["--proof-checker", &checker, "--", &solver];
    bench.smelt(&[&begin[..], &rule].concat()).exits(0);
    let row = bench.row("out", "bug.smt2");
    assert_eq!(row["one_minimal"], "yes", "{row:#?}");
}
