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

/// What a run's output says about the place in the input where the solver stopped. A stop point never decides whether a
/// candidate is interesting, but searches may use it to choose what to try next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct StopPoint {
    /// The line number in the first message that names a position, from 1. In printed texts, every top-level expression
    /// has its own line.
    pub line: Option<u32>,
    /// How many answers the solver gave.
    pub answers: u32,
}
