//! Minimisers: they choose which elements of a list to take out together, given the results of the tries so far.
//!
//! A minimiser sees only indices and successes. It knows no mutators, trees or languages.

mod adaptive;
mod halving;
mod protocol;
mod table;

pub use adaptive::Adaptive;
pub use halving::Halving;
pub use protocol::{Minimiser, Step};
pub use table::{MINIMISERS, MinimiserEntry, minimiser};
