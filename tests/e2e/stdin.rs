//! Solvers that read the candidate as their standard input.

use crate::support::{Bench, INPUT, Ran};

/// Fails if its standard input contains `x 0`; exits with 7 if it is given any argument but `-in`.
const SOLVER: &str = "#!/bin/sh\n[ \"$*\" = -in ] || exit 7\ngrep -q 'x 0' && exit 1\nexit 0\n";

#[track_caller]
fn reduce(options: &[&str], command: &[&str]) -> (Bench, Ran) {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    bench.script("solver", SOLVER);
    let begin = ["reduce", "--cache", "none"];
    let ran = bench.smelt(&[&begin[..], options, &["case.smt2", "small.smt2"], command].concat());
    (bench, ran)
}

#[test]
fn a_solver_that_reads_standard_input_is_given_the_candidate_there() {
    let (bench, ran) = reduce(&["--stdin"], &["./solver", "-in"]);
    ran.exits(0);
    let small = bench.text("small.smt2");
    assert!(
        small.contains("x 0") && small.len() < INPUT.len() / 2,
        "{small}"
    );
}

#[test]
fn a_command_with_a_place_for_the_path_is_refused_beside_stdin() {
    for command in [
        &["./solver", "{}"][..],
        &["cat", "{}", "|", "./solver", "-in"],
    ] {
        let (_, ran) = reduce(&["--stdin"], command);
        ran.exits(2)
            .says(&["`stdin` is only for a single program", "hint"]);
    }
    let (_, ran) = reduce(&["--stdin", "--script", "solver"], &[]);
    ran.exits(2).says(&["`stdin` is only for a single program"]);
}

#[test]
fn a_second_command_reads_standard_input_if_it_says_so() {
    let (bench, ran) = reduce(
        &["--stdin", "-c", "./solver -in < {}"],
        &["./solver", "-in"],
    );
    ran.exits(0);
    assert!(bench.text("small.smt2").contains("x 0"));
}

#[test]
fn a_solver_of_a_configuration_reads_standard_input_wherever_it_is_named() {
    let bench = Bench::new();
    bench.write("cases/case.smt2", INPUT);
    bench.script("cases/solver", SOLVER);
    bench.script(
        "cases/path",
        "#!/bin/sh\ngrep -q 'x 0' \"$1\" && exit 1\nexit 0\n",
    );
    let config = "[solver.a]\ncommand = ['./solver', '-in']\nstdin = true\n\
                  [solver.b]\ncommand = './path'\n\
                  [[case]]\nglob = '*'\nsolver = 'a'\ncross-check = 'b'\n";
    for config in [
        config.to_owned(),
        config.replace(
            "solver = 'a'\ncross-check = 'b'",
            "solver = 'b'\ncross-check = 'a'",
        ),
    ] {
        bench.write("cases/smelt.toml", config);
        bench
            .smelt(&["batch", "cases", "--out", "out", "--cache", "none"])
            .exits(0);
        let row = bench.row("out", "case.smt2");
        assert_eq!(row["status"], "reduced", "{row:#?}");
        assert!(bench.text("out/minimized/case.smt2").contains("x 0"));
        std::fs::remove_dir_all(bench.path("out")).expect("the output");
    }
}
