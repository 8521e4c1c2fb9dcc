//! smelt reduces directories of inputs on which a solver fails: it makes each input as small as it can while the solver
//! still fails in the same way. It stores every observation, so that no question is asked twice.
//!
//! The modules by layer. Dependencies point down only; `tests/tidy.rs` checks that:
//!
//! | layer | modules |
//! | --- | --- |
//! | 0 values | [`tree`], [`command`], [`observation`], [`outcome`], [`key`], [`event`] |
//! | 1 | [`disk`], [`input`], [`language`], [`solver`], [`store`] |
//! | 2 | [`mutator`], [`oracle`] |
//! | 3 | [`search`] |
//! | 4 | [`checker`], [`corpus`], [`report`], [`fuzz`] |
//! | 5 | [`reduction`], [`fuzzing`] |
//! | 6 | [`batch`] |
//! | 7 | [`cli`] |

pub mod batch;
pub mod checker;
pub mod cli;
pub mod command;
pub mod corpus;
pub mod disk;
pub mod event;
pub mod fuzz;
pub mod fuzzing;
pub mod input;
pub mod key;
pub mod language;
pub mod mutator;
pub mod observation;
pub mod oracle;
pub mod outcome;
pub mod reduction;
pub mod report;
pub mod search;
pub mod solver;
pub mod store;
pub mod tree;
