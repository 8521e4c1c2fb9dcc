//! Estimates how much longer a batch will take.
//!
//! Cases differ too much for a single number, so there are two: one assumes that all cases take equally long, the other
//! that their time is proportional to their size. Larger cases begin first, so the first estimate is mostly too long
//! and the second too short. Each is the time spent so far per finished case or per byte of finished cases. The time
//! includes that of running cases, which are often the long ones; without it the estimate would be too short. How long
//! a case has been running says nothing about the rest of its time, so a running case counts like a waiting one. After
//! n cases such an estimate has a relative error of about 1/√n, by which the range is widened: after the first one, there
//! is only a longest time.
//!
//! With a budget, what does not fit into it will be cut: as many cases of those that are left as it is short of time.

use crate::report::thousands;
use std::time::Duration;

/// The work of a batch, as far as it is known.
#[derive(Clone, Debug, Default)]
pub(super) struct BatchWork {
    /// The number of cases that this run has finished.
    pub(super) finished: u32,
    /// Their bytes.
    pub(super) finished_bytes: u64,
    /// The sum of their times.
    pub(super) finished_time: Duration,
    /// The number of cases that have not begun.
    pub(super) waiting: usize,
    /// Their bytes.
    pub(super) waiting_bytes: u64,
    /// The bytes of each running case, and how long it has been running.
    pub(super) running: Vec<(u64, Duration)>,
    /// The number of cases that are reduced at the same time.
    pub(super) jobs: usize,
}

impl BatchWork {
    /// The shortest and the longest time that is left; none if no case has finished.
    pub(super) fn left(&self) -> Option<(Duration, Duration)> {
        if self.finished == 0 {
            return None;
        }
        let running = self.running.len() as f64;
        let running_bytes: u64 = self.running.iter().map(|(bytes, _)| bytes).sum();
        let longest = self.running.iter().map(|(bytes, _)| *bytes).max();
        let running_time: Duration = self.running.iter().map(|(_, elapsed)| elapsed).sum();
        let spent = (self.finished_time + running_time).as_secs_f64();

        // If all cases take equally long. One running case takes as long as one case, however many jobs there are.
        let a_case = spent / f64::from(self.finished);
        let cases = self.waiting as f64 + running;
        let alike = a_case * self.side_by_side(cases).max(running.min(1.0));
        // If their time is proportional to their size.
        let a_byte = spent / (self.finished_bytes as f64).max(1.0);
        let bytes = (self.waiting_bytes + running_bytes) as f64;
        let grows = a_byte * self.side_by_side(bytes).max(longest.unwrap_or(0) as f64);

        // The range of both, widened by the relative error.
        let doubt = 1.0 / f64::from(self.finished).sqrt();
        let least = alike.min(grows) * (1.0 - doubt);
        let most = alike.max(grows) * (1.0 + doubt);
        let time = |seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        Some((time(least), time(most)))
    }

    /// The least and the greatest number of cases that will probably be cut if this time is left; none if no case has
    /// finished.
    pub(super) fn cut(&self, budget: Duration) -> Option<(usize, usize)> {
        let (least, most) = self.left()?;
        let cases = self.waiting + self.running.len();
        let cut = |needed: Duration| {
            let missing = needed.saturating_sub(budget).as_millis();
            let cut = (cases as u128 * missing).div_ceil(needed.as_millis().max(1));
            usize::try_from(cut).map_or(cases, |cut| cut.min(cases))
        };
        Some((cut(least), cut(most)))
    }

    fn side_by_side(&self, work: f64) -> f64 {
        work / self.jobs.max(1) as f64
    }
}

/// The remaining time in words, in a long and a short form.
pub(super) fn words(left: Option<(Duration, Duration)>) -> [String; 2] {
    let Some((least, most)) = left else {
        return [
            "time left not known before a case is done".to_owned(),
            String::new(),
        ];
    };
    let (from, to) = (coarse(least), coarse(most));
    let range = if least.is_zero() {
        format!("up to {to}")
    } else if from == to {
        format!("about {to}")
    } else {
        match from.rsplit_once(' ') {
            Some((number, unit)) if to.ends_with(unit) => format!("{number} to {to}"),
            _ => format!("{from} to {to}"),
        }
    };
    [format!("{range} left"), format!("≤ {to} left")]
}

