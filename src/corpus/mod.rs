//! Corpora: which files are cases, and how each is configured.
//!
//! Invariants: nothing here runs a solver or writes a file. Only the `smelt.toml` at the root of a directory named by
//! the user, or the one given with `--config`, defines programs. More specific configuration chooses among them; an
//! error in it is the reason why its cases have no settings, and never ends the batch. A case's id never leads out of a
//! directory that it is joined to.

mod amounts;
mod budget;
mod builds;
mod case_sources;
mod choices;
mod config;
mod discovery;
mod error;
mod explain;
mod expression;
mod globs;
mod guess;
mod header;
mod id;
mod import;
mod limits;
mod names;
mod number;
mod options;
mod plan;
mod precedence;
mod root_file;
mod schema;
mod script;
mod seeds;
mod settings;
mod shard;
mod single;
mod slowness;
mod source;
mod stages;
mod starter;
mod tables;
mod trust;
mod unknown_key;
mod unmatched;

pub use crate::command::{CommandLine, quoted};
pub use budget::CaseBudget;
pub use builds::{BUILD, build_position, on_builds, several_builds};
pub use choices::{Effort, HintMode, IllFormedMode, KnownShapes, MatchMode, PathMode};
pub use config::Config;
pub use discovery::{Case, Discovery, Skipped, discover, discover_any};
pub use error::CorpusError;
pub use explain::{Explained, explain};
pub use expression::Expression;
pub use globs::SolverChoice;
pub use guess::{Guess, Guesser};
pub use id::case_id;
pub use import::{Import, ImportKind, Imported, import};
pub use names::did_you_mean;
pub use number::{factor, megabytes, percent, seconds, times};
pub use options::CaseOptions;
pub use plan::{Planned, plan, plan_under, without_solver};
pub use schema::schema;
pub(crate) use seeds::PLACE as SEED;
pub use settings::{Settings, resolve};
pub use shard::{Shard, ShardMode};
pub use slowness::HangLimit;
pub use starter::{additions, starter};
pub use tables::CONFIG_NAME;
pub use unmatched::unmatched_globs;
