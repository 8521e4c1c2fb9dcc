//! The golden runs, which candidates are compared with, and what to report if they disagree with the source run.

use super::ahead::GoldenAhead;
use super::answers::answers;
use super::failure::GoldenFailure;
use super::flaky;
use super::out_of_memory;
use super::second_time::steer;
use super::source_run::SourceRun;
use crate::checker::{Purpose, SolverClient};
use crate::event::Status;
use crate::input::digest;
use crate::observation::{End, Limit, Limits};
use crate::oracle::{Answer, NotReproduced};
use crate::outcome::Patience;
use crate::reduction::delivery::of_an_earlier_build;
use crate::reduction::limits::{candidate_cpu, fixed_cpu, limits, second_sets_limit};
use crate::reduction::prepare::Prepared;
use crate::reduction::told::tell_runs;
use crate::reduction::{NotReduced, Notice, Phase, Task, after_colon};
use std::time::Duration;

/// What is said of two golden runs.
const TWO_GOLDEN_RUNS: &str = "Two runs of the reprinted copy";

/// The results of the source and golden runs.
pub(in crate::reduction) struct GoldenRuns {
    /// The answers on the original file.
    pub(in crate::reduction) source: Vec<Answer>,
    /// What candidates are compared with.
    pub(in crate::reduction) failure: GoldenFailure,
}

/// Makes the source run and both golden runs, and sets the limits of candidates.
pub(in crate::reduction) fn reproduce(
    task: &Task<'_>,
    prepared: &mut Prepared,
    ahead: &GoldenAhead<'_>,
) -> Result<GoldenRuns, NotReduced> {
    let source = SourceRun::make(task, prepared)?;
    reproduce_from(source, task, prepared, ahead)
}

