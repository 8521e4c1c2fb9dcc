//! Strings, regular expressions and sequences.

mod constants;
mod contains;
mod rewrites;

pub use constants::CONSTANTS;
pub use contains::ContainsToConcat;
pub use rewrites::{IDENTITIES, INDEX_NOT_FOUND, REPLACE_ALL, SEQ_NTH_UNIT};
