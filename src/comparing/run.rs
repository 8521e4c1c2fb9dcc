//! Compares tools: each on each case, as often as asked, in turn.
//!
//! All calls on a case are made one after another by one thread, so that they meet the same load. Which tool begins
//! alternates from case to case and from one repetition to the next.

use super::call::{CallSite, Left, mistakable};
use super::watch::Compare;
use super::{Tool, golden};
use crate::batch::{BatchError, Fingerprints, Output, Reduction, read_journal};
use crate::corpus::{Planned, Settings};
use crate::disk::{check_below, replace_below};
use crate::event::{Event, Measurement, ResultKind, ToolEnd};
use crate::input;
use crate::language::Language;
use crate::reduction::{Judge, NotReduced, Progress, ReductionContext, Task};
use crate::report::{self, ComparedTools, original_place, result_place};
use crate::solver::Scratch;
use crate::sync::Mutex;
use std::collections::HashMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{Builder, scope};

/// What identifies a call: the case, the tool and the repetition.
type CallKey = (String, String, u32);

/// Makes a comparison; calls that an earlier run has made are kept. At the end, the reports are written. Returns what the
/// journal has of it, and how many calls have not been made, because the work was to end.
///
/// # Errors
/// The output cannot be written.
pub(crate) fn compare(
    compare: &Compare<'_>,
    output: &Output,
) -> Result<(ComparedTools, usize), BatchError> {
    let mut known = HashMap::new();
    for event in output.take_compared() {
        if let Event::Measured {
            config,
            measurement,
        } = event
        {
            known.insert(key(&measurement), (config, *measurement));
        }
    }
    let tools = compare.tools.iter();
    output.append(&Event::Compares {
        tools: tools
            .map(|tool| (tool.name.clone(), tool.shown()))
            .collect(),
    })?;
    let mut run = CompareRun {
        compare,
        output,
        known,
        pending: Vec::new(),
        identities: compare.tools.iter().map(Tool::identity).collect(),
        next: AtomicUsize::new(0),
        error: Mutex::default(),
    };
    run.plan();
    run.work_on_all_threads();
    if let Some(error) = run.error.into_inner() {
        return Err(error);
    }
    let compared = write_reports(output)?;
    let cases = compare.planned.len() - compared.left_out.len();
    let all = cases * compare.tools.len() * compare.repetitions.get() as usize;
    let pending = all.saturating_sub(compared.measurements.len());
    Ok((compared, pending))
}

fn key(measurement: &Measurement) -> CallKey {
    let (case, tool) = (&measurement.case, &measurement.tool);
    (case.clone(), tool.clone(), measurement.repetition)
}

/// Writes the reports of a comparison again.
///
/// # Errors
/// Another run is using the output, the journal cannot be read, or a report cannot be written.
pub(crate) fn rewrite_reports(root: &Path) -> Result<(), BatchError> {
    write_reports(&Output::reopen(root)?).map(drop)
}

/// Writes all reports, from the journal alone.
fn write_reports(output: &Output) -> Result<ComparedTools, BatchError> {
    let events = read_journal(output.root())?.events;
    let compared = ComparedTools::of(&events).unwrap_or_default();
    report::write_comparison(output.root(), &compared).map_err(BatchError::write(output.root()))?;
    Ok(compared)
}

/// A comparison in progress, shared by its threads.
struct CompareRun<'a> {
    compare: &'a Compare<'a>,
    output: &'a Output,
    /// The rows of earlier runs, each with the digest of what it depends on.
    known: HashMap<CallKey, (String, Measurement)>,
    /// The calls that are still to be made, by case; none of a case that cannot be worked on.
    pending: Vec<Vec<Pending>>,
    /// What the results of each tool depend on.
    identities: Vec<String>,
    /// The next case to begin.
    next: AtomicUsize,
    /// The first error of the output, which ends the comparison.
    error: Mutex<Option<BatchError>>,
}

/// A call that is still to be made.
#[derive(Debug)]
struct Pending {
    /// The index of the tool.
    tool: usize,
    repetition: u32,
    /// The digest of what its result depends on.
    config: String,
}

