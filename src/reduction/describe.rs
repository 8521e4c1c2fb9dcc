//! Describes runs in words: a line for each, and the first lines that the solver printed.

use crate::oracle::Answer;
use std::fmt::Write;

/// How many lines of each stream are shown.
const LINES: usize = 5;

/// How many characters of such a line are shown.
const CHARS: usize = 200;

/// The width of a label: the longest is usually `Reprinted copy (2nd):`, followed by a space.
const WIDTH: usize = 22;

/// What the solvers did on a text, with the first lines of their output.
pub(super) fn describe_runs(text: &str, answers: &[Answer]) -> String {
    let mut report = String::new();
    for answer in answers {
        let label = solver_label(text, answer.ask.solver);
        describe_run(&mut report, &label, answer);
        describe_output(&mut report, answer);
    }
    report
}

/// The first lines that a run printed.
pub(super) fn describe_output(report: &mut String, answer: &Answer) {
    let Some(evidence) = &answer.evidence else {
        return;
    };
    let run = &evidence.observation;
    for (name, stream) in [("  stdout", &run.out), ("  stderr", &run.err)] {
        let text = String::from_utf8_lossy(&stream.head);
        for said in text.lines().take(LINES) {
            line(report, name, &said.chars().take(CHARS).collect::<String>());
        }
    }
}

/// What a run did, if that is known.
pub(super) fn describe_run(report: &mut String, label: &str, answer: &Answer) {
    let Some(evidence) = &answer.evidence else {
        return;
    };
    let run = &evidence.observation;
    let (cpu, wall) = (run.cpu.as_secs_f64(), run.wall.as_secs_f64());
    let rss = run.rss_kib / 1024;
    let (out, err) = (run.out.len, run.err.len);
    line(
        report,
        label,
        &format!(
            "{}; {cpu:.3} s CPU, {wall:.3} s wall, {rss} MB memory; {out} bytes on stdout, {err} on stderr",
            run.end
        ),
    );
}

/// Appends a label and a value; the values are aligned.
pub(super) fn line(report: &mut String, label: &str, value: &str) {
    let label = if label.trim().is_empty() {
        String::new()
    } else {
        format!("{label}:")
    };
    // Writing to a string cannot fail.
    let _ = writeln!(report, "{label:<WIDTH$}{value}");
}

/// A label with the number of the solver, unless that is the solver under test, which has the number 0.
pub(super) fn solver_label(label: &str, number: usize) -> String {
    match number {
        0 => label.to_owned(),
        1 => format!("{label} (2nd)"),
        2 => format!("{label} (3rd)"),
        _ => format!("{label} ({}th)", number + 1),
    }
}
