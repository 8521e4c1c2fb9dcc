//! The reduction itself: reproduce, search, verify, deliver.

use super::deliver::Delivery;
use super::drive::Driver;
use super::golden::reproduce;
use super::prepare::{prepare, read};
use super::rows::{
    append_note, count, count_runs, describe_after, describe_before, describe_delivered,
    describe_golden, mutator_counts,
};
use super::session::Session;
use super::{Problem, Progress, Shared, Task};
use crate::checker::{CheckError, Checker};
use crate::corpus::{IllFormedMode, Settings};
use crate::event::{Row, Status};
use crate::language::TestCase;
use crate::language::smtlib::{Filter, parse_as, pretty};
use crate::mutator::{MUTATORS, Mutator};
use crate::search::{Plan, Rules, Search, ends_with_full_sweep, strategy, unfiltered_sweep};
use std::io;
use std::sync::Arc;
use std::time::Instant;

/// How often a search goes on from an earlier text because a later one does not always fail.
const RETURNS: usize = 3;

/// What the notes say of a search that had to go back.
const SOMETIMES: &str = "some smaller texts fail only sometimes";

/// Reduces a case and delivers the result. Every failure of the case is a row with a status and a reason.
pub fn reduce(task: &Task<'_>, shared: &Shared<'_>, progress: &dyn Fn(Progress)) -> Row {
    let began = Instant::now();
    let mut row = Row {
        case: task.id.to_owned(),
        language: "smtlib".into(),
        solver: task.settings.solver.clone(),
        strategy: task.settings.strategy.clone(),
        starts: 1,
        ..Row::default()
    };
    if let Err(problem) = attempt(task, shared, progress, &mut row) {
        row.status = problem.status;
        row.detail = problem.detail;
    }
    row.wall_seconds = began.elapsed().as_secs_f64();
    if row.wall_seconds > 0.0 {
        row.overhead_percent = Some(100.0 * (1.0 - row.solver_seconds / row.wall_seconds));
    }
    row
}

fn attempt(
    task: &Task<'_>,
    shared: &Shared<'_>,
    progress: &dyn Fn(Progress),
    row: &mut Row,
) -> Result<(), Problem> {
    let original = read(task.input)?;
    row.bytes_before = original.len() as u64;
    row.source_blake3 = blake3::hash(&original).to_hex().to_string();
    let delivery = Delivery::to(task.output).map_err(|error| undeliverable(task, &error))?;
    let mut prepared = match prepare(task, shared, original) {
        Err(problem) if problem.status == Status::Stopped => {
            return leave(task, delivery, &read(task.input)?, false, row);
        }
        prepared => prepared?,
    };
    row.oracle = prepared.oracle.name().into();
    row.fingerprint = Some(prepared.fingerprint());
    if prepared
        .askers
        .iter()
        .any(|asker| asker.limits().memory.is_none())
    {
        append_note(
            &mut row.notes,
            "no memory limit: the solver has a sanitizer, which could not start under one",
        );
    }
    describe_before(row, &prepared.parsed.tree);
    let reproduced = reproduce(task, &mut prepared);
    count_runs(row, prepared.counts());
    let golden = match reproduced {
        Err(problem) if problem.status == Status::Stopped => {
            let searched = task.memory.golden_cpu(&prepared.fingerprint()).is_some();
            return leave(task, delivery, &prepared.original, searched, row);
        }
        golden => golden?,
    };
    describe_golden(row, &golden.reproduced, &golden.answers);
    let case = TestCase::new(prepared.parsed.tree, prepared.parsed.dialect);
    let filter = Filter::of(&case);
    if let Some(why) = filter.whole(&case) {
        row.detail = format!("the case is ill-formed itself ({why}): its own faults are tolerated");
    }
    let mut checker = Checker::new(prepared.askers, prepared.oracle, golden.answers);
    if let Some(rerun) = shared.rerun {
        checker.replay(Arc::clone(rerun), task.id);
    }
    let golden = case.tree().text();
    let session = Session::new(
        golden,
        checker,
        delivery,
        prepared.original,
        shared,
        progress,
    );
    let mut driver = Driver::new(case, &filter, session);
    let taken_up = if task.memory.goes_on() {
        driver.answers.take_up()
    } else {
        Ok(())
    };
    let ended = taken_up.and_then(|()| settle(&mut driver, task.settings, &filter, row));
    driver.answers.end_search();
    conclude(task, driver, &filter, ended, row)
}

