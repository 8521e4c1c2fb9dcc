//! Mutators: for each a table of what it refuses and what it produces, and what holds of all of them.

#[path = "mutator/support.rs"]
#[macro_use]
mod support;

#[path = "mutator/all.rs"]
mod all;
#[path = "mutator/arithmetic.rs"]
mod arithmetic;
#[path = "mutator/assertions.rs"]
mod assertions;
#[path = "mutator/bitvectors.rs"]
mod bitvectors;
#[path = "mutator/boolean.rs"]
mod boolean;
#[path = "mutator/commands.rs"]
mod commands;
#[path = "mutator/datatypes.rs"]
mod datatypes;
#[path = "mutator/declarations.rs"]
mod declarations;
#[path = "mutator/deviations.rs"]
mod deviations;
#[path = "mutator/evaluation.rs"]
mod evaluation;
#[path = "mutator/everywhere.rs"]
mod everywhere;
#[path = "mutator/forms.rs"]
mod forms;
#[path = "mutator/functions.rs"]
mod functions;
#[path = "mutator/grammars.rs"]
mod grammars;
#[path = "mutator/heavy.rs"]
mod heavy;
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
#[path = "mutator/quantifiers.rs"]
mod quantifiers;
#[path = "mutator/relations.rs"]
mod relations;
#[path = "mutator/repeats.rs"]
mod repeats;
#[path = "mutator/replace_sorts.rs"]
mod replace_sorts;
#[path = "hostile/smtlib_seeds.rs"]
mod smtlib_seeds;
#[path = "mutator/strings.rs"]
mod strings;
#[path = "mutator/structure.rs"]
mod structure;
#[path = "mutator/symbols.rs"]
mod symbols;
#[path = "mutator/terms.rs"]
mod terms;
#[path = "mutator/toy.rs"]
mod toy;
#[path = "mutator/unused.rs"]
mod unused;
#[path = "mutator/values.rs"]
mod values;
#[path = "mutator/widths.rs"]
mod widths;
