//! Mutators: for each a table of what it refuses and what it produces, and what holds of all of them.

#[macro_use]
mod support;

mod all;
mod arithmetic;
mod assertions;
mod bitvectors;
mod boolean;
mod commands;
mod datatypes;
mod declarations;
mod deviations;
mod dialects;
mod equations;
mod evaluation;
mod everywhere;
mod forms;
mod functions;
mod grammars;
mod heavy;
mod hoist;
mod lets;
mod linear;
mod literals;
mod names;
mod quantifiers;
mod relations;
mod repeats;
mod replace_sorts;
mod strings;
mod structure;
mod symbols;
mod terms;
mod toy;
mod unused;
mod values;
mod widths;
