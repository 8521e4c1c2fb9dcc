//! Runs a batch: rows that are still valid are kept, and the other cases are reduced in parallel, the longest first.
//!
//! A long case that begins last would keep one core busy while the others idle. The size of a file stands in for its
//! time, which is not known.
//!
//! A case in which smelt itself has died twice comes last, in a process of its own, so that it stops no other case.

use super::builds::{CaseBuilds, in_turn};
use super::costs::{Costs, forget_launches};
use super::errors::Errors;
use super::failed_row::{failed, panic_message};
use super::families::Families;
use super::fingerprints::Fingerprints;
use super::journal_memory::JournalMemory;
use super::output::{host, now};
use super::paths::{TaskFiles, unwanted_formats};
use super::planned::{check_shard, planned};
use super::queue::Queue;
use super::reduce::Reduce;
use super::reports::{PAUSE, Reports};
use super::resume::{self, Past};
use super::taken_up::{take_up, take_up_unfinished};
use super::turns::{CaseTurn, Turns, Waiter};
use super::watch::{Apart, Watch};
use super::{BatchError, Budget, Output};
use crate::corpus::{Planned, Settings};
use crate::disk::remove;
use crate::event::{Event, PackedRow, Part, Provenance, Row, RowKey, Side, Spent, Status};
use crate::input::InputFile;
use crate::reduction::{Notice, OnDrop, Progress, ReductionContext, Task, beside, with_kept};
use crate::report::Selection;
use crate::solver::most_jobs;
use crate::sync::Mutex;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{Builder, Scope, scope};
use std::time::Duration;

/// A case in which smelt has died at least this many times is suspect.
const SUSPECT: u64 = 2;

/// A batch to run.
pub struct Batch<'a> {
    /// The cases.
    pub planned: &'a [Planned],
    /// If they are only a part of all cases, which one.
    pub part: Option<Part>,
    /// What their reductions share.
    pub context: &'a ReductionContext<'a>,
    /// The number of reductions at the same time.
    pub jobs: NonZeroUsize,
    /// What all cases may cost together.
    pub budget: Budget,
    /// Whether each reduction writes a trace.
    pub traces: bool,
    /// Reduces the cases.
    pub reduce: &'a dyn Reduce,
    /// Reduces single cases in which smelt has died before. None in such a process.
    pub apart: Option<&'a dyn Apart>,
    /// Observes the run.
    pub watch: &'a dyn Watch,
}

/// Runs a batch. Returns the rows of its cases, including those from earlier runs; cases that had not begun when the
/// run was stopped have none. An error means that the output cannot be written.
pub fn run(batch: &Batch<'_>, output: &Output) -> Result<Selection, BatchError> {
    let earlier = output.take_earlier();
    check_shard(output.root(), earlier.part.as_ref(), batch.part.as_ref())?;
    let mut past = earlier.past;
    past.settle_deaths();
    let families = Families::of(earlier.nights, &past, output);
    let ReductionContext { store, stop, .. } = *batch.context;
    let mut fingerprints = Fingerprints::new(batch.reduce, batch.context);
    let planned = planned(batch.planned, batch.part.as_ref());
    if !output.is_joined() {
        output.append(&planned)?;
    }
    past.see(&planned);
    // Keep what earlier runs have finished, and report it at once.
    let mut todo = take_up(
        (batch.planned, batch.watch),
        output,
        &past,
        &mut fingerprints,
    )?;
    output.write_reports()?;
    // Begin with the new and the longest cases, and keep the suspect ones for the end.
    let is_suspect = |planned: &mut &Planned| past.deaths(planned) >= SUSPECT;
    let suspects: Vec<_> = match batch.apart {
        Some(_) => todo.extract_if(.., is_suspect).collect(),
        None => Vec::new(),
    };
    // Reduce the others on all threads, while one more thread keeps the reports up to date.
    let errors = Errors {
        first: Mutex::new(None),
        stop,
    };
    let write = || errors.note(output.write_reports());
    let reports = Reports::new(&write, PAUSE);
    let run = BatchRun {
        batch,
        output,
        past: &past,
        families: &families,
        builds: CaseBuilds::of(batch.planned),
        // A replay needs no claims: it does not write to the store.
        queue: Queue::of(
            in_turn(&todo, |planned| past.order(planned)),
            fingerprints,
            store.filter(|_| batch.context.rerun.is_none()),
            stop,
        ),
        turns: Turns::of(
            batch.jobs.get(),
            &batch.budget,
            most_jobs().get().saturating_sub(batch.jobs.get()),
            stop,
        ),
        errors: &errors,
        reports: &reports,
        working: AtomicUsize::new(0),
    };
    scope(|scope| {
        // If the system provides no thread for them, the reports are written at the end only.
        let _ = Builder::new().spawn_scoped(scope, || reports.keep_up());
        let _close = OnDrop(|| reports.close());
        run.work_on_all_threads();
        run.work_on_suspects(&suspects);
    });
    let all = todo.iter().chain(&suspects).copied();
    errors.note(take_up_unfinished(all, &past, output));
    // What is known of earlier runs takes more memory than all rows. Only the places of files are still needed.
    drop(run);
    drop(families);
    let places = past.into_places();
    write();
    errors.note(super::page::write_page(output, batch.planned, &places));
    errors.into_result()?;
    Ok(output.rows())
}

