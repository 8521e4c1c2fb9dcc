//! Mutators: for each a table of what it refuses and what it produces, and what holds of all of them.

#[path = "mutator/support.rs"]
#[macro_use]
mod support;

#[path = "mutator/all.rs"]
mod all;
#[path = "mutator/commands.rs"]
mod commands;
#[path = "mutator/declarations.rs"]
mod declarations;
#[path = "mutator/everywhere.rs"]
mod everywhere;
#[path = "mutator/forms.rs"]
mod forms;
#[path = "mutator/hoist.rs"]
mod hoist;
#[path = "mutator/lets.rs"]
mod lets;
#[path = "mutator/linear.rs"]
mod linear;
#[path = "mutator/literals.rs"]
mod literals;
#[path = "mutator/names.rs"]
mod names;
#[path = "mutator/structure.rs"]
mod structure;
#[path = "mutator/symbols.rs"]
mod symbols;
#[path = "mutator/terms.rs"]
mod terms;
#[path = "mutator/values.rs"]
mod values;
#[path = "mutator/widths.rs"]
mod widths;
