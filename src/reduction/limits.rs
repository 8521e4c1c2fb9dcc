//! The limits of runs, and how they follow from the time of the golden run.

use crate::checker::SolverClient;
use crate::corpus::Settings;
use crate::observation::{Limits, doubled, rounded_up};
use crate::solver::allowed_memory;
use std::time::Duration;

/// CPU time of source and golden runs, unless `--timeout` says otherwise.
pub(super) const GOLDEN_CPU: Duration = Duration::from_mins(10);

/// The lowest CPU limit that a search for a hang is steered by.
const STEERING: Duration = Duration::from_millis(200);

/// A run that takes this many times as long as a trusted solver presumably hangs.
const HANG_FACTOR: u32 = 3;

/// The limits under these settings for a given CPU limit. The wall limit leaves time to notice that a run is idle.
pub(super) fn limits(settings: &Settings, cpu: Duration) -> Limits {
    let usual = Limits::of_cpu(cpu);
    let memory = settings
        .memory_mb
        .map_or(4 << 30, |megabytes| megabytes << 20);
    let idle = settings.idle.unwrap_or(usual.idle);
    Limits {
        memory: Some(allowed_memory(memory)),
        wall: usual.wall + idle.saturating_sub(usual.idle),
        idle,
        ..usual
    }
}

/// Gives a client the limits under these settings for a given CPU limit. What it has for memory stays.
pub(super) fn give_limits(client: &mut SolverClient, settings: &Settings, cpu: Duration) {
    let memory = client.limits().memory;
    client.set_limits(Limits {
        memory,
        ..limits(settings, cpu)
    });
}

/// The CPU limit of candidates: 3 × the rounded golden time + 1 s.
pub(super) fn candidate_cpu(golden: Duration) -> Duration {
    rounded_up(golden) * 3 + Duration::from_secs(1)
}

/// The configured CPU limit of a solver, by its number, if there is one.
pub(super) fn fixed_cpu(settings: &Settings, solver: usize) -> Option<Duration> {
    if settings.is_under_test(solver) {
        settings.timeout
    } else {
        settings.second_timeout
    }
}

/// Whether the golden time of the second solver determines the limit of the first.
pub(super) fn second_sets_limit(settings: &Settings) -> bool {
    settings.timeout.is_none() && settings.rule.limit_from_second(Duration::ZERO).is_some()
}

/// The CPU limit at which a run of the solver under test presumably hangs, given the golden time of a trusted solver:
/// the lowest of 0.2, 0.4, 0.8 … s that is at least three times that time. It steers the search, in which most
/// candidates that hang are run up to this limit only.
pub(super) fn steering_cpu(trusted: Duration) -> Duration {
    doubled(STEERING, trusted * HANG_FACTOR)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{Hangs, MatchRule, Rule, Same, SecondRule, SlowerThanFactor};

    #[test]
    fn a_hang_is_presumed_after_three_times_the_trusted_time() {
        let ms = Duration::from_millis;
        for (trusted, limit) in [(0, 200), (66, 200), (67, 400), (200, 800), (2000, 6400)] {
            assert_eq!(steering_cpu(ms(trusted)), ms(limit), "{trusted} ms");
        }
    }

    #[test]
    fn a_trusted_time_is_rounded_up_and_multiplied() {
        let seconds = Duration::from_secs_f64;
        let hangs = Rule::of(Hangs(Some(SecondRule::Behaves(MatchRule::default()))));
        let table = [
            (hangs.clone(), 0.01, Some(2.5)),
            (hangs.clone(), 0.3, Some(5.0)),
            (hangs, 1.5, Some(20.0)),
            (Rule::of(SlowerThanFactor(10.0)), 0.3, Some(10.0)),
            (Rule::of(SlowerThanFactor(1.5)), 0.01, Some(0.75)),
            (Rule::of(SlowerThanFactor(1000.0)), 3.0, Some(600.0)),
            (Rule::of(Hangs(None)), 0.3, None),
            (Rule::of(Same(MatchRule::default())), 0.3, None),
        ];
        for (rule, golden, limit) in table {
            let found = rule.limit_from_second(seconds(golden));
            assert_eq!(found, limit.map(seconds), "{rule:?} after {golden} s");
        }
    }
}
