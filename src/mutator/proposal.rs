//! Proposals: the edits that mutators offer to a search.

use crate::language::TestCase;
use crate::tree::{Edit, Node, Pieces, Splice};
use rustc_hash::FxHashSet;
use std::hash::Hash;

/// An edit that a mutator proposes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The change.
    pub edit: Edit,
    /// Whether the edit may make the text larger, so that only later simplifications can make up for it. Any other
    /// proposal is a simplification.
    pub is_pump: bool,
}

/// The proposals of a mutator at one node, computed lazily.
pub type Proposals<'a> = Box<dyn Iterator<Item = Proposal> + 'a>;

/// Edits, computed lazily.
pub type Edits<'a> = Box<dyn Iterator<Item = Edit> + 'a>;

/// The edits that replace a node by each of these.
pub(super) fn replacing<'a, P: Into<Pieces>>(
    case: &'a TestCase,
    node: Node,
    new: impl IntoIterator<Item = P, IntoIter: 'a>,
) -> Edits<'a> {
    let splices = new
        .into_iter()
        .map(move |new| Splice::replace(case.tree(), node, new));
    Box::new(splices.map(|splice| Edit::new(vec![splice])))
}

/// The items that are not in `seen`, each once.
pub(super) fn unseen<T: Clone + Eq + Hash>(
    items: impl IntoIterator<Item = T>,
    seen: impl IntoIterator<Item = T>,
) -> impl Iterator<Item = T> {
    let mut seen: FxHashSet<T> = seen.into_iter().collect();
    items
        .into_iter()
        .filter(move |item| seen.insert(item.clone()))
}

/// No proposal, or no edit.
pub(super) fn none<'a, T: 'a>() -> Box<dyn Iterator<Item = T> + 'a> {
    Box::new(std::iter::empty())
}
