//! Tables as JSON: an array of objects, one a row. Numbers are numbers, `yes` and `no` are true and false, and what is not
//! known is null. Text is as it is, because nothing takes it for a formula there.

use super::mutators::cells;
use super::numbers::sensible;
use super::{Columns, Selection};
use crate::event::{ReportCell, Row};
use serde_json::{Map, Value};

/// The rows of `results.csv`.
///
/// # Errors
/// The rows cannot be written as JSON.
pub fn results_json(rows: &Selection, columns: Columns) -> Result<Vec<u8>, serde_json::Error> {
    let width = match columns {
        Columns::All => Row::columns().count(),
        Columns::Stable => Row::DETERMINISTIC.len(), // they are the first
    };
    array(rows.iter().map(|row| {
        let cells = Row::columns().zip(row.cells());
        object(cells.take(width))
    }))
}

/// The rows of `mutators.csv`.
///
/// # Errors
/// The rows cannot be written as JSON.
pub fn mutators_json(rows: &Selection, columns: Columns) -> Result<Vec<u8>, serde_json::Error> {
    array(rows.iter().flat_map(|row| {
        let object = |counts| object(cells(&row, counts, columns));
        row.mutators.iter().map(object).collect::<Vec<_>>()
    }))
}

/// A row.
pub(super) fn object(cells: impl Iterator<Item = (&'static str, ReportCell)>) -> Value {
    let fields = cells.map(|(name, cell)| (name.to_owned(), value(cell)));
    Value::Object(fields.collect::<Map<_, _>>())
}

/// The value of a cell.
fn value(cell: ReportCell) -> Value {
    match cell {
        ReportCell::Empty => Value::Null,
        ReportCell::Text(words) => words.into(),
        ReportCell::Count(number) => number.into(),
        ReportCell::Difference(number) => number.into(),
        ReportCell::Number(number) => sensible(number).into(),
        ReportCell::Flag(flag) => flag.into(),
    }
}

/// The values one a line, so that the text can be searched and compared by line. They are written one at a time, because
/// there may be many thousand.
pub(super) fn array(values: impl Iterator<Item = Value>) -> Result<Vec<u8>, serde_json::Error> {
    let mut text = b"[".to_vec();
    for (nth, value) in values.enumerate() {
        text.extend_from_slice(if nth == 0 { b"\n" } else { b",\n" });
        serde_json::to_writer(&mut text, &value)?;
    }
    text.extend_from_slice(b"\n]\n");
    Ok(text)
}