/// The reduction was cut before its search began: what is there stays, which is its own if it has searched in an earlier
/// run, and where nothing is, the original is delivered.
fn leave(
    task: &Task<'_>,
    mut delivery: Delivery,
    original: &[u8],
    searched: bool,
    row: &mut Row,
) -> Result<(), Problem> {
    stopped(row);
    let text = match delivery.standing() {
        Some(left) if searched => left,
        Some(_) => {
            row.detail =
                "stopped before the search began: what is at the output is from before".into();
            return Ok(());
        }
        None => {
            let delivered = delivery.finish(original);
            delivered.map_err(|error| undeliverable(task, &error))?;
            original.to_vec()
        }
    };
    describe_delivered(row, &text);
    Ok(())
}

/// Searches until the result fails whenever it is run. A text that fails only sometimes may have been accepted by
/// luck: then the search goes on from the smallest text before it that always does, and from there on whatever is
/// accepted is run again first. The result's signature.
fn settle(
    driver: &mut Driver<'_, Session<'_>>,
    settings: &Settings,
    filter: &Filter,
    row: &mut Row,
) -> Result<Option<String>, CheckError> {
    let case = driver.current.clone();
    for _ in 0..RETURNS {
        converge(driver, settings, filter)?;
        if driver.tally.accepted == 0 {
            return Ok(None);
        }
        if let Some(signature) = driver.answers.always_fails(driver.current.tree().text())? {
            return Ok(Some(signature));
        }
        if !row.notes.contains(SOMETIMES) {
            append_note(&mut row.notes, SOMETIMES);
        }
        if !walk_back(driver, &case)? {
            return Ok(None);
        }
    }
    driver.answers.always_fails(driver.current.tree().text())
}

/// Makes the newest text of the chain that always fails the test case; whether there is one. Until it is found the
/// case itself is, so that a cut does not deliver what has just failed its re-check.
fn walk_back(driver: &mut Driver<'_, Session<'_>>, case: &TestCase) -> Result<bool, CheckError> {
    driver.go_back(case.clone());
    let found = driver.answers.newest_that_always_fails()?;
    let dialect = driver.current.dialect();
    let tree = found.and_then(|text| parse_as(&text, dialect).ok());
    Ok(tree
        .map(|tree| driver.go_back(TestCase::new(tree, dialect)))
        .is_some())
}

/// Whether the search ends with a sweep of all enabled mutators over every node, which shows that nothing is left.
fn sweeps(settings: &Settings) -> bool {
    ends_with_full_sweep(&settings.strategy) || settings.ill_formed == IllFormedMode::Last
}

fn converge(
    driver: &mut Driver<'_, Session<'_>>,
    settings: &Settings,
    filter: &Filter,
) -> Result<(), CheckError> {
    let mode = settings.ill_formed;
    let filter = (mode != IllFormedMode::Always).then(|| Arc::new(filter.clone()));
    let plan = |may_lengthen| Plan {
        mutators: enabled(&settings.mutators),
        rules: Rules {
            filter: filter.clone(),
            may_lengthen,
        },
    };
    let named = |may_lengthen| -> Box<dyn Search> {
        // The name was looked up when the configuration was read.
        strategy(&settings.strategy, &plan(may_lengthen))
            .unwrap_or_else(|| unfiltered_sweep(&plan(may_lengthen)))
    };
    driver.converge(&named)?;
    if mode == IllFormedMode::Last {
        driver.converge(&|may_lengthen| unfiltered_sweep(&plan(may_lengthen)))?;
    }
    Ok(())
}

/// The mutators that the switches leave on.
fn enabled(switches: &[(String, bool)]) -> Vec<&'static dyn Mutator> {
    let on = |name: &str| {
        let says = |(switch, _): &&(String, bool)| switch == name || switch == "all";
        switches.iter().rev().find(says).is_none_or(|&(_, on)| on)
    };
    let mutators = MUTATORS.iter().copied();
    mutators.filter(|mutator| on(mutator.name())).collect()
}

