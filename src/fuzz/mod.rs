//! Random answer-set programs, for testing solvers: the classes of programs of FuzzASP (Brummayer and Järvisalo, TPLP
//! 2010), with its parameters.
//!
//! Invariants: nothing here reads a clock or the system's randomness. Program k depends only on k and on the recipe,
//! which contains the seed, so any machine and any number of jobs give the same programs, byte for byte.
//!
//! Start reading at `recipe`. The parts: `parameter` and `preset` say what can be chosen, `class` what a class consists
//! of; `rules`, `extended` and `cnf` generate a `program`; `print` writes it in a dialect.

mod class;
mod cnf;
mod extended;
mod interval;
mod parameter;
mod preset;
mod print;
mod program;
mod random;
mod recipe;
mod rules;

pub use class::ProgramClass;
pub use interval::Interval;
pub(crate) use parameter::Drawn;
pub use parameter::{PARAMETERS, Parameter, Parameters};
pub use preset::Preset;
pub use print::ProgramDialect;
pub use program::{Aggregate, Atom, BodyLiteral, Head, Literal, Program, Statement};
pub use random::Random;
pub use recipe::Recipe;
