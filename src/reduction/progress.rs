//! How far a reduction is: written by the thread that reduces, read by the display.
//!
//! Nothing here affects the reduction. A check costs one lock, for which only the display competes, and one look at the
//! clock.

use crate::observation::Limits;
use crate::search::Position;
use crate::sync::Mutex;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What a reduction is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// The file is read and the solver is examined.
    #[default]
    Preparing,
    /// The solver runs on the untouched file.
    SourceRun,
    /// The solver runs on the printed text, for the first or the second time.
    GoldenRun(u8),
    /// Golden runs disagree; more of them show how often the printed text fails.
    FailureRate,
    /// The printed text does not fail; further runs find out why.
    Difference,
    /// The solver runs on texts that contain nothing of the case.
    TrivialTexts,
    /// Arguments of the command are left out.
    Options,
    /// The result of an interrupted run is checked.
    EarlierResult,
    /// The search is under way, at this position if it is known.
    Search(Option<Position>),
    /// Other cases have their turns.
    Waiting,
    /// A result is run again before it is delivered.
    FinalCheck,
    /// A result does not always fail; earlier texts are run again.
    WalkBack,
}

impl Phase {
    /// Where the search is, if it is under way; the stage is empty if the search does not name it.
    pub fn search(self) -> Option<Position> {
        let Phase::Search(position) = self else {
            return None;
        };
        Some(position.unwrap_or_default())
    }
}

/// The state of a reduction at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GaugeReading {
    /// What it is doing.
    pub phase: Phase,
    /// Bytes of the file; 0 until it is read.
    pub bytes_before: usize,
    /// Bytes of the smallest text so far; 0 until the file is read.
    pub bytes: usize,
    /// Checks so far.
    pub checks: u64,
    /// Solver runs of every kind so far.
    pub runs: u64,
    /// Checks that needed no run.
    pub hits: u64,
    /// Texts accepted so far.
    pub accepted: u64,
    /// Since when the reduction has been waiting for an answer; none between two questions.
    pub asked: Option<Instant>,
}

/// The progress of one reduction, shared with its display.
#[derive(Debug, Default)]
pub struct Gauge(Mutex<GaugeReading>);

impl Gauge {
    /// How far the reduction is now.
    pub fn read(&self) -> GaugeReading {
        *self.0.lock()
    }
}

/// An event in a reduction, for verbose output.
#[derive(Clone, Copy, Debug)]
pub enum Notice<'a> {
    /// The original fails, but its reprinted copy does not.
    Slipped {
        /// What the solvers did on the original, in lines.
        original: &'a str,
        /// What they did on the copy.
        copy: &'a str,
    },
    /// The golden runs agree: the failure is reproduced.
    Reproduced {
        /// The failure in one line.
        signature: &'a str,
        /// How the golden run ended, in words.
        ended: &'a str,
        /// The limits of candidates for each solver, and the CPU limit that is in force at first.
        limits: &'a [(Limits, Duration)],
    },
    /// The search begins.
    SearchBegun {
        /// The strategy's name.
        strategy: &'a str,
        /// How many mutators are enabled.
        mutators: usize,
        /// Whether ill-formed candidates are held back.
        filtered: bool,
        /// Bytes of the initial text.
        bytes: usize,
    },
    /// A stage of the strategy begins.
    StageBegun {
        /// Its name.
        stage: &'a str,
        /// Bytes of the smallest text so far.
        bytes: usize,
    },
    /// A stage of the strategy has ended.
    StageEnded {
        /// Its name.
        stage: &'a str,
        /// Bytes of the smallest text before and after it.
        bytes: (usize, usize),
        /// Checks of this stage.
        checks: u64,
        /// Texts that this stage accepted.
        accepted: u64,
        /// How long the stage took.
        took: Duration,
    },
    /// A smaller text was accepted.
    Accepted {
        /// The mutator that proposed it; empty if the search does not name it.
        mutator: &'a str,
        /// How many nodes were changed at once.
        granularity: usize,
        /// Bytes of the smallest text so far.
        bytes: usize,
        /// Checks so far.
        checks: u64,
    },
}

