//! What can be said of a candidate.

/// The answer to a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// It still fails in the same way (Zeller's FAIL).
    Interesting,
    /// It does not (Zeller's PASS).
    Uninteresting,
    /// It cannot be told (Zeller's UNRESOLVED).
    Unresolved,
    /// The filter kept it back: it was not asked.
    Held,
}
