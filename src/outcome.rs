//! The possible outcomes of a check.

/// The outcome of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The candidate still fails in the same way (Zeller's FAIL).
    Interesting,
    /// The candidate does not fail in the same way (Zeller's PASS).
    Uninteresting,
    /// There is no usable result (Zeller's UNRESOLVED).
    Unresolved,
    /// The filter held the candidate back, so the solver did not run.
    Held,
}

/// What the output of a run tells about the place in the input where the solver stopped. Nothing in it decides whether
/// a candidate is interesting; searches may use it to choose what to try next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Reading {
    /// The line of the candidate, from 1, that the first message with a position names. Every top-level expression of a
    /// printed text has its own line.
    pub line: Option<u32>,
    /// How many answers the solver gave.
    pub answers: u32,
    /// How many bytes of its stream came before the message of the failure.
    pub failed_at: Option<u64>,
}

/// An outcome, and what the run under test tells beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the candidate is interesting.
    pub outcome: Outcome,
    /// The reading of the first run that was asked for.
    pub reading: Reading,
}

impl Verdict {
    /// An outcome without a reading.
    pub fn of(outcome: Outcome) -> Verdict {
        Verdict {
            outcome,
            reading: Reading::default(),
        }
    }
}
