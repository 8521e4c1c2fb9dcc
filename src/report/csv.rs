//! `results.csv`: one row a case, solver and strategy; RFC 4180, numbers unrounded, nothing known is empty.

use super::{Columns, sorted};
use crate::event::{Cell, Row};

/// The whole file.
pub fn results_csv(rows: &[Row], columns: Columns) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let width = match columns {
        Columns::All => Row::columns().count(),
        Columns::Stable => Row::DETERMINISTIC.len(), // they are the first
    };
    writer.write_record(Row::columns().take(width))?;
    for row in sorted(rows) {
        writer.write_record(row.cells().into_iter().take(width).map(text))?;
    }
    writer
        .into_inner()
        .map_err(|error| csv::Error::from(error.into_error()))
}

/// A cell as it stands in the file. Words that a spreadsheet would take for a formula get a `'` before them: a file's
/// name or a solver's message must never become one. What would steer a terminal that shows the file is written out.
pub(super) fn text(cell: Cell) -> String {
    let cell = match cell {
        Cell::Text(words) if words.contains(steers) => {
            Cell::Text(words.split_inclusive(steers).map(written_out).collect())
        }
        harmless => harmless,
    };
    match cell {
        Cell::Empty => String::new(),
        Cell::Number(number) => number,
        Cell::Text(words) if words.starts_with(['=', '+', '-', '@', '\t', '\r']) => {
            format!("'{words}")
        }
        Cell::Text(words) => words,
    }
}

/// Controls, but for those that a quoted cell may hold.
fn steers(letter: char) -> bool {
    letter.is_control() && !matches!(letter, '\n' | '\r' | '\t')
}

/// The words with their last letter, if it steers, as `\u{1b}`.
fn written_out(words: &str) -> String {
    match words.chars().next_back() {
        Some(last) if steers(last) => {
            let before = &words[..words.len() - last.len_utf8()];
            format!("{before}{}", last.escape_unicode())
        }
        _ => words.to_owned(),
    }
}