/// Delivers what was found, however the search ended.
fn conclude(
    task: &Task<'_>,
    driver: Driver<'_, Session<'_>>,
    filter: &Filter,
    ended: Result<Option<String>, CheckError>,
    row: &mut Row,
) -> Result<(), Problem> {
    let Driver {
        tally,
        current,
        best,
        mutators,
        answers: mut session,
        ..
    } = driver;
    count(row, tally, session.checker().counts());
    row.mutators = mutator_counts(&enabled(&task.settings.mutators), &mutators);
    let result = match ended {
        Ok(signature) => {
            row.status = match signature {
                Some(_) => Status::Reduced,
                None if tally.accepted == 0 => Status::AlreadyMinimal,
                None => Status::Flaky,
            };
            if row.status == Status::AlreadyMinimal {
                row.signature_after.clone_from(&row.signature);
            } else {
                row.signature_after = signature;
            }
            if row.status != Status::Flaky {
                let swept = sweeps(task.settings) && tally.unresolved_since == 0;
                row.one_minimal = Some(swept);
            }
            current
        }
        Err(CheckError::Interrupted) => {
            stopped(row);
            return deliver_cut(task, &mut session, filter, &best, row);
        }
        Err(error) => {
            return deliver_failed(task, &mut session, filter, &best, error, row);
        }
    };
    if row.status == Status::Flaky {
        row.detail =
            "no accepted text failed whenever it was run: delivered is the original".into();
    }
    let keeps = row.status == Status::Flaky || tally.accepted == 0 || !session.shrank(&result);
    let text = if keeps {
        session.original().to_vec()
    } else {
        match indented(task, &mut session, &result, row) {
            Ok(text) => text,
            Err(error) => return deliver_failed(task, &mut session, filter, &best, error, row),
        }
    };
    if keeps && row.status == Status::Reduced {
        row.status = Status::AlreadyMinimal;
        row.signature_after.clone_from(&row.signature);
    }
    count_runs(row, session.checker().counts());
    session
        .deliver(&text)
        .map_err(|error| undeliverable(task, &error))?;
    describe_after(row, &text, filter, &result);
    Ok(())
}

/// Delivers the best so far where nothing can be run any more; the reason.
fn deliver_failed(
    task: &Task<'_>,
    session: &mut Session<'_>,
    filter: &Filter,
    best: &TestCase,
    error: CheckError,
    row: &mut Row,
) -> Result<(), Problem> {
    let mut text = session.best_of_all(best.tree().text());
    if text.len() >= session.original().len() {
        text = session.original().to_vec();
    }
    row.one_minimal = None;
    session
        .deliver(&text)
        .map_err(|error| undeliverable(task, &error))?;
    describe_after(row, &text, filter, best);
    Err(error.into())
}

/// Delivers the best so far of a search that was cut: run again if there is time for that, and if it does not fail
/// then, the newest text before it that does.
fn deliver_cut(
    task: &Task<'_>,
    session: &mut Session<'_>,
    filter: &Filter,
    best: &TestCase,
    row: &mut Row,
) -> Result<(), Problem> {
    let mut text = session.best_of_all(best.tree().text());
    if text.len() >= session.original().len() {
        text = session.original().to_vec();
    } else {
        match session.always_fails(&text) {
            Ok(Some(signature)) => row.signature_after = Some(signature),
            Ok(None) => {
                append_note(&mut row.notes, SOMETIMES);
                let earlier = session.newest_that_always_fails().ok().flatten();
                text = earlier.unwrap_or_else(|| session.original().to_vec());
            }
            Err(CheckError::Interrupted) => {
                append_note(&mut row.notes, "no time was left to run the result again");
            }
            Err(error) => return deliver_failed(task, session, filter, best, error, row),
        }
    }
    count_runs(row, session.checker().counts());
    session
        .deliver(&text)
        .map_err(|error| undeliverable(task, &error))?;
    describe_after(row, &text, filter, best);
    Ok(())
}

/// The text to deliver: indented if that is wanted and still fails.
fn indented(
    task: &Task<'_>,
    session: &mut Session<'_>,
    result: &TestCase,
    row: &mut Row,
) -> Result<Vec<u8>, CheckError> {
    let plain = result.tree().text();
    if !task.settings.pretty || row.status != Status::Reduced {
        return Ok(plain.to_vec());
    }
    let indented = pretty(result.tree());
    match session.always_fails(&indented) {
        Ok(Some(_)) => return Ok(indented),
        Ok(None) => append_note(
            &mut row.notes,
            "the indented text does not fail: delivered is the plain one",
        ),
        Err(CheckError::Interrupted) => stopped(row),
        Err(error) => return Err(error),
    }
    Ok(plain.to_vec())
}

/// The reduction was cut.
fn stopped(row: &mut Row) {
    row.status = Status::Stopped;
    row.detail = "stopped before the end: delivered is the best so far".into();
    row.one_minimal = None;
}

fn undeliverable(task: &Task<'_>, error: &io::Error) -> Problem {
    Problem::failed(format!("cannot write `{}`: {error}", task.output.display()))
}
