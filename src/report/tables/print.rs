//! Tables as Markdown and as CSV.

use super::{NumberForm, Table, TableCell, TableColumn};
use crate::event::ReportCell;
use crate::report::data_table::{csv_text, finished};
use crate::report::markdown::plain;
use std::fmt::Write;

/// The tables as Markdown, each below its title.
pub fn markdown(tables: &[Table]) -> String {
    let mut text = String::new();
    for table in tables {
        let _ = writeln!(text, "## {}\n", plain(&table.title));
        write_markdown(&mut text, table);
        text.push('\n');
        for note in &table.notes {
            let _ = writeln!(text, "{}\n", plain(note));
        }
    }
    text
}

fn write_markdown(text: &mut String, table: &Table) {
    let headings = table.columns.iter().map(|column| plain(&column.heading()));
    let aligned = |column: &TableColumn| if column.is_text { "---" } else { "--:" };
    let rule = table.columns.iter().map(aligned).map(str::to_owned);
    let mut lines: Vec<Vec<String>> = vec![headings.collect(), rule.collect()];
    for row in &table.rows {
        let cells = row.iter().map(|cell| match plain(&cell.shown()) {
            shown if cell.is_best() => format!("**{shown}**"),
            shown => shown,
        });
        lines.push(cells.collect());
    }
    for line in lines {
        let _ = writeln!(text, "| {} |", line.join(" | "));
    }
}

/// The tables as one, which is possible if they have the same columns; none otherwise. What each is about is then the
/// first column, `set`. Numbers are as measured.
///
/// # Errors
/// The table cannot be written as CSV.
pub fn csv(tables: &[Table]) -> Result<Option<Vec<u8>>, csv::Error> {
    let Some(first) = tables.first() else {
        return Ok(None);
    };
    if tables.iter().any(|table| table.columns != first.columns) {
        return Ok(None);
    }
    let is_divided = tables.iter().any(|table| !table.about.is_empty());
    let set = |words: &str| is_divided.then(|| csv_text(ReportCell::Text(words.to_owned())));
    let mut writer = csv::Writer::from_writer(Vec::new());
    let headings = first.columns.iter();
    let headings = headings.map(|column| csv_text(ReportCell::Text(column.heading())));
    writer.write_record(set("set").into_iter().chain(headings))?;
    for table in tables {
        for row in &table.rows {
            writer.write_record(set(&table.about).into_iter().chain(row.iter().map(as_data)))?;
        }
    }
    finished(writer).map(Some)
}

/// A cell for programs.
fn as_data(cell: &TableCell) -> String {
    match cell {
        TableCell::Empty => String::new(),
        TableCell::Text(words) => csv_text(ReportCell::Text(words.clone())),
        // However small, it is not rounded to 0.
        TableCell::Number {
            value,
            form: NumberForm::Probability,
            ..
        } => value.to_string(),
        TableCell::Number { value, .. } => csv_text(ReportCell::Number(*value)),
    }
}