/// Makes both golden runs after this source run, and sets the limits of candidates.
pub(in crate::reduction) fn reproduce_from(
    source: SourceRun,
    task: &Task<'_>,
    prepared: &mut Prepared,
    ahead: &GoldenAhead<'_>,
) -> Result<GoldenRuns, NotReduced> {
    let text = prepared.case.text().to_vec();
    let stored = stored_cpu(prepared, &text);
    let failure = match steady_failure(task, prepared, &source, ahead) {
        Err(not_reduced)
            if not_reduced.status == Status::Flaky && flaky::may_be_reduced(task.settings) =>
        {
            task.progress.phase(Phase::FailureRate);
            let ask = |client: &mut SolverClient, text: &[u8], nth| {
                client.ask(text, nth, Patience::Full, Purpose::Search)
            };
            flaky::commonest_failure(task.settings, prepared, ask)?.ok_or(not_reduced)?
        }
        steady => steady?,
    };
    out_of_memory::refuse(task, &failure.answers)?;
    let cpu = golden_cpu(task, prepared, &stored, &failure.answers);
    for (solver, &cpu) in cpu.iter().enumerate() {
        set_candidate_limits(task, prepared, solver, cpu);
    }
    steer(task, prepared, &failure.answers, &cpu);
    if let Some(rate) = failure.rate {
        flaky::repeat(task.settings, prepared, rate);
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
    task: &Task<'_>,
    prepared: &mut Prepared,
    source: &SourceRun,
    ahead: &GoldenAhead<'_>,
) -> Result<GoldenFailure, NotReduced> {
    if flaky::is_known(prepared, task.settings) {
        return Err(flaky::known());
    }
    let shown = prepared.oracle.accept_golden(&source.answers);
    shown.map_err(|why| not_accepted(task, prepared, &why, &source.answers))?;
    out_of_memory::refuse(task, &source.answers)?;
    let text = prepared.case.text().to_vec();
    task.progress.phase(Phase::GoldenRun(1));
    ahead.wait(&text, 0);
    let golden = answers(prepared, &text, |prepared, solver| {
        prepared.clients[solver].run(&text)
    })?;
    let reproduced = match prepared.oracle.accept_golden(&golden) {
        Ok(reproduced) if resembles(task, &source.answers, &golden) => reproduced,
        Err(why @ NotReproduced::NotTold(_)) => return Err(not_told(&why)),
        other => {
            task.progress.tell(&Notice::Slipped {
                original: &tell_runs("Original", &source.answers),
                copy: &tell_runs("Reprinted copy", &golden),
            });
            let why = other.err().map(|why| why.to_string());
            return Err(slipped(task, prepared, source, &golden, why));
        }
    };
    if !is_hang(task, &golden) {
        ahead.wait(&text, 1);
        run_again(task, prepared, &text, &golden)?;
    }
    Ok(GoldenFailure::steady(golden, reproduced))
}

/// Why the answers on the original are not accepted.
fn not_accepted(
    task: &Task<'_>,
    prepared: &Prepared,
    why: &NotReproduced,
    answers: &[Answer],
) -> NotReduced {
    let explained = || out_of_memory::explained(answers).unwrap_or_else(|| why.to_string());
    match why {
        // This says nothing about the case: the next run of smelt tries again.
        NotReproduced::NotStarted(..) => NotReduced::failed(explained()),
        NotReproduced::NotTold(_) => NotReduced::failed(why.to_string()),
        NotReproduced::NoFailure | NotReproduced::NoWrongAnswer => {
            match out_of_memory::explained(answers) {
                Some(explained) => NotReduced::not_reproduced(explained),
                None => no_failure(task, prepared, why),
            }
        }
        NotReproduced::NotSlow(_)
        | NotReproduced::NotMore(_)
        | NotReproduced::NotSeeded(_)
        | NotReproduced::NotWrong(_)
        | NotReproduced::NoDifference => no_failure(task, prepared, why),
        NotReproduced::NoMatch { .. } | NotReproduced::NoAnswers(_) | NotReproduced::Refused(_) => {
            NotReduced::not_reproduced(explained())
        }
        NotReproduced::Stopped(..)
        | NotReproduced::ScriptRefuses { .. }
        | NotReproduced::FailsToo(..)
        | NotReproduced::Holds(_)
        | NotReproduced::AnswerCounts(..)
        | NotReproduced::Rejected(_) => NotReduced::not_reproduced(why.to_string()),
    }
}

/// The solver behaves as it should. If an earlier build of it did not, the defect is mended.
fn no_failure(task: &Task<'_>, prepared: &Prepared, why: &NotReproduced) -> NotReduced {
    let source = digest(task.input).map(|digest| digest.to_hex().to_string());
    match of_an_earlier_build(task, &source.unwrap_or_default(), &prepared.fingerprint()) {
        Some(earlier) => NotReduced {
            status: Status::Fixed,
            detail: format!(
                "With this build of the solver it no longer fails. An earlier one showed `{}`.",
                earlier.signature
            ),
        },
        None => NotReduced::not_reproduced(why.to_string()),
    }
}

/// Whether a hang is looked for, and the solver under test has used up its CPU time. Then there is no second golden run:
/// all that could be compared is that both reached the limit, and a run that does so costs as much as dozens of checks.
/// The result is run again like any other.
fn is_hang(task: &Task<'_>, golden: &[Answer]) -> bool {
    let evidence = golden.first().and_then(|answer| answer.evidence.as_ref());
    task.settings.rule.is_hang()
        && evidence.is_some_and(|run| run.observation.end == End::LimitHit(Limit::Cpu))
}

/// Makes the second golden run.
///
/// # Errors
/// It differs from the first, or has no usable result.
fn run_again(
    task: &Task<'_>,
    prepared: &mut Prepared,
    text: &[u8],
    golden: &[Answer],
) -> Result<(), NotReduced> {
    task.progress.phase(Phase::GoldenRun(2));
    let again = answers(prepared, text, |prepared, solver| {
        prepared.clients[solver].run(text)
    })?;
    if let Err(why @ NotReproduced::NotTold(_)) = prepared.oracle.accept_golden(&again) {
        return Err(not_told(&why));
    }
    if !prepared.oracle.same(golden, &again) {
        return Err(disagreement(TWO_GOLDEN_RUNS, golden, &again));
    }
    Ok(())
}

/// A golden run that was ended by the load of the machine says nothing about the case: the next run of smelt tries
/// again.
fn not_told(why: &NotReproduced) -> NotReduced {
    NotReduced::failed(format!("A run of the reprinted copy gave no result. {why}"))
}

/// The CPU time of each solver on the golden text, where the store knows it.
pub(super) fn stored_cpu(prepared: &Prepared, golden: &[u8]) -> Vec<Option<Duration>> {
    let clients = prepared.clients.iter();
    clients
        .map(|client| Some(client.stored(golden, 0)?.cpu))
        .collect()
}

/// The golden CPU time of each solver: from the oldest observation in the store, else from an earlier run of this
/// reduction, else from this run. So the time, and every limit that follows from it, stays the same from run to run.
pub(super) fn golden_cpu(
    task: &Task<'_>,
    prepared: &Prepared,
    stored: &[Option<Duration>],
    golden: &[Answer],
) -> Vec<Duration> {
    let fingerprint = prepared.fingerprint();
    let kept = task.memory.golden_cpu(&fingerprint);
    let measured = |solver: usize| {
        let answer = golden.iter().find(|answer| answer.ask.solver == solver)?;
        Some(answer.evidence.as_ref()?.observation.cpu)
    };
    let of = |(solver, stored): (usize, &Option<Duration>)| {
        let kept = || kept.as_ref()?.get(solver).copied();
        let second = || prepared.second_cpu.filter(|_| solver == 1);
        let known = stored.or_else(kept).or_else(second);
        let known = known.or_else(|| measured(solver));
        known.unwrap_or_default()
    };
    let cpu: Vec<Duration> = stored.iter().enumerate().map(of).collect();
    if kept.is_none() {
        task.memory.keep_golden_cpu(&fingerprint, &cpu);
    }
    cpu
}

/// Sets the limits of candidates from the golden time. A configured limit is a bound of them; where slowness is the bug,
/// it is their limit.
pub(super) fn set_candidate_limits(
    task: &Task<'_>,
    prepared: &mut Prepared,
    solver: usize,
    golden: Duration,
) {
    if task.settings.is_under_test(solver) && second_sets_limit(task.settings) {
        return; // it was set before the first run
    }
    let is_time_the_bug = task.settings.rule.decides_by_time();
    let usual = candidate_cpu(golden);
    let cpu = match fixed_cpu(task.settings, solver) {
        Some(fixed) if is_time_the_bug => fixed,
        Some(bound) => usual.min(bound),
        None => usual,
    };
    let memory = prepared.clients[solver].limits().memory;
    prepared.clients[solver].set_limits(Limits {
        memory,
        ..limits(task.settings, cpu)
    });
    if !is_time_the_bug {
        prepared.clients[solver].begin_ladder(golden);
    }
}

/// Whether two runs on the same text in different directories are alike. Printing changes positions, so that outputs
/// are not compared byte for byte.
fn resembles(task: &Task<'_>, source: &[Answer], golden: &[Answer]) -> bool {
    let rules = task.settings.rule.without_positions();
    rules.iter().any(|rule| {
        rule.oracle()
            .is_ok_and(|oracle| oracle.accept_golden(source).is_ok() && oracle.same(source, golden))
    })
}

/// The file fails, but its printed text in the slot does not. Finds out by further runs what makes the difference.
fn slipped(
    task: &Task<'_>,
    prepared: &mut Prepared,
    source: &SourceRun,
    golden: &[Answer],
    why: Option<String>,
) -> NotReduced {
    task.progress.phase(Phase::Difference);
    if let Some(ended) = ends_after_all(task, prepared, source) {
        return ended;
    }
    if let Some(flaky) = not_the_same_twice(task, prepared, source, golden) {
        return flaky;
    }
    let text = prepared.case.text().to_vec();
    if task.settings.rule.is_script() {
        return NotReduced::not_reproduced(
            "The script accepts the file, but not the text that smelt prints of it, so printing makes the difference: \
             comments are left out and blanks are squeezed. Does the script look for a comment, or count lines or \
             blanks?",
        );
    }
    let original = prepared.original.clone();
    let in_slot = answers(prepared, &original, |prepared, solver| {
        prepared.clients[solver].run(&original)
    });
    let printed_in_place = in_place(prepared, &text);
    let same = |prepared: &Prepared, answers: &Result<Vec<Answer>, NotReduced>| {
        let Ok(answers) = answers else { return false };
        prepared.oracle.accept_golden(answers).is_ok() && resembles(task, &source.answers, answers)
    };
    let prints = same(prepared, &in_slot);
    let cause = match (prints, same(prepared, &printed_in_place)) {
        (true, _) => {
            "The original fails, but its reprinted copy, without comments and extra blanks, does not. smelt cannot \
             reduce such a case yet; please report it."
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
    let is_script = prepared.clients[0].solver().dependencies.opaque().is_some();
    let hint = if is_script && !prints {
        " An interestingness script that knows the file by its name is given with `--script`."
    } else {
        ""
    };
    NotReduced::not_reproduced(format!("{cause}{hint}{why}"))
}

/// If the source run was cut early, makes it once more up to the full limit, and tells if the solver ends.
fn ends_after_all(
    task: &Task<'_>,
    prepared: &mut Prepared,
    source: &SourceRun,
) -> Option<NotReduced> {
    prepared.source_cpu.take()?;
    let in_full = match source.again(task, prepared) {
        Ok(in_full) => in_full,
        Err(not_reduced) => return Some(not_reduced),
    };
    let ended = prepared.oracle.accept_golden(&in_full).err()?;
    Some(NotReduced::not_reproduced(ended.to_string()))
}

/// Makes the golden run once more and the source run twice: if the solver is not deterministic, nothing else can be said
/// about it.
fn not_the_same_twice(
    task: &Task<'_>,
    prepared: &mut Prepared,
    source: &SourceRun,
    golden: &[Answer],
) -> Option<NotReduced> {
    let resembles_source = |prepared: &Prepared, again: &[Answer]| {
        prepared.oracle.accept_golden(again).is_ok() && resembles(task, &source.answers, again)
    };
    let text = prepared.case.text().to_vec();
    let again = answers(prepared, &text, |prepared, solver| {
        prepared.clients[solver].run(&text)
    });
    match again {
        Ok(again) if resembles_source(prepared, &again) => {
            return Some(disagreement(TWO_GOLDEN_RUNS, golden, &again));
        }
        Ok(_) => {}
        Err(not_reduced) => return Some(not_reduced),
    }
    (0..2).find_map(|_| {
        let again = match source.again(task, prepared) {
            Ok(again) => again,
            Err(not_reduced) => return Some(not_reduced),
        };
        let is_same = resembles_source(prepared, &again);
        (!is_same).then(|| disagreement("Two runs of the original", &source.answers, &again))
    })
}

/// The solver is not deterministic: what it did each time, and what to try.
fn disagreement(what: &str, first: &[Answer], second: &[Answer]) -> NotReduced {
    let detail = match (did(first), did(second)) {
        (first, second) if first == second => format!("{what} disagree in their output."),
        (first, second) => format!("{what} disagree: {first} once, {second} once."),
    };
    NotReduced {
        status: Status::Flaky,
        detail: format!(
            "{detail} The solver is not deterministic. To compare only a part of its output, use `--match-out`, \
             `--match-err` or `--ignore-output`."
        ),
    }
}

/// What the runs did, in a few words each.
fn did(answers: &[Answer]) -> String {
    let each = answers.iter().map(|answer| match &answer.evidence {
        None => "no result".to_owned(),
        Some(evidence) => evidence.failures.first().map_or_else(
            || evidence.observation.end.to_string(),
            |failure| failure.signature.clone(),
        ),
    });
    each.collect::<Vec<_>>().join(" and ")
}

/// The printed text in a run in the caller's directory and environment.
fn in_place(prepared: &mut Prepared, text: &[u8]) -> Result<Vec<Answer>, NotReduced> {
    let written = tempfile::Builder::new()
        .suffix(".smt2")
        .tempfile()
        .and_then(|mut file| {
            std::io::Write::write_all(&mut file, text)?;
            Ok(file)
        });
    let file = written
        .map_err(|error| NotReduced::failed(format!("cannot write a temporary file: {error}")))?;
    answers(prepared, text, |prepared, solver| {
        let client = &mut prepared.clients[solver];
        client.run_in_place(file.path(), client.limits().cpu)
    })
}
