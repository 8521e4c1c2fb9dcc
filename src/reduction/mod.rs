//! One reduction: a case from bytes to a row.
//!
//! Start reading at `run`. It lets `prepare` read the case and find its solvers, `golden` reproduce the failure,
//! `answers` answer the checks of a search, and `conclude` deliver the result (`delivery`). `rows` makes the row from
//! what all of them have found. `prefetch` lets idle threads run ahead of the search. `check` makes the runs before a
//! search only, `bisect` runs a text or two on many builds, and `proof` looks up in the store whether a result is
//! 1-minimal.

mod answers;
mod bisect;
mod chain;
mod check;
mod conclude;
mod delivery;
mod describe;
mod golden;
mod judge;
mod language_tools;
mod ledger;
mod lift;
mod limits;
mod memory;
mod new_build;
mod not_reduced;
mod options;
mod own_memory;
mod prefetch;
mod prepare;
mod progress;
mod proof;
mod remarks;
mod rows;
mod run;
mod searches;
mod shown;
mod solvers;
mod stopwatch;
mod task;
mod trace;

pub(crate) use bisect::{About, Bisected, BisectedCase, Change, Kind, Standing, bisect};
pub use check::{Checked, CheckedFailure, check};
pub(crate) use delivery::with_kept;
pub(crate) use judge::Judge;
pub(crate) use memory::{EarlierResult, ResultOnBuild, Verdict, beside_output};
pub use memory::{Memory, NoMemory};
pub(crate) use not_reduced::{NotReduced, after_colon};
pub(crate) use prefetch::OnDrop;
pub use prefetch::{PrefetchPool, Short, beside};
pub use prepare::fingerprint;
pub(crate) use prepare::fingerprint_parts;
pub(crate) use prepare::{invocation, resolve_commands};
pub use progress::{Gauge, Notice, Progress};
pub(crate) use progress::{GaugeReading, Phase};
pub(crate) use proof::{Proof, Smaller, prove};
pub use run::reduce;
pub(crate) use shown::{Shown, show};
pub use stopwatch::Stopwatch;
pub use task::{NoTurn, ReductionContext, Task, Turn};
