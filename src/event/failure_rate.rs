//! How often a text fails under a flaky solver, that is, one that does not do the same in every run.
//!
//! The text runs several times, and the share of failures is an estimate of its true rate. The error of the estimate is
//! that of Wilson's interval ("Probable inference, the law of succession, and statistical inference", 1927), which is
//! sound for few runs and for rates near 0 and 1. From it follow how often a candidate runs and how often it must fail.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The quantile of the normal distribution for a confidence of 95 %.
const QUANTILE: f64 = 1.96;

/// The most runs of one text. A failure so rare that it needs more is missed more often than wanted.
const MOST_RUNS: u32 = 100;

/// In how many of its runs a text failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailureRate {
    /// The number of runs that showed the failure.
    pub failed: u32,
    /// The number of all runs.
    pub runs: u32,
}

impl FailureRate {
    /// The Wilson interval of the true rate, for a confidence of 95 %.
    pub fn interval(self) -> (f64, f64) {
        let (failed, runs) = (f64::from(self.failed), f64::from(self.runs.max(1)));
        let rate = failed / runs;
        let square = QUANTILE * QUANTILE / runs;
        let centre = rate + square / 2.0;
        let width = QUANTILE * (rate * (1.0 - rate) / runs + square / (4.0 * runs)).sqrt();
        let bound = |end: f64| (end / (1.0 + square)).clamp(0.0, 1.0);
        (bound(centre - width), bound(centre + width))
    }

    /// What another text must do to count as failing at this rate. A text that does fail at this rate is missed with a
    /// probability of about `error`; one that fails more seldom, for another reason, hardly ever passes.
    pub fn threshold(self, error: f64) -> Threshold {
        let (least, most) = self.interval();
        // Enough runs to see the failure at least once, even if the rate is at the lower end of its interval.
        let runs = (self.runs..MOST_RUNS)
            .find(|runs| (1.0 - least).powi(runs.cast_signed()) <= error)
            .unwrap_or(self.runs.max(MOST_RUNS));
        // The text was chosen because it failed, perhaps by chance, so the middle of the interval counts if it is
        // lower.
        let measured = f64::from(self.failed) / f64::from(self.runs.max(1));
        let rate = measured.min(f64::midpoint(least, most));
        // As many failures as possible such that a text with this rate has fewer with a probability of at most `error`.
        let failed = (2..=runs)
            .find(|failed| fewer(*failed, runs, rate) > error)
            .map_or(runs, |failed| failed - 1);
        Threshold { failed, runs }
    }
}

/// How often a text runs, and how many of these runs must fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threshold {
    /// The fewest runs that must fail.
    pub failed: u32,
    /// The most runs that are made.
    pub runs: u32,
}

/// The probability that fewer than `failed` of `runs` runs fail, each of them with a probability of `rate`, which is
/// below 1.
fn fewer(failed: u32, runs: u32, rate: f64) -> f64 {
    // The binomial probability that exactly `number` runs fail, each computed from the one before.
    let mut exactly = (1.0 - rate).powi(runs.cast_signed());
    let mut sum = 0.0;
    for number in 0..failed {
        sum += exactly;
        let ratio = f64::from(runs - number) / f64::from(number + 1);
        exactly *= ratio * rate / (1.0 - rate);
    }
    sum
}

/// The form used in reports: `5 of 10 (0.237 to 0.763)`.
impl fmt::Display for FailureRate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (least, most) = self.interval();
        let FailureRate { failed, runs } = self;
        write!(f, "{failed} of {runs} ({least:.3} to {most:.3})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_has_an_interval_and_tells_how_many_of_how_many_runs_must_fail() {
        let table = [
            (10, 10, "10 of 10 (0.722 to 1.000)", 6, 10),
            (9, 10, "9 of 10 (0.596 to 0.982)", 5, 10),
            (5, 10, "5 of 10 (0.237 to 0.763)", 4, 18),
            (1, 10, "1 of 10 (0.018 to 0.404)", 4, 100),
            (50, 100, "50 of 100 (0.404 to 0.596)", 38, 100),
        ];
        for (failed, runs, shown, least, of) in table {
            let rate = FailureRate { failed, runs };
            assert_eq!(rate.to_string(), shown);
            let threshold = Threshold {
                failed: least,
                runs: of,
            };
            assert_eq!(rate.threshold(0.01), threshold, "{shown}");
        }
    }

    #[test]
    fn an_error_that_is_larger_needs_fewer_runs() {
        let rate = FailureRate {
            failed: 5,
            runs: 10,
        };
        let needed = [0.001, 0.01, 0.1, 0.5].map(|error| rate.threshold(error).runs);
        assert_eq!(needed, [26, 18, 10, 10]);
    }
}
