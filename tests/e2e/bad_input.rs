//! Inputs, configurations and commands that cannot work: each gets a clear word and the documented exit code, and
//! none disturbs other cases.

use crate::support::{Bench, script};
use std::os::unix::fs::PermissionsExt;

const GOOD: &str = "(declare-const x Int)\n(assert (> x 0))\n(check-sat)\n";

/// A batch of a good case beside a bad one, by a solver that fails on `phrase`: the row of the bad one.
#[track_caller]
fn beside_a_good_case(bad: &[u8], phrase: &str) -> std::collections::HashMap<String, String> {
    let bench = Bench::new();
    bench.write("cases/good.smt2", GOOD);
    bench.write("cases/bad.smt2", bad);
    batch_of_two(&bench, phrase)
}

#[track_caller]
fn batch_of_two(bench: &Bench, phrase: &str) -> std::collections::HashMap<String, String> {
    let solver = script("contains.sh");
    let batch = ["batch", "cases", "--out", "out", "--cache", "none"];
    let command = ["--allow-trivial", "--", &solver, phrase];
    bench.smelt(&[&batch[..], &command].concat()).exits(3);
    assert_eq!(bench.row("out", "good.smt2")["status"], "reduced");
    bench.row("out", "bad.smt2")
}

/// `reduce` of a good case by a command.
#[track_caller]
fn reduce(options: &[&str], command: &[&str]) -> crate::support::Ran {
    let bench = Bench::new();
    bench.write("case.smt2", GOOD);
    let begin = ["reduce", "--cache", "none"];
    bench.smelt(&[&begin[..], options, &["case.smt2", "small.smt2"], command].concat())
}

#[test]
fn a_missing_directory_is_named() {
    Bench::new()
        .smelt(&["batch", "nowhere", "--out", "out", "--", "false"])
        .exits(2)
        .says(&["nowhere", "hint"]);
}

#[test]
fn a_missing_input_is_named() {
    Bench::new()
        .smelt(&["reduce", "nowhere.smt2", "small.smt2", "false"])
        .exits(2)
        .says(&["nowhere.smt2"]);
}

#[test]
fn a_directory_without_cases_says_what_it_has_seen() {
    let bench = Bench::new();
    bench.write("cases/notes.md", "not a case");
    bench
        .smelt(&["batch", "cases", "--out", "out", "--", "false"])
        .exits(4)
        .says(&["no cases", "cases", "1"]);
}

#[test]
fn an_unreadable_file_is_a_row() {
    let bench = Bench::new();
    bench.write("cases/good.smt2", GOOD);
    let bad = bench.write("cases/bad.smt2", GOOD);
    let none = std::fs::Permissions::from_mode(0o000);
    std::fs::set_permissions(&bad, none).expect("permissions");
    if std::fs::read(&bad).is_ok() {
        return; // a privileged user can read everything
    }
    let row = batch_of_two(&bench, "check-sat");
    assert_eq!(row["status"], "failed", "{row:#?}");
    assert!(
        row["detail"].contains("read") || row["notes"].contains("read"),
        "{row:#?}"
    );
}

#[test]
fn an_empty_file_is_a_row() {
    let row = beside_a_good_case(b"", "");
    assert_eq!(row["status"], "failed", "{row:#?}");
    assert!(row["detail"].contains("empty"), "{row:#?}");
}

#[test]
fn a_binary_file_is_a_row() {
    let bytes: Vec<u8> = (0..4096_u32)
        .map(|n| u8::try_from(n.wrapping_mul(2_654_435_761) >> 24).unwrap_or(0))
        .collect();
    let row = beside_a_good_case(&[b"\x7fELF\0(\"", &bytes[..]].concat(), "check-sat");
    assert!(
        ["failed", "not-reproduced"].contains(&row["status"].as_str()),
        "{row:#?}"
    );
    assert!(!row["detail"].is_empty(), "{row:#?}");
}

