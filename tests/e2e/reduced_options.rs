//! `--reduce-options`: arguments and options in the text that the failure does not need, with solvers that are scripts.

use crate::interruption::{start, wait};
use crate::support::Bench;

const INPUT: &str = "(set-option :produce-models true)
(set-option :seed 7)
(set-logic QF_LIA)
(declare-const x Int)
(assert (> x 0))
(assert (< x 9))
(check-sat)
";

/// Fails with `--bug 7` and `-q` if the file contains `> x 0` and sets the seed, and writes its arguments to a file.
const SOLVER: &str = "#!/bin/sh
echo \"$@\" >>\"${0%/*}/calls\"
for file; do :; done
case \" $* \" in *' --bug 7 '*) ;; *) echo sat; exit;; esac
case \" $* \" in *' -q '*) ;; *) echo sat; exit;; esac
grep -q '> x 0' \"$file\" && grep -q seed \"$file\" && exit 139
echo sat
";

fn bench(solver: &str) -> Bench {
    let bench = Bench::new();
    bench.write("bug.smt2", INPUT);
    bench.script("solver", solver);
    bench.write("calls", "");
    bench
}

const COMMAND: [&str; 9] = [
    "./solver",
    "--noise",
    "-v",
    "3",
    "--bug",
    "7",
    "-q",
    "--level=2",
    "{}",
];

/// What the result is, and what was said.
#[track_caller]
fn reduced(bench: &Bench, options: &[&str], command: &[&str]) -> (String, String) {
    let begin = [
        "reduce",
        "--cache",
        "none",
        "-j",
        "1",
        "--ill-formed",
        "never",
    ];
    let files = ["bug.smt2", "small.smt2"];
    let ran = bench
        .smelt(&[&begin[..], options, &files, command].concat())
        .exits(0);
    (bench.text("small.smt2"), ran.err)
}

#[test]
fn only_what_the_failure_needs_of_the_command_and_the_options_is_left() {
    let bench = bench(SOLVER);
    let (small, said) = reduced(&bench, &["--reduce-options"], &COMMAND);
    assert_eq!(
        small,
        "(set-option :seed 7)\n(declare-const x Int)\n(assert (> x 0))\n"
    );
    assert!(
        said.contains("with the command `solver --bug 7 -q {}`"),
        "{said}"
    );
    let calls = bench.text("calls");
    // The search, which makes more checks than there are arguments.
    let with_fewer = calls
        .lines()
        .filter(|call| *call == "--bug 7 -q case.smt2")
        .count();
    assert!(with_fewer > 5, "{calls}");
}

#[test]
fn a_command_with_which_everything_fails_is_not_what_is_left() {
    let bench = bench(
        "#!/bin/sh\ncase \" $* \" in *' --mode 2 '*) ;; *) exit 1;; esac\nfor file; do :; done\n\
         grep -q '> x 0' \"$file\" && exit 1\nexit 0\n",
    );
    let command = ["./solver", "-v", "--mode", "2", "{}"];
    let options = ["--reduce-options", "--ignore-output"];
    let (small, said) = reduced(&bench, &options, &command);
    assert!(small.contains("> x 0"), "{small}");
    let needed = "with the command `solver --mode 2 {}`";
    assert!(said.contains(needed), "{said}");
}

#[test]
fn without_it_the_command_stays_what_it_is() {
    let bench = bench(SOLVER);
    let (small, said) = reduced(&bench, &[], &COMMAND);
    assert!(small.contains("> x 0"), "{small}");
    assert!(!said.contains("with the command"), "{said}");
    let calls = bench.text("calls");
    assert!(
        calls
            .lines()
            .all(|call| call.starts_with("--noise -v 3 --bug 7 -q --level=2 "))
    );
}

