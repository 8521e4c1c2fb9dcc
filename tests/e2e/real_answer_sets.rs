//! Released answer-set solvers on programs on which one of them is wrong. Ignored unless asked for, because they need
//! `scripts/solvers` to have been run: `cargo test --test e2e -- --ignored real_answer_sets`.

use crate::support::{Bench, repository};

const OLD: &str = "clingo-5.3.0";
const NEW: &str = "clingo-5.8.0";

/// Reduces a program, and checks that the result is not empty and has at most so many bytes.
#[track_caller]
fn reduces(case: &str, rule: &[&str], command: &[&str], bytes: usize) {
    let bench = Bench::new();
    let text = std::fs::read(repository(&format!("tests/data/asp/{case}"))).expect("a case");
    bench.write(case, &text);
    let path = |name: &str| repository(&format!("solvers/{name}"));
    let solver = path(command[0]);
    let second = format!("{} {}", path(NEW), rule[1..].join(" "));
    // The bytes were measured with this strategy; lines of such a program have many small texts.
    let options = "reduce --cache none --strategy hybrid --language lines";
    let options = options
        .split(' ')
        .chain([rule[0], &second, case, "small", &solver]);
    let call: Vec<&str> = options.chain(command[1..].iter().copied()).collect();
    bench.smelt(&call).exits(0).says(&["reduced"]);
    let found = bench.read("small").len();
    assert!(
        found > 0 && found <= bytes,
        "{found}: {}",
        bench.text("small")
    );
}

/// Reduces a program, and checks by the definition, which shares no code with a solver, that the solver is wrong on what
/// is left of it.
#[track_caller]
fn is_wrong_by_definition(case: &str, rule: &str, trusted: &str, command: &[&str]) {
    let bench = Bench::new();
    let text = std::fs::read(repository(&format!("tests/data/asp/{case}"))).expect("a case");
    bench.write(case, &text);
    let path = |name: &str| repository(&format!("solvers/{name}"));
    let (trusted, solver) = (format!("{} {trusted}", path(NEW)), path(command[0]));
    let small = format!("small-{case}");
    let command = || std::iter::once(&*solver).chain(command[1..].iter().copied());
    let reduce = ["reduce", "--cache", "none", rule, &trusted, case, &small];
    let call: Vec<&str> = reduce.into_iter().chain(command()).collect();
    bench.smelt(&call).exits(0).says(&["reduced"]);
    let definition = format!("{} answer-sets", env!("CARGO_BIN_EXE_smelt"));
    let check = ["check", rule, &definition, &small];
    let call: Vec<&str> = check.into_iter().chain(command()).collect();
    bench.smelt(&call).exits(0);
}

#[test]
#[ignore = "needs clingo 5.3.0 and 5.8.0 in solvers/"]
fn what_is_left_of_a_program_is_answered_wrongly_by_the_definition_of_answer_sets() {
    let table: [(&str, &str, &str, &[&str]); 6] = [
        ("dlp-10834.lp", "--incorrect", "", &[OLD]),
        ("dlp-10834.lp", "--models-differ-from", "", &[OLD]),
        (
            "unsat-transext-no.aspif",
            "--incorrect",
            "--mode=clasp",
            &[NEW, "--mode=clasp", "--trans-ext=no"],
        ),
        (
            "invalid-198.aspif",
            "--invalid-model",
            "--mode=clasp",
            &[
                NEW,
                "--mode=clasp",
                "1",
                "--sat-prepro=2,20,25,240",
                "--trans-ext=choice",
            ],
        ),
        (
            "dup-eq0-disj.aspif",
            "--models-differ-from",
            "--mode=clasp",
            &[NEW, "--mode=clasp", "--eq=0"],
        ),
        (
            "weightrec.lp",
            "--models-differ-from",
            "",
            &[NEW, "--configuration=frumpy"],
        ),
    ];
    for (case, rule, trusted, command) in table {
        is_wrong_by_definition(case, rule, trusted, command);
    }
}

#[test]
#[ignore = "needs clingo 5.3.0 and 5.8.0 in solvers/"]
fn an_incorrect_answer_of_clingo_5_3_0_stays_incorrect() {
    reduces("dlp-10834.lp", &["--incorrect"], &[OLD], 600);
}

#[test]
#[ignore = "needs clingo 5.3.0 and 5.8.0 in solvers/"]
fn two_releases_of_clingo_go_on_differing() {
    reduces("dlp-10834.lp", &["--models-differ-from"], &[OLD], 600);
}

#[test]
#[ignore = "needs clingo 5.8.0 in solvers/"]
fn an_invalid_model_of_clingo_5_8_0_stays_invalid_under_other_options() {
    let options = [
        "--mode=clasp",
        "1",
        "--sat-prepro=2,20,25,240",
        "--trans-ext=choice",
    ];
    let command = [&[NEW][..], &options].concat();
    reduces(
        "invalid-198.aspif",
        &["--invalid-model", "--mode=clasp"],
        &command,
        200,
    );
}

#[test]
#[ignore = "needs clingo 5.8.0 in solvers/"]
fn repeated_models_of_clingo_5_8_0_stay_repeated() {
    let command = [NEW, "--mode=clasp", "--eq=0"];
    let rule = ["--models-differ-from", "--mode=clasp"];
    reduces("dup-eq0-disj.aspif", &rule, &command, 70);
}
