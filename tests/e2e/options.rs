//! One case for each option that changes what is looked for or delivered.

use crate::support::{Bench, script};

const INPUT: &str = "(set-logic QF_LIA)
(declare-const x Int)
(declare-const y Int)
(assert (and (> x 0) (< y 10)))
(check-sat)
(get-value (x y))
(exit)
";

/// A bench with the input reduced under these options by this command.
#[track_caller]
fn reduced(options: &[&str], command: &[&str]) -> Bench {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    let begin = ["reduce", "--cache", "none"];
    let files = ["case.smt2", "small.smt2"];
    bench
        .smelt(&[&begin[..], options, &files, command].concat())
        .exits(0);
    assert!(bench.read("small.smt2").len() < INPUT.len());
    bench
}

#[test]
fn match_out_keeps_what_standard_output_says() {
    let solver = script("complains-of.sh");
    let bench = reduced(&["--match-out", "not supported"], &[&solver, "get-value"]);
    assert!(bench.text("small.smt2").contains("get-value"));
    assert!(!bench.text("small.smt2").contains("assert"));
}

#[test]
fn a_cross_check_must_fail_as_well() {
    let contains = script("contains.sh");
    let second = format!("'{contains}' '(> x'");
    let bench = reduced(&["-c", &second], &[&contains, "check-sat"]);
    bench.still(&[&contains, "check-sat"], "small.smt2", 1);
    bench.still(&[&contains, "(> x"], "small.smt2", 1);
    assert!(!bench.text("small.smt2").contains("get-value"));
}

#[test]
fn two_solvers_that_differ_go_on_differing() {
    let answers = script("answers-where.sh");
    let second = format!("'{answers}' unsat '(> x' sat");
    let bench = reduced(&["--differs-from", &second], &[&answers, "sat", "", "sat"]);
    assert!(bench.text("small.smt2").contains("(> x"));
    assert!(!bench.text("small.smt2").contains("get-value"));
}

#[test]
fn a_pretty_result_fails_as_the_plain_one_does() {
    let contains = script("contains.sh");
    let plain = reduced(&[], &[&contains, "(> x", "get-value"]);
    let pretty = reduced(&["--pretty"], &[&contains, "(> x", "get-value"]);
    pretty.still(&[&contains, "(> x", "get-value"], "small.smt2", 1);
    let squeezed = |text: String| text.split_whitespace().collect::<String>();
    assert_eq!(
        squeezed(plain.text("small.smt2")),
        squeezed(pretty.text("small.smt2"))
    );
}

#[test]
fn the_result_is_the_same_for_any_number_of_jobs() {
    let contains = script("contains.sh");
    let command = [contains.as_str(), "(> x", "get-value"];
    let one = reduced(&["-j", "1"], &command);
    let four = reduced(&["-j", "4"], &command);
    assert_eq!(one.text("small.smt2"), four.text("small.smt2"));
}

#[test]
fn check_shows_what_would_be_compared() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    let solver = script("contains.sh");
    let ran = bench.smelt(&[
        "check",
        "--cache",
        "none",
        "case.smt2",
        &solver,
        "get-value",
    ]);
    let ran = ran.exits(0);
    assert!(!ran.out.is_empty(), "{ran:#?}");
    assert!(!bench.path("small.smt2").exists());
}

#[test]
fn a_signal_that_the_caller_ignores_ends_a_solver_all_the_same() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    let smelt = env!("CARGO_BIN_EXE_smelt");
    let check = "trap '' USR1; exec \"$0\" check --cache none case.smt2 /bin/sh -c 'kill -USR1 $$'";
    let ran = std::process::Command::new("sh")
        .args(["-c", check, smelt])
        .current_dir(bench.path("."))
        .output()
        .expect("a shell");
    let said = String::from_utf8_lossy(&ran.stdout);
    assert!(
        said.lines()
            .any(|line| line.starts_with("golden") && line.contains("SIGUSR1")),
        "{ran:?}"
    );
}
