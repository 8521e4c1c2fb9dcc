//! Minimisers take as many checks on the grid of made-up lists as the table says: another figure is another algorithm.

#[path = "../benchmarks/minimisers/lists.rs"]
mod lists;
#[path = "../benchmarks/minimisers/measure.rs"]
mod measure;
#[path = "../benchmarks/minimisers/table.rs"]
mod table;

use smelt::search::MINIMISERS;

const TABLE: &str = include_str!("../benchmarks/minimisers.csv");

/// The rows of the table.
fn rows() -> impl Iterator<Item = &'static str> {
    TABLE.lines().skip(1)
}

/// The sum of a minimiser's checks until no single element could be taken out.
fn checks_in_all(name: &str) -> u64 {
    let columns = rows().map(|row| row.split(',').collect::<Vec<_>>());
    let rows = columns.filter(|row| row[0] == name);
    let checks = |row: Vec<&str>| row[7].parse::<u64>().expect("checks are a number");
    rows.map(checks).sum()
}

#[test]
fn checks_are_those_of_the_table() {
    assert_eq!(TABLE.lines().next(), Some(table::HEAD));
    let mut rows = rows();
    for entry in MINIMISERS {
        for shape in lists::grid() {
            assert_eq!(
                rows.next(),
                Some(table::row(entry, shape).as_str()),
                "`cargo run --release --example minimisers` makes the table"
            );
        }
    }
    assert_eq!(rows.next(), None);
}

#[test]
fn adaptive_takes_the_fewest_checks_in_all() {
    let least = MINIMISERS
        .iter()
        .min_by_key(|entry| checks_in_all(entry.name));
    assert_eq!(least.map(|entry| entry.name), Some("adaptive"));
}
