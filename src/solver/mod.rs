//! Solver processes: how they are found, started, limited, watched and ended, and what they did.
//!
//! Invariants: only this module starts processes; it knows neither what is interesting nor that there is a store; a
//! solver gets the same clean directory and environment for every candidate; every process of a run is dead and reaped
//! before the run is reported, and none outlives the driver, even if that is killed.
//!
//! Start reading at `slot`: it writes the candidate (`directory`), sends requests to its `helper` (over `wire`), and
//! makes an observation of the answer. In the helper process, `runner` is the main loop, `run` is one run, and `clock`
//! and `process_tree` watch it. `invocation`, `environment` and `dependencies` (`executable`, `digest`) describe a
//! command.

pub mod dialect;

mod arguments;
mod builds;
mod caller;
mod capacity;
mod clear;
mod clock;
mod counted;
mod deadline;
mod dependencies;
mod digest;
mod directory;
mod environment;
mod executable;
mod helper;
mod inherited;
pub mod installed;
mod interrupt;
mod invocation;
mod known_solver;
mod pipeline;
pub(crate) mod place;
mod printed;
mod process_tree;
mod proof;
mod run;
mod runner;
mod same_program;
mod scratch;
mod script;
mod slot;
mod slot_error;
mod stack;
mod stand_in;
mod start;
mod stdin;
mod stop;
mod supervisor;
mod sys;
mod tool;
mod tracer;
mod tracing;
mod version;
mod wire;

pub(crate) use arguments::may_be_left_out;
pub(crate) use builds::are_of_one_family;
pub use builds::{Build, FoundBuilds, builds_in, program_name};
pub use caller::Caller;
pub(crate) use capacity::{lacking_files, most_jobs};
pub(crate) use counted::use_stand_in;
pub use deadline::Deadline;
pub use dependencies::{Dependencies, DependencyError};
pub use directory::SLOT_PLACEHOLDER;
pub(crate) use helper::this_program;
pub use helper::use_runner;
pub(crate) use inherited::{allowed_memory, stack_limit};
pub use interrupt::{Interrupter, RunPurpose};
pub use invocation::{CommandSpec, Invocation};
pub(crate) use invocation::{ResolveError, find_here as find_program};
pub(crate) use known_solver::for_all_models;
pub(crate) use pipeline::is_pipeline;
pub use pipeline::{PIPELINE, piped, pipeline_main};
pub(crate) use printed::printed_by;
pub(crate) use process_tree::is_readable as proc_is_readable;
pub(crate) use proof::with_proof;
pub use runner::{RUNNER, runner_main};
pub(crate) use same_program::{end_with_parent, run_again};
pub(crate) use scratch::Scratch;
pub(crate) use script::check_script;
pub use slot::{Ran, Slot, Unresolved};
pub use slot_error::SlotError;
pub use stand_in::stand_in_main;
pub(crate) use stand_in::{StandIn, stand_in_at};
pub(crate) use stdin::reading_stdin;
pub(crate) use stop::Cause;
pub use stop::Stop;
pub use supervisor::supervisor_main;
pub(crate) use sys::instead_of_abort;
pub use sys::return_large_blocks;
pub use tool::SUPERVISOR;
pub(crate) use tool::{ToolCall, ToolRun, ToolStop, run_tool};
pub(crate) use tracing::Tracing;
pub use version::{asked_version, version_words};
pub(crate) use version::{starts_others, version};
