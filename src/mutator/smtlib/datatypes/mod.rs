//! Algebraic datatypes.

mod field;
mod identity;
mod remove;

pub use field::DropField;
pub use identity::RemoveDatatypeIdentity;
pub use remove::{RemoveConstructor, RemoveDatatype};
