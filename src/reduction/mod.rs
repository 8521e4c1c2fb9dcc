//! One reduction: a case from bytes to a row.

mod answers;
mod check;
mod conclude;
mod delivery;
mod golden;
mod language_tools;
mod ledger;
mod lift;
mod limits;
mod memory;
mod own_memory;
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
mod told;
mod trace;

pub use check::{Checked, check};
pub use delivery::with_kept;
pub use memory::{EarlierResult, Memory, NoMemory, beside_output};
pub use prefetch::{CloseOnDrop, PrefetchPool, Short, beside};
pub use prepare::{fingerprint, resolve_commands};
pub use problem::{Problem, after_colon};
pub use progress::{Gauge, GaugeReading, Notice, Phase, Progress};
pub use proof::{Proof, Smaller, prove};
pub use run::reduce;
pub use stopwatch::Stopwatch;
pub use task::{ReductionContext, Task};
