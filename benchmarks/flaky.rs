//! What becomes of reductions with a made-up flaky solver: 200 each with a failure in 9 of 10, 5 of 10 and 1 of 10 runs.
//!
//! `cargo run --release --example flaky > benchmarks/flaky.csv` makes the table that `tests/library/flaky.rs` compares.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "flaky/simulate.rs"]
mod simulate;
#[path = "flaky/solver.rs"]
mod solver;

fn main() {
    println!("{}", simulate::HEAD);
    for probability in [0.9, 0.5, 0.1] {
        println!("{}", simulate::simulate(probability, 200));
    }
}
