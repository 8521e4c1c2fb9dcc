//! One case for each option that changes what is looked for or delivered.

use crate::support::{Bench, Ran, script};

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
fn check_shows_what_must_stay_the_same() {
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

/// `smelt check` of a script that prints, then ends.
fn checked(script: &str, options: &[&str]) -> Ran {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    bench.script("solver", script);
    let words = [
        &["check", "--cache", "none"],
        options,
        &["case.smt2", "./solver"],
    ];
    bench.smelt(&words.concat()).exits(0)
}

#[test]
fn check_says_once_which_failure_must_stay_the_same() {
    let crashes = "#!/bin/sh\ngrep -q get-value \"$1\" && kill -SEGV $$\nexit 0\n";
    let out = checked(crashes, &[]).out;
    assert!(
        out.starts_with("Failure:              SIGSEGV (this must stay the same)\nOriginal:             SIGSEGV; "),
        "{out}"
    );
    assert_eq!(out.matches("must stay the same").count(), 1, "{out}");
    for label in [
        "\nReprinted copy:       SIGSEGV; ",
        "\nLimits:               ",
    ] {
        assert!(out.contains(label), "`{label}` in {out}");
    }
    for word in ["oracle", "signature", "compared"] {
        assert!(!out.contains(word), "`{word}` in {out}");
    }
}

#[test]
fn check_says_what_an_option_requires_in_place_of_the_failure() {
    let crashes = "#!/bin/sh\ngrep -q get-value \"$1\" || exit 0\necho answer-7\nkill -SEGV $$\n";
    let out = checked(crashes, &["--match-out", "answer-7", "--ignore-err"]).out;
    for line in [
        "Required:             the solver ends with SIGSEGV",
        "                      standard output contains `answer-7`",
        "Failure:              SIGSEGV (not compared)",
    ] {
        assert!(out.lines().any(|found| found == line), "`{line}` in {out}");
    }
}

#[test]
fn a_signal_that_the_caller_ignores_or_blocks_ends_a_solver_all_the_same() {
    let signals = [
        ("--ignore-signal=USR1", 10),
        ("--ignore-signal=RTMIN+3", 37),
        ("--block-signal=USR1", 10),
    ];
    for (of_signal, number) in signals {
        let bench = Bench::new();
        bench.write("case.smt2", INPUT);
        let check =
            format!("exec \"$0\" check --cache none case.smt2 /bin/sh -c 'kill -{number} $$'");
        let ran = std::process::Command::new("env")
            .arg(of_signal)
            .args(["sh", "-c", &check, env!("CARGO_BIN_EXE_smelt")])
            .current_dir(bench.path("."))
            .output()
            .expect("a shell");
        let said = String::from_utf8_lossy(&ran.stdout);
        let ended = format!("signal {number}");
        let mut lines = said.lines();
        assert!(
            lines.any(|line| line.starts_with("Reprinted copy:") && line.contains(&ended)),
            "{ran:?}"
        );
    }
}

#[test]
fn a_real_time_signal_is_the_failure_that_is_kept() {
    let bench = Bench::new();
    bench.write("cases/a.smt2", INPUT);
    // Another signal is another failure, however little of the text it needs.
    let solver = bench.script(
        "solver",
        "#!/bin/sh\ngrep -q '> x 0' \"$1\" && kill -37 $$\ngrep -q check-sat \"$1\" && kill -38 $$\nexit 0\n",
    );
    let batch = ["batch", "cases", "--cache", "none", "--out", "out", "--"];
    bench
        .smelt(&[&batch[..], &[&*solver.to_string_lossy()]].concat())
        .exits(0);
    let row = bench.row("out", "a.smt2");
    for column in ["golden", "signature", "signature_after"] {
        assert_eq!(row[column], "signal 37", "{row:#?}");
    }
    assert!(bench.text("out/minimized/a.smt2").contains("> x 0"));
}

#[test]
fn check_shows_what_a_solver_does_that_shows_no_failure() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    let solver = bench.script(
        "solver",
        "#!/bin/sh\necho answer-7\necho warning-8 >&2\nexit 3\n",
    );
    let solver = solver.to_string_lossy();
    let ran = bench.smelt(&[
        "check",
        "--cache",
        "none",
        "--match-out",
        "nothing",
        "case.smt2",
        &solver,
    ]);
    let ran = ran.exits(3).says(&["error:", "does not contain `nothing`"]);
    for shown in [
        "Original:             exit 3",
        "  stdout:             answer-7",
        "  stderr:             warning-8",
    ] {
        assert!(ran.out.contains(shown), "`{shown}` in {ran:#?}");
    }
}

#[test]
fn an_output_that_is_a_link_is_refused_and_left_alone() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    bench.write("target", "precious");
    std::os::unix::fs::symlink(bench.path("target"), bench.path("link")).expect("a link");
    bench
        .smelt(&["reduce", "--cache", "none", "case.smt2", "link", "false"])
        .exits(2)
        .says(&["it is a symbolic link", "the file that the link points to"]);
    assert_eq!(bench.text("link"), "precious");
}

#[test]
fn a_pattern_that_cannot_be_used_is_told_before_anything_runs() {
    let bench = Bench::new();
    bench.write("cases/case.smt2", INPUT);
    for options in [
        &["--match-out", ""][..],
        &["--match-err-regex", "("],
        &["--ignore-exit", "--ignore-output"],
    ] {
        for words in [&["reduce"][..], &["check"]] {
            let rest: &[&str] = if words == ["reduce"] {
                &["cases/case.smt2", "small.smt2", "false"]
            } else {
                &["cases/case.smt2", "false"]
            };
            bench
                .smelt(&[words, options, rest].concat())
                .exits(2)
                .says(&["error:"]);
        }
        bench
            .smelt(
                &[
                    &["batch", "cases", "--out", "out"],
                    options,
                    &["--", "false"],
                ]
                .concat(),
            )
            .exits(2)
            .says(&["error:"]);
    }
    assert!(!bench.path("out").exists());
}

#[test]
fn a_command_that_configuration_makes_useless_is_told_of() {
    let bench = Bench::new();
    bench.write("cases/case.smt2", INPUT);
    bench.write(
        "cases/smelt.toml",
        "[solver.f]\ncommand = 'false'\n[[case]]\nglob = '*'\nsolver = 'f'\n",
    );
    bench
        .smelt(&[
            "batch",
            "cases",
            "--out",
            "out",
            "--cache",
            "none",
            "--allow-trivial",
            "--",
            "true",
        ])
        .exits(2)
        .says(&["`--` applies to no case", "another solver for each of 1"]);
    assert!(!bench.path("out").exists());
    bench.write("cases/other.txt", "a line\n");
    let toml = bench.text("cases/smelt.toml").replace("'*'", "'*.smt2'");
    bench.write("cases/smelt.toml", toml);
    let words = [
        "batch",
        "cases",
        "--out",
        "out",
        "--cache",
        "none",
        "--allow-trivial",
    ];
    bench
        .smelt(&[&words[..], &["--", "false"]].concat())
        .exits(0);
    bench
        .smelt(&[&words[..], &["--", "false", "-x"]].concat())
        .exits(0)
        .says(&["is not used for 1 of 2 cases", "names their solver"]);
}
