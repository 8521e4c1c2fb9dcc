//! Prefetching: idle threads run texts that a search will probably ask about next.
//!
//! Invariant: prefetching decides nothing. Its observations are kept until the search asks for them, so the result of a
//! reduction is the same with and without it.
//!
//! [`pool`] has the reductions and the idle threads, [`queue`] what one reduction will want next, and [`futures`] how
//! that is predicted.

mod futures;
mod helpers;
mod pool;
mod queue;
mod wanted;

pub(super) use futures::Futures;
pub(crate) use helpers::OnDrop;
pub use helpers::{Short, beside};
pub(super) use pool::PrefetchGuard;
pub use pool::PrefetchPool;
pub(super) use queue::PrefetchQueue;
pub(super) use wanted::Wanted;
