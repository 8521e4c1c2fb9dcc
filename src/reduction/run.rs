//! A whole reduction: reproduce the failure, search, verify the result.

use super::case_answers::CaseAnswers;
use super::conclude::{conclude, leave, undeliverable};
use super::delivery::{
    Delivery, claim, describe_kept, give_back, note_displaced, provenance, refuse_changed,
};
use super::golden::{GoldenAhead, reproduce};
use super::language_tools::{LanguageTools, enabled_mutators};
use super::ledger::Ledger;
use super::own_memory::peak_mb;
use super::prepare::{Prepared, prepare, read};
use super::problem::unwritable;
use super::rows::{
    append_note, append_sentence, count_runs, describe_before, describe_golden, note_doubt,
};
use super::search_end::SearchEnd;
use super::trace::Trace;
use super::{Notice, Phase, Problem, ReductionContext, Task};
use crate::checker::{CheckError, Checker};
use crate::corpus::{Effort, HintMode, IllFormedMode, Settings};
use crate::event::{FailureRate, Row, Spent, Status};
use crate::language::TestCase;
use crate::observation::Limits;
use crate::oracle::Answer;
use crate::search::{Driver, Plan, unfiltered_sweep};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Some editors begin a UTF-8 file with this.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// How many times the search goes back to an earlier text because a later one does not always fail.
const RETURNS: usize = 3;

/// Reduces a case and delivers the result. If the case cannot be reduced, the row has a status and a reason.
pub fn reduce(task: &Task<'_>, context: &ReductionContext<'_>) -> Row {
    let began = Instant::now();
    let mut row = Row {
        case: task.id.to_owned(),
        solver: task.settings.solver.clone(),
        strategy: task.settings.strategy.name.to_owned(),
        minimiser: task.settings.other_minimiser(),
        effort: task.settings.effort.name().to_owned(),
        starts: 1,
        ..Row::default()
    };
    let ended = attempt(task, context, began, &mut row).or_else(|problem| match problem.status {
        Status::Stopped => leave(task, context.stop.cause(), &mut row),
        _ => Err(problem),
    });
    if let Err(problem) = ended {
        row.status = problem.status;
        row.detail = problem.detail;
    }
    keep_earlier(task, &mut row);
    row.wall_seconds = began.elapsed().as_secs_f64();
    row.self_max_rss_mb = peak_mb();
    row.spend(Spent::of(&row));
    row.cap_texts();
    row
}

/// What became of an earlier result. If there is no new one, the earlier one is in its place.
fn keep_earlier(task: &Task<'_>, row: &mut Row) {
    let own = provenance(task, row);
    if !row.status.is_measured() && row.status != Status::Stopped {
        match give_back(task, &own) {
            Ok(is_back) if is_back => row.minimized_blake3 = None,
            Ok(_) => {}
            Err(error) => append_note(
                &mut row.notes,
                &format!("the earlier result cannot be put back: {error}"),
            ),
        }
    }
    if row.minimized_blake3.is_none() {
        let authors = task.memory.authors();
        describe_kept(row, &task.result(), authors.last(), own.config.clone());
    }
    note_displaced(task, &own, &mut row.notes);
}

/// A case whose failure is reproduced, ready for the search.
struct ReproducedCase<'a> {
    original: Vec<u8>,
    case: TestCase,
    tools: LanguageTools,
    checker: Checker,
    /// How often it fails, if the solver is flaky.
    rate: Option<FailureRate>,
    delivery: Delivery<'a>,
    ledger: Ledger<'a>,
    trace: Option<Trace>,
}

