//! Mutators: they propose simplifications at a node.
//!
//! Invariants: a mutator is a pure function of a test case and a node, with no clock, no randomness, no input and no
//! output. A simplification usually makes the text smaller in the order of [`crate::language::Size`];
//! [`TestCase::shrinks`](crate::language::TestCase::shrinks) decides. A simplification may be ill-formed; the filter
//! detects that. Mutators never write into file names, output channels or scripts in an input; they may only delete
//! such commands.

pub mod asp;
mod at;
mod proposal;
pub mod smtlib;
mod structure;
mod table;
mod theory;
mod value;
mod with_unused;

pub use at::At;
pub use proposal::{Edits, Proposal, Proposals};
pub use structure::{BINARY_REDUCTION, ERASE_NODE, UNFILTERED};
pub use table::{MUTATORS, mutator};
pub use theory::{THEORIES, Theory};
pub use value::{ByDefault, Function, Mutator, Profile, Test};
pub use with_unused::{WithUnused, with_unused};
