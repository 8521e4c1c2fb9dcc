//! Searches: they choose the next candidate, given the answers so far.
//!
//! A search is a value: a pure state machine that proposes candidates and is fed outcomes. It does not know about
//! solvers, files or stores, and it has no clock and no randomness. So resuming means running again while the store
//! answers, tests need no solver, and a clone with assumed answers shows which questions come next.

mod admission;
mod allowance;
mod at_once;
mod build;
mod combined;
mod compose;
mod deltaasp;
mod descent;
mod detours;
mod driver;
mod each_once;
mod expansions;
mod failures;
mod hinted;
mod in_process;
mod inner_lists;
mod items;
mod known_texts;
mod levels;
mod minimiser;
mod orders;
mod outline;
mod patient;
mod plan;
mod position;
mod presuming;
mod protocol;
mod related;
mod schedule;
mod speculation;
mod stage;
mod strategy;
mod sweep;
mod thinning;
mod together;

pub use admission::Admission;
pub use allowance::Allowance;
pub use at_once::AtOnce;
pub use build::{plain_sweep, unfiltered_sweep};
pub use combined::Combined;
pub use compose::{Followed, Repeat, Sequence, Staged, Turns, WhileLarge, WhilePays};
pub use deltaasp::PHASES;
pub use descent::Descent;
pub use detours::Detours;
pub use driver::{Accepted, Answers, Driver, SearchTally};
pub use expansions::Expansions;
pub use hinted::Hinted;
pub use in_process::{ReduceError, Reduced, reduce};
pub use items::{Among, Items};
pub use levels::Levels;
pub use minimiser::{
    Adaptive, Bisection, Cdd, GroupTesting, Halving, Leaping, Learning, Lithium, MINIMISERS,
    Minimiser, MinimiserEntry, OneByOne, ProbDd, QuickXplain, Relations, Step, Zeller,
    leaping_if_long, minimiser,
};
pub use outline::{OutlineLine, ddmin_stages, outline};
pub use patient::Patient;
pub use plan::{FailurePlace, Plan};
pub use position::Position;
pub use presuming::{Presuming, Presumption};
pub use protocol::{Candidate, Fed, Question, Search};
#[cfg(test)]
pub(crate) use speculation::made_up;
pub use speculation::{Ahead, Speculation};
pub use strategy::{STRATEGIES, Strategy, strategy};
pub use sweep::Sweep;
pub use thinning::{Reach, Thinning};
pub use together::Together;
