//! `smelt check`: the source and golden runs of one case, and what would be compared.

use super::golden::{Golden, reproduce_from};
use super::prepare::{Prepared, prepare, read};
use super::source::SourceRun;
use super::trivial::refuse_trivial;
use super::{Problem, Shared, Task};
use crate::checker::Checker;
use crate::observation::Limits;
use crate::oracle::{Answer, Reproduced};
use std::fmt::Write;

/// So many lines of each stream are shown of a run that shows no failure.
const LINES: usize = 5;

/// So much of a line is shown.
const LETTERS: usize = 200;

/// What `smelt check` tells.
#[derive(Debug)]
pub struct Checked {
    /// What failed, what would be compared, and the limits; without them, what the solver did.
    pub report: String,
    /// Why nothing can be compared.
    pub problem: Option<Problem>,
    /// Whether the solver tells of a failure: a crash, an assertion, a wrong model. An exit code alone, as after a
    /// syntax error, is none.
    pub tells_failure: bool,
}

/// Asks the source and the golden run only.
///
/// # Errors
/// Nothing could be run.
pub fn check(task: &Task<'_>, shared: &Shared<'_>) -> Result<Checked, Problem> {
    let original = read(task.input)?;
    task.progress.read(original.len());
    let mut prepared = prepare(task, shared, original)?;
    let source = SourceRun::make(task, &mut prepared)?;
    let told = tell_source(&source.answers);
    let golden = reproduce_from(source, task, &mut prepared);
    Ok(match golden {
        Ok(golden) => Checked {
            report: tell_golden(&prepared, &golden),
            tells_failure: !golden.reproduced.failures.is_empty(),
            problem: trivial(task, prepared, golden),
        },
        Err(problem) => Checked {
            report: told,
            problem: Some(problem),
            tells_failure: false,
        },
    })
}

/// Why the failure is none of this case.
fn trivial(task: &Task<'_>, prepared: Prepared, golden: Golden) -> Option<Problem> {
    let mut checker = Checker::new(prepared.askers, prepared.oracle, golden.answers);
    refuse_trivial(task, &mut checker, prepared.parsed.tree.text()).err()
}

/// What the solvers did on the file where it lies, with the beginning of what they said.
fn tell_source(source: &[Answer]) -> String {
    let mut report = String::new();
    // Writing to a string cannot fail.
    let mut line = |name: &str, value: &str| {
        let _ = writeln!(report, "{name:<17}{value}");
    };
    for answer in source {
        let which = if answer.ask.solver == 0 {
            ""
        } else {
            " (second)"
        };
        describe_run(&mut line, &format!("source{which}"), answer);
        let Some(evidence) = &answer.evidence else {
            continue;
        };
        let run = &evidence.observation;
        for (name, stream) in [("stdout", &run.out), ("stderr", &run.err)] {
            let text = String::from_utf8_lossy(&stream.head);
            for said in text.lines().take(LINES) {
                line(name, &said.chars().take(LETTERS).collect::<String>());
            }
        }
    }
    report
}

fn tell_golden(prepared: &Prepared, golden: &Golden) -> String {
    let mut report = String::new();
    // Writing to a string cannot fail.
    let mut line = |name: &str, value: &str| {
        let _ = writeln!(report, "{name:<17}{value}");
    };
    line("oracle", prepared.oracle.name());
    describe_failures(&mut line, &golden.reproduced);
    for demand in &golden.reproduced.demands {
        line("compared", demand);
    }
    for (number, asker) in prepared.askers.iter().enumerate() {
        let of_this = |answer: &&Answer| answer.ask.solver == number;
        let which = if number == 0 { "" } else { " (second)" };
        for (name, runs) in [("source", &golden.source), ("golden", &golden.answers)] {
            if let Some(answer) = runs.iter().find(of_this) {
                describe_run(&mut line, &format!("{name}{which}"), answer);
            }
        }
        describe_limits(&mut line, asker.limits());
        if let Some(why) = asker.solver().closure.opaque() {
            line(
                "opaque",
                &format!(
                    "{why}, so results are reused for one output only; `--depends` lists the files that the command needs"
                ),
            );
        }
    }
    report
}

fn describe_failures(line: &mut impl FnMut(&str, &str), reproduced: &Reproduced) {
    line("signature", &reproduced.signature);
    for (i, failure) in reproduced.failures.iter().enumerate() {
        let mark = if reproduced.compared == Some(i) {
            " (compared)"
        } else {
            ""
        };
        line("failure", &format!("{}{mark}", failure.signature));
    }
    if reproduced.failures.len() > 1 {
        line(
            "hint",
            "to look for another failure, name a part of its message with `--match-out` or `--match-err`",
        );
    }
}

/// What a run did, if that can be told.
fn describe_run(line: &mut impl FnMut(&str, &str), name: &str, answer: &Answer) {
    let Some(evidence) = &answer.evidence else {
        return;
    };
    let run = &evidence.observation;
    let (cpu, wall) = (run.cpu.as_secs_f64(), run.wall.as_secs_f64());
    let rss = run.rss_kib / 1024;
    let (out, err) = (run.out.len, run.err.len);
    line(
        name,
        &format!(
            "{} after {cpu:.3} s CPU, {wall:.3} s wall, {rss} MB",
            run.end
        ),
    );
    line("", &format!("{out} bytes on stdout, {err} on stderr"));
}

fn describe_limits(line: &mut impl FnMut(&str, &str), limits: &Limits) {
    let memory = limits
        .memory
        .map_or("no".to_owned(), |bytes| format!("{} MB", bytes >> 20));
    line(
        "limits",
        &format!(
            "candidates: {} s CPU, {} s wall, {} s idle, {memory} memory, {} MB output",
            limits.cpu.as_secs_f64(),
            limits.wall.as_secs_f64(),
            limits.idle.as_secs_f64(),
            limits.output >> 20
        ),
    );
}
