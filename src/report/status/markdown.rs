//! The status as Markdown, to paste.

use super::Frame;
use crate::report::markdown::plain;
use crate::report::{Comparison, Entry, Naming, Standing, percentage, thousands};
use std::fmt::Write;

/// The whole text: a heading, the numbers, and a table for each standing.
pub fn status_markdown(comparison: &Comparison, frame: &Frame) -> String {
    let mut text = format!(
        "# {}\n\n{}.\n",
        plain(&frame.heading()),
        comparison.counted()
    );
    let naming = comparison.naming();
    let (search, rule) = match naming {
        Naming::Nothing => ("", ""),
        Naming::Solver => (" solver |", " --- |"),
        Naming::SolverAndSearch => (" search |", " --- |"),
    };
    for (standing, count) in comparison.counts() {
        let _ = writeln!(text, "\n## {standing} ({count})\n");
        let _ = writeln!(text, "| case |{search} bytes | reduction % | what |");
        let _ = writeln!(text, "| --- |{rule} --: | --: | --- |");
        for entry in comparison.with(standing) {
            let search = naming.of(entry);
            let search = if rule.is_empty() {
                String::new()
            } else {
                format!(" {} |", plain(&search.unwrap_or_default()))
            };
            let percent = entry.reduction_percent;
            let percent = percent.map_or_else(unknown, |percent| percentage(percent, 1));
            let _ = writeln!(
                text,
                "| {} |{search} {} | {percent} | {} |",
                plain(&entry.case),
                size(entry),
                plain(&entry.what())
            );
        }
    }
    text
}

fn unknown() -> String {
    "–".to_owned()
}

fn size(entry: &Entry) -> String {
    match (entry.standing, entry.bytes_after) {
        (Standing::Smaller, Some(after)) => {
            let then = entry.bytes_then.unwrap_or(entry.bytes_before);
            format!("{} → {}", thousands(then), thousands(after))
        }
        (_, Some(after)) => format!("{} → {}", thousands(entry.bytes_before), thousands(after)),
        (_, None) => unknown(),
    }
}
