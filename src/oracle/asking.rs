//! The interface of oracles. An oracle is a machine that is given answers and returns the next question, until it can
//! decide.

use super::{Answer, Ask, NoEvidence, NotReproduced, Reproduced};
use crate::outcome::Outcome;

/// What an oracle needs next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The answer to this question.
    Ask(Ask),
    /// Nothing: this is the outcome.
    Outcome(Outcome),
}

/// What an oracle needs that cannot do without the answer to a question.
impl From<NoEvidence> for Next {
    fn from(why: NoEvidence) -> Next {
        match why {
            NoEvidence::NotAsked(ask) => Next::Ask(ask),
            NoEvidence::InVain(_) => Next::Outcome(Outcome::Unresolved),
        }
    }
}

/// A rule that decides whether a candidate is interesting, by asking questions.
pub trait Oracle: Send + Sync {
    /// Its name, as in [`ORACLES`](super::ORACLES).
    fn name(&self) -> &'static str;

    /// The next question about the golden text, after these answers; none if no more are needed. All answers together
    /// are the argument `golden` of the other functions.
    fn golden_ask(&self, answers: &[Answer]) -> Option<Ask>;

    /// What the golden runs show and candidates must show too.
    ///
    /// # Errors
    /// Why the golden runs do not show what the rule needs.
    fn accept_golden(&self, golden: &[Answer]) -> Result<Reproduced, NotReproduced>;

    /// The outcome of a candidate. An error is the next question about it, or an outcome that is already certain.
    /// `golden` must have been accepted; `seen` contains the answers to all questions so far.
    fn judge(&self, golden: &[Answer], seen: &[Answer]) -> Result<Outcome, Next>;

    /// The same as one value.
    fn next(&self, golden: &[Answer], seen: &[Answer]) -> Next {
        let judged = self.judge(golden, seen);
        judged.map_or_else(|next| next, Next::Outcome)
    }

    /// The failure that an interesting candidate shows, in one line, according to the answers about it: that of the
    /// golden text, unless candidates may show another one.
    fn signature(&self, golden: &[Answer], _interesting: &[Answer]) -> Option<String> {
        let shown = self.accept_golden(golden).ok()?;
        Some(shown.signature)
    }

    /// The number of the solver under test that shows the failure of interesting answers; with several seeds, each has a
    /// number of its own.
    fn shown_by(&self, _golden: &[Answer], _interesting: &[Answer]) -> usize {
        0
    }

    /// Whether two golden runs behave in the same way. If not, the case is flaky.
    fn same(&self, first: &[Answer], second: &[Answer]) -> bool {
        self.next(first, second) == Next::Outcome(Outcome::Interesting)
    }
}

/// What an oracle judges that finds a candidate interesting if at least `least` of its parts do. The parts are asked in
/// their order until they decide.
pub(super) fn at_least(
    least: usize,
    parts: impl ExactSizeIterator<Item = Next>,
) -> Result<Outcome, Next> {
    let (mut interesting, mut possible) = (0, parts.len());
    for part in parts {
        match part {
            ask @ Next::Ask(_) => return Err(ask),
            Next::Outcome(Outcome::Interesting) => interesting += 1,
            Next::Outcome(Outcome::Unresolved) => {}
            Next::Outcome(Outcome::Uninteresting | Outcome::Held) => possible -= 1,
        }
        if interesting >= least {
            return Ok(Outcome::Interesting);
        }
        if possible < least {
            return Ok(Outcome::Uninteresting);
        }
    }
    Ok(Outcome::Unresolved)
}
