//! Times, rates and phases in words.

use crate::reduction::Phase;
use crate::report::thousands;
use crate::search::Position;
use std::time::Duration;

/// A time as on a clock: `0:07`, `12:34`, `1:02:03`.
pub(super) fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

/// The rest of the budget, if there is one, in a long, a short and an empty form.
pub(super) fn budget_left(left: Option<Duration>) -> [String; 3] {
    let Some(left) = left.map(clock) else {
        return Default::default();
    };
    [
        format!("{left} of the budget left"),
        format!("budget {left}"),
        String::new(),
    ]
}

/// A number of things: `1 check`, `1,234 checks`.
pub(crate) fn count(number: u64, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {thing}{plural}", thousands(number))
}

/// A number of runs per second, with a sensible precision.
pub(super) fn rate(runs: f64) -> String {
    if runs < 0.005 {
        "0".to_owned()
    } else if runs >= 10.0 {
        format!("{runs:.0}")
    } else if runs >= 1.0 {
        format!("{runs:.1}")
    } else {
        format!("{runs:.2}")
    }
}

/// What a reduction is doing, in three lengths.
pub(super) fn phase(phase: Phase) -> [String; 3] {
    let words = match phase {
        Phase::GoldenRun(nth) => {
            return [
                format!("reprinted copy, run {nth} of 2"),
                format!("reprinted copy {nth}/2"),
                format!("reprinted {nth}/2"),
            ];
        }
        Phase::Search(Some(position)) => return search(position),
        Phase::Search(None) => ["search"; 3],
        Phase::Preparing => ["preparing"; 3],
        Phase::SourceRun => ["original run"; 3],
        Phase::TrivialTexts => ["empty and trivial file", "trivial file", "trivial"],
        Phase::FailureRate => [
            "runs disagree: measuring how often it fails",
            "measuring how often it fails",
            "measuring",
        ],
        Phase::Difference => [
            "reprinted copy does not fail: looking for the cause",
            "looking for the cause",
            "comparing",
        ],
        Phase::Options => [
            "leaving out arguments of the command",
            "leaving out arguments",
            "arguments",
        ],
        Phase::EarlierResult => ["earlier result"; 3],
        Phase::Waiting => ["waiting for its turn", "waiting", "waiting"],
        Phase::FinalCheck => ["final check"; 3],
        Phase::WalkBack => [
            "not always failing: checking earlier texts",
            "checking earlier texts",
            "going back",
        ],
    };
    words.map(str::to_owned)
}

fn search(position: Position) -> [String; 3] {
    let Position {
        stage,
        mutator,
        granularity,
        visited,
        nodes,
    } = position;
    if mutator.is_empty() {
        return [stage; 3].map(str::to_owned);
    }
    let [at, of] = [(visited + 1).min(nodes), nodes].map(|number| thousands(number as u64));
    let place = format!("{at}/{of}");
    let times = if granularity > 1 {
        format!(" ×{}", thousands(granularity as u64))
    } else {
        String::new()
    };
    let stage = if stage.is_empty() {
        String::new()
    } else {
        format!("{stage}: ")
    };
    [
        format!("{stage}{mutator}{times} at {place}"),
        format!("{mutator}{times} {place}"),
        format!("{mutator}{times}"),
    ]
}

#[cfg(test)]
mod tests {
    use super::{clock, count, phase, rate};
    use crate::reduction::Phase;
    use crate::search::Position;
    use std::time::Duration;

    #[test]
    fn a_clock_shows_hours_only_where_there_are_any() {
        for (seconds, text) in [
            (0, "0:00"),
            (59, "0:59"),
            (61, "1:01"),
            (3_599, "59:59"),
            (3_723, "1:02:03"),
            (360_000, "100:00:00"),
        ] {
            assert_eq!(clock(Duration::from_secs(seconds)), text);
        }
    }

    #[test]
    fn numbers_have_separators_and_rates_two_digits_that_matter() {
        assert_eq!(count(1, "check"), "1 check");
        assert_eq!(count(0, "check"), "0 checks");
        assert_eq!(count(1_234, "hit"), "1,234 hits");
        for (runs, text) in [
            (0.0, "0"),
            (0.166, "0.17"),
            (3.25, "3.2"),
            (33.4, "33"),
            (1200.0, "1200"),
        ] {
            assert_eq!(rate(runs), text);
        }
    }

    #[test]
    fn a_search_says_stage_mutator_granularity_and_place() {
        let halving = Position {
            stage: "ddmin terms",
            mutator: "erase-node",
            granularity: 64,
            visited: 128,
            nodes: 1_024,
        };
        let sweep = Position {
            stage: "pass 3 of 5",
            granularity: 1,
            ..halving
        };
        let [long, medium, short] = phase(Phase::Search(Some(halving)));
        assert_eq!(long, "ddmin terms: erase-node ×64 at 129/1,024");
        assert_eq!(medium, "erase-node ×64 129/1,024");
        assert_eq!(short, "erase-node ×64");
        let [long, ..] = phase(Phase::Search(Some(sweep)));
        assert_eq!(long, "pass 3 of 5: erase-node at 129/1,024");
    }
}
