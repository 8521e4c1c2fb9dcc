//! Proposals of mutators.

use crate::tree::Edit;

/// An edit that a mutator proposes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// What it changes.
    pub edit: Edit,
    /// Whether it may make the text larger, and must pay that back by what it makes possible. Any other proposal is a
    /// simplification.
    pub is_pump: bool,
}

/// The proposals of a mutator at one node, made one by one.
pub type Proposals<'a> = Box<dyn Iterator<Item = Proposal> + 'a>;

/// Simplifications, in this order.
pub(super) fn simplifications<'a>(
    edits: impl IntoIterator<Item = Edit, IntoIter: 'a>,
) -> Proposals<'a> {
    let proposal = |edit| Proposal {
        edit,
        is_pump: false,
    };
    Box::new(edits.into_iter().map(proposal))
}

/// No proposal.
pub(super) fn none<'a>() -> Proposals<'a> {
    Box::new(std::iter::empty())
}
