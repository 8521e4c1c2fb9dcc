//! What a batch says of the bugs behind its cases: groups, reports to paste, archives.

use crate::support::{Bench, INPUT, Ran, repository};
use std::fmt::Write;
use std::process::Command;

/// A solver that fails an assertion at two lines, and says a wrong model without a line.
const SOLVER: &str = "#!/bin/sh
[ \"$1\" = --version ] && { echo 'Toy version 1.2.3 - 64 bit'; exit 0; }
for file; do :; done
fails() { printf 'ASSERTION VIOLATION\\nFile: /home/alice/toy/seq.cpp\\nLine: %s\\nUNREACHABLE ``` \\033[31m\\n' $1; exit 1; }
grep -q '(assert' \"$file\" || { echo sat; exit; }
grep -q 'str.at' \"$file\" && fails 42
grep -q 'str.len' \"$file\" && fails 43
grep -q 'int.pow2' \"$file\" && { echo '(error \"an invalid model was generated\")'; exit 1; }
echo sat
";

fn case(sort: &str, name: &str, term: &str) -> String {
    format!(
        "(set-logic ALL)\n(declare-const {name} {sort})\n(declare-const unused Int)\n(assert (= {term} {term}))\n\
         (assert (> unused 0))\n(check-sat)\n"
    )
}

/// A bench with four cases of three bugs.
fn bench() -> Bench {
    let bench = Bench::new();
    bench.write("cases/a.smt2", case("String", "text", "(str.at text 0)"));
    bench.write(
        "cases/b.smt2",
        case("String", "word", "(str.++ \"x\" (str.at word 7))"),
    );
    bench.write("cases/c.smt2", case("String", "text", "(str.len text)"));
    bench.write("cases/d.smt2", case("Int", "number", "(int.pow2 number)"));
    bench.write("cases/sub/e.smt2", case("Int", "z", "(int.pow2 (+ 13 z))"));
    bench.script("toy", SOLVER);
    bench
}

fn batch(bench: &Bench, jobs: &str) -> Ran {
    batch_of(bench, "cases", "out", &["-j", jobs])
}

fn batch_of(bench: &Bench, cases: &str, out: &str, options: &[&str]) -> Ran {
    let solver = bench.path("toy").to_string_lossy().into_owned();
    let words = ["batch", cases, "--out", out, "--cache", "none"];
    bench.smelt(&[&words[..], options, &["--", &*solver, "-v", "it's $HOME"]].concat())
}

fn group(bench: &Bench, case: &str) -> String {
    bench.row("out", case)["group"].clone()
}

#[test]
fn cases_of_one_bug_are_one_group_whatever_the_jobs_and_the_night() {
    let names: Vec<Vec<String>> = ["1", "2"]
        .iter()
        .map(|jobs| {
            let bench = bench();
            batch(&bench, jobs).exits(0);
            ["a.smt2", "b.smt2", "c.smt2", "d.smt2", "sub/e.smt2"]
                .map(|case| group(&bench, case))
                .to_vec()
        })
        .collect();
    assert_eq!(names[0], names[1]);
    let names = &names[0];
    let (first_bug, second_bug, third_bug) = (&names[0], &names[2], &names[3]);
    assert_eq!((first_bug, third_bug), (&names[1], &names[4]));
    let distinct: std::collections::BTreeSet<&String> = names.iter().collect();
    assert!(
        distinct.len() == 3 && !distinct.contains(&String::new()),
        "{names:?}"
    );
    assert_ne!(first_bug, second_bug);
    let bench = bench();
    batch(&bench, "2").exits(0);
    let groups = bench.rows("out/groups.csv");
    assert_eq!(groups.len(), 3);
    let first = groups
        .iter()
        .find(|row| row["group"] == *first_bug)
        .expect("a group");
    assert_eq!((&*first["by"], &*first["cases"]), ("message", "2"));
    assert_eq!(
        (&*first["representative"], &*first["others"]),
        ("a.smt2", "b.smt2")
    );
    let by_shape = groups
        .iter()
        .find(|row| row["group"] == *third_bug)
        .expect("a group");
    assert_eq!(by_shape["by"], "shape");
    assert!(
        first["first_seen"].starts_with("20") && first["first_solver"] == "toy",
        "{first:#?}"
    );
    let seen = first["first_seen"].clone();
    // A second night says the same.
    batch(&bench, "2").exits(0);
    let again = bench.rows("out/groups.csv");
    assert_eq!(again[0]["first_seen"], seen);
    let shown = bench.smelt(&["groups", "out", "--members"]).exits(0).out;
    let line = |case: &str| {
        shown
            .lines()
            .position(|line| line.contains(case))
            .expect("a line")
    };
    assert!(shown.starts_with("group"), "{shown}");
    assert!(
        line("a.smt2") < line("b.smt2"),
        "the smallest comes first: {shown}"
    );
    assert!(shown.ends_with("\n5 cases in 3 groups.\n"), "{shown}");
    assert!(!shown.contains('\x1b'), "{shown}");
}

#[test]
fn what_has_no_results_has_no_groups() {
    let bench = Bench::new();
    bench
        .smelt(&["groups", "nothing"])
        .exits(2)
        .says(&["not the output of a batch"]);
    bench.write("cases/a.smt2", case("Int", "x", "x"));
    bench.script("toy", SOLVER);
    batch(&bench, "1").exits(3);
    let ran = bench
        .smelt(&["groups", "out"])
        .exits(0)
        .says(&["can be grouped"]);
    assert_eq!(ran.out, "");
    for subcommand in ["issue", "bundle"] {
        bench
            .smelt(&[subcommand, "out", "a.smt2"])
            .exits(2)
            .says(&["no minimized file", "not-reproduced"]);
        bench
            .smelt(&[subcommand, "out", "b.smt2"])
            .exits(2)
            .says(&["no row"]);
    }
}

#[test]
fn a_failure_that_only_an_exit_code_tells_is_reported_as_long_as_the_solver_shows_it() {
    let bench = Bench::new();
    bench.write("cases/a.smt2", INPUT);
    bench.script("toy", "#!/bin/sh\nexit $(grep -c '> x 0' \"$1\")\n");
    let batch = ["batch", "cases", "--out", "out", "--cache", "none"];
    let ran = bench.smelt(&[&batch[..], &["--", "./toy"]].concat());
    ran.exits(0);
    let report = bench.smelt(&["issue", "out", "a.smt2"]).exits(0).out;
    assert!(report.contains("input below: `exit 1`"), "{report}");
    bench.script("toy", "#!/bin/sh\necho sat\nexit 10\n");
    let silent = bench.smelt(&["issue", "out", "a.smt2"]).exits(3);
    silent.says(&["shows no failure", "call the batch again"]);
}

#[test]
fn a_report_has_what_templates_ask_for_and_nothing_of_this_machine() {
    let bench = bench();
    batch(&bench, "2").exits(0);
    let report = bench.smelt(&["issue", "out", "a.smt2"]).exits(0).out;
    for part in [
        "### Bug description",
        "exit 1: ASSERTION VIOLATION",
        "(str.at",
        "toy -v 'it'\\''s $HOME' input.smt2",
        "### Expected behavior",
        "### Actual behavior\n\nexit 1\n",
        "File: seq.cpp\nLine: 42\n",
        "- Toy version 1.2.3 - 64 bit",
        "Linux ",
        "from an input of 1",
        &bench.row("out", "a.smt2")["source_blake3"],
    ] {
        assert!(report.contains(part), "`{part}` in {report}");
    }
    let here = bench.path("").to_string_lossy().into_owned();
    for secret in [&*here, "/home", "alice", "\x1b", "/tmp"] {
        assert!(!report.contains(secret), "`{secret}` in {report}");
    }
    // The fence around the output is longer than the one in it.
    assert!(
        report.contains("\n````\nASSERTION") && report.contains("UNREACHABLE ``` "),
        "{report}"
    );
    // The minimized file names the case, too, from another directory.
    let file = bench.path("out/minimized/a.smt2");
    let out = bench.path("out");
    std::fs::create_dir(bench.path("elsewhere")).expect("a directory");
    let ran = bench.through(
        Command::new(env!("CARGO_BIN_EXE_smelt"))
            .arg("issue")
            .args([&out, &file])
            .current_dir(bench.path("elsewhere")),
    );
    assert_eq!(ran.exits(0).out, report);
    // A solver that has been repaired since does not pass unnoticed.
    bench.script("toy", "#!/bin/sh\necho sat\n");
    bench
        .smelt(&["issue", "out", "a.smt2"])
        .exits(3)
        .says(&["shows no failure", "call the batch again"]);
    // Neither does one that fails in another way. What it prints is shown as it is.
    let other =
        "#!/bin/sh\nprintf 'ASSERTION VIOLATION\\nFile: other.cpp\\nLine: 7\\na\\tb\\n'; exit 1\n";
    bench.script("toy", other);
    let ran = bench
        .smelt(&["issue", "out", "a.smt2"])
        .exits(0)
        .says(&["does not fail now as it did"]);
    assert!(ran.out.contains("\na\tb\n"), "{}", ran.out);
}

#[test]
fn a_result_without_a_batch_is_reported_with_its_original_and_its_command() {
    let bench = bench();
    let words = ["./toy", "-v"];
    bench
        .smelt(&[
            "reduce",
            "--cache",
            "none",
            "cases/a.smt2",
            "small.smt2",
            "./toy",
            "-v",
        ])
        .exits(0);
    let issue = |original: &str, words: &[&str]| {
        bench.smelt(&[&["issue", "small.smt2", original], words].concat())
    };
    let report = issue("cases/a.smt2", &words).exits(0).out;
    for part in [
        "exit 1: ASSERTION VIOLATION",
        "toy -v input.smt2",
        "without a crash",
        "which fails in",
    ] {
        assert!(report.contains(part), "`{part}` in {report}");
    }
    issue("cases/c.smt2", &words)
        .exits(2)
        .says(&["do not fail in the same way", "seq.cpp:43"]);
    issue("nothing.smt2", &words)
        .exits(2)
        .says(&["nothing.smt2"]);
    issue("cases/a.smt2", &[]).exits(2).says(&["error: "]);
    // Another command may work.
    issue("cases/a.smt2", &["cat"])
        .exits(3)
        .says(&["shows no failure", "smelt reduce"]);
    batch(&bench, "2").exits(0);
    bench
        .smelt(&["issue", "out", "a.smt2", "./toy"])
        .exits(2)
        .says(&["one word too many"]);
    bench
        .smelt(&["issue", "--hangs=1", "out", "a.smt2"])
        .exits(2)
        .says(&["those of its batch"]);
}

#[test]
fn a_wrong_answer_without_a_batch_is_reported_with_the_options_that_found_it() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    let wrong = "#!/bin/sh\ngrep -q '> x 0' \"$1\" && echo sat || echo unsat\n";
    bench.script("wrong", wrong);
    bench.script("right", "#!/bin/sh\necho unsat\n");
    let options = ["--differs-from", "./right"];
    let files = ["case.smt2", "small.smt2", "./wrong"];
    bench
        .smelt(&[&["reduce", "--cache", "none"][..], &options, &files].concat())
        .exits(0);
    let issue = |options: &[&str]| {
        let files = ["small.smt2", "case.smt2", "./wrong"];
        bench.smelt(&[&["issue"][..], options, &files].concat())
    };
    let report = issue(&options).exits(0).out;
    for part in [
        "compared with another solver",
        "The same answer as that of the other commands",
        "Command 2:",
        "right input.smt2",
    ] {
        assert!(report.contains(part), "`{part}` in {report}");
    }
    issue(&[])
        .exits(3)
        .says(&["shows no failure", "with the options"]);
}