/// How many cases will probably be cut, in words, in a long, a short and an empty form.
pub(super) fn cut_words(cut: Option<(usize, usize)>) -> [String; 3] {
    let Some((least, most)) = cut.filter(|(_, most)| *most > 0) else {
        return Default::default();
    };
    let [few, many] = [least, most].map(|cases| thousands(cases as u64));
    let number = match least {
        0 => format!("up to {many}"),
        _ if least == most => format!("about {many}"),
        _ => format!("{few} to {many}"),
    };
    [
        format!("{number} of them cut by the budget"),
        format!("≤ {many} cut"),
        String::new(),
    ]
}

/// A rounded time: tens of seconds, minutes or hours.
fn coarse(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..90 => format!("{} s", (seconds / 10 + 1) * 10),
        90..5_400 => format!("{} min", seconds.div_ceil(60)),
        5_400..360_000 => format!("{:.1} h", seconds as f64 / 3_600.0),
        _ => format!("{} days", seconds.div_ceil(86_400)),
    }
}

#[cfg(test)]
mod tests {
    use super::{BatchWork, cut_words, words};
    use std::time::Duration;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn after_one_case_there_is_a_longest_time_and_before_it_nothing_is_known() {
        let work = |finished: u32| BatchWork {
            finished,
            finished_bytes: 1000,
            finished_time: seconds(50),
            waiting: 10,
            waiting_bytes: 1000,
            running: vec![],
            jobs: 2,
        };
        assert_eq!(words(work(1).left())[0], "up to 9 min left");
        assert_eq!(
            words(work(0).left())[0],
            "time left not known before a case is done"
        );
    }

    #[test]
    fn what_does_not_fit_into_the_budget_will_be_cut() {
        let work = BatchWork {
            finished: 4,
            finished_bytes: 4_000,
            finished_time: seconds(400),
            waiting: 10,
            waiting_bytes: 8_000,
            running: vec![],
            jobs: 2,
        };
        // Between 200 and 750 s are left.
        for (budget, words) in [
            (800, ""),
            (750, ""),
            (375, "up to 5 of them cut by the budget"),
            (100, "5 to 9 of them cut by the budget"),
            (0, "about 10 of them cut by the budget"),
        ] {
            assert_eq!(cut_words(work.cut(seconds(budget)))[0], words, "{budget}");
        }
    }

    #[test]
    fn the_range_goes_from_time_by_size_to_time_by_case_with_a_doubt() {
        let work = BatchWork {
            finished: 4,
            finished_bytes: 4_000,
            finished_time: seconds(400),
            waiting: 10,
            waiting_bytes: 1_000,
            running: vec![],
            jobs: 2,
        };
        assert_eq!(work.left(), Some((seconds(25), seconds(750))));
        assert_eq!(words(work.left())[0], "30 s to 13 min left");
    }

    #[test]
    fn a_case_that_runs_for_long_prolongs_the_estimate() {
        let work = |elapsed| BatchWork {
            finished: 4,
            finished_bytes: 4_000,
            finished_time: seconds(40),
            running: vec![(1_000, seconds(elapsed))],
            jobs: 2,
            ..BatchWork::default()
        };
        let left = |elapsed| work(elapsed).left().map(|(_, most)| most);
        assert_eq!(left(0), Some(seconds(15)), "one case keeps one job only");
        assert_eq!(left(100), Some(Duration::from_millis(52_500)));
    }

    #[test]
    fn a_time_left_pretends_no_precision() {
        for (least, most, text) in [
            (3, 3, "about 10 s left"),
            (130, 130, "about 3 min left"),
            (61, 300, "70 s to 5 min left"),
            (121, 300, "3 to 5 min left"),
            (7_200, 9_000, "2.0 to 2.5 h left"),
        ] {
            let left = (seconds(least), seconds(most));
            assert_eq!(words(Some(left))[0], text);
        }
    }
}
