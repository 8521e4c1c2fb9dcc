//! The possible outcomes of a check, and how long it may take.

/// The outcome of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The candidate still fails in the same way (Zeller's FAIL).
    Interesting,
    /// The candidate does not fail in the same way (Zeller's PASS).
    Uninteresting,
    /// There is no usable result (Zeller's UNRESOLVED).
    Unresolved,
    /// The filter held the candidate back, so the solver was not run.
    Held,
}

/// How long a check may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Patience {
    /// About as long as interesting texts took so far, with some room. A candidate that takes longer is unresolved for
    /// now.
    Short,
    /// Up to the full limits. The answer is final.
    Full,
}
