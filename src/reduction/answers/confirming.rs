//! When a text that is only provisionally interesting is confirmed: asked about again under the full limits.
//!
//! The search for a hang is steered by a lower limit: a run that reaches it presumably hangs, and its text is
//! provisionally interesting. Confirming all such texts would take most of the time; confirming none could lead the
//! search far into texts that do not hang. So a text is confirmed if
//!
//! - it has at most an eighth of the size of the last text that was confirmed, and
//! - the provisional runs since then have taken three times as long as the confirmation may take.
//!
//! Once a text was not confirmed, every later one is asked about. The result is always run again under the full limits.

use crate::outcome::Outcome;

/// How many times smaller than the last confirmed text a text must be.
const SHRINKING: usize = 8;

/// How many times as long as the confirmation the provisional runs before it must have taken.
const WORTH: u32 = 3;

/// What decides which provisionally interesting texts are confirmed.
pub(super) struct Confirming {
    /// The size of the last text that was confirmed. 0 if one was not interesting, so that all others must be
    /// confirmed.
    confirmed_bytes: usize,
    /// How many texts were provisionally interesting since then.
    provisional: u32,
}

impl Confirming {
    /// So far, only the golden text, of this size, has run under the full limits.
    pub(super) fn new(golden_bytes: usize) -> Confirming {
        Confirming {
            confirmed_bytes: golden_bytes,
            provisional: 0,
        }
    }

    /// Whether to confirm one more text that is provisionally interesting. A run up to the full limit takes as long as
    /// `short_runs` up to the lower one.
    pub(super) fn is_due(&mut self, bytes: usize, short_runs: u32) -> bool {
        self.provisional += 1;
        let is_small = bytes * SHRINKING <= self.confirmed_bytes;
        let is_worth_it = short_runs.saturating_mul(WORTH) <= self.provisional;
        let is_due = self.confirmed_bytes == 0 || is_small && is_worth_it;
        if is_due {
            self.provisional = 0;
        }
        is_due
    }

    /// Learns the outcome of a text of this size under the full limits.
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
