//! The source run, which shows that the file fails at all, and the golden runs, which candidates are compared with.

use super::prepare::{Prepared, candidate_cpu};
use super::{Phase, Problem, Task};
use crate::checker::CheckError;
use crate::event::Status;
use crate::observation::Limits;
use crate::oracle::{Answer, Evidence, NotReproduced, Reproduced, oracle};
use std::time::Duration;

/// What the golden runs showed.
pub(super) struct Golden {
    /// What the file did where it lies.
    pub(super) source: Vec<Answer>,
    /// What candidates are compared with.
    pub(super) answers: Vec<Answer>,
    /// The failure, in words.
    pub(super) reproduced: Reproduced,
}

/// Makes the source run and both golden runs, and sets the candidates' limits.
pub(super) fn reproduce(task: &Task<'_>, prepared: &mut Prepared) -> Result<Golden, Problem> {
    let source = source_run(task, prepared)?;
    reproduce_from(source, task, prepared)
}

/// Makes the source run.
pub(super) fn source_run(task: &Task<'_>, prepared: &mut Prepared) -> Result<Vec<Answer>, Problem> {
    task.progress.phase(Phase::SourceRun);
    answers(prepared, |prepared, solver| {
        prepared.askers[solver].run_in_place(task.input)
    })
}

/// Makes both golden runs after this source run, and sets the candidates' limits.
pub(super) fn reproduce_from(
    source: Vec<Answer>,
    task: &Task<'_>,
    prepared: &mut Prepared,
) -> Result<Golden, Problem> {
    prepared.oracle.accept_golden(&source).map_err(|why| {
        let detail = format!("the file does not fail where it lies: {why}");
        match why {
            // Nothing is known of the case: the next run is to try again.
            NotReproduced::NotStarted(..) | NotReproduced::NotTold(_) => Problem::failed(detail),
            NotReproduced::Stopped(..)
            | NotReproduced::NoFailure
            | NotReproduced::NoMatch { .. }
            | NotReproduced::NoAnswers(_)
            | NotReproduced::AnswerCounts(..)
            | NotReproduced::NoDifference => Problem::not_reproduced(detail),
        }
    })?;
    let text = prepared.parsed.tree.text().to_vec();
    let stored: Vec<Option<Duration>> = prepared
        .askers
        .iter()
        .map(|asker| Some(asker.stored(&text, 0)?.cpu))
        .collect();
    task.progress.phase(Phase::GoldenRun(1));
    let golden = answers(prepared, |prepared, solver| {
        prepared.askers[solver].run(&text)
    })?;
    let reproduced = match prepared.oracle.accept_golden(&golden) {
        Ok(reproduced) if resembles(task, &source, &golden) => reproduced,
        Err(why @ NotReproduced::NotTold(_)) => return Err(not_told(&why)),
        other => {
            return Err(slipped(
                task,
                prepared,
                &source,
                &text,
                other.err().map(|why| why.to_string()),
            ));
        }
    };
    task.progress.phase(Phase::GoldenRun(2));
    let again = answers(prepared, |prepared, solver| {
        prepared.askers[solver].run(&text)
    })?;
    if let Err(why @ NotReproduced::NotTold(_)) = prepared.oracle.accept_golden(&again) {
        return Err(not_told(&why));
    }
    if !prepared.oracle.same(&golden, &again) {
        return Err(flaky(
            prepared,
            "two golden runs of the same text",
            &golden,
            &again,
        ));
    }
    let cpu = golden_cpu(task, prepared, &stored, &golden);
    for (solver, cpu) in cpu.into_iter().enumerate() {
        set_candidate_limits(task, prepared, solver, cpu);
    }
    Ok(Golden {
        source,
        answers: golden,
        reproduced,
    })
}

/// A golden run that only the machine's load has ended tells nothing of the case: the next run is to try again.
fn not_told(why: &NotReproduced) -> Problem {
    Problem::failed(format!("a golden run cannot be told: {why}"))
}

/// The golden CPU time of each solver: of the oldest observation in the store, else as an earlier run of this reduction
/// has measured it, else as measured now. So it is the same on every run, and every limit with it.
fn golden_cpu(
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
        let known = stored.or_else(kept).or_else(|| measured(solver));
        known.unwrap_or_default()
    };
    let cpu: Vec<Duration> = stored.iter().enumerate().map(of).collect();
    if kept.is_none() {
        task.memory.keep_golden_cpu(&fingerprint, &cpu);
    }
    cpu
}

/// Candidates get their time from the golden run's, unless it is fixed.
fn set_candidate_limits(task: &Task<'_>, prepared: &mut Prepared, solver: usize, golden: Duration) {
    let fixed = if solver == 0 {
        task.settings.timeout
    } else {
        task.settings.second_timeout.or(task.settings.timeout)
    };
    let cpu = fixed.unwrap_or_else(|| candidate_cpu(golden));
    let memory = prepared.askers[solver].limits().memory;
    prepared.askers[solver].set_limits(Limits {
        memory,
        ..Limits::of_cpu(cpu)
    });
}

