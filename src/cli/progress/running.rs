//! The line of a case that is being reduced.

use super::words::{budget_left, clock, count, phase, rate};
use crate::cli::fit::{self, Segment, Shortening};
use crate::cli::output::ScreenLine;
use crate::reduction::{Gauge, GaugeReading};
use crate::report::{percentage, thousands};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Runs per second are averaged over this time.
const WINDOW: Duration = Duration::from_secs(20);

/// If a run takes longer than this, its time is shown.
const LONG_RUN: Duration = Duration::from_secs(1);

/// A case that is being reduced.
pub(super) struct RunningCase {
    /// Its id.
    pub(super) id: String,
    /// Its id, escaped for a terminal.
    pub(super) name: String,
    /// The bytes of its file.
    pub(super) bytes: u64,
    /// When it began.
    pub(super) begun: Instant,
    /// Its progress.
    pub(super) gauge: Arc<Gauge>,
    /// Its line on the screen, if there is a screen.
    pub(super) line: Option<ScreenLine>,
    pub(super) rate: RunRate,
}

impl RunningCase {
    /// The bytes removed so far.
    pub(super) fn bytes_gone(&self) -> u64 {
        let reading = self.gauge.read();
        reading.bytes_before.saturating_sub(reading.bytes) as u64
    }

    /// What to show now.
    pub(super) fn show(&mut self, now: Instant, budget: Option<Duration>) -> CaseLine<'_> {
        let reading = self.gauge.read();
        CaseLine {
            name: &self.name,
            elapsed: now.saturating_duration_since(self.begun),
            asked: reading
                .asked
                .map(|asked| now.saturating_duration_since(asked)),
            rate: reading
                .phase
                .search()
                .and_then(|_| self.rate.of(now, reading.runs)),
            budget,
            reading,
        }
    }
}

/// The rate of runs.
#[derive(Debug, Default)]
pub(super) struct RunRate(VecDeque<(Instant, u64)>);

impl RunRate {
    /// The average rate over the last seconds, given the current number of runs; none before the first second is over.
    fn of(&mut self, now: Instant, runs: u64) -> Option<f64> {
        self.0.push_back((now, runs));
        let is_old = |&(at, _): &(Instant, u64)| now.saturating_duration_since(at) >= WINDOW;
        // One older sample is kept as the beginning of the window.
        while self.0.get(1).is_some_and(is_old) {
            self.0.pop_front();
        }
        let &(from, before) = self.0.front()?;
        let time = now.saturating_duration_since(from).as_secs_f64();
        (time >= 1.0).then(|| runs.saturating_sub(before) as f64 / time)
    }
}

/// The contents of the line of a case.
#[derive(Clone, Copy, Debug)]
pub(super) struct CaseLine<'a> {
    /// The case's name, escaped for a terminal.
    pub(super) name: &'a str,
    /// How far its reduction has got.
    pub(super) reading: GaugeReading,
    /// How long it has been running.
    pub(super) elapsed: Duration,
    /// How long the current run has taken.
    pub(super) asked: Option<Duration>,
    /// Runs per second.
    pub(super) rate: Option<f64>,
    /// The rest of the budget, if no other line shows it.
    pub(super) budget: Option<Duration>,
}

/// The order in which a line is shortened: first the number of runs; the elapsed time is always kept.
const SHORTENINGS: &[Shortening] = &[
    Shortening::Segment(RUNS),
    Shortening::Segment(ASKED),
    Shortening::Segment(SIZE),
    Shortening::Name(32),
    Shortening::Segment(PHASE),
    Shortening::Segment(BUDGET),
    Shortening::Segment(HITS),
    Shortening::Name(24),
    Shortening::Segment(PHASE),
    Shortening::Segment(RATE),
    Shortening::Segment(CHECKS),
    Shortening::Segment(SIZE),
    Shortening::Name(14),
    Shortening::Segment(ASKED),
    Shortening::Segment(BUDGET),
    Shortening::Segment(RATE),
    Shortening::Segment(SIZE),
    Shortening::Name(10),
];

const PHASE: usize = 0;
const SIZE: usize = 1;
const CHECKS: usize = 2;
const RUNS: usize = 3;
const RATE: usize = 4;
const HITS: usize = 5;
const ASKED: usize = 6;
const BUDGET: usize = 8;

