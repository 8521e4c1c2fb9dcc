//! How long a search may wait for slow candidates: candidates that are asked about again under the full limits.
//!
//! Under a high limit, a dozen candidates that never end take longer than the whole search. So they get as much time as
//! the search before them has taken, times a factor, and at least one full run.
//!
//! Measured times would differ from run to run, and with them the number of candidates that are asked about, and the
//! result. So time is computed from the CPU limits alone. A check that the short limit ended took that limit. Any other
//! check counts as a quarter of the short limit: a rung of the ladder is in force only because an interesting text took
//! more than a quarter of it. (The lowest rung is the exception. A quarter of it, 12.5 ms, is what it takes to start a
//! solver.) A candidate that was asked about again in vain took the full limit.

use std::time::Duration;

/// The time that a search has taken so far, and what it may spend on slow candidates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    /// Slow candidates may take this many times as long as the search.
    factor: f64,
    /// The CPU time of a run that reaches the full limits.
    full: Duration,
    /// The time of the checks with short patience.
    checks: Duration,
    /// How many candidates were asked about again in vain while the search went on.
    meanwhile: u32,
    /// How many were asked about again in vain after the end of the search.
    in_the_end: u32,
}

impl Allowance {
    /// Slow candidates may take `factor` times as long as the search. A single one takes up to `full`.
    pub(crate) fn new(factor: f64, full: Duration) -> Allowance {
        Allowance {
            factor,
            full,
            checks: Duration::ZERO,
            meanwhile: 0,
            in_the_end: 0,
        }
    }

    /// Adds a check with short patience, under this limit. `is_cut`: it reached the limit.
    pub(crate) fn checked(&mut self, short: Duration, is_cut: bool) {
        self.checks += if is_cut { short } else { short / 4 };
    }

    /// Adds a candidate that was asked about again in vain.
    pub(super) fn asked_again(&mut self, is_in_the_end: bool) {
        if is_in_the_end {
            self.in_the_end += 1;
        } else {
            self.meanwhile += 1;
        }
    }

    /// Whether one more candidate may be asked about again while the search goes on.
    pub(super) fn is_left_meanwhile(&self) -> bool {
        self.is_left(self.meanwhile, self.checks)
    }

    /// Whether one more candidate may be asked about again after the end of the search.
    pub(super) fn is_left_in_the_end(&self) -> bool {
        let search = self.checks + self.full * self.meanwhile;
        self.is_left(self.in_the_end, search)
    }

    /// Whether one more candidate may be asked about again, if the search has taken `time` and `in_vain` candidates
    /// were asked about in vain.
    fn is_left(&self, in_vain: u32, time: Duration) -> bool {
        let wanted = self.full.as_secs_f64() * f64::from(in_vain + 1);
        let is_first = in_vain == 0 && self.factor > 0.0;
        is_first || wanted / self.factor <= time.as_secs_f64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of 100 candidates may be asked about again in the end, if all are in vain.
    fn left(mut allowance: Allowance) -> u32 {
        let mut asked = 0;
        while asked < 100 && allowance.is_left_in_the_end() {
            allowance.asked_again(true);
            asked += 1;
        }
        asked
    }

    #[test]
    fn slow_candidates_get_the_time_of_the_search_and_at_least_one_full_run() {
        let ms = Duration::from_millis;
        let table = [
            ("nothing came before", 1.0, 0, 0, 0, 1),
            ("decided checks", 1.0, 800, 0, 0, 5),
            ("cut checks", 1.0, 0, 200, 0, 5),
            ("a full run meanwhile", 1.0, 0, 200, 1, 6),
            ("twice the time", 2.0, 0, 200, 0, 10),
            ("a tenth of the time", 0.1, 0, 200, 0, 1),
            ("none at all", 0.0, 0, 200, 0, 0),
            ("without end", f64::INFINITY, 0, 0, 0, 100),
        ];
        for (name, factor, decided, cut, meanwhile, expected) in table {
            let mut allowance = Allowance::new(factor, ms(2000));
            (0..decided).for_each(|_| allowance.checked(ms(50), false));
            (0..cut).for_each(|_| allowance.checked(ms(50), true));
            (0..meanwhile).for_each(|_| allowance.asked_again(false));
            assert_eq!(left(allowance), expected, "{name}");
        }
    }

    #[test]
    fn what_is_asked_again_meanwhile_does_not_pay_for_more_of_it() {
        let mut allowance = Allowance::new(1.0, Duration::from_secs(20));
        assert!(allowance.is_left_meanwhile(), "one is always left");
        allowance.asked_again(false);
        assert!(!allowance.is_left_meanwhile());
        (0..800).for_each(|_| allowance.checked(Duration::from_millis(50), true));
        assert!(allowance.is_left_meanwhile(), "40 s were searched");
    }
}
