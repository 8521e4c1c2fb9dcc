//! Minimisers: they choose which elements of a list to remove together, given the results of the tries so far.
//!
//! A minimiser sees only indices, weights and successes. It knows no mutators, trees or languages. A try that fails
//! costs it little more time than to list the elements that were tried, plus a copy of what it has learned if a clone
//! shares that. Only a success may take time linear in the list.

mod adaptive;
mod bisection;
mod cdd;
mod chunks;
mod group_testing;
mod groups;
mod halving;
mod leaping;
mod learning;
mod left;
mod lithium;
mod one_by_one;
mod probdd;
mod protocol;
mod quickxplain;
mod relations;
mod table;
mod zeller;

pub use adaptive::Adaptive;
pub use bisection::Bisection;
pub use cdd::Cdd;
pub use group_testing::GroupTesting;
pub use halving::Halving;
pub use leaping::{Leaping, leaping_if_long};
pub use learning::Learning;
pub use lithium::Lithium;
pub use one_by_one::OneByOne;
pub use probdd::ProbDd;
pub use protocol::{Minimiser, Step};
pub use quickxplain::QuickXplain;
pub use relations::Relations;
pub use table::{MINIMISERS, MinimiserEntry, minimiser};
pub use zeller::Zeller;