/// Reproduces the failure and searches. A problem with the status `stopped` means that the search had not begun.
fn attempt(
    task: &Task<'_>,
    context: &ReductionContext<'_>,
    began: Instant,
    row: &mut Row,
) -> Result<(), Problem> {
    let input = read(task)?;
    task.progress.read(input.text.len());
    row.bytes_before = input.text.len() as u64;
    row.source_blake3 = input.digest.to_hex().to_string();
    let delivery = Delivery::to(task.result(), task.memory);
    let delivery = delivery.map_err(|error| undeliverable(task, &error))?;
    let trace = task
        .trace
        .map(|path| Trace::begin(path, began).map_err(|error| unwritable(path, &error)));
    let trace = trace.transpose()?;
    let mut prepared = prepare(task, context, input)?;
    row.oracle = prepared.oracle.name().into();
    row.fingerprint = Some(prepared.fingerprint());
    if prepared
        .clients
        .iter()
        .any(|client| client.limits().memory.is_none())
    {
        append_note(
            &mut row.notes,
            "no memory limit, because the solver has a sanitizer, which cannot start under one",
        );
    }
    describe_before(row, prepared.language, &prepared.case);
    row.detail = prepared.how_read();
    let ahead = GoldenAhead::begin(task, context, &prepared);
    let reproduced = reproduce(task, &mut prepared, &ahead);
    let ahead = ahead.end();
    let counts = prepared.counts() + ahead;
    count_runs(row, counts);
    let mut ledger = Ledger::of(task.memory, began);
    ledger.update(|| counts);
    let golden = reproduced?;
    let golden = golden.failure;
    describe_golden(row, &golden);
    note_untraced(row, &prepared, &golden.answers);
    refuse_changed(task, row)?;
    tell_golden(task, row, &prepared);
    let Prepared { language, case, .. } = prepared;
    let tools = LanguageTools::of(language, &case, task.settings);
    if let Some(why) = tools.why_ill_formed(&case) {
        append_sentence(&mut row.detail, &ill_formed(&prepared.original, &why));
    }
    if let Some(said) = &golden.reproduced.doubt {
        append_sentence(&mut row.detail, &doubtful(said));
    }
    if let Some(rate) = golden.rate {
        append_sentence(&mut row.detail, &flaky(rate, task.settings));
    }
    let mut checker = Checker::new(language, prepared.clients, prepared.oracle, golden.answers);
    checker.add(ahead);
    if let Some(rerun) = context.rerun {
        checker.replay(Arc::clone(rerun), task.id);
    }
    let ready = ReproducedCase {
        original: prepared.original,
        case,
        tools,
        checker,
        rate: golden.rate,
        delivery,
        ledger,
        trace,
    };
    search(task, context, ready, row)
}

/// Searches, and delivers the result.
fn search(
    task: &Task<'_>,
    context: &ReductionContext<'_>,
    ready: ReproducedCase<'_>,
    row: &mut Row,
) -> Result<(), Problem> {
    let ReproducedCase {
        original,
        case,
        tools,
        checker,
        rate,
        mut delivery,
        ledger,
        trace,
    } = ready;
    let own = provenance(task, row);
    let is_own =
        claim(task, &mut delivery, &own, &original).map_err(|error| undeliverable(task, &error))?;
    let mut plan = tools.plan(task.settings, &context.stop.cancelled());
    plan.failure = tools.failure_place(&case, &checker.golden_reading());
    let takes_hints = task.settings.hints == HintMode::Auto;
    plan.is_refuted = takes_hints && checker.refuting().is_some();
    let golden = case.text();
    let answers = CaseAnswers::new(golden, checker, (delivery, ledger), original, task, context);
    let most_runs = rate.map_or(1, |rate| task.settings.threshold(rate).runs);
    let answers = answers.with_runs(most_runs);
    let mut driver = Driver::new(case, answers).with_patience(task.settings.patience);
    let traced = driver.answers.trace(trace, &driver.current);
    let taken_up = if is_own {
        task.progress.phase(Phase::EarlierResult);
        driver.answers.take_up()
    } else {
        Ok(())
    };
    let ended = traced
        .and(taken_up)
        .and_then(|()| settle(&mut driver, task.settings, &plan, row));
    driver.answers.end_search();
    conclude(task, driver, context, &tools, ended, row)
}

/// Notes why the stack of a crash could not be read.
fn note_untraced(row: &mut Row, prepared: &Prepared, golden: &[Answer]) {
    for answer in golden {
        let crash = answer.evidence.as_ref();
        let is_crash = crash.is_some_and(|run| run.observation.end.is_somewhere());
        let client = prepared.clients.get(answer.ask.solver);
        let refusal = client.and_then(|client| client.solver().tracing.refusal());
        if let Some(why) = refusal.filter(|_| is_crash) {
            let note = format!("crashes are compared without their stacks, because {why}");
            append_note(&mut row.notes, &note);
        }
    }
}

/// What the row says of a flaky solver.
fn flaky(rate: FailureRate, settings: &Settings) -> String {
    let FailureRate { failed, runs } = rate;
    let threshold = settings.threshold(rate);
    format!(
        "The solver is flaky: the original fails in {failed} of {runs} runs, so of each candidate {} of {} must fail.",
        threshold.failed, threshold.runs
    )
}

