//! How a search ended, if nobody interrupted it.

/// The end of a search that was not interrupted.
pub(super) struct SearchEnd {
    /// The signature of the result; none if there is none that always fails.
    pub(super) signature: Option<String>,
    /// Whether it ended because the text was small enough.
    pub(super) is_enough: bool,
}
