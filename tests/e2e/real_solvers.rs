//! Released solvers on small cases of `benchmarks/corpus`. Ignored unless asked for, because they need
//! `scripts/solvers` to have been run: `cargo test --test e2e -- --ignored real_solver`.

use crate::support::{Bench, repository};

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
