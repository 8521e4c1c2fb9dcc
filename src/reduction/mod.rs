//! One reduction: a case from bytes to a row.

mod case_answers;
mod chain;
mod conclude;
mod crew;
mod deliver;
mod drive;
mod earlier_result;
mod explain;
mod golden_runs;
mod limits;
mod memory;
mod out_of_memory;
mod prefetch;
mod prefetch_queue;
mod prepare;
mod problem;
mod progress;
mod rows;
mod run;
mod source;
mod speculation;
mod stopwatch;
mod trivial;
mod trusted;

pub use crew::{Short, beside};
pub use deliver::set_aside;
pub use drive::{Answers, Driver, Tally};
pub use explain::{Checked, check};
pub use memory::{Memory, NoMemory};
pub use prefetch::{CloseOnDrop, Prefetch};
pub use prepare::{fingerprint, resolve_commands};
pub use problem::Problem;
pub use progress::{Gauge, Notice, Phase, Progress, Reading};
pub use run::reduce;
pub use speculation::Speculation;
pub use stopwatch::Stopwatch;

use crate::checker::Rerun;
use crate::corpus::Settings;
use crate::solver::Stop;
use crate::store::{SingleFlight, Store};
use std::path::Path;
use std::sync::Arc;

/// A case to reduce.
pub struct Task<'a> {
    /// The id under which reports know the case.
    pub id: &'a str,
    /// The file.
    pub input: &'a Path,
    /// Where the minimized text goes.
    pub output: &'a Path,
    /// How it is configured.
    pub settings: &'a Settings,
    /// What earlier runs of this very reduction have left.
    pub memory: &'a dyn Memory,
    /// Where the reduction tells how far it is.
    pub progress: &'a Progress<'a>,
}

/// What reductions of one run share.
pub struct Shared<'a> {
    /// The verdict store, if there is one.
    pub store: Option<&'a Store>,
    /// The questions in single_flight.
    pub single_flight: &'a Arc<SingleFlight>,
    /// What idle threads work ahead of.
    pub prefetch: &'a Prefetch,
    /// Where reductions are only replayed from the store: the sample that is asked again.
    pub rerun: Option<&'a Arc<Rerun>>,
    /// Set when no more is to be asked.
    pub stop: &'a Stop,
    /// Sums up what writing minimized files takes.
    pub checkpoints: &'a Stopwatch,
    /// A number drawn once for this output, which stands in the fingerprint of opaque commands.
    pub nonce: [u8; 32],
}
