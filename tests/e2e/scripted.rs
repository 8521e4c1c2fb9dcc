//! The scripted cases of the quick start: what it falls back to must work.

use crate::support::{Bench, repository};

#[test]
fn every_scripted_case_of_the_quick_start_is_reduced_and_still_fails() {
    let bench = Bench::new();
    let cases = repository("benchmarks/scripted");
    let ran = bench
        .smelt(&["batch", &cases, "--out", "out", "--cache", "store.db"])
        .exits(0);
    assert!(
        ran.out.contains("\nnew (3)\n"),
        "what became of them is printed: {ran:#?}"
    );
    let expected = [
        ("get-value.smt2", "no-get-value.sh", 1),
        ("quantifier.smt2", "no-alternation.sh", 134),
        ("scopes.smt2", "no-deep-push.sh", 1),
    ];
    for (case, solver, code) in expected {
        assert_eq!(bench.row("out", case)["status"], "reduced");
        let solver = repository(&format!("benchmarks/scripted/{solver}"));
        bench.still(&[&solver], &format!("out/minimized/{case}"), code);
    }
}
