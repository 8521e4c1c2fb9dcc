//! Proposals of mutators.

use crate::language::TestCase;
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

/// Makes proposals of these edits, all of them simplifications, in the same order.
pub(super) fn simplifications<'a>(
    edits: impl IntoIterator<Item = Edit, IntoIter: 'a>,
) -> Proposals<'a> {
    let proposal = |edit| Proposal {
        edit,
        is_pump: false,
    };
    Box::new(edits.into_iter().map(proposal))
}

/// Makes proposals of these edits, all of them pumps, in the same order.
pub(super) fn pumps<'a>(edits: impl IntoIterator<Item = Edit, IntoIter: 'a>) -> Proposals<'a> {
    let proposal = |edit| Proposal {
        edit,
        is_pump: true,
    };
    Box::new(edits.into_iter().map(proposal))
}

/// Makes proposals of these edits, in the same order. Those that do not make the text smaller become pumps.
pub(super) fn judged<'a>(
    case: &'a TestCase,
    edits: impl IntoIterator<Item = Edit, IntoIter: 'a>,
) -> Proposals<'a> {
    let proposal = |edit| Proposal {
        is_pump: !case.is_simplification(&edit),
        edit,
    };
    Box::new(edits.into_iter().map(proposal))
}

/// No proposal.
pub(super) fn none<'a>() -> Proposals<'a> {
    Box::new(std::iter::empty())
}
