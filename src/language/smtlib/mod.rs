//! SMT-LIB 2 and its dialects (SyGuS, separation logic, solver extensions): generic S-expressions with scopes
//! and sorts inferred where they are understood, and unknown, never wrong, where they are not.

mod analysis;
mod binder;
mod command;
mod constants;
mod datatype;
mod edited;
mod far_reaching;
mod filter;
mod fold;
mod hash;
mod indispensable;
mod literal;
mod local;
mod name;
mod names;
mod parse;
mod pretty;
mod region;
mod reserved;
mod scope;
mod short_names;
mod signature;
mod sketch;
mod sort;
mod sorts;
mod term;
mod update;
mod visible;
mod walk;

pub use analysis::{Analysis, Binding, BindingId, BindingKind, Role};
pub use filter::{Filter, IllFormed};
pub use fold::fold;
pub use literal::{Literal, rank};
pub use name::{is_name, name};
pub use parse::{parse, parse_as};
pub use pretty::pretty;
pub use reserved::is_reserved;
pub(super) use short_names::short_names;
pub use sort::{Sort, SortKind};

/// Texts that hold nothing of any case, the smallest first: a solver that fails on one of them does not fail because of
/// its input.
pub const TRIVIAL: &[&[u8]] = &[b"", b"(check-sat)\n"];