/// A run in progress, shared by its threads.
struct BatchRun<'a> {
    batch: &'a Batch<'a>,
    output: &'a Output,
    past: &'a Past,
    families: &'a Families,
    builds: CaseBuilds<'a>,
    queue: Queue<'a>,
    turns: Turns<'a>,
    errors: &'a Errors<'a>,
    reports: &'a Reports<'a>,
    /// The number of threads that may still begin a case.
    working: AtomicUsize,
}

/// A thread that may still begin a case. When the last one is dropped, even by a panic, there is nothing left to
/// prefetch for.
struct Working<'a, 'b>(&'a BatchRun<'b>);

impl<'a, 'b> Working<'a, 'b> {
    fn of(run: &'a BatchRun<'b>) -> Self {
        run.working.fetch_add(1, Ordering::Relaxed);
        Working(run)
    }
}

impl Drop for Working<'_, '_> {
    fn drop(&mut self) {
        if self.0.working.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.0.batch.context.prefetch.close();
        }
    }
}

impl BatchRun<'_> {
    /// Works on as many threads as there are jobs. A thread that finds no case left to begin prefetches for the others.
    fn work_on_all_threads(&self) {
        // Registered here, before any thread starts: otherwise the first thread that finds no case could close the
        // prefetch pool while others still use it.
        let working = Working::of(self);
        let work = || {
            let working = Working::of(self);
            let slot = self.turns.enter(Waiter::Beginner);
            working.0.work();
            drop((slot, working));
        };
        let context = self.batch.context;
        let assist = || {
            let _slot = self.turns.enter(Waiter::Helper);
            context.prefetch.assist(context.stop);
        };
        scope(|scope| {
            let _close = OnDrop(|| self.turns.close());
            self.start_threads_for_turns(scope);
            beside(
                self.batch.jobs.get() - 1,
                || {
                    work();
                    assist();
                },
                |short| self.batch.watch.short_of_threads(short),
                || {
                    work();
                    drop(working);
                    assist();
                },
            );
        });
    }

    /// Starts a thread that starts others, for cases that begin while one that has begun waits for its next turn. If the
    /// system provides none, cases take no turns.
    fn start_threads_for_turns<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>) {
        let begin = move |place| {
            let working = Working::of(self);
            let slot = self.turns.enter_at(place);
            working.0.work();
            drop((slot, working));
        };
        if self.turns.are_taken() {
            let start = move |place| {
                Builder::new()
                    .spawn_scoped(scope, move || begin(place))
                    .is_ok()
            };
            let started =
                Builder::new().spawn_scoped(scope, move || self.turns.start_threads(start));
            if started.is_err() {
                self.turns.close();
            }
        }
    }

    /// Reduces one case after another until none is left or the run is stopped.
    fn work(&self) {
        let waits = |cases| self.batch.watch.waits(cases);
        let rest = |pause| self.turns.rest(pause);
        while let Some(claimed) = self.queue.next(&waits, &rest) {
            self.work_on(claimed.planned);
            self.queue.go_on(claimed);
        }
    }

    fn work_on(&self, planned: &Planned) {
        let (config, row) = match &planned.settings {
            Ok(settings) => (settings.digest(), self.reduce(planned, settings)),
            Err(why) => (String::new(), self.misconfigured(planned, why)),
        };
        self.finish(&config, row);
    }

    /// Reduces the cases in which smelt has died before, one after another.
    fn work_on_suspects(&self, suspects: &[&Planned]) {
        let Some(apart) = self.batch.apart else {
            return;
        };
        for planned in suspects {
            if self.batch.context.stop.is_winding_up() {
                return;
            }
            if let Ok(settings) = &planned.settings {
                let key = resume::key(planned, settings);
                // The process for another build of the case works on all of its builds.
                if let Some(row) = self.output.row(&key) {
                    self.batch.watch.row(&row.row(), false);
                    continue;
                }
                let source = resume::source_digest(planned);
                let costs = self.costs(&key, &settings.digest(), &source);
                let before = costs.with(Spent::default());
                let _gauge = self.batch.watch.begun(&planned.case.id, planned.case.bytes);
                let (left, stop) = (self.turns.left(), self.batch.context.stop);
                let ended = apart.reduce(&planned.case.id, left, stop);
                self.take_over(planned, settings, (costs, before), &ended);
            }
        }
    }

    /// Takes up what another process has written to the journal about a case that had cost `before`. If it has written no
    /// row, it has died too, unless the run is ending: the signal may have ended it before it listened.
    fn take_over(
        &self,
        planned: &Planned,
        settings: &Settings,
        (costs, before): (Costs, Spent),
        ended: &str,
    ) {
        let key = resume::key(planned, settings);
        let events = match self.output.catch_up() {
            Ok(events) => events,
            Err(error) => return self.errors.note(Err(error)),
        };
        let row = events.iter().rev().find_map(|event| match event {
            Event::Finished { row, .. } if *row.key() == key => Some(row.row()),
            _ => None,
        });
        if let Some(row) = row {
            self.turns.spend_since(before, Spent::of(&row));
            self.batch.watch.row(&row, false);
            return self.reports.outdate();
        }
        if self.batch.context.stop.is_winding_up() {
            return;
        }
        self.append(&Event::Died { key: key.clone() });
        let mut row = failed(
            planned,
            format!(
                "smelt itself ended without a word while it worked on this case, now and in earlier runs, so it did that \
                 last, in a process of its own, which ended with {ended}. If it is out of memory, raise its limit; \
                 otherwise please report this case."
            ),
        );
        let recorded = events.iter().rev().find_map(|event| match event {
            Event::Spent { key: of, spent } if *of == key => Some(*spent),
            _ => None,
        });
        costs.after(recorded.unwrap_or(before)).add_to(&mut row);
        self.turns.spend_since(before, Spent::of(&row));
        let config = settings.digest();
        let row = self.with_kept(row, &key, &config);
        self.finish(&config, row.of(&key));
    }

    /// Reduces a case and returns its row, even if the reduction panics.
    fn reduce(&self, planned: &Planned, settings: &Settings) -> Row {
        let key = resume::key(planned, settings);
        let source = resume::source_digest(planned);
        let config = settings.digest();
        let started = now();
        let open = self.past.open(&key, &config, &source);
        let costs = self.costs(&key, &config, &source);
        self.append(&Event::Begun {
            key: key.clone(),
            config: config.clone(),
            source: source.clone(),
        });
        let append = |event: &Event| self.append(event);
        let past = (self.past, self.output, self.families);
        let mut memories = [Side::Usual, Side::Beside]
            .map(|side| JournalMemory::of(past, (&key, &source, side), &costs, &append));
        let before = (self.past, self.output);
        memories[0].on_builds_before = self.builds.results_before(settings, planned, before);
        let place = self.past.place(&key);
        let mut row = catch_unwind(AssertUnwindSafe(|| {
            self.reduce_at(&place, planned, settings, &memories)
        }))
        .unwrap_or_else(|panic| {
            let message = panic_message(&*panic);
            failed(planned, format!("internal error: {message}"))
        });
        row.started = Some(started);
        row.starts = 1 + open.map_or(0, |open| open.starts);
        if row.source_blake3.is_empty() {
            row.source_blake3 = source;
        }
        costs.add_to(&mut row);
        let row = self.with_kept(row, &key, &config).of(&key);
        self.forget_lifted(&row, settings);
        row
    }

    /// Removes the texts of an earlier result in formats that are no longer asked for, if there is another one.
    fn forget_lifted(&self, row: &Row, settings: &Settings) {
        let key = row.key();
        let known = self.past.known(&key).and_then(|known| known.row.as_ref());
        let before = known.map(|(_, before)| before.row());
        let before = before.filter(|before| before.side() == row.side());
        let is_other = before.is_some_and(|before| before.minimized_blake3 != row.minimized_blake3);
        if is_other && (row.is_measured() || row.status == Status::Stopped) {
            let place = self.past.place(&key);
            for path in unwanted_formats(self.output.root(), &place, row.side(), settings) {
                // What cannot be removed is in nobody's way.
                let _ = remove(&path);
            }
        }
    }

    /// The row of a case without a usable configuration. Its solver and search are not known, so it is that of the result
    /// at its place, if there is one.
    fn misconfigured(&self, planned: &Planned, why: &str) -> Row {
        let row = failed(planned, why.to_owned());
        match self.past.owner(&planned.case.id) {
            Some(owner) => self.with_kept(row, &owner, "").of(&owner),
            None => row,
        }
    }

    /// Adds the minimized file of an earlier run to a row, if the reduction could not do so itself.
    fn with_kept(&self, row: Row, key: &RowKey, config: &str) -> Row {
        if row.minimized_blake3.is_some() {
            return row;
        }
        let kept = self.output.minimized(&self.past.place(key), Side::Usual);
        let author = self.past.author(key, Side::Usual);
        with_kept(row, &InputFile::own(kept), author, config)
    }

    /// The costs of a reduction that starts, together with those of its earlier starts.
    fn costs(&self, key: &RowKey, config: &str, source: &str) -> Costs {
        let open = self.past.open(key, config, source);
        let launches = self.output.launches(key, config, source);
        Costs::begin(launches, open.map(|open| open.spent))
    }

    /// Reduces a case into the minimized file with this place.
    fn reduce_at(
        &self,
        place: &str,
        planned: &Planned,
        settings: &Settings,
        [memory, memory_beside]: &[JournalMemory<'_>; 2],
    ) -> Row {
        let id = &planned.case.id;
        if let Err(error) = self.output.prepare(place) {
            return failed(
                planned,
                format!("cannot create a directory for the minimized file: {error}"),
            );
        }
        let gauge = self.batch.watch.begun(id, planned.case.bytes);
        let notice = |notice: &Notice<'_>| self.batch.watch.notice(id, notice);
        let files = |side| TaskFiles::of(self.output.root(), place, side, settings);
        let (usual, beside) = (files(Side::Usual), files(Side::Beside));
        let has_fresh = || self.queue.has_fresh();
        let turn = CaseTurn::begin(&self.turns, &has_fresh);
        let progress = Progress::new(gauge, &notice);
        let beside = Task {
            id,
            input: &planned.case.file,
            output: &beside.minimized,
            trace: self.batch.traces.then_some(&*beside.trace),
            lifted: beside.lifted.as_deref(),
            turn: &turn,
            settings,
            memory: memory_beside,
            beside: None,
            progress: &progress,
        };
        let task = Task {
            output: &usual.minimized,
            trace: self.batch.traces.then_some(&*usual.trace),
            lifted: usual.lifted.as_deref(),
            memory,
            beside: Some(&beside),
            ..beside
        };
        let row = self.batch.reduce.reduce(&task, self.batch.context);
        turn.count(
            row.runs,
            Duration::try_from_secs_f64(row.solver_cpu_seconds).unwrap_or_default(),
        );
        row
    }

    /// Appends a row to the journal, which makes the reports stale.
    fn finish(&self, config: &str, mut row: Row) {
        row.cap_texts();
        (row.ended, row.host) = (Some(now()), host());
        env!("CARGO_PKG_VERSION").clone_into(&mut row.smelt_version);
        let written = self.output.append(&Event::Finished {
            config: config.to_owned(),
            row: PackedRow::of(&row),
        });
        // Without that event, the reduction goes on in the next run, which needs the count of its runs, and the chain that
        // it began with.
        if written.is_ok() {
            if row.status.is_done() {
                forget_launches(&self.output.launches(&row.key(), config, &row.source_blake3));
            }
            self.keep_chains(config, &row);
        }
        self.errors.note(written);
        self.batch.watch.row(&row, false);
        self.reports.outdate();
    }

    /// Removes the chains of earlier results, if there is a new one.
    fn keep_chains(&self, config: &str, row: &Row) {
        if row.is_measured() {
            let (key, own) = (row.key(), Provenance::of(config, row));
            let other = match row.side() {
                Side::Usual => Side::Beside,
                Side::Beside => Side::Usual,
            };
            let other = self.past.author(&key, other);
            let kept: Vec<&Provenance> = other.into_iter().chain([&own]).collect();
            self.output.keep_chains(&self.past.place(&key), &kept);
        }
    }

    fn append(&self, event: &Event) {
        self.errors.note(self.output.append(event));
    }
}