/// What the row says of an original that is ill-formed.
fn ill_formed(original: &[u8], why: &str) -> String {
    let what = if original.starts_with(BYTE_ORDER_MARK) {
        "The file starts with a byte-order mark.".to_owned()
    } else {
        format!("The original is ill-formed itself: {why}.")
    };
    format!("{what} Faults of the original are tolerated.")
}

/// What the row says of a run that shows no failure that is known, and may only refuse the file.
fn doubtful(said: &str) -> String {
    format!(
        "No known failure is reported, so the exit code and both outputs are kept. The solver may only refuse the file or \
         an option: it says `{said}`."
    )
}

/// Reports the failure to keep, the limits, and how the search begins.
fn tell_golden(task: &Task<'_>, row: &Row, prepared: &Prepared) {
    let limits: Vec<(Limits, Duration)> = prepared
        .clients
        .iter()
        .map(|client| (*client.limits(), client.short_cpu()))
        .collect();
    task.progress.tell(&Notice::Reproduced {
        signature: row.signature.as_deref().unwrap_or_default(),
        ended: row.golden.as_deref().unwrap_or_default(),
        limits: &limits,
    });
    task.progress.tell(&Notice::SearchBegun {
        strategy: task.settings.strategy.name,
        mutators: enabled_mutators(prepared.language, task.settings).len(),
        filtered: task.settings.ill_formed != IllFormedMode::Always,
        bytes: prepared.case.text().len(),
    });
}

/// Searches until the result always fails, and returns its signature. A text that fails only sometimes may have been
/// accepted by chance. In that case the search continues from the newest accepted text that always fails, and from then
/// on every text is run again before it is accepted.
fn settle(
    driver: &mut Driver<CaseAnswers<'_>>,
    settings: &Settings,
    plan: &Plan,
    row: &mut Row,
) -> Result<SearchEnd, CheckError> {
    let mut is_enough = false;
    let search_end = |signature, is_enough| SearchEnd {
        signature,
        is_enough,
    };
    for _ in 0..RETURNS {
        is_enough = converge(driver, settings, plan)?;
        if driver.tally.accepted == 0 && !is_enough {
            return Ok(search_end(None, is_enough));
        }
        let signature = driver.answers.always_fails(driver.current.text())?;
        if signature.is_some() {
            return Ok(search_end(signature, is_enough));
        }
        note_doubt(row);
        if !walk_back(driver)? {
            return Ok(search_end(None, is_enough));
        }
    }
    let signature = driver.answers.always_fails(driver.current.text())?;
    Ok(search_end(signature, is_enough))
}

/// Makes the newest text of the chain that always fails the test case; whether there is one. Until it is found the
/// case itself is, so that a cut does not deliver what has just failed its re-check.
fn walk_back(driver: &mut Driver<CaseAnswers<'_>>) -> Result<bool, CheckError> {
    let golden = driver.answers.oldest();
    let golden = golden.and_then(|text| driver.current.read(text).ok());
    if let Some(golden) = golden {
        driver.go_back(golden);
    }
    let found = driver.answers.newest_that_always_fails()?;
    let found = found.and_then(|text| driver.current.read(&text).ok());
    Ok(found.map(|found| driver.go_back(found)).is_some())
}

/// Searches until nothing more is found, or until the text is small enough; returns whether it is. Then the shortest
/// text becomes the test case.
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

/// A strategy finds different small texts on different ways, and nobody knows which way is the best. So a deep search
/// goes two ways and keeps the shorter text.
fn search_all(
    driver: &mut Driver<CaseAnswers<'_>>,
    settings: &Settings,
    plan: &Plan,
) -> Result<(), CheckError> {
    let goes_two_ways = settings.effort == Effort::Deep;
    let start = goes_two_ways.then(|| driver.current.text().to_vec());
    let plan = |may_lengthen| plan.lengthening(may_lengthen);
    driver.converge(&|may_lengthen| settings.strategy.search(&plan(may_lengthen)))?;
    if let Some(start) = start.and_then(|start| driver.current.read(&start).ok()) {
        driver.start_again(start);
        let other = settings.strategy.counterpart();
        driver.converge(&|may_lengthen| other.search(&plan(may_lengthen)))?;
    }
    if settings.ill_formed == IllFormedMode::Last {
        driver.converge(&|may_lengthen| unfiltered_sweep(&plan(may_lengthen)))?;
    }
    Ok(())
}
