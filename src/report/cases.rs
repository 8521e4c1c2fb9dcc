//! The table of all cases at the beginning of `summary.md`, those with problems first.

use super::{Columns, Selection, markdown, percentage, thousands};
use crate::event::{Row, Status};
use std::fmt::Write;
use std::io;

/// A column: its heading, whether it contains numbers, and the cell of a row.
type Column = (&'static str, bool, fn(&Row) -> String);

/// The reproducible columns: they do not depend on jobs, the store or interruptions.
const STABLE: [Column; 5] = [
    ("case", false, |row| markdown::plain(&row.case)),
    ("status", false, |row| row.status.name().to_owned()),
    ("bytes before", true, |row| thousands(row.bytes_before)),
    ("bytes after", true, |row| {
        row.bytes_after.map_or_else(unknown, thousands)
    }),
    ("reduction %", true, |row| {
        let percent = row.reduction_percent;
        percent.map_or_else(unknown, |percent| percentage(percent, 1))
    }),
];

/// The columns that say what the reduction cost this time.
const COST: [Column; 2] = [
    ("runs", true, |row| thousands(row.runs)),
    ("time s", true, |row| format!("{:.1}", row.wall_seconds)),
];

/// The solver and the search, where the table has several.
const SEARCH: Column = ("search", false, |row| {
    markdown::plain(&row.key().directory())
});

/// The failure of the result, and that of the original where it is another one.
const SIGNATURE: Column = ("signature", false, |row| {
    match (&row.signature, &row.signature_after) {
        (Some(before), Some(after)) if before != after => {
            let (before, after) = (markdown::plain(before), markdown::plain(after));
            format!("{after} (original: {before})")
        }
        (Some(signature), _) | (None, Some(signature)) => markdown::plain(signature),
        (None, None) => unknown(),
    }
});

fn unknown() -> String {
    "–".to_owned()
}

/// Writes the table; nothing if it has no row. It names the search of each row if there are several.
///
/// # Errors
/// Those of `out`.
pub(super) fn write_cases(
    rows: &Selection,
    columns: Columns,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let cost: &[Column] = match columns {
        Columns::All => &COST,
        Columns::Stable => &[],
    };
    let search = rows.has_searches().then_some(&SEARCH);
    let columns = STABLE.iter().chain(search).chain(cost).chain([&SIGNATURE]);
    let mut heading = String::from("|");
    let mut rule = String::from("|");
    for (name, is_number, _) in columns.clone() {
        let _ = write!(heading, " {name} |");
        rule.push_str(if *is_number { " --: |" } else { " --- |" });
    }
    writeln!(out, "{heading}\n{rule}")?;
    for ranked in 0..RANKS {
        for row in rows.with_status(|status| rank(status) == ranked) {
            out.write_all(b"|")?;
            for (_, _, cell) in columns.clone() {
                write!(out, " {} |", cell(&row))?;
            }
            out.write_all(b"\n")?;
        }
    }
    writeln!(out)
}

/// The number of ranks.
const RANKS: usize = 8;

/// The order of the table: cases that need attention first.
fn rank(status: Status) -> usize {
    match status {
        Status::Failed => 0,
        Status::NotReproduced => 1,
        Status::Flaky => 2,
        Status::Changed => 3,
        Status::Regressed => 4,
        Status::Stopped => 5,
        Status::Fixed => 6,
        Status::Reduced | Status::AlreadyMinimal => 7,
    }
}
