//! A whole reduction: reproduce the failure, search, confirm the result, deliver it.
//!
//! [`reduce`] makes a row in any case. [`attempt`] goes through the steps and records what each of them finds, so that
//! a reduction that ends early still reports what is known by then. [`search`] runs the driver, and [`Ending`] delivers
//! what came out of it.

use super::answers::{CaseAnswers, Results, SearchEnd};
use super::conclude::{Ending, leave};
use super::delivery::{Delivery, claim, displaced_note, give_back, with_kept};
use super::golden::{EarlierBuild, GoldenAhead, Originals, Start, reproduce};
use super::language_tools::LanguageTools;
use super::ledger::Ledger;
use super::new_build::{Course, Place};
use super::not_reduced::unwritable;
use super::options::{by_new_runs, by_runs, leave_out, put_back};
use super::own_memory::peak_mb;
use super::prepare::{Prepared, prepare, read};
use super::remarks::{describe_case, report_golden, unlimited, untraced};
use super::rows::{Conclusion, Findings, SearchCounts, spent};
use super::searches::search_all;
use super::trace::Trace;
use super::{NotReduced, Phase, ReductionContext, Task};
use crate::checker::{CheckError, Checker, Counts};
use crate::corpus::{HintMode, KnownShapes, Settings};
use crate::disk;
use crate::event::{Provenance, Row, Spent, Status};
use crate::language::TestCase;
use crate::search::{Driver, Plan};
use crate::solver::Deadline;
use std::ffi::OsString;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How many times the search goes back to an earlier text because a later one does not always fail.
const RETURNS: usize = 3;

/// Reduces a case and delivers the result. If the case cannot be reduced, the row has a status and a reason.
pub fn reduce(task: &Task<'_>, context: &ReductionContext<'_>) -> Row {
    let began = Instant::now();
    let mut found = Findings::of(task);
    let ended = match attempt(task, context, began, &mut found) {
        Err(not_reduced) if not_reduced.status == Status::Stopped => {
            leave(task, context.stop.cause())
        }
        ended => ended,
    };
    let (own, counts) = (found.provenance(task), found.counts);
    let beside = task.beside.filter(|_| found.is_beside);
    let is_regressed = found.is_regressed;
    let row = found.row(task, ended.unwrap_or_else(Conclusion::from));
    let mut row = match beside {
        Some(beside) => changed(task, with_earlier(beside, row, &own), &own),
        None => with_earlier(task, row, &own),
    };
    if is_regressed && row.status.is_measured() {
        row.status = Status::Regressed;
    }
    let cost = counts.map(|counts| spent(counts, Duration::ZERO));
    row.spend(Spent {
        wall_seconds: began.elapsed().as_secs_f64(),
        self_max_rss_mb: peak_mb(),
        ..cost.unwrap_or_default()
    });
    row.cap_texts();
    row
}

/// The row of a failure that was reduced beside the result of an earlier one. If nothing is there, the row describes that
/// result.
fn changed(task: &Task<'_>, mut row: Row, own: &Provenance) -> Row {
    row.is_beside = row.minimized_blake3.is_some();
    if !row.is_beside {
        return with_kept_result(task, row, own);
    }
    if row.status.is_measured() {
        row.status = Status::Changed;
    }
    row
}

/// Adds to a row what became of an earlier result at the output. If this reduction has no result, the row describes the
/// file that is kept instead.
fn with_earlier(task: &Task<'_>, mut row: Row, own: &Provenance) -> Row {
    if !row.status.is_measured() && row.status != Status::Stopped {
        match give_back(task, own) {
            Ok(is_back) if is_back => row.minimized_blake3 = None,
            Ok(_) => {}
            Err(error) => {
                row = row.noting(&format!("the earlier result cannot be put back: {error}"));
            }
        }
    }
    if row.minimized_blake3.is_none() {
        row = with_kept_result(task, row, own);
    }
    match displaced_note(task, own) {
        Some(note) => row.noting(&note),
        None => row,
    }
}

fn with_kept_result(task: &Task<'_>, row: Row, own: &Provenance) -> Row {
    let author = task.memory.author();
    with_kept(row, &task.result(), author.as_ref(), &own.config)
}

