//! How often a text fails if the solver is flaky: it does not do the same in every run.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The normal quantile of an interval that holds the true rate in 95 of 100 cases.
const QUANTILE: f64 = 1.96;

/// The most runs of one text. A failure that is so rare that more would be needed is missed more often than is wanted.
const MOST_RUNS: u32 = 50;

/// In how many of so many runs a text failed.
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

    /// How many runs of a text that fails at this rate show the failure at least once, but for this probability. The
    /// rate is taken from the lower end of its interval.
    pub fn runs_to_see(self, error: f64) -> u32 {
        let (least, _) = self.interval();
        let enough = (1..MOST_RUNS).find(|&runs| (1.0 - least).powi(runs.cast_signed()) <= error);
        enough.unwrap_or(MOST_RUNS)
    }

    /// How many of so many runs show the failure, at least, if a text fails at this rate: the rate is not below the
    /// interval.
    pub fn least_of(self, runs: u32) -> u32 {
        let (least, _) = self.interval();
        let is_enough = |failed: &u32| f64::from(*failed) >= least * f64::from(runs);
        (1..=runs).find(is_enough).unwrap_or(runs)
    }
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
    fn a_rate_has_an_interval_and_tells_how_many_runs_are_needed() {
        let table = [
            // failed, runs, shown, runs for an error of 1 %, how many of so many must fail
            (9, 10, "9 of 10 (0.596 to 0.982)", 6, 4),
            (5, 10, "5 of 10 (0.237 to 0.763)", 18, 5),
            (1, 10, "1 of 10 (0.018 to 0.404)", 50, 1),
            (50, 100, "50 of 100 (0.404 to 0.596)", 9, 4),
        ];
        for (failed, runs, shown, needed, least) in table {
            let rate = FailureRate { failed, runs };
            assert_eq!(rate.to_string(), shown);
            assert_eq!(rate.runs_to_see(0.01), needed, "{shown}");
            assert_eq!(rate.least_of(needed), least, "{shown}");
        }
    }

    #[test]
    fn an_error_that_is_larger_needs_fewer_runs() {
        let rate = FailureRate {
            failed: 5,
            runs: 10,
        };
        let needed = [0.001, 0.01, 0.1, 0.5, 1.0].map(|error| rate.runs_to_see(error));
        assert_eq!(needed, [26, 18, 9, 3, 1]);
    }
}