#[test]
fn a_file_that_cannot_be_parsed_is_reduced_as_lines_and_its_row_says_where_and_why() {
    let bench = Bench::new();
    bench.write("cases/bad.smt2", "(assert true)\n  (check-sat\n");
    let solver = script("contains.sh");
    let words = [
        "batch",
        "cases",
        "--out",
        "out",
        "--cache",
        "none",
        "--",
        &solver,
        "check-sat",
    ];
    bench.smelt(&words).exits(0);
    let row = bench.row("out", "bad.smt2");
    assert_eq!(row["status"], "reduced", "{row:#?}");
    assert_eq!(
        (row["language"].as_str(), row["bytes_after"].as_str()),
        ("lines", "13")
    );
    assert!(row["detail"].contains("line 2, column 3"), "{row:#?}");
}

#[test]
fn a_case_that_does_not_fail_is_not_reproduced() {
    let row = beside_a_good_case(b"(set-logic ALL)\n(exit)\n", "check-sat");
    assert_eq!(row["status"], "not-reproduced", "{row:#?}");
    let ran = reduce(&[], &["true"]).exits(3);
    assert!(!ran.err.is_empty(), "{ran:#?}");
}

#[test]
fn a_case_that_fails_only_in_the_callers_directory_names_the_option_that_mends_it() {
    let bench = Bench::new();
    bench.write("case.smt2", GOOD);
    bench.write("beside", "");
    let solver = script("fails-beside.sh");
    let command = ["case.smt2", "small.smt2", &solver];
    let begin = ["reduce", "--cache", "none"];
    let ran = bench.smelt(&[&begin[..], &command].concat()).exits(3);
    let told = ran.err.contains("--cwd") || ran.err.contains("--depends");
    assert!(told, "{ran:#?}");
    bench
        .smelt(&[&begin[..], &["--allow-trivial", "--cwd", "."], &command].concat())
        .exits(0);
    assert!(bench.text("small.smt2").contains("check-sat"));
}

#[test]
fn a_configuration_with_an_unknown_key_is_refused() {
    let text =
        "[solver.a]\ncommand = [\"false\"]\nspeed = 3\n[[case]]\nglob = \"*\"\nsolver = \"a\"\n";
    refused_configuration(text, &["smelt.toml", "speed"]);
}

#[test]
fn a_configuration_with_a_wrong_type_is_refused() {
    let text = "[solver.a]\ncommand = 7\n[[case]]\nglob = \"*\"\nsolver = \"a\"\n";
    refused_configuration(text, &["smelt.toml", "command"]);
}

#[test]
fn a_configuration_that_names_no_known_solver_is_refused() {
    let text = "[solver.a]\ncommand = [\"false\"]\n[[case]]\nglob = \"*\"\nsolver = \"b\"\n";
    refused_configuration(text, &["smelt.toml", "`b`"]);
}

#[track_caller]
fn refused_configuration(text: &str, phrases: &[&str]) {
    let bench = Bench::new();
    bench.write("cases/smelt.toml", text);
    bench.write("cases/good.smt2", GOOD);
    bench
        .smelt(&["batch", "cases", "--out", "out", "--cache", "none"])
        .exits(2)
        .says(phrases);
}

#[test]
fn an_unknown_strategy_is_refused_with_the_known_ones() {
    reduce(&["--strategy", "magic"], &["false"])
        .exits(2)
        .says(&["magic", "hybrid"]);
}

#[test]
fn an_unknown_mutator_is_refused() {
    reduce(&["--mutators", "-magic"], &["false"])
        .exits(2)
        .says(&["magic"]);
}

#[test]
fn a_command_that_does_not_exist_is_named() {
    reduce(&[], &["no-such-solver-6"])
        .exits(2)
        .says(&["no-such-solver-6"]);
}