/// A case whose failure is reproduced, ready for the search.
struct ReproducedCase<'a> {
    results: Results<'a>,
    case: TestCase,
    tools: LanguageTools,
    checker: Checker,
    ledger: Ledger<'a>,
    /// What the result is made from.
    own: Provenance,
    /// What the search begins with, if that is not the golden text.
    start: Option<Start>,
    /// Whether an earlier start of this reduction has made the file at the output.
    is_own: bool,
}

/// Reproduces the failure, searches, and delivers the result. Each finding is recorded in `found` as soon as it is
/// known, so it is there even after an error.
///
/// # Errors
/// The case cannot be reduced. The status `stopped` means that the search had not begun.
fn attempt(
    task: &Task<'_>,
    context: &ReductionContext<'_>,
    began: Instant,
    found: &mut Findings,
) -> Result<Conclusion, NotReduced> {
    // What cannot be read or written is an error before the first run.
    let input = read(task)?;
    task.progress.read(input.text.len());
    found.read(&input);
    let delivery = Delivery::to(task.result(), task.memory)
        .map_err(|error| unwritable(task.output, &error))?;
    if let Some(trace) = task.trace {
        disk::prepare(trace).map_err(|error| unwritable(trace, &error))?;
    }
    let mut prepared = prepare(task, context, input)?;
    found.prepared(&prepared);
    found.notes.extend(unlimited(&prepared));
    found.detail.extend(prepared.how_read());
    let own = found.provenance(task);
    let mut place = Place {
        task,
        delivery,
        earlier: EarlierBuild::of(task, &own),
    };
    let reproduced = run_originals(&mut place, context, &mut prepared, began, found);
    let tools = LanguageTools::of(prepared.solvers.language, &prepared.case, task.settings);
    let (originals, ahead, mut ledger) = match reproduced {
        Err(why) if matches!(why.status, Status::Fixed | Status::NotReproduced) => {
            let open = place.still_open(&own, &prepared, &tools);
            let open = open.ok_or_else(|| why.clone())?;
            found.detail.push(why.detail);
            found.is_regressed = had_fixed(task, &own);
            let earlier = place.earlier.map(|earlier| earlier.author.signature.into());
            found.row.signature = earlier;
            return Ok(open);
        }
        reproduced => reproduced?,
    };
    let (failure, result_stands) = (originals.failure, originals.result_stands);
    found.reproduced(&failure, &prepared);
    found.notes.extend(untraced(&prepared, &failure.answers));
    let own = found.provenance(task);
    if place.has_changed(&own) {
        let (beside, said) = place.beside(&own, &*prepared.solvers.oracle)?;
        (place, found.is_beside) = (beside, true);
        found.detail.push(said);
    } else {
        found.is_regressed = had_fixed(task, &own);
    }
    report_golden(&found.row, &prepared, &tools);
    found
        .detail
        .extend(describe_case(&prepared, &tools, &failure));
    if result_stands && let Some(stands) = place.stands(&own, &prepared, &tools) {
        return Ok(stands);
    }
    let (original, case) = (prepared.original, prepared.case);
    let mut checker = prepared.solvers.checker(failure.answers);
    checker.add(ahead);
    if let Some(rerun) = &context.rerun {
        checker.replay(Arc::clone(rerun), task.id);
    }
    let needed = leave_out_arguments(task, context, &mut checker, case.text());
    found.counts = Some(checker.counts());
    ledger.update(|| checker.counts());
    found.needed = needed?;
    let sentences = &mut found.detail;
    let course = place.course(&own, &mut checker, (&case, &original), &tools, sentences);
    found.counts = Some(checker.counts());
    let start = match course? {
        Course::Ends(conclusion) => return Ok(*conclusion),
        Course::Searches(start) => start,
    };
    let (task, mut delivery) = (place.task, place.delivery);
    let trace = task
        .trace
        .map(|path| Trace::begin(path, began).map_err(|error| unwritable(path, &error)))
        .transpose()?;
    let is_own = claim(task, &mut delivery, &own, &original)
        .map_err(|error| unwritable(task.output, &error))?;
    let ready = ReproducedCase {
        results: Results::new(delivery, original, trace, &context.checkpoints),
        case,
        tools,
        checker,
        ledger,
        own,
        start,
        is_own,
    };
    let (concluded, search, counts) = search(task, context, ready, found);
    found.search = search;
    found.counts = Some(counts);
    concluded
}

