//! The library from outside, a module for each of its parts. One program holds them all, because each would link the
//! whole library for itself.

mod asp;
mod batch;
mod checker;
mod corpus;
mod flaky;
mod fuzz;
mod growth;
mod honesty;
mod hostile;
mod input;
mod language;
mod minimisers;
mod mutator;
mod oracle;
mod parse;
mod reduction;
mod report;
mod search;
mod solver;
mod store;
mod tree;
