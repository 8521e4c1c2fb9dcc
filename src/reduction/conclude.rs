//! The end of a reduction: what is delivered and what the row says, whether the search is complete, was interrupted or
//! failed, or never began.

use super::case_answers::CaseAnswers;
use super::delivery::Delivery;
use super::golden::may_be_trivial;
use super::language_tools::LanguageTools;
use super::lift::lift;
use super::prepare::read;
use super::problem::unwritable;
use super::rows::{
    append_note, append_sentence, count, count_runs, describe_after, describe_delivered,
    mutator_counts, note_doubt,
};
use super::search_end::SearchEnd;
use super::{Problem, ReductionContext, Task};
use crate::checker::CheckError;
use crate::corpus::{Effort, IllFormedMode, Settings};
use crate::event::{OneMinimal, Row, Status};
use crate::language::{Dialect, Language, TestCase};
use crate::observation::CrashSite;
use crate::search::{Driver, SearchTally};
use crate::solver::Cause;
use std::io;

/// How many functions of the stacks of original and result are compared for the notes.
const NOTED_DEPTH: usize = 3;

/// Delivers the result, however the search ended.
pub(super) fn conclude(
    task: &Task<'_>,
    driver: Driver<CaseAnswers<'_>>,
    context: &ReductionContext<'_>,
    tools: &LanguageTools,
    ended: Result<SearchEnd, CheckError>,
    row: &mut Row,
) -> Result<(), Problem> {
    let Driver {
        tally,
        current,
        best,
        mutators,
        mut answers,
        ..
    } = driver;
    count(row, tally, answers.checker().counts());
    row.mutators = mutator_counts(&tools.mutators, &mutators);
    let result = match ended {
        Ok(search_end) => {
            let is_swept = one_minimal(task, &tally) == OneMinimal::Known(true);
            let is_proved = !search_end.is_enough && is_swept && tools.erases();
            if !is_proved || may_be_trivial(current.tree()) {
                refuse(task, &mut answers, tools, best.dialect(), row)?;
            }
            describe_search_end(task, &tally, search_end, row);
            current
        }
        Err(CheckError::Interrupted) => {
            stopped(row, answers.cause());
            return deliver_cut(task, context, &mut answers, tools, &best, row);
        }
        Err(CheckError::Spent) => {
            refuse(task, &mut answers, tools, best.dialect(), row)?;
            stopped(row, answers.cause());
            row.detail = "The number of checks is reached; the best result so far is in the output. To continue, give a \
                          larger `--max-checks`, or none."
                .into();
            return deliver_cut(task, context, &mut answers, tools, &best, row);
        }
        Err(error) => {
            return deliver_failed(task, &mut answers, tools, &best, error, row);
        }
    };
    if row.status == Status::Flaky {
        let often = match row.failure_rate {
            Some(_) => "as often as the original",
            None => "every time it was run",
        };
        row.detail = format!("No smaller text failed {often}, so the output is the original.");
    }
    let keeps = row.status != Status::Reduced || answers.lengthens(&result);
    let text = if keeps {
        answers.original().to_vec()
    } else {
        match indented(task, &mut answers, tools.language, &result, row) {
            Ok(text) => text,
            Err(error) => return deliver_failed(task, &mut answers, tools, &best, error, row),
        }
    };
    if keeps && row.status == Status::Reduced {
        row.status = Status::AlreadyMinimal;
        row.signature_after.clone_from(&row.signature);
        // The search has shown something about a simpler text, which is longer only as it is printed.
        row.one_minimal = Some(OneMinimal::Known(false));
    }
    count_runs(row, answers.checker().counts());
    answers
        .deliver(&text)
        .map_err(|error| undeliverable(task, &error))?;
    describe_after(row, &text, tools, &result);
    let sites = answers.crash_sites().filter(|_| !keeps);
    if let Some(note) = sites.and_then(|(now, then)| other_callers(now, then)) {
        append_note(&mut row.notes, &note);
    }
    let is_whole = matches!(row.status, Status::Reduced | Status::AlreadyMinimal);
    if is_whole && lift(task, context, &mut answers, tools, &result, row)? {
        stopped(row, answers.cause());
    }
    count_runs(row, answers.checker().counts());
    Ok(())
}

/// Takes the result back if the failure does not depend on the input.
fn refuse(
    task: &Task<'_>,
    answers: &mut CaseAnswers<'_>,
    tools: &LanguageTools,
    dialect: Dialect,
    row: &mut Row,
) -> Result<(), Problem> {
    let refused = answers.refuse_trivial(task, tools.language, dialect);
    count_runs(row, answers.checker().counts());
    let Err(problem) = refused else {
        return Ok(());
    };
    answers
        .withdraw()
        .map_err(|error| undeliverable(task, &error))?;
    Err(problem)
}

/// What the row says of a search that was not interrupted.
fn describe_search_end(task: &Task<'_>, tally: &SearchTally, search_end: SearchEnd, row: &mut Row) {
    let SearchEnd {
        signature,
        is_enough,
    } = search_end;
    row.status = match signature {
        Some(_) => Status::Reduced,
        None if tally.accepted == 0 && !is_enough => Status::AlreadyMinimal,
        None => Status::Flaky,
    };
    row.signature_after = signature;
    if row.status == Status::AlreadyMinimal {
        row.signature_after.clone_from(&row.signature);
    }
    if is_enough {
        append_sentence(
            &mut row.detail,
            "The search ended at the size that `--stop-at` asks for.",
        );
    } else if row.status != Status::Flaky {
        row.one_minimal = Some(one_minimal(task, tally));
    }
}

