//! Reproduction: the runs before the search, which show that the file fails and what candidates are compared with.
//!
//! The source run is on the untouched file, the two golden runs are on its printed text. All three must agree; if they
//! do not, further golden runs show how often a flaky solver fails. The failure must depend on the input and not on the
//! memory limit; otherwise there is nothing to reduce. Whether it depends on the input is usually checked only after a
//! search that has left next to nothing.

mod ahead;
mod earlier_build;
mod failure;
mod flaky;
mod from_store;
mod not_accepted;
mod out_of_memory;
mod runs;
mod second_time;
mod source_run;
mod trivial_texts;

pub(super) use ahead::GoldenAhead;
pub(super) use earlier_build::{EarlierBuild, Start};
pub(super) use failure::GoldenFailure;
pub(super) use from_store::golden_from_store;
pub(super) use out_of_memory::lack_of_memory;
pub(super) use runs::{GoldenRuns, Originals, reproduce, reproduce_from};
pub(super) use second_time::set_limits as limit_by_second;
pub(super) use source_run::SourceRun;
pub(super) use trivial_texts::{may_be_trivial, refuse_trivial};
