//! Algebraic datatypes.

mod identity;
mod remove;

pub use identity::RemoveDatatypeIdentity;
pub use remove::{RemoveConstructor, RemoveDatatype};
