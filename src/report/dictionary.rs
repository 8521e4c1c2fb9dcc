//! The data dictionary: what the columns of `results.csv` mean, which values they have, and when they are empty. All of it
//! comes from the table of [`Row`].

use super::Columns;
use crate::event::{Column, Kind, Row};
use std::fmt::Write;

/// An entry of the data dictionary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Described {
    /// The name of the column.
    pub name: &'static str,
    /// The kind of its values, their unit and range, and when it is empty: `number, %, at most 100; empty if …`.
    pub values: String,
    /// What it means, in sentences.
    pub about: String,
}

/// The entries of the reproducible columns, or of the others.
pub fn dictionary(columns: Columns) -> impl Iterator<Item = Described> {
    let is_shown = move |column: &&Column| column.is_deterministic || columns == Columns::All;
    Row::described_columns().filter(is_shown).map(describe)
}

/// The table of the README for these entries.
pub fn dictionary_table(entries: impl Iterator<Item = Described>) -> String {
    let mut table = String::from("| column | values | meaning |\n| --- | --- | --- |\n");
    for Described {
        name,
        values,
        about,
    } in entries
    {
        let _ = writeln!(table, "| `{name}` | {values} | {about} |");
    }
    table
}

fn describe(column: &Column) -> Described {
    let range = match column.kind {
        Kind::Text | Kind::Count | Kind::Flag | Kind::Number => column.range,
        Kind::Time => "such as `2026-11-26T22:00:03Z`",
    };
    let parts = [column.kind.name(), column.unit, range];
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    let mut values = parts.collect::<Vec<_>>().join(", ");
    match column.empty {
        "" => {}
        "always" => values.push_str("; always empty"),
        when => {
            let _ = write!(values, "; empty if {when}");
        }
    }
    Described {
        name: column.name,
        values,
        about: column.about.trim().to_owned(),
    }
}
