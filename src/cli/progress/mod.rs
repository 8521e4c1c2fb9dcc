//! Shows progress: on a terminal, with lines that are rewritten; elsewhere, with one line per finished case and a sign
//! of life once a minute.
//!
//! Reductions only write to their gauges. A thread of the display reads the gauges a few times per second, so that a
//! line changes even while its reduction waits for something.

mod comparing;
mod estimate;
mod finished;
mod fuzzing;
mod notice;
mod one_line;
mod overall;
mod probing;
mod running;
mod ticker;
mod words;

pub(super) use comparing::CompareDisplay;
pub(super) use finished::{line, warns};
pub(super) use fuzzing::FuzzDisplay;
pub(super) use probing::ProbeDisplay;
pub(super) use words::count;

use super::output::{self, Screen, ScreenLine};
use crate::batch::{OtherBuilds, Watch};
use crate::cli::escape::on_a_line;
use crate::cli::fit;
use crate::corpus::{Planned, several_builds};
use crate::event::Row;
use crate::reduction::{Gauge, Notice, Short};
use crate::report::thousands;
use crate::sync::Mutex;
use estimate::BatchWork;
use overall::Overall;
use running::{RunRate, RunningCase};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use ticker::Ticker;

/// How often a sign of life is printed if no lines can be rewritten.
const HEARTBEAT: Duration = Duration::from_mins(1);

/// The symbols at the beginning of the line of a running case, in turn.
const SPINNER: [char; 10] = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/// Shows the progress of a run until it is dropped.
pub(super) struct Display {
    /// Rewrites the lines. It ends before what they show is gone.
    _ticker: Ticker,
    shared: Arc<DisplayCore>,
}

/// What the display and its thread share.
struct DisplayCore {
    /// How much is printed; nothing if it is negative.
    level: i16,
    begun: Instant,
    budget: Option<Duration>,
    /// The output directory of a batch.
    out: String,
    state: Mutex<DisplayState>,
    /// Declared after the state, because its lines must be dropped before the screen.
    screen: Option<Screen>,
}

struct DisplayState {
    /// Set for a batch.
    batch: Option<BatchState>,
    running: Vec<RunningCase>,
    /// The number of ticks, for the spinner.
    ticks: usize,
    /// The time of the last sign of life.
    heartbeat: Instant,
}

/// The state of a batch as a whole.
struct BatchState {
    overall: Overall,
    work: BatchWork,
    /// Whether cases are run on several builds, so that a line names the build.
    is_on_builds: bool,
    line: Option<ScreenLine>,
}

impl Display {
    /// The display of one case.
    pub(super) fn of_one(level: i16, budget: Option<Duration>) -> Display {
        Display::begin(None, String::new(), level, budget)
    }

    /// The display of a batch of these cases, each once for each of its builds, of which `jobs` are reduced at the same
    /// time into `out`.
    pub(super) fn of_batch(
        planned: &[Planned],
        jobs: NonZeroUsize,
        out: &Path,
        level: i16,
        budget: Option<Duration>,
    ) -> Display {
        let bytes = planned.iter().map(|planned| planned.case.bytes).sum();
        let number = planned.len();
        let batch = BatchState {
            overall: Overall::of(number, bytes),
            work: BatchWork {
                waiting: number,
                waiting_bytes: bytes,
                jobs: jobs.get(),
                ..BatchWork::default()
            },
            is_on_builds: several_builds(planned).next().is_some(),
            line: None,
        };
        Display::begin(Some(batch), out.display().to_string(), level, budget)
    }

    fn begin(
        batch: Option<BatchState>,
        out: String,
        level: i16,
        budget: Option<Duration>,
    ) -> Display {
        let screen = if level < 0 { None } else { Screen::open() };
        let now = Instant::now();
        let shared = Arc::new(DisplayCore {
            level,
            begun: now,
            budget,
            out,
            state: Mutex::new(DisplayState {
                batch,
                running: Vec::new(),
                ticks: 0,
                heartbeat: now,
            }),
            screen,
        });
        shared.draw(&mut shared.state.lock());
        let ticking = Arc::clone(&shared);
        let ticker = Ticker::start(move || ticking.tick());
        Display {
            _ticker: ticker,
            shared,
        }
    }
}

