//! A finished case in one line.

use super::words::count;
use crate::event::{Row, Status};
use crate::reduction::after_colon;
use crate::report::{percentage, thousands};
use std::fmt::Write;

/// The row in one line. `taken_up` says that it is from an earlier run.
pub(crate) fn line(row: &Row, taken_up: bool) -> String {
    let mut line = format!("{}: {}", row.case, row.status);
    let is_kept = keeps_earlier(row);
    if let Some(after) = row.bytes_after.filter(|_| !is_kept) {
        let (before, after) = (thousands(row.bytes_before), thousands(after));
        let _ = write!(line, ", {before} → {after} bytes");
        if let Some(percent) = row.reduction_percent {
            let _ = write!(line, " ({} % less)", percentage(percent, 1));
        }
    }
    if row.checks > 0 {
        let (checks, runs) = (count(row.checks, "check"), count(row.runs, "run"));
        let _ = write!(line, ", {checks}, {runs}");
        if row.runs_wasted > 0 {
            let wasted = thousands(row.runs_wasted);
            let _ = write!(line, " ({wasted} made ahead and not needed)");
        }
        let _ = write!(line, ", {:.1} s", row.wall_seconds);
    }
    if row.bytes_after.is_some() && !is_kept {
        line.push_str(&preserved(row));
    }
    if let Some(command) = &row.reduced_command {
        let _ = write!(line, "; with the command `{command}`");
    }
    if !row.detail.is_empty() {
        let _ = write!(line, "; {}", after_colon(&row.detail));
    }
    if !row.notes.is_empty() {
        let whole = line.trim_end_matches('.').len();
        line.truncate(whole);
        let _ = write!(line, "; {}", row.notes);
    }
    if taken_up {
        line.push_str(" (taken up)");
    }
    line.replace('\n', " ")
}

/// Whether the line has a warning that nobody may miss.
pub(crate) fn warns(row: &Row) -> bool {
    row.bytes_after.is_some() && other_failures(row).is_some()
}

/// Whether the row has no result of its own: what it says of a minimized file is of one that an earlier run has left.
fn keeps_earlier(row: &Row) -> bool {
    let has_failed = row.status == Status::Failed && row.tokens_after.is_none();
    !row.is_measured() && (row.status.is_done() || has_failed)
}

/// The failures of the original and of the result, if they are different.
fn other_failures(row: &Row) -> Option<(&str, &str)> {
    if keeps_earlier(row) {
        return None;
    }
    let failures = row.signature.as_deref().zip(row.signature_after.as_deref());
    failures.filter(|(before, after)| before != after)
}

/// The failure that was preserved; if the delivered text fails otherwise, a warning with both failures.
fn preserved(row: &Row) -> String {
    match (other_failures(row), &row.signature) {
        (Some((before, after)), _) => format!(
            "; WARNING: it does not fail like the original, but with `{after}` in place of `{before}`"
        ),
        (None, Some(before)) => format!("; preserved: `{before}`"),
        (None, None) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::line;
    use crate::event::{Row, Status};

    #[test]
    fn the_size_of_a_file_that_is_only_kept_is_no_result() {
        let mut row = Row {
            case: "a.smt2".to_owned(),
            status: Status::Fixed,
            bytes_before: 100,
            bytes_after: Some(9),
            notes: "kept: 9 bytes".to_owned(),
            ..Row::default()
        };
        assert_eq!(line(&row, false), "a.smt2: fixed; kept: 9 bytes");
        row.status = Status::Failed;
        [row.signature, row.signature_after] = ["exit 1", "exit 2"].map(|it| Some(it.to_owned()));
        assert_eq!(line(&row, false), "a.smt2: failed; kept: 9 bytes");
        row.status = Status::Reduced;
        assert!(line(&row, false).starts_with("a.smt2: reduced, 100 → 9 bytes"));
    }

    #[test]
    fn what_is_not_gone_is_not_100_percent_less() {
        let row = Row {
            status: Status::Reduced,
            bytes_before: 100_000,
            bytes_after: Some(21),
            reduction_percent: Some(99.979),
            ..Row::default()
        };
        assert!(line(&row, false).ends_with("100,000 → 21 bytes (99.9 % less)"));
    }

    #[test]
    fn a_line_tells_how_many_runs_were_made_ahead_and_not_needed() {
        let mut row = Row {
            case: "a.smt2".to_owned(),
            checks: 47,
            runs: 53,
            ..Row::default()
        };
        assert!(line(&row, false).ends_with(", 47 checks, 53 runs, 0.0 s"));
        row.runs_wasted = 2;
        assert!(
            line(&row, false)
                .ends_with(", 47 checks, 53 runs (2 made ahead and not needed), 0.0 s")
        );
    }

    #[test]
    fn a_line_quotes_the_failure_of_a_delivered_text() {
        let mut row = Row {
            case: "a.smt2".to_owned(),
            signature: Some("exit 1: unsound".to_owned()),
            ..Row::default()
        };
        assert_eq!(line(&row, false), "a.smt2: failed");
        (row.bytes_after, row.tokens_after) = (Some(12), Some(3));
        assert!(line(&row, false).ends_with(" bytes; preserved: `exit 1: unsound`"));
        row.signature_after.clone_from(&row.signature);
        assert!(line(&row, false).ends_with(" bytes; preserved: `exit 1: unsound`"));
    }

    #[test]
    fn a_line_has_the_arguments_that_the_failure_needs() {
        let row = Row {
            case: "a.smt2".to_owned(),
            reduced_command: Some("z3 --bug 7".to_owned()),
            ..Row::default()
        };
        assert_eq!(
            line(&row, false),
            "a.smt2: failed; with the command `z3 --bug 7`"
        );
    }

    #[test]
    fn a_line_warns_if_the_delivered_text_fails_otherwise() {
        let row = Row {
            case: "a.smt2".to_owned(),
            status: Status::Reduced,
            bytes_after: Some(12),
            signature: Some("SIGSEGV".to_owned()),
            signature_after: Some("SIGABRT".to_owned()),
            detail: "And so on.".to_owned(),
            ..Row::default()
        };
        let line = line(&row, false);
        let warning = "; WARNING: it does not fail like the original, but with `SIGABRT` in place of `SIGSEGV`; and so on.";
        assert!(line.ends_with(warning), "{line}");
    }
}
