//! Reductions with a made-up flaky solver end as `benchmarks/flaky.csv` says. That has 200 of each probability; here are
//! the first few.

#[path = "../../benchmarks/flaky/simulate.rs"]
mod simulate;
#[path = "../../benchmarks/flaky/solver.rs"]
mod solver;

const TABLE: &str = include_str!("../../benchmarks/flaky.csv");

#[test]
fn the_table_has_the_rows_that_the_simulation_makes() {
    let mut lines = TABLE.lines();
    assert_eq!(lines.next(), Some(simulate::HEAD));
    assert_eq!(lines.count(), 3);
}

#[test]
fn what_fails_often_is_reduced_to_just_what_is_needed_and_nothing_lacking_is_delivered() {
    let tally = simulate::simulate(0.9, 20);
    assert_eq!(tally.never_seen, 0);
    assert!(tally.exact >= 19, "{tally}");
    assert_eq!(tally.lacking_and_delivered, 0, "{tally}");
}

#[test]
fn what_fails_in_every_other_run_is_mostly_reduced_to_just_what_is_needed() {
    let tally = simulate::simulate(0.5, 20);
    assert!(tally.exact >= 16, "{tally}");
    assert!(tally.lacking_and_delivered <= 1, "{tally}");
}

#[test]
fn what_fails_in_one_run_of_ten_is_seen_mostly_and_nothing_lacking_is_delivered() {
    let tally = simulate::simulate(0.1, 20);
    assert!(tally.never_seen <= 12, "{tally}");
    assert!(tally.exact >= 5, "{tally}");
    assert_eq!(tally.lacking_and_delivered, 0, "{tally}");
}