/// Whether the search has ended with a sweep that shows the result to be 1-minimal.
fn one_minimal(task: &Task<'_>, tally: &SearchTally) -> OneMinimal {
    match tally.unresolved() {
        slow_candidates @ 1.. if sweeps(task.settings) => {
            OneMinimal::Unresolved { slow_candidates }
        }
        _ => OneMinimal::Known(sweeps(task.settings)),
    }
}

/// Delivers the best result so far when the solver can no longer be run. Returns the reason as an error.
fn deliver_failed(
    task: &Task<'_>,
    answers: &mut CaseAnswers<'_>,
    tools: &LanguageTools,
    best: &TestCase,
    error: CheckError,
    row: &mut Row,
) -> Result<(), Problem> {
    let mut text = answers.best_of_all(best.text());
    if text.len() >= answers.original().len() {
        text = answers.original().to_vec();
    }
    row.one_minimal = None;
    answers
        .deliver(&text)
        .map_err(|error| undeliverable(task, &error))?;
    describe_after(row, &text, tools, best);
    Err(error.into())
}

/// Delivers the best result of an interrupted search. If there is time, the result is run again; if it does not fail
/// then, the newest accepted text that fails is delivered. What there is time for is delivered in another format, too.
fn deliver_cut(
    task: &Task<'_>,
    context: &ReductionContext<'_>,
    answers: &mut CaseAnswers<'_>,
    tools: &LanguageTools,
    best: &TestCase,
    row: &mut Row,
) -> Result<(), Problem> {
    let mut text = answers.best_of_all(best.text());
    if text.len() >= answers.original().len() {
        text = answers.original().to_vec();
    } else {
        match answers.always_fails(&text) {
            Ok(Some(signature)) => row.signature_after = Some(signature),
            Ok(None) => {
                note_doubt(row);
                let earlier = answers.newest_that_always_fails().ok().flatten();
                text = earlier.unwrap_or_else(|| answers.original().to_vec());
            }
            Err(CheckError::Interrupted) => {
                append_note(
                    &mut row.notes,
                    "there was no time left to run the result again",
                );
            }
            Err(error) => return deliver_failed(task, answers, tools, best, error, row),
        }
    }
    count_runs(row, answers.checker().counts());
    answers
        .deliver(&text)
        .map_err(|error| undeliverable(task, &error))?;
    if let Some(delivered) = describe_after(row, &text, tools, best) {
        lift(task, context, answers, tools, &delivered, row)?;
        count_runs(row, answers.checker().counts());
    }
    Ok(())
}

/// The text to deliver: indented if that is wanted and the indented text still fails.
fn indented(
    task: &Task<'_>,
    answers: &mut CaseAnswers<'_>,
    language: &dyn Language,
    result: &TestCase,
    row: &mut Row,
) -> Result<Vec<u8>, CheckError> {
    let plain = result.text();
    if !task.settings.pretty || row.status != Status::Reduced {
        return Ok(plain.to_vec());
    }
    let indented = language.pretty(result);
    match answers.fails_each_time(&indented) {
        Ok(Some(_)) => return Ok(indented),
        Ok(None) => append_note(
            &mut row.notes,
            "the indented text does not fail, so the output is not indented",
        ),
        Err(CheckError::Interrupted) => stopped(row, answers.cause()),
        Err(error) => return Err(error),
    }
    Ok(plain.to_vec())
}

/// Marks the row as interrupted.
fn stopped(row: &mut Row, cause: Option<Cause>) {
    row.status = Status::Stopped;
    row.detail = format!(
        "{}; the best result so far is in the output. Run the same command to continue.",
        words(cause)
    );
    row.one_minimal = None;
}

/// The cause of an interruption in words.
fn words(cause: Option<Cause>) -> &'static str {
    match cause {
        Some(Cause::Signal) => "Interrupted",
        Some(Cause::Budget) => "The budget is spent",
        Some(Cause::Output) => "The output cannot be written any more",
        None => "Stopped",
    }
}

pub(super) fn undeliverable(task: &Task<'_>, error: &io::Error) -> Problem {
    unwritable(task.output, error)
}

/// Handles an interruption before the search began: a file at the output stays; if there is none, the original is
/// delivered.
pub(super) fn leave(task: &Task<'_>, cause: Option<Cause>, row: &mut Row) -> Result<(), Problem> {
    let undeliverable = |error| undeliverable(task, &error);
    let mut delivery = Delivery::to(task.result(), task.memory).map_err(undeliverable)?;
    stopped(row, cause);
    if delivery.standing().is_some() {
        row.detail = format!(
            "{}; the search had not begun, and the output is from an earlier run. Run the same command to continue.",
            words(cause)
        );
        return Ok(());
    }
    let original = read(task)?.text;
    delivery.finish(&original).map_err(undeliverable)?;
    describe_delivered(row, &original);
    Ok(())
}

/// Whether the search ends with a sweep of all enabled mutators over every node, which shows that the result is
/// 1-minimal.
fn sweeps(settings: &Settings) -> bool {
    let last = match settings.effort {
        Effort::Quick => None,
        Effort::Normal => Some(settings.strategy),
        Effort::Deep => Some(settings.strategy.counterpart()),
    };
    last.is_some_and(|last| last.proves_one_minimality)
        || settings.ill_formed == IllFormedMode::Last
}

/// How the functions that led to the crash of the result differ from those of the original, in words, if they do.
fn other_callers(now: &CrashSite, then: &CrashSite) -> Option<String> {
    let shown =
        |site: &CrashSite| site.functions[..site.functions.len().min(NOTED_DEPTH)].join(" < ");
    (!now.agrees(then, NOTED_DEPTH)).then(|| {
        format!(
            "the stack of the result is `{}`, that of the original `{}`",
            shown(now),
            shown(then)
        )
    })
}
