//! Algebraic datatypes.

mod drop_field;
mod identity;
mod remove;

pub use drop_field::DropField;
pub use identity::RemoveDatatypeIdentity;
pub use remove::{RemoveConstructor, RemoveDatatype};
