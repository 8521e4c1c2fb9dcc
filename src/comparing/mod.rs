//! Comparisons of tools: searches of smelt and other reducers on the same cases, measured from outside.
//!
//! Invariants: what is said of a tool does not depend on what the tool says of itself, but for the number of its checks;
//! each call has a directory, and a store or cache, of its own, so that nothing is remembered from another one; a call
//! counts once it is in the journal, and every report is a function of that; whatever a tool does, it costs its own row
//! only.
//!
//! Start reading at `run`: it works on the cases. `call` makes one call of a `tool` in its `place`.

mod call;
mod golden;
mod place;
mod run;
mod template;
mod tool;
mod watch;

pub(crate) use golden::golden_runs;
pub(crate) use place::Place;
pub(crate) use run::{compare, rewrite_reports};
pub(crate) use tool::{Tool, ToolError};
pub(crate) use watch::{Compare, CompareWatch, JUDGED, Limits, OwnCalls};