/// Leaves out arguments of the command that the failure of the golden text does not need, if that is wanted.
fn leave_out_arguments(
    task: &Task<'_>,
    context: &ReductionContext<'_>,
    checker: &mut Checker,
    text: &[u8],
) -> Result<Option<Vec<OsString>>, CheckError> {
    if !task.settings.reduce_options {
        return Ok(None);
    }
    let mut command = task.settings.command.clone();
    leave_out(&mut command, text, (task, context), (checker, by_runs))?;
    Ok(Some(command))
}

/// Leaves out arguments that the result does not need, if the search has left out some of the text.
fn leave_out_again(
    driver: &mut Driver<CaseAnswers<'_>>,
    (task, context): (&Task<'_>, &ReductionContext<'_>),
    needed: &mut Option<Vec<OsString>>,
    ended: SearchEnd,
) -> Result<SearchEnd, CheckError> {
    let (Some(command), Some(_)) = (needed.as_mut(), &ended.confirmed) else {
        return Ok(ended);
    };
    let (text, longer) = (driver.current.text().to_vec(), command.clone());
    let checker = driver.answers.asking.checker_mut();
    if !leave_out(command, &text, (task, context), (checker, by_new_runs))? {
        return Ok(ended);
    }
    let confirmed = driver.answers.always_fails(&text)?;
    if confirmed.is_none() {
        // With the shorter command, the result fails only sometimes.
        let checker = driver.answers.asking.checker_mut();
        put_back(&longer, (task, context), checker)?;
        *command = longer;
        return Ok(ended);
    }
    Ok(SearchEnd { confirmed, ..ended })
}

/// Whether the failure had been fixed by another build of the solver.
fn had_fixed(task: &Task<'_>, own: &Provenance) -> bool {
    let verdict = task.memory.verdict();
    verdict.is_some_and(|verdict| verdict.had_fixed(own))
}

/// Runs what an earlier build of the solver has left, and then the original. Returns the failure, what other threads have
/// spent on it, and the ledger with all costs so far.
fn run_originals<'a>(
    place: &mut Place<'_, 'a>,
    context: &ReductionContext<'_>,
    prepared: &mut Prepared<'_>,
    began: Instant,
    found: &mut Findings,
) -> Result<(Originals, Counts, Ledger<'a>), NotReduced> {
    let task = place.task;
    if let Some(earlier) = &mut place.earlier {
        earlier.run(prepared)?;
    }
    let earlier = place.earlier.as_ref();
    // Idle threads make golden runs while this one makes the source run. What they cost counts in any case.
    let ahead = if earlier.is_some_and(|earlier| earlier.probably_stands(prepared)) {
        GoldenAhead::none(context)
    } else {
        GoldenAhead::begin(context, prepared)
    };
    let reproduced = reproduce(prepared, &ahead, earlier);
    let ahead = ahead.end();
    found.limited(prepared);
    let counts = prepared.counts() + ahead;
    found.counts = Some(counts);
    let mut ledger = Ledger::of(task.memory, began);
    ledger.update(|| counts);
    Ok((reproduced?, ahead, ledger))
}

