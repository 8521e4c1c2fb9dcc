//! smelt makes inputs on which a solver fails small: SMT-LIB scripts, answer-set programs, or lines of any text. It removes
//! and simplifies parts as long as the failure stays.
//!
//! # From a program
//!
//! A fuzzer that has found an input calls [`reduce`] with the text, its language and a closure that says whether a text
//! still fails:
//!
//! ```
//! let text = b"(declare-const x Int)
//! (declare-const y Int)
//! (assert (> (* x y y) (+ x 17)))
//! (assert (< x y))
//! (check-sat)
//! ";
//! // Here you run the solver, and compare what it does with what it did on the original.
//! let still_fails = |candidate: &[u8]| String::from_utf8_lossy(candidate).contains("(> (* x y");
//!
//! let reduced = smelt::reduce(text, &smelt::SmtLib, still_fails)?;
//! assert_eq!(reduced.text, b"(declare-const x Int)\n(declare-const y Int)\n(assert (> (* x y) 0))\n");
//! # Ok::<(), smelt::ReduceError>(())
//! ```
//!
//! - The language is [`SmtLib`], [`Asp`] or [`Lines`]; [`LANGUAGES`] lists all with the extensions of their files.
//! - What comes back is [`Reduced`], or a [`ReduceError`] if the text cannot be read, does not fail itself, or no
//!   longer does when smelt prints it anew.
//! - [`reduce_by`] takes a [`Strategy`] and a [`TextJudge`], which sees the progress and may end the reduction.
//! - `benchmarks/reduce_in_process.rs` is a whole program. For Python, there is the module in `python/`.
//!
//! [`reduce`] is pure but for your closure: no process, no thread, no file, no clock, no randomness. So equal answers give
//! equal results, and you decide about limits, repetitions and what a failure is. If you want these decided (which
//! signature a crash has, how often a flaky solver must fail, how long a candidate may run) and every observation kept, so
//! that no question is ever asked twice, call the program `smelt reduce` or `smelt batch`; see the README.
//!
//! # Inside
//!
//! The other modules are those of the program. They are public for its tests and benchmarks only, and change without
//! notice. Of these, [`tree`], [`language`], [`mutator`], [`oracle`] and [`search`] are pure as well: they decide what is
//! tried and what an output means, and [`search::Driver`] is the loop that [`reduce`] runs. [`solver`] runs processes,
//! [`store`] keeps what they did, and [`reduction`] reduces one case with them.
//!
//! `src/README.md` says how they work together: the layers, the data flow, the contracts, and where to put what.

#[doc(hidden)]
pub mod batch;
#[doc(hidden)]
pub mod checker;
#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod command;
pub(crate) mod comparing;
#[doc(hidden)]
pub mod corpus;
#[doc(hidden)]
pub mod disk;
#[doc(hidden)]
pub mod event;
#[doc(hidden)]
pub mod fuzz;
pub(crate) mod fuzzing;
pub mod guide;
#[doc(hidden)]
pub mod input;
#[doc(hidden)]
pub mod key;
#[doc(hidden)]
pub mod language;
#[doc(hidden)]
pub mod mutator;
#[doc(hidden)]
pub mod observation;
#[doc(hidden)]
pub mod oracle;
#[doc(hidden)]
pub mod outcome;
#[doc(hidden)]
pub mod reduction;
#[doc(hidden)]
pub mod report;
#[doc(hidden)]
pub mod search;
#[doc(hidden)]
pub mod solver;
#[doc(hidden)]
pub mod store;
pub(crate) mod sync;
#[doc(hidden)]
pub mod tree;

pub use language::asp::Asp;
pub use language::smtlib::SmtLib;
pub use language::{LANGUAGES, Language, Lines, ParseError};
pub use search::{
    ReduceError, Reduced, STRATEGIES, Strategy, TextJudge, reduce, reduce_by, strategy,
};
