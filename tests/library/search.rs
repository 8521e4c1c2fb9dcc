//! Searches in memory: made-up oracles, no solver.

mod at_once;
mod detours;
mod elements;
mod hinted;
mod in_process;
mod laws;
mod leaps;
mod lines;
mod machines;
mod minimiser_laws;
mod minimisers;
mod named;
mod offers;
mod patient;
mod skipped;
mod thinned;
mod world;

use smelt::search::{STRATEGIES, Strategy};

/// The strategies that try every mutator. `deltaasp` is left as it was published: it only removes.
fn thorough() -> impl Iterator<Item = &'static Strategy> {
    STRATEGIES
        .iter()
        .filter(|strategy| strategy.name != "deltaasp")
}
