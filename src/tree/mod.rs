//! Trees as values: an immutable array of cells in preorder over its own canonical text, and edits that turn one tree
//! into another.
//!
//! Invariants: this module knows no language. A tree never changes. A [`Node`] is an index that is valid in one tree
//! only. Everything here is iterative, because inputs nest a million parentheses deep.

mod blocks;
mod builder;
mod cells;
mod compose;
mod edit;
mod identity;
mod join;
mod map;
mod parents;
mod pieces;
mod splice;
mod symbol;
mod top_level;

pub use blocks::Blocks;
pub use builder::Builder;
pub use cells::{Cell, Kind, Node, ROOT, Tree};
pub use edit::Edit;
pub use identity::{Identities, NodeId};
pub(crate) use map::Map;
pub use parents::Parents;
pub use pieces::{Piece, Pieces, Splice};
pub use symbol::Symbol;
pub use top_level::{TopLevelChange, top_level_at};
