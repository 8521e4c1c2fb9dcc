//! Delivery: the minimized file at the output, and what becomes of an earlier result that is already there.
//!
//! Invariants: the file is always a whole text that fails; a longer text never replaces a shorter one of the same
//! reduction; the result of another reduction is not overwritten before this one has a result of its own.

mod earlier_result;
mod file;

pub(super) use earlier_result::{
    claim, describe_standing, forget_set_aside, note_set_aside, provenance,
};
pub(super) use file::Delivery;
pub use file::set_aside;