/// The beginning of the stage that is under way.
#[derive(Clone, Copy, Debug)]
struct StageStart {
    stage: &'static str,
    time: Instant,
    reading: GaugeReading,
}

/// Where a reduction reports its progress.
pub struct Progress<'a> {
    gauge: Arc<Gauge>,
    tell: &'a dyn Fn(&Notice<'_>),
    stage: Mutex<Option<StageStart>>,
}

impl<'a> Progress<'a> {
    /// Progress that nobody sees.
    pub fn unseen() -> Progress<'a> {
        Progress::new(Arc::default(), &|_| ())
    }

    /// Progress that updates a gauge and passes notices to a function.
    pub fn new(gauge: Arc<Gauge>, tell: &'a dyn Fn(&Notice<'_>)) -> Progress<'a> {
        Progress {
            gauge,
            tell,
            stage: Mutex::new(None),
        }
    }

    /// Passes on a notice.
    pub(super) fn tell(&self, notice: &Notice<'_>) {
        (self.tell)(notice);
    }

    /// The file has been read and has this many bytes.
    pub(super) fn read(&self, bytes: usize) {
        let mut reading = self.gauge.0.lock();
        (reading.bytes_before, reading.bytes) = (bytes, bytes);
    }

    /// The next phase begins, with a run.
    pub(super) fn phase(&self, phase: Phase) {
        let mut reading = self.gauge.0.lock();
        reading.phase = phase;
        reading.asked = Some(Instant::now());
    }

    /// The search begins with a text of this many bytes, after this many runs.
    pub(super) fn search(&self, bytes: usize, runs: u64) {
        let mut reading = self.gauge.0.lock();
        reading.runs = runs;
        reading.phase = Phase::Search(None);
        reading.bytes = bytes.min(reading.bytes_before);
        reading.asked = None;
    }

    /// The search has moved to this position.
    pub(super) fn position(&self, position: Option<Position>) {
        let mut reading = self.gauge.0.lock();
        reading.phase = Phase::Search(position);
        let reading_now = *reading;
        drop(reading);
        let name = position.map_or("", |position| position.stage);
        let mut begun = self.stage.lock();
        if begun.map_or("", |begun| begun.stage) != name {
            self.end(begun.take());
            *begun = self.begin(name, reading_now);
        }
    }

    /// The search has ended.
    pub(super) fn end_search(&self) {
        let mut begun = self.stage.lock();
        self.end(begun.take());
    }

    /// The reduction begins to wait for an answer.
    pub(super) fn asks(&self) {
        self.gauge.0.lock().asked = Some(Instant::now());
    }

    /// The answer has arrived; these are the counts so far.
    pub(super) fn answered(&self, checks: u64, runs: u64, hits: u64) {
        let mut reading = self.gauge.0.lock();
        reading.asked = None;
        (reading.checks, reading.runs, reading.hits) = (checks, runs, hits);
    }

    /// A text was accepted; the smallest one now has this many bytes.
    pub(super) fn accepted(&self, bytes: usize) {
        let mut reading = self.gauge.0.lock();
        reading.bytes = bytes;
        reading.accepted += 1;
        let GaugeReading { phase, checks, .. } = *reading;
        drop(reading);
        let position = phase.search().unwrap_or_default();
        self.tell(&Notice::Accepted {
            mutator: position.mutator,
            granularity: position.granularity,
            bytes,
            checks,
        });
    }

    fn begin(&self, stage: &'static str, reading: GaugeReading) -> Option<StageStart> {
        if stage.is_empty() {
            return None;
        }
        self.tell(&Notice::StageBegun {
            stage,
            bytes: reading.bytes,
        });
        Some(StageStart {
            stage,
            time: Instant::now(),
            reading,
        })
    }

    fn end(&self, begun: Option<StageStart>) {
        let Some(StageStart {
            stage,
            time,
            reading,
        }) = begun
        else {
            return;
        };
        let now = self.gauge.read();
        self.tell(&Notice::StageEnded {
            stage,
            bytes: (reading.bytes, now.bytes),
            checks: now.checks - reading.checks,
            accepted: now.accepted - reading.accepted,
            took: time.elapsed(),
        });
    }
}
