//! Minimisers: which elements of a list to take out together next, given what became of those tried so far.
//!
//! A minimiser sees indices and successes only; it knows no mutator, tree or language.

mod adaptive;
mod halving;
mod protocol;
mod table;

pub use adaptive::Adaptive;
pub use halving::Halving;
pub use protocol::{Minimiser, Step};
pub use table::{MINIMISERS, MinimiserEntry, minimiser};
