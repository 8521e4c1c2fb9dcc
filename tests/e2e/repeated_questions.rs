//! Questions that a search asks again are answered from memory.

use crate::support::{Bench, repository};

/// Checks and hits of a batch of the scripted cases without a store.
fn checks_and_hits(strategy: &str) -> (u64, u64) {
    let bench = Bench::new();
    let cases = repository("benchmarks/scripted");
    let batch = ["batch", &*cases, "--out", "out", "--cache", "none"];
    let search = ["-j", "1", "--strategy", strategy];
    bench.smelt(&[&batch[..], &search].concat()).exits(0);
    let rows = bench.rows("out/results.csv");
    let sum = |column: &str| {
        rows.iter()
            .map(|row| row[column].parse::<u64>().expect("a number"))
            .sum()
    };
    (sum("checks"), sum("hits"))
}

#[test]
fn of_the_questions_of_a_strategy_that_asks_again_more_than_15_percent_are_answered_from_memory() {
    // The usual strategy keeps in mind what it has asked; see `search/skipping.rs`.
    let (usual, _) = checks_and_hits("auto");
    for strategy in ["hybrid", "ddmin", "hierarchical"] {
        let (checks, hits) = checks_and_hits(strategy);
        assert!(100 * hits >= 15 * checks, "{strategy}: {hits} of {checks}");
        assert!(
            usual <= checks - hits,
            "{usual} checks, {strategy}: {checks} - {hits}"
        );
    }
}