/// A build that fails an assertion in a file of its own.
fn build(bench: &Bench, name: &str, file: &str) {
    let text = format!(
        "#!/bin/sh\ngrep -q str.at \"$1\" || {{ echo sat; exit; }}\n\
         printf 'ASSERTION VIOLATION\\nFile: {file}\\nLine: 7\\nUNREACHABLE\\n'; exit 1\n"
    );
    bench.script(&format!("builds/{name}"), &text);
}

#[test]
fn each_solver_that_fails_on_a_case_gets_a_draft_of_its_own_and_no_draft_is_replaced() {
    let bench = Bench::new();
    bench.write("cases/b.smt2", case("String", "text", "(str.at text 0)"));
    build(&bench, "solv-1", "alpha.cpp");
    build(&bench, "solv-2", "beta.cpp");
    let night = |code: i32| {
        let options = [
            "--cache",
            "none",
            "--builds",
            "builds",
            "--",
            "builds/solv-1",
        ];
        let mut night = Command::new("python3");
        night.arg(repository("scripts/integration/night"));
        night.args(["cases", "out"]).args(options);
        night.env("SMELT", env!("CARGO_BIN_EXE_smelt"));
        bench.through(&mut night).exits(code);
    };
    let drafts = |expected: &[(&str, &str)]| {
        let all = std::fs::read_dir(bench.path("out.issues")).expect("drafts");
        assert_eq!(all.count(), expected.len());
        for (end, file) in expected {
            let draft = bench.text(&format!("out.issues/b.smt2.{end}.md"));
            assert!(draft.contains(&format!("File: {file}\n")), "{end}: {draft}");
        }
    };
    night(3);
    drafts(&[("solv-1", "alpha.cpp"), ("solv-2", "beta.cpp")]);
    build(&bench, "solv-2", "gamma.cpp");
    night(3);
    // A night in which nothing happens leaves all as it is.
    night(0);
    drafts(&[
        ("solv-1", "alpha.cpp"),
        ("solv-2", "beta.cpp"),
        ("solv-2.2", "gamma.cpp"),
    ]);
    // A case alone does not say whose result is meant, and its minimized file does.
    let named = bench.smelt(&["issue", "out", "b.smt2"]).exits(0);
    let named = named.says(&["the result of solv-1+auto", "of solv-2+auto"]);
    assert!(named.out.contains("File: alpha.cpp"), "{}", named.out);
    let file = "out/minimized/solv-1+auto/b.smt2";
    let chosen = bench.smelt(&["issue", "out", file]).exits(0);
    assert_eq!(chosen.out, named.out);
    assert!(!chosen.err.contains("there are others"), "{}", chosen.err);
}

