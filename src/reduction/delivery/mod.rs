//! Delivery: the minimized file at the output, and what becomes of an earlier result that is already there.
//!
//! Invariants: the file is always a whole text that fails; a longer text never replaces a shorter one of the same
//! reduction; the result of another reduction is never overwritten or deleted, but *makes way*: it is moved to where it
//! is kept.

mod chain_file;
mod earlier_result;
mod file;

pub(super) use chain_file::{read_chain, write_chain};
pub(crate) use earlier_result::with_kept;
pub(super) use earlier_result::{claim, displaced_note, give_back};
pub(super) use file::Delivery;