/// Searches, and delivers the result. `is_own` says that an earlier start of this reduction made the file at the
/// output.
fn search(
    task: &Task<'_>,
    context: &ReductionContext<'_>,
    ready: ReproducedCase<'_>,
    found: &mut Findings,
) -> (Result<Conclusion, NotReduced>, SearchCounts, Counts) {
    let ReproducedCase {
        results,
        case,
        tools,
        checker,
        ledger,
        own,
        start,
        is_own,
    } = ready;
    let settings = task.settings;
    // What the golden run shows steers the search: where the solver failed, and whether it can give hints.
    let row = &found.row;
    let deadline = settings.budget.time.map(Deadline::after).map(Arc::new);
    let mut plan = tools.plan(settings, context.stop, deadline.clone());
    plan.failure = match &start {
        Some(start) => start.failure.clone(),
        None => checker.golden_failure_place(&case),
    };
    if found.is_of_checked_answer {
        plan.last_round
            .retain(|mutator| !mutator.profile().loses_answers);
    }
    plan.known = known(task, &case, &tools, row);
    plan.is_refuted = settings.hints == HintMode::Auto && checker.refuting().is_some();
    let most_runs = row
        .failure_rate
        .map_or(1, |rate| settings.threshold(rate).runs);
    let golden_bytes = case.text().len();
    let files = (results, ledger);
    let bounds = (most_runs, deadline);
    let answers = CaseAnswers::new(&case, checker, files, (task, context), bounds);
    let mut driver = Driver::new(case, answers).with_patience(settings.patience);
    let traced = driver.answers.begin_trace(&driver.current);
    // Also if the trace cannot be written: the earlier result may be what is delivered then.
    let taken_up = if is_own {
        task.progress.phase(Phase::EarlierResult);
        driver.answers.take_up()
    } else {
        Ok(())
    };
    let started = start.map_or(Ok(()), |start| driver.start_from(start.case));
    let ended = traced
        .and(taken_up)
        .and(started)
        .and_then(|()| settle(&mut driver, settings, &plan));
    driver.answers.asking.end_search();
    let needed = &mut found.needed;
    let ended =
        ended.and_then(|ended| leave_out_again(&mut driver, (task, context), needed, ended));
    let ending = Ending {
        task,
        context,
        tools: &tools,
        row,
        golden_bytes,
        own: &own,
        command: found.needed.as_deref(),
        driver,
    };
    ending.conclude(ended)
}

/// The small texts of other cases with the same failure that the case contains.
fn known(task: &Task<'_>, case: &TestCase, tools: &LanguageTools, row: &Row) -> Arc<[TestCase]> {
    if task.settings.known_shapes == KnownShapes::Never {
        return Arc::default();
    }
    let fingerprint = row.fingerprint.as_deref().unwrap_or_default();
    let texts = task.memory.known_texts(&row.marks, fingerprint);
    let read = texts.iter().filter_map(|text| case.read(text).ok());
    read.filter(|small| tools.language.contains(case, small))
        .collect()
}

/// Searches until the result always fails. A text that fails only sometimes may have been accepted by chance. If the
/// result is such a text, the search continues from the newest accepted text that always fails, and from then on every
/// text is run again before it is accepted.
fn settle(
    driver: &mut Driver<CaseAnswers<'_>>,
    settings: &Settings,
    plan: &Plan,
) -> Result<SearchEnd, CheckError> {
    let mut is_enough = false;
    for _ in 0..RETURNS {
        is_enough = converge(driver, settings, plan)?;
        let is_unchanged = driver.tally.accepted == 0 && !is_enough;
        let confirmed = if is_unchanged {
            None
        } else {
            driver.answers.always_fails(driver.current.text())?
        };
        if is_unchanged || confirmed.is_some() || !walk_back(driver)? {
            return Ok(SearchEnd {
                confirmed,
                is_enough,
            });
        }
    }
    let confirmed = driver.answers.always_fails(driver.current.text())?;
    Ok(SearchEnd {
        confirmed,
        is_enough,
    })
}

/// Makes the newest accepted text that always fails the current test case; returns whether there is one. While it is
/// looked for, the golden text is the current test case, so that an interruption does not deliver what has just failed
/// its re-check.
fn walk_back(driver: &mut Driver<CaseAnswers<'_>>) -> Result<bool, CheckError> {
    let oldest = driver.answers.doubt.oldest();
    if let Some(golden) = oldest.and_then(|text| driver.current.read(&text).ok()) {
        driver.go_back(golden);
    }
    if let Some((text, _)) = driver.answers.newest_that_always_fails()?
        && let Ok(newest) = driver.current.read(&text)
    {
        driver.go_back(newest);
        return Ok(true);
    }
    Ok(false)
}

/// Searches until nothing more is found, or until the text is as small as `--stop-at` asks for; returns whether it is.
/// In the second case, the shortest text becomes the current test case.
fn converge(
    driver: &mut Driver<CaseAnswers<'_>>,
    settings: &Settings,
    plan: &Plan,
) -> Result<bool, CheckError> {
    match search_all(driver, settings, plan) {
        Err(CheckError::Enough) => {
            driver.go_back(driver.best.clone());
            Ok(true)
        }
        searched => searched.map(|()| false),
    }
}
