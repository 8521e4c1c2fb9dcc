//! The golden runs, which candidates are compared with, and what to report if they disagree with the source run.

use super::ahead::GoldenAhead;
use super::earlier_build::EarlierBuild;
use super::failure::GoldenFailure;
use super::flaky;
use super::not_accepted::{judged_by, not_accepted};
use super::out_of_memory;
use super::second_time::steer;
use super::source_run::SourceRun;
use crate::checker::{Purpose, SolverClient};
use crate::event::Status;
use crate::input::plain_name;
use crate::observation::{End, Limit};
use crate::oracle::{Answer, NotReproduced};
use crate::outcome::Patience;
use crate::reduction::describe::describe_runs;
use crate::reduction::limits::{candidate_cpu, fixed_cpu, give_limits, second_sets_limit};
use crate::reduction::prepare::{Prepared, extension};
use crate::reduction::{NotReduced, Notice, Phase, Task, after_colon};
use std::ffi::OsString;
use std::io::Write;
use std::time::Duration;

/// The golden runs in messages.
const TWO_GOLDEN_RUNS: &str = "Two runs of the reprinted copy";

/// The results of the source and golden runs.
pub(in crate::reduction) struct GoldenRuns {
    /// The answers on the original file.
    pub(in crate::reduction) source: Vec<Answer>,
    /// What candidates are compared with.
    pub(in crate::reduction) failure: GoldenFailure,
}

/// What the runs on the original show.
pub(in crate::reduction) struct Originals {
    pub(in crate::reduction) failure: GoldenFailure,
    /// Whether the result of an earlier build shows the same, so that it stands.
    pub(in crate::reduction) result_stands: bool,
}

/// Makes the source run and both golden runs, and sets the limits of candidates. If the case does not fail, it is judged
/// by what an earlier build of the solver has shown.
///
/// If the source run shows the failure that this build shows on an earlier build's result, there are no golden runs: they
/// are what candidates are compared with, and there will be none.
pub(in crate::reduction) fn reproduce(
    prepared: &mut Prepared<'_>,
    ahead: &GoldenAhead<'_>,
    earlier: Option<&EarlierBuild>,
) -> Result<Originals, NotReduced> {
    let source = SourceRun::make(prepared)?;
    if let Some(failure) = failure_that_stands(prepared, &source, earlier) {
        let stored = stored_cpu(prepared);
        set_candidate_limits(prepared, &stored, &failure.answers);
        return Ok(Originals {
            failure,
            result_stands: true,
        });
    }
    let golden = reproduce_from(source, prepared, (ahead, earlier))?;
    Ok(Originals {
        failure: golden.failure,
        result_stands: false,
    })
}

/// The failure of the source run, if an earlier build's result shows the same one with this build.
fn failure_that_stands(
    prepared: &mut Prepared<'_>,
    source: &SourceRun,
    earlier: Option<&EarlierBuild>,
) -> Option<GoldenFailure> {
    let earlier = earlier.filter(|earlier| earlier.probably_stands(prepared))?;
    let reproduced = prepared
        .solvers
        .oracle
        .accept_golden(&source.answers)
        .ok()?;
    let is_same = earlier.is_failure(reproduced.sighting())
        && resembles(prepared, &source.answers, &earlier.answers)
        && !flaky::is_known(prepared)
        && out_of_memory::refuse(prepared.task, &source.answers).is_ok();
    is_same.then(|| GoldenFailure::steady(source.answers.clone(), reproduced))
}

