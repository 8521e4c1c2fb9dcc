//! `--effort`: how much a search does for a small result.

use crate::support::{Bench, INPUT};
use std::collections::HashMap;

/// The row of a reduction with this effort, by a solver that fails on a text with `check-sat` and `> x 0`.
fn reduced(effort: &str, strategy: &str) -> HashMap<String, String> {
    reduced_with(&["--strategy", strategy, "--effort", effort])
}

/// The same with these options.
fn reduced_with(options: &[&str]) -> HashMap<String, String> {
    let bench = Bench::new();
    bench.write("cases/a.smt2", INPUT);
    let text =
        "#!/bin/sh\nif grep -q check-sat \"$1\" && grep -q '> x 0' \"$1\"; then exit 9; fi\n";
    let solver = bench.script("solver", text);
    let solver = solver.to_string_lossy();
    let batch = |out: &str, jobs: &str| {
        let fixed = [
            "batch", "cases", "--out", out, "--cache", "none", "-j", jobs,
        ];
        let solver = ["--", &solver];
        bench
            .smelt(&[&fixed[..], options, &solver].concat())
            .exits(0);
        bench.read(&format!("{out}/minimized/a.smt2"))
    };
    assert_eq!(batch("one", "1"), batch("two", "2"), "{options:?}");
    bench.row("one", "a.smt2")
}

#[test]
fn more_effort_takes_more_checks_and_never_leaves_more_bytes() {
    for strategy in ["auto", "hybrid"] {
        let rows = ["quick", "normal", "deep"].map(|effort| reduced(effort, strategy));
        let number = |column: &str| {
            let value = |row: &HashMap<String, String>| row[column].parse::<u64>();
            rows.each_ref().map(|row| value(row).expect("a number"))
        };
        let (checks, bytes) = (number("checks"), number("bytes_after"));
        assert!(checks[0] < checks[1] && checks[1] < checks[2], "{checks:?}");
        assert!(bytes[0] >= bytes[1] && bytes[1] >= bytes[2], "{bytes:?}");
        let proved = rows.each_ref().map(|row| row["one_minimal"].as_str());
        assert_eq!(proved, ["no", "yes", "yes"], "{strategy}");
    }
}

#[test]
fn without_the_last_stage_a_result_is_not_proved_to_be_1_minimal() {
    let all = reduced("normal", "auto");
    let row = reduced_with(&["--stages", "labels, commands"]);
    assert_eq!(row["one_minimal"], "no");
    let bytes = |row: &HashMap<String, String>| row["bytes_after"].parse::<u64>();
    assert!(bytes(&row).expect("a number") > bytes(&all).expect("a number"));
}

#[test]
fn a_stage_that_a_strategy_does_not_have_is_refused_with_those_it_has() {
    let bench = Bench::new();
    bench.write("a.smt2", INPUT);
    let words = [
        "reduce",
        "a.smt2",
        "o.smt2",
        "--stages",
        "proof,pass 1 of 5",
    ];
    let refused = bench
        .smelt(&[&words[..], &["--", "true"]].concat())
        .exits(2);
    let said = &refused.err;
    assert!(
        said.contains("unknown stage of `auto` `pass 1 of 5`"),
        "{said}"
    );
    assert!(said.contains("heavy terms"), "{said}");
}
