//! `smelt check`: the source and golden runs of one case, and what must stay the same.

use super::describe::{describe_output, describe_run, describe_runs, line, solver_label};
use super::golden::{
    GoldenAhead, GoldenFailure, GoldenRuns, SourceRun, refuse_trivial, reproduce_from,
};
use super::prepare::{Prepared, prepare, read};
use super::{NotReduced, ReductionContext, Task};
use crate::checker::SolverClient;
use crate::event::BugMarks;
use crate::oracle::{Answer, Reproduced, bug_marks};
use crate::solver::stack_limit;

/// The result of `smelt check`.
#[derive(Debug)]
pub struct Checked {
    /// The failure, what candidates must show, and the limits; or what the solver did, if there is nothing to compare
    /// with.
    pub report: String,
    /// Why the case cannot be reduced.
    pub not_reduced: Option<NotReduced>,
    /// Whether the solver reports a failure, such as a crash, an assertion or a wrong model. An exit code alone, as
    /// after a syntax error, does not count.
    pub tells_failure: bool,
    /// What must stay the same; none if there is nothing to compare with.
    pub failure: Option<CheckedFailure>,
}

/// The failure of a case under its rule.
#[derive(Debug, PartialEq, Eq)]
pub struct CheckedFailure {
    /// The name of the oracle.
    pub oracle: String,
    /// The failure in one line.
    pub signature: String,
    /// The marks of the failure.
    pub marks: BugMarks,
}

/// Makes the source and golden runs, but does not search.
///
/// # Errors
/// Nothing could be run.
pub fn check(task: &Task<'_>, context: &ReductionContext<'_>) -> Result<Checked, NotReduced> {
    let input = read(task)?;
    task.progress.read(input.text.len());
    let mut prepared = prepare(task, context, input)?;
    let source = SourceRun::make(&mut prepared)?;
    let on_original = describe_runs("Original", &source.answers);
    let ahead = GoldenAhead::begin(context, &prepared);
    let golden = reproduce_from(source, &mut prepared, (&ahead, None));
    Ok(match golden {
        Ok(golden) => Checked {
            report: describe_golden(&prepared, &golden),
            failure: Some(checked_failure(&prepared, &golden.failure)),
            tells_failure: !golden.failure.reproduced.failures.is_empty(),
            not_reduced: trivial(prepared, golden),
        },
        Err(not_reduced) => Checked {
            report: on_original,
            not_reduced: Some(not_reduced),
            tells_failure: false,
            failure: None,
        },
    })
}

fn checked_failure(prepared: &Prepared<'_>, failure: &GoldenFailure) -> CheckedFailure {
    let (oracle, answers) = (&prepared.solvers.oracle, &failure.answers);
    CheckedFailure {
        oracle: oracle.name().to_owned(),
        signature: failure.reproduced.signature.clone(),
        marks: bug_marks(answers, oracle.shown_by(answers, answers)),
    }
}

/// Why the failure does not depend on the input, if it does not.
fn trivial(prepared: Prepared<'_>, golden: GoldenRuns) -> Option<NotReduced> {
    let (task, case) = (prepared.task, prepared.case);
    let language = prepared.solvers.language;
    let mut checker = prepared.solvers.checker(golden.failure.answers);
    refuse_trivial(
        task,
        &mut checker,
        language,
        (case.dialect(), case.text().len()),
    )
    .unwrap_or_else(|error| Some(error.into()))
}

/// What `smelt check` reports of a case that fails.
fn describe_golden(prepared: &Prepared<'_>, golden: &GoldenRuns) -> String {
    let mut report = String::new();
    let how_read: Vec<String> = prepared.how_read().collect();
    if !how_read.is_empty() {
        line(&mut report, "Note", &how_read.join(" "));
    }
    let failure = &golden.failure;
    describe_failures(&mut report, &failure.reproduced);
    if let Some(rate) = failure.rate {
        line(
            &mut report,
            "Failure rate",
            &format!("{rate} of the runs; the solver is flaky"),
        );
    }
    for (number, client) in prepared.solvers.clients.iter().enumerate() {
        let is_of_solver = |answer: &&Answer| answer.ask.solver == number;
        if let Some(answer) = golden.source.iter().find(is_of_solver) {
            describe_run(&mut report, &solver_label("Original", number), answer);
            describe_output(&mut report, answer);
        }
        if let Some(answer) = failure.answers.iter().find(is_of_solver) {
            describe_run(&mut report, &solver_label("Reprinted copy", number), answer);
        }
        describe_limits(&mut report, &solver_label("Limits", number), client);
        if let Some(why) = client.solver().dependencies.opaque() {
            let note = format!(
                "{why}, so results are reused for this output only. Name the files that the command needs with \
                 `--depends FILE`."
            );
            line(&mut report, &solver_label("Note", number), &note);
        }
    }
    report
}

/// What must stay the same, and which other failures were reported. Each fact is mentioned once.
fn describe_failures(report: &mut String, reproduced: &Reproduced) {
    let compared = reproduced.compared.and_then(|i| reproduced.failures.get(i));
    if let Some(failure) = compared {
        line(
            report,
            "Failure",
            &format!("{} (this must stay the same)", failure.signature),
        );
    }
    let also = if compared.is_some() {
        "Also required"
    } else {
        "Required"
    };
    for (nth, demand) in reproduced.demands.iter().enumerate() {
        line(report, if nth == 0 { also } else { "" }, demand);
    }
    let mut others = 0;
    for (nth, failure) in reproduced.failures.iter().enumerate() {
        if reproduced.compared != Some(nth) {
            let value = format!("{} (not compared)", failure.signature);
            line(report, "Failure", &value);
            others += 1;
        }
    }
    if let Some(said) = &reproduced.doubt {
        let note = format!("the solver may only refuse the file or an option: it says `{said}`");
        line(report, "Note", &note);
    }
    if compared.is_some() && others > 0 {
        line(
            report,
            "Hint",
            "to keep another failure instead, give a part of its message with `--match-out` or `--match-err`",
        );
    }
}

fn describe_limits(report: &mut String, label: &str, client: &SolverClient) {
    let (limits, first) = (client.limits(), client.short_cpu());
    let first = (first < limits.cpu).then(|| format!("; at first {} s CPU", first.as_secs_f64()));
    let memory = limits.memory.map_or("no memory limit".to_owned(), |bytes| {
        format!("{} MB memory", bytes >> 20)
    });
    line(
        report,
        label,
        &format!(
            "{} s CPU, {} s wall, {} s without CPU use, {memory}, {} MB stack, {} MB output (for each candidate{})",
            limits.cpu.as_secs_f64(),
            limits.wall.as_secs_f64(),
            limits.idle.as_secs_f64(),
            stack_limit() >> 20,
            limits.output >> 20,
            first.unwrap_or_default()
        ),
    );
}