impl DisplayCore {
    fn tick(&self) {
        let mut state = self.state.lock();
        state.ticks += 1;
        if self.screen.is_some() {
            self.draw(&mut state);
        } else if self.level >= 0 && state.heartbeat.elapsed() >= HEARTBEAT {
            state.heartbeat = Instant::now();
            for line in self.signs_of_life(&mut state, Instant::now()) {
                output::say(&line);
            }
        }
    }

    /// The rest of the budget.
    fn budget(&self, now: Instant) -> Option<Duration> {
        let elapsed = now.saturating_duration_since(self.begun);
        self.budget.map(|budget| budget.saturating_sub(elapsed))
    }

    /// Rewrites all lines.
    fn draw(&self, state: &mut DisplayState) {
        let Some(screen) = &self.screen else { return };
        let (now, width) = (Instant::now(), Screen::width());
        let spinner = SPINNER[state.ticks % SPINNER.len()];
        if let Some(overall) = self.overall(state, now, width)
            && let Some(batch) = &mut state.batch
        {
            let line = batch.line.get_or_insert_with(|| screen.line());
            line.rewrite(&overall);
        }
        let budget = self.budget(now).filter(|_| state.batch.is_none());
        for running in &mut state.running {
            let text = running.show(now, budget).line(width.saturating_sub(2));
            if let Some(line) = &running.line {
                line.rewrite(&fit::cut(&format!("{spinner} {text}"), width));
            }
        }
    }

    /// The line of the whole batch.
    fn overall(&self, state: &DisplayState, now: Instant, width: usize) -> Option<String> {
        let batch = state.batch.as_ref()?;
        let mut work = batch.work.clone();
        let mut gone = batch.overall.bytes_gone;
        for running in &state.running {
            let elapsed = now.saturating_duration_since(running.begun);
            work.running.push((running.bytes, elapsed));
            gone += running.bytes_gone();
        }
        let elapsed = now.saturating_duration_since(self.begun);
        let budget = self.budget(now);
        Some(batch.overall.line(gone, &work, elapsed, budget, width))
    }

    /// The signs of life: the progress of the batch, and of each case that has been running for a minute.
    fn signs_of_life(&self, state: &mut DisplayState, now: Instant) -> Vec<String> {
        let budget = self.budget(now).filter(|_| state.batch.is_none());
        let mut lines: Vec<String> = self.overall(state, now, usize::MAX).into_iter().collect();
        for running in &mut state.running {
            let shown = running.show(now, budget);
            if shown.elapsed >= HEARTBEAT {
                lines.push(shown.line(usize::MAX));
            }
        }
        lines
    }
}

impl BatchState {
    /// A case of this size waits no longer.
    fn take(&mut self, bytes: u64) {
        self.work.waiting = self.work.waiting.saturating_sub(1);
        self.work.waiting_bytes = self.work.waiting_bytes.saturating_sub(bytes);
    }
}

impl Watch for Display {
    fn resumes(&self, done: usize, bytes: u64) {
        let state = self.shared.state.lock();
        if self.shared.level >= 0
            && let Some(batch) = &state.batch
        {
            let out = &self.shared.out;
            output::say(&if (done, bytes) == (0, 0) {
                format!(
                    "starting anew in {out}: its results are of other cases, or of another solver or configuration"
                )
            } else {
                let [done, cases, bytes] =
                    [done as u64, batch.overall.cases as u64, bytes].map(thousands);
                format!("resuming {out}: {done} of {cases} done, {bytes} bytes kept")
            });
        }
    }

    fn other_builds(&self, solvers: &OtherBuilds) {
        if self.shared.level >= 0 {
            for (solver, at) in solvers {
                let then = at.map_or("before".to_owned(), |at| {
                    format!("on {}", at.strftime("%Y-%m-%d"))
                });
                output::say(&format!("{solver}: another build than {then}"));
            }
        }
    }