#[test]
fn in_a_batch_a_command_that_does_not_exist_fails_its_cases() {
    let bench = Bench::new();
    bench.write("cases/good.smt2", GOOD);
    bench
        .smelt(&[
            "batch",
            "cases",
            "--out",
            "out",
            "--cache",
            "none",
            "--",
            "no-such-solver-6",
        ])
        .exits(3);
    let row = bench.row("out", "good.smt2");
    assert_eq!(row["status"], "failed");
    let told = format!("{} {}", row["detail"], row["notes"]);
    assert!(told.contains("no-such-solver-6"), "{row:#?}");
}

#[test]
fn an_output_that_is_a_file_is_refused() {
    let bench = Bench::new();
    bench.write("cases/good.smt2", GOOD);
    bench.write("out", "a file");
    bench
        .smelt(&[
            "batch", "cases", "--out", "out", "--cache", "none", "--", "false",
        ])
        .exits(2)
        .says(&["out"]);
}

#[test]
fn an_output_that_is_a_pipe_or_a_device_is_refused_and_left_alone() {
    let bench = Bench::new();
    bench.write("case.smt2", GOOD);
    let pipe = bench.path("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo runs").success());
    bench
        .smelt(&["reduce", "--cache", "none", "case.smt2", "pipe", "false"])
        .exits(2)
        .says(&["pipe", "the name of a regular file"]);
    let kind = pipe.metadata().expect("a pipe").file_type();
    assert!(!kind.is_file());
}

#[test]
fn what_the_solver_prints_on_a_reprinted_copy_that_does_not_fail_is_shown_too() {
    let bench = Bench::new();
    bench.write("case.smt2", format!("; a comment\n{GOOD}"));
    let solver = bench.script(
        "solver",
        "#!/bin/sh\nif grep -q comment \"$1\"; then echo the failure; exit 1; fi\necho no failure >&2\n",
    );
    let solver = solver.to_string_lossy();
    let checked = bench
        .smelt(&["check", "--cache", "none", "case.smt2", &solver])
        .exits(3);
    for phrase in ["Original:", "the failure", "Reprinted copy:", "no failure"] {
        assert!(checked.out.contains(phrase), "{phrase} in {checked:#?}");
    }
    let options = [
        "reduce",
        "-vv",
        "--cache",
        "none",
        "case.smt2",
        "small.smt2",
    ];
    bench
        .smelt(&[&options[..], &[&*solver]].concat())
        .exits(3)
        .says(&["Original:", "the failure", "Reprinted copy:", "no failure"]);
}

#[test]
fn a_memory_limit_under_which_the_solver_cannot_start_is_named() {
    for limit in ["1", "20"] {
        let bench = Bench::new();
        bench.write("case.smt2", GOOD);
        let loader = "sh: error while loading shared libraries: libc.so.6: failed to map segment from shared object";
        let text = format!(
            "#!/bin/sh\n[ $(ulimit -v) -gt 50000 ] && exit 1\necho '{loader}' >&2\nexit 127\n"
        );
        let solver = bench.script("solver", &text);
        let solver = solver.to_string_lossy();
        let options = ["check", "--cache", "none", "--memout", limit];
        let under = format!("under the limit of {limit} MB");
        bench
            .smelt(&[&options[..], &["case.smt2", &solver]].concat())
            .exits(3)
            .says(&["could not start or ran out of memory", &under, "`--memout`"]);
    }
}

#[test]
fn a_key_of_many_bytes_is_not_whole_in_the_row() {
    let key = "k".repeat(900_000);
    let bench = Bench::new();
    bench.write("cases/good.smt2", GOOD);
    bench.write("cases/bad.smt2", GOOD);
    bench.write("cases/bad.smt2.smelt.toml", format!("{key} = 3\n"));
    let row = batch_of_two(&bench, "check-sat");
    assert_eq!(row["status"], "failed");
    let detail = &row["detail"];
    assert!(
        detail.len() <= 4000 && detail.contains('…'),
        "{}",
        detail.len()
    );
    assert!(bench.read("out/journal.jsonl").len() < 50_000);
}