#[test]
fn an_archive_shows_the_bug_without_smelt_and_is_the_same_each_time() {
    let bench = bench();
    batch(&bench, "2").exits(0);
    bench.smelt(&["bundle", "out", "sub/e.smt2"]).exits(0);
    bench
        .smelt(&["bundle", "out", "sub/e.smt2", "--to", "again.tar.gz"])
        .exits(0);
    assert_eq!(bench.read("e.tar.gz"), bench.read("again.tar.gz"));
    bench
        .smelt(&["bundle", "out", "sub/e.smt2"])
        .exits(2)
        .says(&["exists already"]);
    let unpacked = |arguments: &[&str]| bench.through(Command::new("tar").args(arguments));
    let listed = unpacked(&["-tzf", "e.tar.gz"]).out;
    let (chain, names): (Vec<&str>, Vec<&str>) = listed
        .lines()
        .partition(|name| name.starts_with("e/chain/"));
    assert_eq!(chain.len(), 1, "{listed}");
    let wanted = [
        "README.txt",
        "bundle.json",
        "minimized.smt2",
        "original.smt2",
        "replay",
    ];
    assert_eq!(names, wanted.map(|name| format!("e/{name}")));
    unpacked(&["-xzf", "e.tar.gz"]);
    assert_eq!(
        bench.read("e/original.smt2"),
        bench.read("cases/sub/e.smt2")
    );
    assert_eq!(
        bench.read("e/minimized.smt2"),
        bench.read("out/minimized/sub/e.smt2")
    );
    let replay = |file: &[&str]| {
        let mut command = Command::new("e/replay");
        command.args(file).env("SOLVER", bench.path("toy"));
        bench.through(&mut command)
    };
    assert!(replay(&[]).exits(1).out.contains("invalid model"));
    bench.write("fine.smt2", "(check-sat)\n");
    assert_eq!(replay(&["fine.smt2"]).exits(0).out, "sat\n");
    let here = bench.path("").to_string_lossy().into_owned();
    for name in ["README.txt", "bundle.json", "replay"] {
        let text = bench.text(&format!("e/{name}"));
        assert!(!text.contains(&here), "{name}: {text}");
    }
}

