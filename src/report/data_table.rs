//! Tables that other programs read, as CSV and as JSON.

use super::numbers::sensible;
use crate::event::{ReportCell, harmless};
use serde_json::{Map, Value};
use std::io::{self, Write};

/// A table: named columns, and rows with a cell for each. The rows are made when they are written, because there may be
/// many thousand.
pub struct DataTable<'a> {
    columns: Vec<&'static str>,
    rows: Box<dyn Iterator<Item = Vec<ReportCell>> + 'a>,
}

impl<'a> DataTable<'a> {
    /// The table of these rows.
    pub(super) fn of(
        columns: impl IntoIterator<Item = &'static str>,
        rows: impl Iterator<Item = Vec<ReportCell>> + 'a,
    ) -> DataTable<'a> {
        DataTable {
            columns: columns.into_iter().collect(),
            rows: Box::new(rows),
        }
    }

    /// Writes it as CSV according to RFC 4180. Unknown values are empty.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_csv(self, out: impl Write) -> io::Result<()> {
        let mut writer = csv::Writer::from_writer(out);
        writer.write_record(self.columns)?;
        for row in self.rows {
            writer.write_record(row.into_iter().map(csv_text))?;
        }
        writer.flush()
    }

    /// Writes it as JSON: an array of objects, one a row. Numbers are numbers, `yes` and `no` are true and false, and what
    /// is not known is null. Text is as it is, because nothing takes it for a formula there. Each object is a line, so
    /// that the text can be searched and compared by line.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_json(self, mut out: impl Write) -> io::Result<()> {
        out.write_all(b"[")?;
        for (nth, row) in self.rows.enumerate() {
            out.write_all(if nth == 0 { b"\n" } else { b",\n" })?;
            let names = self.columns.iter().map(|name| (*name).to_owned());
            let fields: Map<String, Value> = names.zip(row.into_iter().map(value)).collect();
            serde_json::to_writer(&mut out, &fields)?;
        }
        out.write_all(b"\n]\n")
    }
}

/// A cell in CSV. Text that a spreadsheet would take for a formula gets a `'` before it, because a file name or a
/// solver's message must never become one. Characters that would control a terminal or mislead its reader are escaped as
/// in `\u{1b}`.
pub(crate) fn csv_text(cell: ReportCell) -> String {
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

/// A cell in JSON.
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

/// The text that a writer has written.
pub(super) fn finished(writer: csv::Writer<Vec<u8>>) -> Result<Vec<u8>, csv::Error> {
    writer
        .into_inner()
        .map_err(|error| csv::Error::from(error.into_error()))
}
