//! `smelt check`: the source and golden runs of one case, and what would be compared.

use super::golden::reproduce;
use super::prepare::{prepare, read};
use super::{Problem, Shared, Task};
use crate::observation::Limits;
use crate::oracle::{Answer, Reproduced};
use std::fmt::Write;

/// Asks the source and the golden run only: the text that tells what failed, what would be compared, and the limits.
///
/// # Errors
/// Why nothing can be compared.
pub fn check(task: &Task<'_>, shared: &Shared<'_>) -> Result<String, Problem> {
    let mut prepared = prepare(task, shared, read(task.input)?)?;
    let golden = reproduce(task, &mut prepared)?;
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
                    "{why}: observations serve one output only unless `--depends` lists its files"
                ),
            );
        }
    }
    Ok(report)
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
            "to choose another failure, give a part of its message with `--match-out` or `--match-err`",
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