/// Whether a case was reduced by way of the result of another one.
fn tried_known(bench: &Bench, out: &str, case: &str) -> bool {
    let rows = bench.rows(&format!("{out}/mutators.csv"));
    let mut rows = rows.iter().filter(|row| row["case"] == case);
    rows.any(|row| row["mutator"] == "known-shape")
}

#[test]
fn a_case_that_its_own_bound_has_cut_keeps_no_other_from_a_known_text_and_gives_one() {
    let bench = Bench::new();
    bench.script("toy", SOLVER);
    let padded = |term: &str| {
        let unused = (0..20).map(|number| format!("(declare-const n{number} Int)\n"));
        unused.collect::<String>() + &case("String", "text", term)
    };
    bench.write("cases/a.smt2", padded("(str.at text 0)"));
    bench.write("cases/cut.smt2", padded("(str.len text)"));
    bench.write("cases/cut.smt2.smelt.toml", "max-runs = 9");
    batch(&bench, "1").exits(5);
    assert_eq!(bench.row("out", "cut.smt2")["status"], "stopped");
    bench.write("cases/b.smt2", padded("(str.at (str.++ text text) 1)"));
    bench.write("cases/c.smt2", padded("(+ 1 (str.len text))"));
    batch(&bench, "1").exits(5);
    for new in ["b.smt2", "c.smt2"] {
        assert!(tried_known(&bench, "out", new), "{new}");
    }
}

