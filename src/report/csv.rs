//! `results.csv`: one row per case, solver and strategy, according to RFC 4180. Unknown values are empty.

use super::numbers::sensible;
use super::{Columns, Selection};
use crate::event::{ReportCell, Row, misleads};

/// The whole file.
pub fn results_csv(rows: &Selection, columns: Columns) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let width = match columns {
        Columns::All => Row::columns().count(),
        Columns::Stable => Row::DETERMINISTIC.len(), // they are the first
    };
    writer.write_record(Row::columns().take(width))?;
    for row in rows.iter() {
        writer.write_record(row.cells().into_iter().take(width).map(text))?;
    }
    writer
        .into_inner()
        .map_err(|error| csv::Error::from(error.into_error()))
}

/// A cell as it is written. Text that a spreadsheet would take for a formula gets a `'` before it, because a file name
/// or a solver's message must never become one. Characters that would control a terminal or mislead its
/// reader are escaped.
pub(super) fn text(cell: ReportCell) -> String {
    match cell {
        ReportCell::Empty => String::new(),
        ReportCell::Count(number) => number.to_string(),
        ReportCell::Difference(number) => number.to_string(),
        ReportCell::Number(number) => sensible(number).to_string(),
        ReportCell::Flag(flag) => if flag { "yes" } else { "no" }.to_owned(),
        ReportCell::Text(words) => {
            let words = harmless(&words);
            if words.starts_with(['=', '+', '-', '@', '\t', '\r']) {
                format!("'{words}")
            } else {
                words
            }
        }
    }
}

/// The text without characters that would control a terminal or mislead its reader: they are written out.
pub(super) fn harmless(words: &str) -> String {
    words.split_inclusive(steers).map(written_out).collect()
}

/// Whether a character must not occur in a quoted cell: a control character, or one that hides or reorders others.
fn steers(letter: char) -> bool {
    misleads(letter) || letter.is_control() && !matches!(letter, '\n' | '\r' | '\t')
}

/// The text with its last character, if that is such a character, escaped as in `\u{1b}`.
fn written_out(words: &str) -> String {
    match words.chars().next_back() {
        Some(last) if steers(last) => {
            let before = &words[..words.len() - last.len_utf8()];
            format!("{before}{}", last.escape_unicode())
        }
        _ => words.to_owned(),
    }
}