/// Makes both golden runs after this source run, and sets the limits of candidates. If the runs disagree, more of them
/// show how often the solver fails.
pub(in crate::reduction) fn reproduce_from(
    source: SourceRun,
    prepared: &mut Prepared<'_>,
    (ahead, earlier): (&GoldenAhead<'_>, Option<&EarlierBuild>),
) -> Result<GoldenRuns, NotReduced> {
    let stored = stored_cpu(prepared);
    let failure = match steady_failure(prepared, &source, (ahead, earlier)) {
        Err(not_reduced)
            if not_reduced.status == Status::Flaky
                && flaky::may_be_reduced(prepared.task.settings) =>
        {
            prepared.task.progress.phase(Phase::FailureRate);
            let ask = |client: &mut SolverClient, text: &[u8], nth| {
                client.ask(text, nth, Patience::Full, Purpose::Search)
            };
            flaky::commonest_failure(prepared, ask)?.ok_or(not_reduced)?
        }
        steady => steady?,
    };
    out_of_memory::refuse(prepared.task, &failure.answers)?;
    set_candidate_limits(prepared, &stored, &failure.answers);
    if let Some(rate) = failure.rate {
        flaky::repeat(prepared, rate);
    }
    Ok(GoldenRuns {
        source: source.answers,
        failure,
    })
}

/// The failure that the source run and both golden runs show.
///
/// # Errors
/// There is none. If the runs disagree, or are known to have done so, the case is flaky.
fn steady_failure(
    prepared: &mut Prepared<'_>,
    source: &SourceRun,
    (ahead, earlier): (&GoldenAhead<'_>, Option<&EarlierBuild>),
) -> Result<GoldenFailure, NotReduced> {
    if flaky::is_known(prepared) {
        return Err(flaky::known());
    }
    // The source run must show a failure, ...
    prepared
        .solvers
        .oracle
        .accept_golden(&source.answers)
        .map_err(|why| not_accepted(&why, &source.answers, judged_by(earlier, prepared)))?;
    out_of_memory::refuse(prepared.task, &source.answers)?;
    // ... the first golden run the same one, ...
    let task = prepared.task;
    task.progress.phase(Phase::GoldenRun(1));
    ahead.wait(prepared.case.text(), 0);
    let golden = prepared.solvers.answers_in_slots(prepared.case.text())?;
    let reproduced = match prepared.solvers.oracle.accept_golden(&golden) {
        Ok(reproduced) if resembles(prepared, &source.answers, &golden) => reproduced,
        Err(why @ NotReproduced::NotTold(_)) => return Err(not_told(&why)),
        other => {
            task.progress.tell(&Notice::Slipped {
                original: &describe_runs("Original", &source.answers),
                copy: &describe_runs("Reprinted copy", &golden),
            });
            let why = other.err().map(|why| why.to_string());
            return Err(slipped(prepared, source, &golden, why));
        }
    };
    // ... and the second golden run, too.
    if !is_hang(task, &golden) {
        ahead.wait(prepared.case.text(), 1);
        run_again(prepared, &golden)?;
    }
    Ok(GoldenFailure::steady(golden, reproduced))
}

/// Whether the rule looks for a hang, and the solver under test has used up its CPU time. Then there is no second
/// golden run: all that could be compared is that both reached the limit, and such a run costs as much as dozens of
/// checks. The result is run again like any other.
fn is_hang(task: &Task<'_>, golden: &[Answer]) -> bool {
    let evidence = golden.first().and_then(|answer| answer.evidence.as_ref());
    task.settings.rule.is_hang()
        && evidence.is_some_and(|run| run.observation.end == End::LimitHit(Limit::Cpu))
}

/// Makes the second golden run.
///
/// # Errors
/// It differs from the first, or has no usable result.
fn run_again(prepared: &mut Prepared<'_>, golden: &[Answer]) -> Result<(), NotReduced> {
    prepared.task.progress.phase(Phase::GoldenRun(2));
    let again = prepared.solvers.answers_in_slots(prepared.case.text())?;
    if let Err(why @ NotReproduced::NotTold(_)) = prepared.solvers.oracle.accept_golden(&again) {
        return Err(not_told(&why));
    }
    if !prepared.solvers.oracle.same(golden, &again) {
        return Err(disagreement(TWO_GOLDEN_RUNS, golden, &again));
    }
    Ok(())
}

/// A golden run that ended because the machine was too busy says nothing about the case; with the status `failed`, the
/// next run of smelt tries again.
fn not_told(why: &NotReproduced) -> NotReduced {
    NotReduced::failed(format!("A run of the reprinted copy gave no result. {why}"))
}

/// The CPU time of each solver on the golden text, if the store knows it.
pub(super) fn stored_cpu(prepared: &Prepared<'_>) -> Vec<Option<Duration>> {
    let clients = prepared.solvers.clients.iter();
    clients
        .map(|client| Some(client.stored(prepared.case.text(), 0)?.cpu))
        .collect()
}

/// Sets the limits of candidates from the CPU times of the golden run. `stored` are the times that the store knows.
pub(super) fn set_candidate_limits(
    prepared: &mut Prepared<'_>,
    stored: &[Option<Duration>],
    golden: &[Answer],
) {
    let cpu = golden_cpu(prepared, stored, golden);
    for (solver, &cpu) in cpu.iter().enumerate() {
        set_candidate_limit(prepared, solver, cpu);
    }
    steer(prepared, golden, &cpu);
}

/// The golden CPU time of each solver: from the oldest observation in the store, else from an earlier run of this
/// reduction, else from this run. So the time, and every limit that follows from it, stays the same from run to run.
fn golden_cpu(
    prepared: &Prepared<'_>,
    stored: &[Option<Duration>],
    golden: &[Answer],
) -> Vec<Duration> {
    let fingerprint = prepared.solvers.fingerprint();
    let kept = prepared.task.memory.golden_cpu(&fingerprint);
    let cpu: Vec<Duration> = stored
        .iter()
        .enumerate()
        .map(|(solver, stored)| {
            stored
                .or_else(|| kept.as_ref()?.get(solver).copied())
                .or_else(|| prepared.second_cpu.filter(|_| solver == 1))
                .or_else(|| measured_cpu(golden, solver))
                .unwrap_or_default()
        })
        .collect();
    if kept.is_none() {
        prepared.task.memory.keep_golden_cpu(&fingerprint, &cpu);
    }
    cpu
}

/// The CPU time that this run of a solver took.
fn measured_cpu(golden: &[Answer], solver: usize) -> Option<Duration> {
    let answer = golden.iter().find(|answer| answer.ask.solver == solver)?;
    Some(answer.evidence.as_ref()?.observation.cpu)
}

/// Sets the limits of one solver on candidates from its golden time. A configured limit is an upper bound; if slowness
/// is the bug, it is the limit itself.
fn set_candidate_limit(prepared: &mut Prepared<'_>, solver: usize, golden: Duration) {
    let task = prepared.task;
    if task.settings.is_under_test(solver) && second_sets_limit(task.settings) {
        // It was set before the first run.
        return;
    }
    let is_time_the_bug = task.settings.rule.decides_by_time();
    let usual = candidate_cpu(golden);
    let cpu = match fixed_cpu(task.settings, solver) {
        Some(fixed) if is_time_the_bug => fixed,
        Some(bound) => usual.min(bound),
        None => usual,
    };
    let client = &mut prepared.solvers.clients[solver];
    give_limits(client, task.settings, cpu);
    if !is_time_the_bug {
        client.solver().ladder.begin(golden);
    }
}

/// Whether runs on the original and on its reprinted copy, or a smaller text, show the same. Printing changes positions, so
/// outputs are not compared byte for byte.
fn resembles(prepared: &Prepared<'_>, source: &[Answer], golden: &[Answer]) -> bool {
    let rules = prepared.task.settings.rule.without_positions();
    rules.iter().any(|rule| {
        rule.oracle()
            .is_ok_and(|oracle| oracle.accept_golden(source).is_ok() && oracle.same(source, golden))
    })
}

/// The reason for not reducing a case that fails as a file, but not as a printed text in the slot. Further runs find
/// out what makes the difference.
fn slipped(
    prepared: &mut Prepared<'_>,
    source: &SourceRun,
    golden: &[Answer],
    why: Option<String>,
) -> NotReduced {
    prepared.task.progress.phase(Phase::Difference);
    // The source run may have been cut before it could show that the solver ends, or the solver may be flaky.
    if let Some(ended) = ends_after_all(prepared, source) {
        return ended;
    }
    if let Some(flaky) = not_the_same_twice(prepared, source, golden) {
        return flaky;
    }
    let is_changed = prepared.case.text() != prepared.original;
    if prepared.task.settings.rule.is_script() && is_changed {
        return NotReduced::not_reproduced(
            "The script accepts the file, but not the text that smelt prints of it, so printing makes the difference: \
             comments are left out and blanks are squeezed. Does the script look for a comment, or count lines or \
             blanks? With `--language lines`, the text is reduced as it is.",
        );
    }
    // Otherwise it is the printing, the place, or both: each is tried without the other.
    let original_in_slot = prepared.solvers.answers_in_slots(&prepared.original).ok();
    let printed_in_place = in_place(prepared).ok();
    let same = |answers: &Option<Vec<Answer>>| {
        answers.as_ref().is_some_and(|answers| {
            prepared.solvers.oracle.accept_golden(answers).is_ok()
                && resembles(prepared, &source.answers, answers)
        })
    };
    let is_due_to_printing = same(&original_in_slot);
    if let Some(again) = &original_in_slot
        && is_due_to_printing
        && !is_changed
    {
        return disagreement("Runs of the same copy", golden, again);
    }
    let cause = match (is_due_to_printing, same(&printed_in_place)) {
        (true, _) => {
            "The original has failed in each of four runs, but its reprinted copy, without comments and extra blanks, has \
             not failed like that in either of two. Does the failure depend on comments or blanks? With `--language \
             lines`, the text is reduced as it is. Or is the solver not deterministic? Then call smelt again, or give the \
             solver a seed with which it fails more often."
        }
        (false, true) => {
            "The original fails, but a copy in a clean directory does not. Does the command read a fixed file name, \
             another file or an environment variable? Try `--cwd DIR`, `--depends FILE`, `--env NAME` or `--path \
             absolute`."
        }
        (false, false) => {
            "The original fails, but a reprinted copy in a clean directory does not. The path, the directory, the \
             environment or the limits may make the difference; try `--path absolute`, `--cwd DIR`, `--depends FILE`, \
             `--env NAME`, `--timeout S` or `--memout MB`."
        }
    };
    let why = why
        .map(|why| format!(" On the copy: {}", after_colon(&why)))
        .unwrap_or_default();
    let is_script = prepared.solvers.clients[0]
        .solver()
        .dependencies
        .opaque()
        .is_some();
    let hint = if is_script && !is_due_to_printing {
        " An interestingness script that knows the file by its name is given with `--script`."
    } else {
        ""
    };
    NotReduced::not_reproduced(format!("{cause}{hint}{why}"))
}

/// If the source run was cut early, makes it once more up to the full limit. If the solver ends then,
/// returns the reason for not reducing the case.
fn ends_after_all(prepared: &mut Prepared<'_>, source: &SourceRun) -> Option<NotReduced> {
    prepared.source_cpu.take()?;
    let in_full = match source.again(prepared) {
        Ok(in_full) => in_full,
        Err(not_reduced) => return Some(not_reduced),
    };
    let ended = prepared.solvers.oracle.accept_golden(&in_full).err()?;
    Some(NotReduced::not_reproduced(ended.to_string()))
}

/// Makes the golden run once more and the source run twice. If the solver is not deterministic, that is the reason for
/// not reducing the case, because nothing else can be concluded from the difference.
fn not_the_same_twice(
    prepared: &mut Prepared<'_>,
    source: &SourceRun,
    golden: &[Answer],
) -> Option<NotReduced> {
    let resembles_source = |prepared: &Prepared<'_>, again: &[Answer]| {
        prepared.solvers.oracle.accept_golden(again).is_ok()
            && resembles(prepared, &source.answers, again)
    };
    match prepared.solvers.answers_in_slots(prepared.case.text()) {
        Ok(again) if resembles_source(prepared, &again) => {
            return Some(disagreement(TWO_GOLDEN_RUNS, golden, &again));
        }
        Ok(_) => {}
        Err(error) => return Some(error.into()),
    }
    for _ in 0..2 {
        match source.again(prepared) {
            Ok(again) if resembles_source(prepared, &again) => {}
            Ok(again) => {
                let runs = "Two runs of the original";
                return Some(disagreement(runs, &source.answers, &again));
            }
            Err(not_reduced) => return Some(not_reduced),
        }
    }
    None
}

/// The reason for not reducing a case whose solver is not deterministic: what it did each time, and what to try.
fn disagreement(runs: &str, first: &[Answer], second: &[Answer]) -> NotReduced {
    let detail = match (in_words(first), in_words(second)) {
        (first, second) if first == second => format!("{runs} disagree in their output."),
        (first, second) => format!("{runs} disagree: {first} once, {second} once."),
    };
    let advice = "To compare only a part of its output, use `--match-out`, `--match-err` or `--ignore-output`.";
    let detail = format!("{detail} The solver is not deterministic. {advice}");
    NotReduced::of(Status::Flaky, detail)
}

/// What the runs did, in a few words each.
fn in_words(answers: &[Answer]) -> String {
    answers
        .iter()
        .map(|answer| match &answer.evidence {
            None => "no result".to_owned(),
            Some(evidence) => evidence.in_words(),
        })
        .collect::<Vec<_>>()
        .join(" and ")
}

/// The answers about the printed text in runs in the caller's directory and environment. The file has the extension of
/// candidates, because solvers choose the language by it.
fn in_place(prepared: &mut Prepared<'_>) -> Result<Vec<Answer>, NotReduced> {
    let (task, text) = (prepared.task, prepared.case.text());
    let mut suffix = OsString::from(".");
    suffix.push(extension(plain_name(task.input.path())));
    let file = tempfile::Builder::new()
        .suffix(&suffix)
        .tempfile()
        .and_then(|mut file| {
            file.write_all(text)?;
            Ok(file)
        })
        .map_err(|error| NotReduced::failed(format!("cannot write a temporary file: {error}")))?;
    prepared.solvers.answers_in_place(text, |client, _| {
        Ok(client.run_in_place(file.path(), client.limits().cpu)?)
    })
}
