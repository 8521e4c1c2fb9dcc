//! Searches: they choose the next candidate, given the answers so far.
//!
//! A search is a value: a pure state machine that proposes candidates and is fed outcomes. It does not know about
//! solvers, files or stores, and it has no clock and no randomness. Therefore an interrupted search is resumed by
//! running it again while the store answers, tests need no solver, and a clone that is fed assumed answers shows which
//! questions come next.

mod admission;
mod allowance;
mod at_once;
mod build;
mod by_depth;
mod compose;
mod contained_texts;
mod descent;
mod detours;
mod driver;
mod elements;
mod expansions;
mod failures;
mod hinted;
mod in_process;
mod inner_lists;
mod known_texts;
mod list_reduction;
mod minimiser;
mod outline;
mod patient;
mod plan;
mod portion;
mod protocol;
mod schedule;
mod skipping;
mod speculation;
mod stage;
mod strategy;
mod sweep;
mod tried_once;

pub use admission::{Admission, Cancellation};
pub(crate) use allowance::Allowance;
pub use at_once::AtOnce;
pub use build::plain_sweep;
pub(crate) use build::{option_removal, shorter_tokens, unfiltered_sweep};
pub use by_depth::ByDepth;
pub(crate) use compose::Followed;
pub use compose::{Repeat, Sequence, Staged, Turns, WhileLarge, WhilePays};
pub use contained_texts::ContainedTexts;
pub use descent::Descent;
pub use detours::Detours;
pub use driver::{Accepted, Answers, Driver, SearchTally};
pub use elements::{Elements, Source};
pub(crate) use expansions::Expansions;
pub use hinted::Hinted;
pub use in_process::{ReduceError, Reduced, TextJudge, reduce, reduce_by};
pub use list_reduction::{Depth, ListReduction};
pub use minimiser::{
    Adaptive, Bisection, Cdd, GroupTesting, Halving, Leaping, Learning, Lithium, MINIMISERS,
    Minimiser, MinimiserEntry, OneByOne, ProbDd, QuickXplain, Relations, Step, Zeller,
    leaping_if_long, minimiser,
};
pub(crate) use outline::{OutlineLine, ddmin_stages, outline};
pub(crate) use patient::Patient;
pub use plan::{PHASES, Plan};
pub use protocol::{Asking, BoxedSearch, Candidate, Fed, Position, Search};
pub use skipping::{SkipRule, Skipping};
pub(crate) use speculation::Ahead;
pub use speculation::Speculation;
#[cfg(test)]
pub(crate) use speculation::made_up;
pub use strategy::{STRATEGIES, Strategy, strategy};
pub use sweep::Sweep;
pub use tried_once::TriedOnce;
