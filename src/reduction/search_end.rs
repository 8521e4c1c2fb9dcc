//! How a search ended, if nobody interrupted it.

use super::answers::Confirmed;

/// The end of a search that was not interrupted.
pub(super) struct SearchEnd {
    /// What new runs of the result have shown; none if there is no result that always fails.
    pub(super) confirmed: Option<Confirmed>,
    /// Whether it ended because the text was small enough.
    pub(super) is_enough: bool,
}
