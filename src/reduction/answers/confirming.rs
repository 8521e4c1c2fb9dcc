//! When a text that is only presumed to be interesting is asked about under the full limits.
//!
//! The search for a hang is steered by lower limits: what reaches them presumably hangs. Such a text is asked about again
//! if it has at most an eighth of the size of the last one that was and the runs since then have taken three times as long
//! as this one will, or if the presumption has been wrong before. So the time that such a search takes is mostly that of
//! the lower limits, and a wrong way is not followed for long. The result is always run again under the full limits.

use crate::outcome::Outcome;

/// A text is asked about again if the last one that was is larger by this factor.
const SELDOM: usize = 8;

/// It is not asked about before lower limits were reached for this many times as long as the full limit takes.
const WORTH: u32 = 3;

/// What was presumed, and what was asked about again.
pub(super) struct Confirming {
    /// The size of the smallest text that was asked about under the full limits. 0 if one was not interesting, so that
    /// all of them must be asked about again.
    confirmed_bytes: usize,
    /// How many texts were presumed to be interesting since then.
    provisional: u32,
}

impl Confirming {
    /// Only the golden text, of this size, was asked about under the full limits.
    pub(super) fn new(golden_bytes: usize) -> Confirming {
        Confirming {
            confirmed_bytes: golden_bytes,
            provisional: 0,
        }
    }

    /// Whether one more text that is presumed to be interesting is to be asked about again. A run under the full limits
    /// takes as long as `short_runs` under the lower ones.
    pub(super) fn is_due(&mut self, bytes: usize, short_runs: u32) -> bool {
        self.provisional += 1;
        let is_small = bytes * SELDOM <= self.confirmed_bytes;
        let is_worth_it = short_runs.saturating_mul(WORTH) <= self.provisional;
        let is_due = self.confirmed_bytes == 0 || is_small && is_worth_it;
        if is_due {
            self.provisional = 0;
        }
        is_due
    }

    /// Takes the outcome of a text of this size under the full limits.
    pub(super) fn learn(&mut self, bytes: usize, outcome: Outcome) {
        self.confirmed_bytes = match outcome {
            Outcome::Interesting if self.confirmed_bytes > 0 => bytes,
            _ => 0,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::Confirming;
    use crate::outcome::Outcome;

    #[test]
    fn a_presumption_is_tested_where_it_pays_and_always_once_it_was_wrong() {
        let mut confirming = Confirming::new(800);
        assert!(!confirming.is_due(101, 0), "not an eighth of the last one");
        assert!(!confirming.is_due(100, 1), "two runs are not worth it");
        assert!(confirming.is_due(100, 1));
        confirming.learn(100, Outcome::Interesting);
        assert!(!confirming.is_due(99, 0));
        confirming.learn(99, Outcome::Uninteresting);
        assert!(confirming.is_due(98, 1000));
        confirming.learn(98, Outcome::Interesting);
        assert!(confirming.is_due(97, 1000));
    }
}
