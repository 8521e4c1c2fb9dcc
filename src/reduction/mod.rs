//! One reduction: a case from bytes to a row.

mod case_answers;
mod chain;
mod check;
mod conclude;
mod delivery;
mod drive;
mod fresh_file;
mod golden;
mod language_tools;
mod lift;
mod limits;
mod memory;
mod or_tests;
mod prefetch;
mod prepare;
mod problem;
mod progress;
mod proof;
mod rows;
mod run;
mod search_end;
mod stopwatch;
mod task;
mod trace;

pub use check::{Checked, check};
pub use delivery::set_aside;
pub use drive::{Accepted, Answers, Driver, SearchTally};
pub use memory::{Memory, NoMemory};
pub use prefetch::{CloseOnDrop, PrefetchPool, Short, Speculation, beside};
pub use prepare::{fingerprint, resolve_commands};
pub use problem::{Problem, after_colon};
pub use progress::{Gauge, GaugeReading, Notice, Phase, Progress};
pub use proof::{Proof, Smaller, prove};
pub use run::reduce;
pub use stopwatch::Stopwatch;
pub use task::{ReductionContext, Task};
