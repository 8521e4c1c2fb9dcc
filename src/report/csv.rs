//! `results.csv`: one row per case, solver and strategy, according to RFC 4180. Unknown values are empty.

use super::numbers::sensible;
use super::{Columns, Selection};
use crate::event::{ReportCell, Row, harmless};
use std::io::Write;

/// The whole file.
pub fn results_csv(rows: &Selection, columns: Columns, into: impl Write) -> Result<(), csv::Error> {
    let mut writer = csv::Writer::from_writer(into);
    let width = match columns {
        Columns::All => Row::columns().count(),
        Columns::Stable => Row::DETERMINISTIC.len(), // they are the first
    };
    writer.write_record(Row::columns().take(width))?;
    for row in rows.iter() {
        writer.write_record(row.cells().into_iter().take(width).map(text))?;
    }
    Ok(writer.flush()?)
}

/// The text that a writer has written.
pub(super) fn finished(writer: csv::Writer<Vec<u8>>) -> Result<Vec<u8>, csv::Error> {
    writer
        .into_inner()
        .map_err(|error| csv::Error::from(error.into_error()))
}

/// A cell as it is written. Text that a spreadsheet would take for a formula gets a `'` before it, because a file name
/// or a solver's message must never become one. Characters that would control a terminal or mislead its reader are
/// escaped as in `\u{1b}`.
pub(super) fn text(cell: ReportCell) -> String {
    match cell {
        ReportCell::Empty => String::new(),
        ReportCell::Count(number) => number.to_string(),
        ReportCell::Difference(number) => number.to_string(),
        ReportCell::Number(number) => sensible(number).to_string(),
        ReportCell::Flag(flag) => if flag { "yes" } else { "no" }.to_owned(),
        ReportCell::Text(words) => {
            let words = harmless(&words);
            if words.starts_with(['=', '+', '-', '@', '\t']) {
                format!("'{words}")
            } else {
                words
            }
        }
    }
}
