//! Searches in memory: made-up oracles, no solver.

#[path = "search/laws.rs"]
mod laws;
#[path = "search/machines.rs"]
mod machines;
#[path = "search/world.rs"]
mod world;
