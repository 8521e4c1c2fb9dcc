//! What every oracle is: a machine that is given answers and says what to ask next, until it can decide.

use super::{Answer, Ask, NotReproduced, Reproduced};
use crate::outcome::Outcome;

/// What an oracle wants next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Ask this, and come again with the answer.
    Ask(Ask),
    /// Decided.
    Outcome(Outcome),
}

/// A rule that decides whether a candidate is interesting, by asking.
pub trait Oracle: Send + Sync {
    /// Its name, as in [`ORACLES`](super::ORACLES).
    fn name(&self) -> &'static str;

    /// What is to be asked about the golden text. The answers go into the other functions as `golden`.
    fn golden_asks(&self) -> Vec<Ask>;

    /// What of the golden runs is looked for in candidates.
    ///
    /// # Errors
    /// Why the golden runs do not show what is to be kept.
    fn accept_golden(&self, golden: &[Answer]) -> Result<Reproduced, NotReproduced>;

    /// The next question about a candidate, or its outcome. `golden` must have been accepted; `seen` holds the
    /// answers to all questions so far.
    fn next(&self, golden: &[Answer], seen: &[Answer]) -> Next;

    /// Whether a second golden run gives the answer that the first gave. If not, the case is flaky.
    fn same(&self, first: &[Answer], second: &[Answer]) -> bool {
        self.next(first, second) == Next::Outcome(Outcome::Interesting)
    }
}