impl CompareRun<'_> {
    /// Takes up what earlier runs have left. All of it is recorded before the first call, so that nothing that was
    /// measured is missing in the reports of a run that does not come to its end.
    fn plan(&mut self) {
        let context = ReductionContext::new(None, self.compare.stop, self.output.nonce);
        let mut fingerprints = Fingerprints::new(&Reduction, &context);
        let planned = self.compare.planned.iter().enumerate();
        self.pending = planned
            .map(|(number, planned)| match &planned.settings {
                Ok(settings) => {
                    let of_case = self.identity(planned, settings, &mut fingerprints);
                    self.pending(number, planned, &of_case)
                }
                Err(_) => Vec::new(),
            })
            .collect();
    }

    fn work_on_all_threads(&self) {
        let work = || while self.work_on_next() {};
        scope(|scope| {
            for _ in 1..self.compare.jobs.get() {
                // If the system provides no thread, the others do its work.
                let _ = Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
    }

    /// Works on one more case. Returns whether there may be another one.
    fn work_on_next(&self) -> bool {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let Some(planned) = self.compare.planned.get(number) else {
            return false;
        };
        let worked = catch_unwind(AssertUnwindSafe(|| self.work_on(number, planned)));
        match worked {
            Ok(Ok(())) => {}
            Ok(Err(why)) => self.leave_out(planned, &why),
            Err(_) => self.leave_out(planned, "internal error"),
        }
        !self.compare.stop.is_winding_up() && self.error.lock().is_none()
    }

    fn leave_out(&self, planned: &Planned, why: &str) {
        self.compare.watch.left_out(&planned.case.id, why);
        self.append(&Event::LeftOut {
            case: planned.case.id.to_string(),
            why: why.to_owned(),
        });
    }

    /// Makes the calls on a case that are still to be made.
    ///
    /// # Errors
    /// The case cannot be compared, for this reason.
    fn work_on(&self, number: usize, planned: &Planned) -> Result<(), String> {
        let settings = planned.settings.as_ref().map_err(Clone::clone)?;
        let pending = self.pending.get(number).map_or(&[][..], Vec::as_slice);
        let all = self.compare.tools.len() * self.compare.repetitions.get() as usize;
        self.compare.watch.takes_up(all - pending.len());
        if pending.is_empty() || self.compare.stop.is_winding_up() {
            return Ok(());
        }
        let case = &planned.case;
        let is_foreign = |tool: &Tool| tool.template().is_some();
        if self.compare.tools.iter().any(is_foreign)
            && let Some(file) = mistakable(case.path(), settings)
        {
            return Err(format!(
                "a tool would take `{}`, on which the solver depends, for its input or its result: give it another name",
                file.display()
            ));
        }
        let said = |error: io::Error| format!("cannot write to a temporary directory: {error}");
        let scratch = Scratch::new().map_err(said)?;
        let store = golden::create(scratch.path(), self.output.nonce)?;
        let stop = self.compare.stop;
        let context = ReductionContext::new(Some(&store), stop, self.output.nonce);
        let progress = Progress::unseen();
        let task = Task::unrecorded(&case.id, &case.file, settings, &progress);
        let any_bytes = settings.language.is_some_and(Language::takes_any_bytes);
        let text = input::read(&case.file, any_bytes).map_err(|error| error.to_string())?;
        let mut judge = match Judge::begin(&task, &context) {
            Err(_) if stop.is_winding_up() => return Ok(()),
            judge => judge.map_err(|why| why.detail)?,
        };
        store.flush();
        if let Err(error) = self.keep_file(&original_place(&case.id), &text.text) {
            self.fail(error);
            return Ok(());
        }
        for call in pending {
            let Some(tool) = self.compare.tools.get(call.tool) else {
                continue;
            };
            let site = CallSite {
                compare: self.compare,
                case,
                text: &text.text,
                settings,
                judge: &judge,
                golden: scratch.path(),
            };
            self.compare.watch.begins(&case.id, &tool.name);
            let called = site.call(tool);
            self.compare.watch.ends(&case.id, &tool.name);
            let left = match called {
                Ok(None) => return Ok(()),
                Ok(Some(left)) => left,
                Err(error) => impossible(&error),
            };
            let (measurement, text) = match judged(&mut judge, &settings.solver, left) {
                Err(_) if stop.is_winding_up() => return Ok(()),
                judged => judged.map_err(|why| why.detail)?,
            };
            self.keep((planned, settings), (call, tool), measurement, &text);
            if stop.is_winding_up() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// The calls of a case that are still to be made, in their order. The others are taken up. All depend on `of_case`.
    fn pending(&self, number: usize, planned: &Planned, of_case: &str) -> Vec<Pending> {
        let tools = self.compare.tools;
        let mut pending = Vec::new();
        for repetition in 1..=self.compare.repetitions.get() {
            let first = (number + repetition as usize - 1) % tools.len().max(1);
            for at in (first..tools.len()).chain(0..first) {
                let (tool, identity) = (&tools[at], &self.identities[at]);
                let config = blake3::hash(format!("{of_case} {identity}").as_bytes());
                let config = config.to_hex().to_string();
                let key = (planned.case.id.to_string(), tool.name.clone(), repetition);
                match self.known.get(&key) {
                    Some((then, row)) if *then == config && self.has_result(row) => {
                        let (case, tool, repetition) = key;
                        self.append(&Event::Kept {
                            case,
                            tool,
                            repetition,
                        });
                    }
                    _ => pending.push(Pending {
                        tool: at,
                        repetition,
                        config,
                    }),
                }
            }
        }
        pending
    }

    /// What the results of every tool on a case depend on.
    fn identity(
        &self,
        planned: &Planned,
        settings: &Settings,
        fingerprints: &mut Fingerprints<'_>,
    ) -> String {
        let case = &planned.case;
        let digest = input::digest(&case.file).ok();
        let fingerprint = fingerprints.of(settings, case.path());
        let config = settings.digest();
        format!(
            "{config} {digest:?} {fingerprint:?} {:?}",
            self.compare.limits
        )
    }

    fn has_result(&self, row: &Measurement) -> bool {
        row.result == ResultKind::Missing || self.result_path(row).is_file()
    }

    /// Where the result of a call is kept: that of a later repetition in a directory of its own.
    fn result_path(&self, row: &Measurement) -> PathBuf {
        self.output.root().join(result_place(row))
    }

    /// Writes the result of a call and its row.
    fn keep(
        &self,
        (planned, settings): (&Planned, &Settings),
        (call, tool): (&Pending, &Tool),
        measured: Measurement,
        text: &[u8],
    ) {
        let measurement = Measurement {
            set: set(planned),
            case: planned.case.id.to_string(),
            solver: settings.solver.clone(),
            tool: tool.name.clone(),
            repetition: call.repetition,
            ..measured
        };
        if measurement.result != ResultKind::Missing
            && let Err(error) = self.keep_file(&result_place(&measurement), text)
        {
            return self.fail(error);
        }
        self.append(&Event::Measured {
            config: call.config.clone(),
            measurement: Box::new(measurement.clone()),
        });
        self.compare.watch.measured(&measurement);
    }

    /// Writes a text to this place below the output.
    fn keep_file(&self, below: &Path, text: &[u8]) -> Result<(), BatchError> {
        let path = self.output.root().join(below);
        check_below(self.output.root(), below)
            .and_then(|()| replace_below(self.output.root(), below, text))
            .map_err(BatchError::write(&path))
    }

    fn append(&self, event: &Event) {
        if let Err(error) = self.output.append(event) {
            self.fail(error);
        }
    }

    /// Ends the comparison, because the output cannot be written.
    fn fail(&self, error: BatchError) {
        self.error.lock().get_or_insert(error);
    }
}

/// The folder of a case below the directory that was given, or the name of that directory.
fn set(planned: &Planned) -> String {
    let folder = planned.case.relative.parent().unwrap_or(Path::new(""));
    if !folder.as_os_str().is_empty() {
        return folder.to_string_lossy().into_owned();
    }
    let root = planned.case.root().canonicalize().unwrap_or_default();
    let name = root.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// The row and the result of a call that could not be made.
fn impossible(error: &io::Error) -> Left {
    Left {
        text: Vec::new(),
        measured: Measurement {
            end: ToolEnd::Error,
            detail: format!("it cannot be called: {error}"),
            ..Measurement::default()
        },
    }
}

/// Runs the result of a call again, and completes its row.
///
/// # Errors
/// The solver cannot be run, or the run was interrupted.
fn judged(
    judge: &mut Judge,
    solver: &str,
    left: Left,
) -> Result<(Measurement, Vec<u8>), NotReduced> {
    let Left { measured, text } = left;
    let mut measured = Measurement {
        language: judge.language().name().to_owned(),
        signature: judge.signature().map(str::to_owned),
        group: judge.group(solver),
        bytes_before: judge.bytes_before(),
        ..measured
    };
    if text.is_empty() {
        measured.result = ResultKind::Missing;
        return Ok((measured, text));
    }
    let (kind, remark) = judge.judge(&text)?;
    measured.result = kind;
    measured.bytes_after = Some(judge.bytes(&text));
    let remarks = [&*measured.detail, remark];
    let remarks = remarks.into_iter().filter(|remark| !remark.is_empty());
    measured.detail = remarks.collect::<Vec<_>>().join("; ");
    Ok((measured, text))
}
