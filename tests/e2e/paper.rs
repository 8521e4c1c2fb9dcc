//! The example of the 2013 paper on ddSMT: its input (Figure 1), its script (Figure 4), its result (Figure 7).

use crate::support::{Bench, repository};

const FIGURE_7: &str = "(set-logic UFNIA) (check-sat) (get-value (false)) (exit)";

/// Lists and leaves of a text without strings, quoted symbols and comments.
fn cells(text: &str) -> usize {
    let spaced = text.replace('(', " ( ").replace(')', " ");
    spaced.split_whitespace().count()
}

#[track_caller]
fn ends_at_figure_7_or_smaller(strategy: &str) {
    let bench = Bench::new();
    let input = repository("benchmarks/scripted/get-value.smt2");
    let solver = repository("benchmarks/scripted/no-get-value.sh");
    let arguments = [
        "reduce",
        "--cache",
        "none",
        "--strategy",
        strategy,
        &input,
        "small.smt2",
        &solver,
    ];
    bench.smelt(&arguments).exits(0);
    let small = bench.text("small.smt2");
    assert!(cells(&small) <= cells(FIGURE_7), "{small}");
    bench.still(&[&solver], "small.smt2", 1);
}

#[test]
fn ddmin_ends_at_figure_7_or_smaller() {
    ends_at_figure_7_or_smaller("ddmin");
}

#[test]
fn hierarchical_ends_at_figure_7_or_smaller() {
    ends_at_figure_7_or_smaller("hierarchical");
}

#[test]
fn hybrid_ends_at_figure_7_or_smaller() {
    ends_at_figure_7_or_smaller("hybrid");
}

#[test]
fn figure_7_has_eleven_cells() {
    assert_eq!(cells(FIGURE_7), 11);
}
