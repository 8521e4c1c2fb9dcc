//! Released solvers on small cases of `benchmarks/corpus`. Ignored unless asked for, because they need
//! `scripts/solvers` to have been run: `cargo test --test e2e -- --ignored real_solver`.

use crate::support::{Bench, repository};
use std::path::Path;

/// Reduces a case of the corpus as `benchmarks/corpus/smelt.toml` says, and looks at the result with the solver
/// itself.
#[track_caller]
fn reduces(case: &str, command: &[&str], phrase: &str) {
    let bench = Bench::new();
    let text = std::fs::read(repository(&format!("benchmarks/corpus/{case}"))).expect("a case");
    bench.write(&format!("cases/{case}"), &text);
    let config = repository("benchmarks/corpus/smelt.toml");
    let options = ["--config", &config, "--cache", "store.db"];
    bench
        .smelt(&[&["batch", "cases", "--out", "out"][..], &options].concat())
        .exits(0);
    let row = bench.row("out", case);
    assert_eq!(row["status"], "reduced", "{row:#?}");
    let small = bench.path(&format!("out/minimized/{case}"));
    let bytes = bench.read(&format!("out/minimized/{case}")).len();
    assert!(bytes < text.len() / 2, "{bytes} bytes of {}", text.len());
    let ran = std::process::Command::new(repository(&format!("solvers/{}", command[0])))
        .args(&command[1..])
        .arg(&small)
        .output()
        .expect("the solver is installed");
    let said = [ran.stdout, ran.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(said.contains(phrase), "{said}");
}

const INVALID: &str = "an invalid model was generated";

#[test]
#[ignore = "needs z3 4.5.1 in solvers/"]
fn a_real_solver_z3_4_5_1_goes_on_giving_an_invalid_model() {
    let arguments = [
        "model_validate=true",
        "smt.random_seed=7",
        "smt.phase_selection=5",
    ];
    let command = [&["z3-4.5.1.0.post2"][..], &arguments].concat();
    reduces("nira-invalid-model-z3-4.5.1-100012.smt2", &command, INVALID);
}

#[test]
#[ignore = "needs z3 4.8.0 in solvers/"]
fn a_real_solver_z3_4_8_0_goes_on_giving_an_invalid_model() {
    let command = ["z3-4.8.0.0.post1", "model_validate=true"];
    reduces("nira-invalid-model-z3-4.8.0-400128.smt2", &command, INVALID);
}

#[test]
#[ignore = "needs z3 4.8.6 in solvers/"]
fn a_real_solver_z3_4_8_6_goes_on_giving_an_invalid_model() {
    let command = [
        "z3-4.8.6.0",
        "model_validate=true",
        "rewriter.push_ite_bv=true",
    ];
    reduces("fp-invalid-model-z3-4.8.6-400085.smt2", &command, INVALID);
}

#[test]
#[ignore = "needs cvc4 1.6 in solvers/"]
fn a_real_solver_cvc4_1_6_goes_on_crashing() {
    let command = ["cvc4-1.6", "--lang=smt2.6", "--check-unsat-cores"];
    reduces(
        "abvnest-crash-cvc4-1.6-100148.smt2",
        &command,
        "suffered a segfault",
    );
}

#[test]
#[ignore = "needs clingo 5.3.0 and 5.8.0 in solvers/"]
fn a_real_solver_clingo_5_3_0_is_found_to_be_incorrect_and_what_is_found_is_reduced() {
    let bench = Bench::new();
    let [subject, trusted] =
        ["clingo-5.3.0", "clingo-5.8.0"].map(|name| repository(&format!("solvers/{name}")));
    let programs = [
        "--class", "dlp", "--seed", "1", "--first", "270", "--count", "9",
    ];
    let solvers = ["--trusted", &trusted, "--out", "found", "--", &subject];
    bench
        .smelt(&[&["fuzz", "asp"][..], &programs, &solvers].concat())
        .exits(0)
        .says(&["programs=9 defects=1 incorrect=1 "]);
    let batch = ["batch", "found", "--out", "small", "--cache", "none"];
    bench.smelt(&batch).exits(0).says(&["cases=1 reduced=1 "]);
    let row = &bench.rows("small/results.csv")[0];
    let bytes = row["bytes_after"].parse::<u64>().expect("bytes");
    assert!(bytes < 100, "{row:?}");
}

/// The atoms of each model that clingo finds, and its other words about the program.
fn models(program: &Path, arguments: &[&str]) -> (Vec<Vec<String>>, String) {
    let ran = std::process::Command::new(repository("solvers/clingo-5.8.0"))
        .args(["-n0", "-V0", "--outf=0"])
        .args(arguments)
        .arg(program)
        .output()
        .expect("the solver is installed");
    let out = String::from_utf8_lossy(&ran.stdout).into_owned();
    let lines = out.lines().filter(|line| !line.ends_with("SATISFIABLE"));
    let mut models: Vec<Vec<String>> = lines
        .map(|line| {
            let mut atoms: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            atoms.sort();
            atoms
        })
        .collect();
    models.sort();
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    (models, said)
}

#[test]
#[ignore = "needs clingo 5.8.0 in solvers/"]
fn a_real_solver_clingo_reads_each_generated_program_and_finds_the_same_models_in_each_dialect() {
    let bench = Bench::new();
    for class in ["nlp", "wcp", "dlp", "mixed", "cnf"] {
        for dialect in ["gringo", "aspif", "smodels"] {
            let small = ["--atoms", "3:7", "--classical", "0:20", "--emit", "30"];
            let what = ["--class", class, "--dialect", dialect, "--out", dialect];
            bench
                .smelt(&[&["fuzz", "asp"][..], &small, &what].concat())
                .exits(0);
        }
        for number in 0..30 {
            let name = format!("{class}-0-{number:06}");
            let text = models(&bench.path(&format!("gringo/{name}.lp")), &[]);
            for dialect in ["aspif", "smodels"] {
                let path = bench.path(&format!("{dialect}/{name}.{dialect}"));
                let numeric = models(&path, &["--mode=clasp"]);
                assert!(!numeric.1.contains("error"), "{name}: {}", numeric.1);
                // clingo 5.8.0 loses models of choice rules with a sum as their body, which only aspif has.
                let is_lossy = dialect == "aspif" && ["wcp", "mixed"].contains(&class);
                assert!(is_lossy || numeric.0 == text.0, "{name} as {dialect}");
            }
            assert!(!text.1.contains("error"), "{name}: {}", text.1);
        }
    }
}
