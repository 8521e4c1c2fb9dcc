//! How the checks of a strategy grow with the input, on a made-up solver that fails while three operators are left.
//!
//! `cargo run --release --example growth > benchmarks/growth.csv` makes the table that `tests/library/growth.rs` compares.
//! Names of strategies and shapes choose rows; the seconds that a row took go to standard error.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a benchmark prints its figures"
)]

#[path = "growth/measure.rs"]
mod measure;
#[path = "growth/shapes.rs"]
mod shapes;
#[path = "growth/table.rs"]
mod table;

use shapes::SHAPES;
use std::time::Instant;

/// How many elements the inputs have.
const ELEMENTS: [usize; 3] = [100, 1_000, 10_000];

/// The strategies of the table.
const STRATEGIES: [&str; 2] = ["auto", "hybrid"];

fn main() {
    let chosen: Vec<String> = std::env::args().skip(1).collect();
    let is_chosen = |name: &str| chosen.is_empty() || chosen.iter().any(|other| other == name);
    println!("{}", table::HEAD);
    for strategy in STRATEGIES {
        for (shape, _) in SHAPES.iter().filter(|(name, _)| is_chosen(name)) {
            for elements in ELEMENTS {
                let began = Instant::now();
                if let Some(row) = table::row(strategy, shape, elements) {
                    println!("{row}");
                    let seconds = began.elapsed().as_secs_f64();
                    eprintln!("{strategy} {shape} {elements}: {seconds:.2} s");
                }
            }
        }
    }
}
