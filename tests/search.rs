//! Searches in memory: made-up oracles, no solver.

#[path = "search/detours.rs"]
mod detours;
#[path = "search/hinted.rs"]
mod hinted;
#[path = "search/in_process.rs"]
mod in_process;
#[path = "search/items.rs"]
mod items;
#[path = "search/laws.rs"]
mod laws;
#[path = "search/lines.rs"]
mod lines;
#[path = "search/machines.rs"]
mod machines;
#[path = "search/minimiser_laws.rs"]
mod minimiser_laws;
#[path = "search/minimisers.rs"]
mod minimisers;
#[path = "search/patient.rs"]
mod patient;
#[path = "search/presumed.rs"]
mod presumed;
#[path = "search/thinned.rs"]
mod thinned;
#[path = "search/together.rs"]
mod together;
#[path = "search/world.rs"]
mod world;

use smelt::search::{STRATEGIES, Strategy};

/// The strategies that try every mutator. `deltaasp` is left as it was published: it only removes.
fn thorough() -> impl Iterator<Item = &'static Strategy> {
    STRATEGIES
        .iter()
        .filter(|strategy| strategy.name != "deltaasp")
}