#[test]
fn options_that_are_to_stay_keep_their_values() {
    let bench = bench(SOLVER);
    let options = [
        "--reduce-options",
        "--keep-option",
        "-v",
        "--keep-option=--level",
    ];
    let (_, said) = reduced(&bench, &options, &COMMAND);
    let needed = "with the command `solver -v 3 --bug 7 -q --level=2 {}`";
    assert!(said.contains(needed), "{said}");
    let call = ["check", "--keep-option", "-v", "bug.smt2", "./solver"];
    bench
        .smelt(&call)
        .exits(2)
        .says(&["`keep-option` is given without `reduce-options`"]);
}

#[test]
fn what_only_the_original_needs_goes_in_the_end() {
    // Where `< x 9` is in the file, the failure needs an option.
    let solver = "#!/bin/sh\nfor file; do :; done\ngrep -q '> x 0' \"$file\" || exit 0\n\
                  if grep -q '< x 9' \"$file\"; then [ \"$1\" = --both ] && exit 139; exit 0; fi\nexit 139\n";
    let bench = bench(solver);
    let (small, said) = reduced(
        &bench,
        &["--reduce-options"],
        &["./solver", "--both", "--other"],
    );
    assert_eq!(small, "(declare-const x Int)\n(assert (> x 0))\n");
    assert!(said.contains("with the command `solver`"), "{said}");
}

#[test]
fn an_argument_without_which_the_result_fails_only_sometimes_stays() {
    // Without `--seed`, the small file crashes twice, and then never again.
    let solver = "#!/bin/sh\nfor file; do :; done\ngrep -q '> x 0' \"$file\" || exit 0\n\
                  [ \"$1\" = --seed=1 ] && exit 139\ngrep -q '< x 9' \"$file\" && exit 0\n\
                  echo >>\"${0%/*}/without\"\n[ $(wc -l <\"${0%/*}/without\") -le 2 ] && exit 139\nexit 0\n";
    let bench = bench(solver);
    let (small, said) = reduced(&bench, &["--reduce-options"], &["./solver", "--seed=1"]);
    assert_eq!(small, "(declare-const x Int)\n(assert (> x 0))\n");
    assert!(bench.text("without").lines().count() > 2, "{said}");
    assert!(
        said.contains("with the command `solver --seed=1`"),
        "{said}"
    );
}

#[test]
fn a_failure_that_needs_every_argument_keeps_them() {
    let solver = "#!/bin/sh\nfor file; do :; done\n[ $# = 4 ] && grep -q '> x 0' \"$file\" && exit 139\nexit 0\n";
    let bench = bench(solver);
    let (_, said) = reduced(
        &bench,
        &["--reduce-options"],
        &["./solver", "-a", "b", "-c"],
    );
    assert!(said.contains("with the command `solver -a b -c`"), "{said}");
}

#[test]
fn the_words_of_an_interpreter_stay() {
    let bench =
        bench("#!/bin/sh\nfor file; do :; done\ngrep -q '> x 0' \"$file\" && exit 139\nexit 0\n");
    let command = ["sh", "-e", "solver", "--noise"];
    let (_, said) = reduced(&bench, &["--reduce-options"], &command);
    assert!(
        said.contains("with the command `sh -e solver --noise`"),
        "{said}"
    );
}

#[test]
fn each_seed_is_run_with_what_is_left() {
    let solver = "#!/bin/sh\nfor file; do :; done\ncase $1 in --seed=[23]) ;; *) exit 0;; esac\n\
                  grep -q '> x 0' \"$file\" && exit 139\nexit 0\n";
    let bench = bench(solver);
    let options = ["--reduce-options", "--seeds", "3", "--at-least", "2"];
    let (small, said) = reduced(&bench, &options, &["./solver", "--seed={seed}", "--noise"]);
    assert_eq!(small, "(declare-const x Int)\n(assert (> x 0))\n");
    assert!(
        said.contains("with the command `solver '--seed={seed}'`"),
        "{said}"
    );
}

