//! Mutators: for each a table of what it refuses and what it produces, and what holds of all of them.

#[path = "mutator/support.rs"]
#[macro_use]
mod support;

#[path = "mutator/all.rs"]
mod all;
#[path = "mutator/commands.rs"]
mod commands;
#[path = "mutator/everywhere.rs"]
mod everywhere;
#[path = "mutator/heavy.rs"]
mod heavy;
#[path = "mutator/lets.rs"]
mod lets;
#[path = "mutator/linear.rs"]
mod linear;
#[path = "mutator/names.rs"]
mod names;
#[path = "mutator/structure.rs"]
mod structure;
#[path = "mutator/terms.rs"]
mod terms;
