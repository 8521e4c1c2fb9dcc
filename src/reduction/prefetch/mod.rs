//! Prefetching: idle threads run texts that a search will probably ask about next.
//!
//! Invariants: prefetching decides nothing. Its observations are kept until the search asks for them, so the result of
//! a reduction is the same with and without it.

mod futures;
mod helpers;
mod pool;
mod queue;
mod wanted;

pub use helpers::{Short, beside};
pub(crate) use pool::CloseOnDrop;
pub(super) use pool::PrefetchGuard;
pub use pool::PrefetchPool;
pub(super) use queue::PrefetchQueue;
pub(super) use wanted::Wanted;