    fn begun(&self, id: &str, bytes: u64) -> Arc<Gauge> {
        let gauge = Arc::new(Gauge::default());
        let mut state = self.shared.state.lock();
        if let Some(batch) = &mut state.batch {
            batch.take(bytes);
        }
        state.running.push(RunningCase {
            id: id.to_owned(),
            name: on_a_line(id),
            bytes,
            begun: Instant::now(),
            gauge: Arc::clone(&gauge),
            line: self.shared.screen.as_ref().map(Screen::line),
            rate: RunRate::default(),
        });
        self.shared.draw(&mut state);
        gauge
    }

    fn notice(&self, id: &str, notice: &Notice<'_>) {
        for line in notice::lines(notice, self.shared.level) {
            output::say(&format!("{}: {line}", id.replace('\n', " ")));
        }
    }

    fn waits(&self, cases: usize) {
        if self.shared.level >= 0 {
            let cases = count(cases as u64, "case");
            output::say(&format!(
                "waiting for {cases} on which another run on this store works"
            ));
        }
    }

    fn short_of_threads(&self, short: &Short) {
        output::say(&format!(
            "note: the system gave only {} threads ({}); going on with these",
            short.threads, short.why
        ));
    }

    fn row(&self, row: &Row, taken_up: bool) {
        let mut state = self.shared.state.lock();
        let ran = state
            .running
            .iter()
            .position(|running| running.id == row.case)
            .map(|at| state.running.remove(at));
        let Some(batch) = &mut state.batch else {
            return;
        };
        batch.overall.add(row);
        if let Some(ran) = ran {
            batch.work.finished += 1;
            batch.work.finished_bytes += ran.bytes;
            batch.work.finished_time += ran.begun.elapsed();
        } else {
            batch.take(row.bytes_before);
        }
        let level = self.shared.level;
        if level > 0 || (level == 0 && !taken_up) {
            let Overall { done, cases, .. } = batch.overall;
            let build = if batch.is_on_builds && !row.solver.is_empty() {
                format!("{}: ", row.solver)
            } else {
                String::new()
            };
            output::say(&format!("[{done}/{cases}] {build}{}", line(row, taken_up)));
        }
        self.shared.draw(&mut state);
    }
}

#[cfg(test)]
mod tests {
    use super::{Display, HEARTBEAT};
    use crate::batch::Watch;
    use crate::corpus::{Case, Planned};
    use crate::input::InputFile;
    use std::num::NonZeroUsize;
    use std::path::Path;
    use std::time::{Duration, Instant};

    #[test]
    fn a_sign_of_life_names_the_cases_that_have_been_running_for_a_minute() {
        let planned = [("a\x1b[2J.smt2", 100), ("b.smt2", 50)].map(|(id, bytes)| Planned {
            case: Case {
                id: id.into(),
                file: InputFile::named(Path::new(id)),
                relative: Path::new(id).into(),
                directory: 0,
                bytes,
            },
            settings: Err(String::new()),
        });
        let (jobs, budget) = (NonZeroUsize::MIN, Some(Duration::from_hours(1)));
        let display = Display::of_batch(&planned, jobs, Path::new("out"), -1, budget);
        let begun = Instant::now();
        display.begun(&planned[0].case.id, 100);
        let at = |since: Duration| {
            let mut state = display.shared.state.lock();
            display.shared.signs_of_life(&mut state, begun + since)
        };
        assert_eq!(at(HEARTBEAT / 2).len(), 1);
        let lines = at(HEARTBEAT + Duration::from_secs(5));
        let [overall, case] = &lines[..] else {
            panic!("{lines:?}");
        };
        assert!(
            overall.starts_with("0 of 2 done  0 bytes gone (0 %)  1 waiting  1:0"),
            "{overall}"
        );
        assert!(
            overall.contains("time left not known before a case is done  58:5"),
            "{overall}"
        );
        assert!(case.starts_with("a\\x1b[2J.smt2  preparing  1:0"), "{case}");
    }
}