/// A corpus with one solver whose options are reduced.
fn corpus(bench: &Bench, more: &str) {
    bench.write("cases/a.smt2", INPUT);
    let command = "['./solver', '--noise', '-v', '3', '--bug', '7', '-q']";
    let case = "[[case]]\nglob = '*'\nsolver = 's'\n";
    let config = format!(
        "[defaults]\nreduce-options = true\n{more}\n{case}[solver.s]\ncommand = {command}\n"
    );
    bench.write("cases/nothing", "");
    bench.write("cases/smelt.toml", config);
    bench.script("cases/solver", SOLVER);
}

const BATCH: [&str; 7] = ["batch", "cases", "--cache", "s.db", "-j", "1", "--out"];

#[test]
fn a_row_says_which_arguments_remain_and_stays_valid() {
    let bench = Bench::new();
    corpus(&bench, "depends = ['nothing']");
    let batch = |out: &str| bench.smelt(&[&BATCH[..], &[out]].concat()).exits(0);
    batch("one");
    let row = bench.row("one", "a.smt2");
    assert_eq!(
        (&*row["status"], &*row["reduced_command"]),
        ("reduced", "s --bug 7 -q"),
        "{row:#?}"
    );
    // The same again does nothing, and another output takes all but the runs before and after the search from the store.
    batch("one");
    assert_eq!(bench.row("one", "a.smt2")["runs"], row["runs"]);
    batch("two");
    let again = bench.row("two", "a.smt2");
    let runs: u32 = again["runs"].parse().expect("a number");
    assert!(runs <= 5, "{again:#?}");
    assert_eq!(
        bench.read("two/minimized/a.smt2"),
        bench.read("one/minimized/a.smt2")
    );
    for column in [
        "reduced_command",
        "checks",
        "accepted",
        "minimized_blake3",
        "one_minimal",
    ] {
        assert_eq!(again[column], row[column], "{column}");
    }
    let proved = bench.smelt(&["check", "--minimal", "two"]);
    assert_eq!(proved.code, Some(0), "{proved:#?}");
    // What is kept is another question.
    corpus(&bench, "depends = ['nothing']\nkeep-option = ['-v']");
    batch("one");
    assert_eq!(
        bench.row("one", "a.smt2")["reduced_command"],
        "s -v 3 --bug 7 -q"
    );
}

#[test]
fn after_kill_9_the_same_arguments_are_left_out() {
    let bench = Bench::new();
    corpus(&bench, "");
    bench.smelt(&[&BATCH[..], &["whole"]].concat()).exits(0);
    let whole = bench.row("whole", "a.smt2");
    let calls = || bench.text("cases/calls").lines().count();
    for after in [2, 5, 9, 14, 25] {
        bench.write("cases/calls", "");
        let child = start(&bench, &[&BATCH[..], &["cut"]].concat());
        wait("it gets there", || {
            calls() >= after || bench.path("cut/results.csv").exists()
        });
        drop(child);
    }
    bench.smelt(&[&BATCH[..], &["cut"]].concat()).exits(0);
    let cut = bench.row("cut", "a.smt2");
    assert_eq!(
        bench.read("cut/minimized/a.smt2"),
        bench.read("whole/minimized/a.smt2")
    );
    for column in ["reduced_command", "checks", "accepted", "status"] {
        assert_eq!(cut[column], whole[column], "{column}");
    }
}

#[test]
fn a_case_may_not_leave_out_arguments_that_its_corpus_gives() {
    let bench = Bench::new();
    corpus(&bench, "");
    bench.write(
        "cases/smelt.toml",
        "[[case]]\nglob = '*'\nsolver = 's'\n[solver.s]\ncommand = ['./solver', '--bug', '7', '-q']\n",
    );
    bench.write("cases/a.smt2.smelt.toml", "reduce-options = true\n");
    bench.smelt(&[&BATCH[..], &["out"]].concat());
    let row = bench.row("out", "a.smt2");
    assert!(
        row["detail"].contains("`reduce-options` may only be set in"),
        "{row:#?}"
    );
}
