//! How many checks each minimiser takes on a grid of made-up lists: few or many elements that must stay, scattered or
//! clustered, with and without declarations that others need.
//!
//! `cargo run --release --example minimisers > benchmarks/minimisers.csv` makes the table that `tests/library/minimisers.rs`
//! compares. Names of minimisers choose rows.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "minimisers/lists.rs"]
mod lists;
#[path = "minimisers/measure.rs"]
mod measure;
#[path = "minimisers/table.rs"]
mod table;

fn main() {
    let chosen: Vec<String> = std::env::args().skip(1).collect();
    let is_chosen = |name: &str| chosen.is_empty() || chosen.iter().any(|other| other == name);
    println!("{}", table::HEAD);
    for entry in table::minimisers().filter(|entry| is_chosen(entry.name)) {
        for shape in table::shapes(entry) {
            println!("{}", table::row(entry, shape));
        }
    }
}