impl CaseLine<'_> {
    /// The line, in at most `width` columns.
    pub(super) fn line(&self, width: usize) -> String {
        let GaugeReading {
            checks, runs, hits, ..
        } = self.reading;
        let some = |number: u64, thing| match number {
            0 => String::new(),
            _ => count(number, thing),
        };
        let segments = [
            Segment::of(phase(self.reading.phase)),
            Segment::of(self.size()),
            Segment::of([some(checks, "check"), String::new()]),
            Segment::of([some(runs, "run"), String::new()]),
            self.rate(),
            Segment::of([some(hits, "hit"), String::new()]),
            self.asked(),
            Segment::of([clock(self.elapsed)]),
            Segment::of(budget_left(self.budget)),
        ];
        fit::line(self.name, &segments, SHORTENINGS, width)
    }

    /// The size of the smallest text so far, in bytes and in percent of the file.
    fn size(&self) -> [String; 4] {
        let (bytes, bytes_before) = (self.reading.bytes, self.reading.bytes_before);
        if bytes_before == 0 {
            return Default::default();
        }
        let share = 100.0 * bytes as f64 / bytes_before as f64;
        let percent = percentage(share, usize::from(share < 9.95));
        let [now, before] = [bytes, bytes_before].map(|bytes| thousands(bytes as u64));
        [
            format!("{now} of {before} bytes ({percent} %)"),
            format!("{now} bytes ({percent} %)"),
            format!("{now} B {percent} %"),
            format!("{percent} %"),
        ]
    }

    fn rate(&self) -> Segment {
        let rate = self.rate.filter(|_| self.reading.runs > 0).map(rate);
        let [long, short] = rate.map_or_else(Default::default, |rate| {
            [format!("{rate} runs/s"), format!("{rate}/s")]
        });
        Segment::of([long, short, String::new()])
    }

    /// How long the current run has taken, if that is long.
    fn asked(&self) -> Segment {
        let asked = self.asked.filter(|&asked| asked >= LONG_RUN);
        let [long, short] = asked.map_or_else(Default::default, |asked| {
            let seconds = asked.as_secs();
            [format!("this run {seconds} s"), format!("run {seconds} s")]
        });
        Segment::of([long, short, String::new()])
    }
}

#[cfg(test)]
mod tests {
    use super::{CaseLine, GaugeReading, RunRate};
    use crate::reduction::Phase;
    use crate::search::Position;
    use std::time::{Duration, Instant};
    use unicode_width::UnicodeWidthStr;

    fn shown(name: &str) -> CaseLine<'_> {
        let stage = Position {
            stage: "ddmin terms",
            mutator: "erase-node",
            granularity: 64,
            visited: 128,
            nodes: 1_024,
        };
        CaseLine {
            name,
            reading: GaugeReading {
                phase: Phase::Search(Some(stage)),
                bytes_before: 19_332,
                bytes: 1_234,
                checks: 312,
                runs: 270,
                hits: 42,
                accepted: 7,
                asked: None,
            },
            elapsed: Duration::from_secs(83),
            asked: Some(Duration::from_secs(4)),
            rate: Some(3.25),
            budget: Some(Duration::from_hours(1)),
        }
    }

    #[test]
    fn a_line_says_as_much_as_there_is_room_for() {
        let table = [
            (
                200,
                "bugs/strings/bug.smt2  ddmin terms: erase-node ×64 at 129/1,024  \
                 1,234 of 19,332 bytes (6.4 %)  312 checks  270 runs  3.2 runs/s  42 hits  this run 4 s  1:23  \
                 1:00:00 of the budget left",
            ),
            (
                119,
                "bugs/strings/bug.smt2  erase-node ×64  1,234 bytes (6.4 %)  312 checks  3.2 runs/s  run 4 s  1:23  \
                 budget 1:00:00",
            ),
            (
                79,
                "…s/strings/bug.smt2  erase-node ×64  1,234 B 6.4 %  3.2/s  1:23  budget 1:00:00",
            ),
            (
                59,
                "…rings/bug.smt2  erase-node ×64  1,234 B 6.4 %  3.2/s  1:23",
            ),
            (39, "…/bug.smt2  erase-node ×64  6.4 %  1:23"),
        ];
        for (width, expected) in table {
            let line = shown("bugs/strings/bug.smt2").line(width);
            assert!(line.width() <= width);
            assert_eq!(line, expected);
        }
    }

    #[test]
    fn every_width_is_kept_and_the_elapsed_time_is_seen_from_forty_columns_on() {
        for name in ["a", "漢字/漢字漢字漢字.smt2", "bugs/strings/bug.smt2"] {
            for width in 1..220 {
                let line = shown(name).line(width);
                assert!(line.width() <= width, "{width}: {line}");
                assert!(width < 37 || line.contains("1:23"), "{width}: {line}");
            }
        }
    }

    #[test]
    fn what_is_not_known_yet_is_left_out() {
        let line = CaseLine {
            reading: GaugeReading {
                phase: Phase::SourceRun,
                ..GaugeReading::default()
            },
            asked: None,
            rate: None,
            budget: None,
            elapsed: Duration::ZERO,
            ..shown("bug.smt2")
        };
        assert_eq!(line.line(79), "bug.smt2  original run  0:00");
    }

    #[test]
    fn runs_a_second_are_those_of_the_last_seconds() {
        let begin = Instant::now();
        let mut rate = RunRate::default();
        let mut at = |second: u64, runs| rate.of(begin + Duration::from_secs(second), runs);
        assert_eq!(at(0, 0), None);
        assert_eq!(at(1, 100), Some(100.0));
        assert_eq!(at(10, 100), Some(10.0));
        assert_eq!(at(40, 130), Some(1.0), "since the tenth second");
        assert_eq!(at(70, 130), Some(0.0));
    }
}
