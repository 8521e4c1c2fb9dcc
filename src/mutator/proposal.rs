//! Proposals: the edits that mutators offer to a search.

use crate::tree::Edit;

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

/// The items that are not in `seen`, each once.
pub(super) fn unseen<T: Clone + PartialEq>(
    items: impl IntoIterator<Item = T>,
    mut seen: Vec<T>,
) -> impl Iterator<Item = T> {
    items.into_iter().filter(move |item| {
        let is_new = !seen.contains(item);
        if is_new {
            seen.push(item.clone());
        }
        is_new
    })
}

/// No proposal, or no edit.
pub(super) fn none<'a, T: 'a>() -> Box<dyn Iterator<Item = T> + 'a> {
    Box::new(std::iter::empty())
}