#[test]
fn a_new_case_of_a_known_bug_is_cheap_if_it_has_the_operators_of_the_known_text() {
    let bench = Bench::new();
    bench.script("toy", SOLVER);
    bench.write("cases/a.smt2", case("String", "text", "(str.at text 0)"));
    batch(&bench, "2").exits(0);
    let known = bench.text("out/minimized/a.smt2");
    assert!(known.contains("(= "), "{known}");
    let large = |last: &str| {
        let mut text = String::from("(set-logic ALL)\n(declare-const word String)\n");
        for number in 0..20 {
            let _ = write!(
                text,
                "(declare-const n{number} Int)\n(assert (< n{number} {number}))\n"
            );
        }
        text + last + "\n(check-sat)\n"
    };
    let distinct = "(assert (distinct (str.++ word \"x\") (str.at word 7)))";
    let other = "(declare-const str.at2 Int)\n(assert (< 7 str.at2))";
    let cases = [("b.smt2", large(distinct)), ("c.smt2", large(other))];
    for (name, text) in &cases {
        bench.write(&format!("cases/{name}"), text);
        bench.write(&format!("single/{name}"), text);
    }
    // Both nights have the same cases, so the second one must not depend on the jobs.
    for jobs in ["1", "2"] {
        let out = format!("out-{jobs}");
        let copied = Command::new("cp")
            .args(["-r", "out", &out])
            .current_dir(bench.path(""))
            .status();
        assert!(copied.expect("cp runs").success());
        batch_of(&bench, "cases", &out, &["-j", jobs]).exits(0);
        assert!(tried_known(&bench, &out, "b.smt2"));
        assert!(
            !tried_known(&bench, &out, "c.smt2"),
            "there is no str.at in it"
        );
        assert_eq!(bench.row(&out, "b.smt2")["duplicate_of"], "a.smt2");
    }
    let stable = |out| {
        bench
            .smelt(&["report", out, "--format", "csv", "--stable"])
            .exits(0)
            .out
    };
    assert_eq!(stable("out-1"), stable("out-2"));
    batch_of(&bench, "single", "alone", &["-j", "1"]).exits(0);
    let runs = |out: &str| {
        bench.row(out, "b.smt2")["runs"]
            .parse::<u64>()
            .expect("a number")
    };
    let (then, alone) = (runs("out-1"), runs("alone"));
    assert!(then * 10 <= alone * 6, "{then} of {alone}");
    assert!(
        !tried_known(&bench, "alone", "b.smt2"),
        "both are of one night"
    );
    batch_of(&bench, "cases", "out", &["--known-shapes", "never"]).exits(0);
    assert!(!tried_known(&bench, "out", "b.smt2"));
}
