//! Mutators that know SMT-LIB: its scopes, its sorts and its commands.

pub mod arithmetic;
pub mod arrays;
pub mod assertions;
pub mod bitvectors;
pub mod boolean;
pub mod commands;
pub mod constants;
pub mod datatypes;
pub mod declarations;
pub mod floats;
pub mod form;
pub mod functions;
pub mod grammars;
pub mod lets;
pub mod literals;
pub mod names;
pub mod operands;
pub mod quantifiers;
pub mod relations;
pub mod repeats;
mod rewrite;
pub mod sets;
pub mod sorts;
pub mod strings;
pub mod terms;
pub(super) mod toolkit;
pub mod widths;
