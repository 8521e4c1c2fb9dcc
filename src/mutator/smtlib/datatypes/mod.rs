//! Algebraic datatypes.

mod drop_field;
mod identity;
mod member;
mod remove;
mod taken_case;

pub use drop_field::DropField;
pub use identity::RemoveDatatypeIdentity;
pub(super) use remove::without_datatype;
pub use remove::{RemoveConstructor, RemoveDatatype};
