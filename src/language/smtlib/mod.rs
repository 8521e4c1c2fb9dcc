//! SMT-LIB 2 and its dialects (SyGuS, separation logic, solver extensions): generic S-expressions with scopes and
//! sorts. These are inferred where they are understood; elsewhere, they are unknown, never wrong.

mod all_bindings;
mod analyse;
mod analysis;
mod annotation;
mod attributes;
mod binder;
mod binding;
mod bits;
mod case;
mod code;
mod command;
mod commands;
mod conjuncts;
mod constants;
mod datatype;
mod dominators;
mod edited;
mod expected;
mod far_reaching;
mod filter;
mod fold;
mod function;
mod grammar;
mod heavy_paths;
mod idle_levels;
mod ill_formed;
mod indices;
mod judge;
mod known;
mod language;
mod levels;
mod literal;
mod matching;
mod missing;
mod name;
mod numeral;
mod operator;
mod operators;
mod outside;
mod parse;
mod patch;
mod pretty;
mod rank;
mod reach;
mod reading;
mod scope;
mod short_names;
mod sort;
mod sort_task;
mod sorts;
mod spare;
mod taken_over;
mod term;
mod text;
mod theories;
mod unsat_core;
mod visible;
mod walk;
mod weights;
mod widths;

pub use analysis::Analysis;
pub use binding::{Binding, BindingId, BindingKind, Role};
pub use bits::Bits;
pub use case::{
    analysis, functions, heavy_path, is_smtlib, reaches, short_name, smallest_terms, weights,
};
pub use commands::{Declares, declares, is_command, is_verbatim};
pub use constants::{literals, literals_in_dialect, older_words, other_literals};
pub use expected::expected;
pub use filter::WellFormedness;
pub use ill_formed::IllFormed;
pub use language::{NAME, SmtLib};
pub use levels::levels;
pub use literal::{LiteralKind, literals_of, rank};
pub use name::{is_name, name};
pub use operator::{Image, Operator};
pub use operators::{
    alias, alias_of, attribute, indexed, is_binder, is_quantifier, is_reserved, is_word,
    names_of_theory, operator, takes_any_number, yielding,
};
pub use parse::{BACKSLASH, MODERN, parse, parse_as};
pub use pretty::pretty;
pub use rank::Generic;
pub use reach::Reaches;
pub use sort::{Sort, SortKind};
pub use weights::Weights;
pub use widths::{Width, WidthKind, WidthName, widths};