/// Answers to all that the oracle wants to know of a golden run.
fn answers(
    prepared: &mut Prepared,
    mut run: impl FnMut(&mut Prepared, usize) -> Result<Option<Evidence>, CheckError>,
) -> Result<Vec<Answer>, Problem> {
    let mut answers = Vec::new();
    for ask in prepared.oracle.golden_asks() {
        let evidence = run(prepared, ask.solver)?;
        answers.push(Answer { ask, evidence });
    }
    Ok(answers)
}

/// Whether two runs on the same text in different places are alike. Printing moves positions, so nothing is compared
/// byte for byte here.
fn resembles(task: &Task<'_>, source: &[Answer], golden: &[Answer]) -> bool {
    let rules = task.settings.rule.without_positions();
    rules.iter().any(|rule| {
        oracle(rule)
            .is_ok_and(|oracle| oracle.accept_golden(source).is_ok() && oracle.same(source, golden))
    })
}

/// The file fails where it lies, and its printed text does not in the slot: says what makes the difference, as far as
/// trying tells.
fn slipped(
    task: &Task<'_>,
    prepared: &mut Prepared,
    source: &[Answer],
    text: &[u8],
    why: Option<String>,
) -> Problem {
    task.progress.phase(Phase::Difference);
    if let Some(flaky) = not_the_same_twice(task, prepared, source) {
        return flaky;
    }
    let original = prepared.original.clone();
    let in_slot = answers(prepared, |prepared, solver| {
        prepared.askers[solver].run(&original)
    });
    let printed_in_place = in_place(prepared, text);
    let same = |prepared: &Prepared, answers: &Result<Vec<Answer>, Problem>| {
        let Ok(answers) = answers else { return false };
        prepared.oracle.accept_golden(answers).is_ok() && resembles(task, source, answers)
    };
    let cause = match (same(prepared, &in_slot), same(prepared, &printed_in_place)) {
        (true, _) => {
            "printing makes the difference: without its comments and blanks the text does not fail; \
             nothing mends that yet, please report the case"
        }
        (false, true) => {
            "its directory or environment makes the difference: in a clean directory with a clean environment it does \
             not fail; try `--cwd DIR`, `--depends FILE`, `--env NAME` or `--path absolute`"
        }
        (false, false) => {
            "it does not fail the same way twice, or path, directory, environment or limits make the difference; try \
             `--path absolute`, `--cwd DIR`, `--depends FILE`, `--env NAME`, `--timeout S` or `--memout MB`"
        }
    };
    let why = why.map(|why| format!(" ({why})")).unwrap_or_default();
    Problem::not_reproduced(format!(
        "the file fails where it lies, its printed text does not{why}: {cause}"
    ))
}

/// The source run made twice more, because nothing can be told of a solver that answers by chance.
fn not_the_same_twice(
    task: &Task<'_>,
    prepared: &mut Prepared,
    source: &[Answer],
) -> Option<Problem> {
    (0..2).find_map(|_| {
        let again = answers(prepared, |prepared, solver| {
            prepared.askers[solver].run_in_place(task.input)
        })
        .ok()?;
        let same = prepared.oracle.accept_golden(&again).is_ok() && resembles(task, source, &again);
        (!same).then(|| {
            flaky(
                prepared,
                "two runs of the file where it lies",
                source,
                &again,
            )
        })
    })
}

/// The solver is not to be relied on: what it said each time, and what to try.
fn flaky(prepared: &Prepared, what: &str, first: &[Answer], second: &[Answer]) -> Problem {
    let said = |answers: &[Answer]| match prepared.oracle.accept_golden(answers) {
        Ok(reproduced) => reproduced.signature,
        Err(why) => why.to_string(),
    };
    let detail = match (said(first), said(second)) {
        (first, second) if first == second => format!("{what} gave two outputs"),
        (first, second) => format!("{what} gave two answers: `{first}` and `{second}`"),
    };
    Problem {
        status: Status::Flaky,
        detail: format!(
            "{detail}; to look at a part only, try `--match-out`, `--match-err` or `--ignore-output`"
        ),
    }
}

/// The printed text, run in the caller's directory and environment.
fn in_place(prepared: &mut Prepared, text: &[u8]) -> Result<Vec<Answer>, Problem> {
    let written = tempfile::Builder::new()
        .suffix(".smt2")
        .tempfile()
        .and_then(|mut file| {
            std::io::Write::write_all(&mut file, text)?;
            Ok(file)
        });
    let file = written
        .map_err(|error| Problem::failed(format!("cannot write a temporary file: {error}")))?;
    answers(prepared, |prepared, solver| {
        prepared.askers[solver].run_in_place(file.path())
    })
}
