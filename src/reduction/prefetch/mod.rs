//! Prefetching: idle threads run what a search will probably ask next.
//!
//! Invariants: nothing here decides anything. A verdict that was found early is put aside until the search asks for
//! it, so the result of a reduction is the same with and without prefetching.

mod helpers;
mod pool;
mod queue;
mod speculation;

pub use helpers::{Short, beside};
pub(super) use pool::PrefetchGuard;
pub use pool::{CloseOnDrop, PrefetchPool};
pub use speculation::Speculation;
