//! Proposals of mutators.

use crate::tree::Edit;

/// An edit that a mutator proposes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// What it changes.
    pub edit: Edit,
    /// Whether the edit may make the text larger, so that only later simplifications can make up for it. Any other
    /// proposal is a simplification.
    pub is_pump: bool,
}

/// The proposals of a mutator at one node, computed lazily.
pub type Proposals<'a> = Box<dyn Iterator<Item = Proposal> + 'a>;

/// Edits, computed lazily.
pub type Edits<'a> = Box<dyn Iterator<Item = Edit> + 'a>;

/// No proposal, or no edit.
pub(super) fn none<'a, T: 'a>() -> Box<dyn Iterator<Item = T> + 'a> {
    Box::new(std::iter::empty())
}
