//! `-` is standard input or standard output, as elsewhere.

use crate::support::{Bench, INPUT, script};
use std::io::Write;
use std::process::{Command, Stdio};

/// Runs the program with this on standard input: exit code, standard output, standard error.
fn piped(bench: &Bench, arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_smelt"))
        .args(arguments)
        .current_dir(bench.path("."))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin
        .write_all(input.as_bytes())
        .expect("the program reads");
    drop(stdin);
    let output = child.wait_with_output().expect("an end");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

#[test]
fn a_quiet_reduction_says_nothing_but_that_its_result_fails_in_another_way() {
    let bench = Bench::new();
    bench.write("case.smt2", "(keep)\n(bug)\n(exit)\n");
    let said = |solver: &str| {
        let solver = bench.script("solver", solver);
        let files = ["case.smt2", "small.smt2", &solver.to_string_lossy()];
        let words = ["reduce", "-q", "--cache", "none", "--ignore-output"];
        let ran = bench.smelt(&[&words[..], &files].concat()).exits(0);
        ran.out + &ran.err
    };
    let fails = "#!/bin/sh\ngrep -q bug \"$1\" || exit 0\n";
    assert_eq!(said(&format!("{fails}exit 1\n")), "");
    let slides = "if grep -q keep \"$1\"; then echo '(error \"one\")'; else echo '(error \"two\")'; fi\nexit 1\n";
    let said = said(&format!("{fails}{slides}"));
    assert!(
        said.contains("WARNING: it does not fail like the original"),
        "{said}"
    );
}

#[test]
fn a_case_is_reduced_from_standard_input_to_standard_output() {
    let bench = Bench::new();
    let solver = script("contains.sh");
    let command = ["reduce", "--cache", "none", "-", "-", &solver, "> x 0"];
    let (code, out, err) = piped(&bench, &command, INPUT);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("> x 0") && out.len() < INPUT.len(), "{out}");
    assert!(!bench.path("-").exists());
    assert!(!bench.path("-.smelt-run").exists());
}

#[test]
fn nothing_but_the_result_is_on_standard_output() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    let solver = script("contains.sh");
    let reduce = ["reduce", "--cache", "none", "case.smt2"];
    let to = |output| bench.smelt(&[&reduce[..], &[output, &solver, "> x 0"]].concat());
    let streamed = to("-").exits(0).out;
    to("small.smt2").exits(0);
    assert_eq!(streamed, bench.text("small.smt2"));
    let nothing = bench
        .smelt(&[&reduce[..], &["-", "true"]].concat())
        .exits(3);
    assert_eq!(nothing.out, "");
}

#[test]
fn check_takes_standard_input() {
    let bench = Bench::new();
    let solver = script("contains.sh");
    let command = ["check", "--cache", "none", "-", &solver, "> x 0"];
    let (code, out, err) = piped(&bench, &command, INPUT);
    assert_eq!(code, Some(0), "{err}");
    assert!(!out.is_empty());
}

#[test]
fn what_runs_no_solver_takes_standard_input_too() {
    let bench = Bench::new();
    let (code, out, err) = piped(&bench, &["answer-sets", "-"], "{a}.\n");
    assert_eq!(code, Some(30), "{err}");
    assert!(out.contains("Answer: 2\na\nSATISFIABLE"), "{out}");
    let convert = ["convert", "-", "--language", "asp", "--to", "lp"];
    let (code, out, err) = piped(&bench, &convert, "asp 1 0 0\n1 0 1 1 0 0\n4 1 a 1 1\n0\n");
    assert_eq!((code, &*out), (Some(0), "a.\n"), "{err}");
    let mutations = ["mutations", "-"];
    let (code, out, err) = piped(&bench, &mutations, "(check-sat)\n(exit)\n");
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("(check-sat)"), "{out}");
    let (code, _, err) = piped(&bench, &["answer-sets", "-"], "a(X) :- b(X).\n");
    assert_eq!(code, Some(2));
    assert!(err.contains("answer sets of `-`"), "{err}");
}

/// Reduces to standard output in a shell command in which `"$@"` is the call: its exit code and standard error.
fn to_standard_output(bench: &Bench, shell: &str) -> (Option<i32>, String) {
    bench.write("case.smt2", INPUT);
    let ran = Command::new("/bin/sh")
        .args(["-c", shell, "sh", env!("CARGO_BIN_EXE_smelt")])
        .args(["reduce", "--cache", "none", "case.smt2", "-"])
        .args([&*script("contains.sh"), "> x 0"])
        .current_dir(bench.path("."))
        .env("TMPDIR", bench.path("."))
        .output()
        .expect("a shell");
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    (ran.status.code(), said)
}

#[test]
fn a_result_for_a_standard_output_that_is_closed_is_refused_before_anything_runs() {
    let bench = Bench::new();
    let (code, said) = to_standard_output(&bench, "\"$@\" >&-");
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("standard output is closed"), "{said}");
    let (code, said) = to_standard_output(&bench, "\"$@\" >/dev/null");
    assert_eq!(code, Some(0), "{said}");
}

#[test]
fn a_result_that_standard_output_does_not_take_is_kept_and_the_exit_code_is_3() {
    let unread =
        "{ sleep 0.3; \"$@\" 2>said; echo $? >code; } | true; cat said >&2; exit $(cat code)";
    for shell in ["\"$@\" >/dev/full", unread] {
        let bench = Bench::new();
        let (code, said) = to_standard_output(&bench, shell);
        assert_eq!(code, Some(3), "{said}");
        let mut words = said.split("the result is in `").skip(1);
        let kept = words.next().and_then(|rest| rest.split('`').next());
        let kept = std::fs::read_to_string(kept.expect("a place")).expect("the result");
        assert!(kept.contains("> x 0"), "{kept}");
    }
}
