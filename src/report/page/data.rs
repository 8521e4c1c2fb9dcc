//! What the script of a page works on: a table and the details of its rows, as JSON.
//!
//! Words are in a list of their own and stand in the rows by their numbers, because many rows have the same ones. What
//! names a row stands in it.

use super::marked_text::Pieces;
use crate::event::{ReportCell, harmless};
use crate::report::numbers::sensible;
use rustc_hash::FxHashMap;
use serde::Serialize;
use serde_json::Value;
use std::io::{self, Write};

/// A column of the table, or a fact of its rows.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Field {
    /// Its name in the URL.
    pub name: String,
    /// Its name for people.
    pub label: String,
    /// What it means.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub about: &'static str,
    /// The unit of its values.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub unit: &'static str,
    /// Whether its values are words.
    pub text: bool,
    /// Where it is shown.
    pub place: Place,
    /// Whether one of its values can be chosen, and rows can be grouped by it.
    pub choice: bool,
    /// Whether it competes with the other such columns for the least value.
    pub rival: bool,
}

/// Where a field is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Place {
    /// In the table.
    #[default]
    Table,
    /// Among the facts of a row.
    Facts,
}

/// A row of the table.
#[derive(Clone, Debug)]
pub(super) struct PageRow {
    /// The fragment of a URL that opens it.
    pub anchor: String,
    /// The values of all fields.
    pub cells: Vec<ReportCell>,
}

/// The rows of a table. Each is made when it is needed, because there may be many thousand.
pub(super) struct PageRows<'a> {
    /// How many there are.
    pub count: usize,
    /// Makes the row with this number, from 0.
    pub row: &'a dyn Fn(usize) -> PageRow,
}

impl PageRows<'_> {
    /// The rows in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = PageRow> {
        (0..self.count).map(self.row)
    }
}

/// What is shown of a row when it is opened, besides its facts.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Detail {
    /// Texts side by side.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<DetailText>,
    /// Solver runs and bytes of the accepted texts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trace: Vec<[u64; 2]>,
    /// Commands to repeat it by hand: what each does, and the command.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub commands: Vec<[String; 2]>,
    /// The calls of the tools of a comparison: a header and rows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<Vec<String>>,
}

/// A text of a row.
#[derive(Clone, Debug, Serialize)]
pub(super) struct DetailText {
    /// What it is.
    pub title: String,
    /// How much of it is shown, or why nothing is.
    pub note: String,
    /// The text.
    pub pieces: Pieces,
}

/// The words of all rows, each once.
#[derive(Default)]
struct Words {
    numbers: FxHashMap<String, usize>,
}

impl Words {
    fn number(&mut self, word: String) -> usize {
        let next = self.numbers.len();
        *self.numbers.entry(word).or_insert(next)
    }

    /// The words by their numbers.
    fn list(&self) -> Vec<&str> {
        let mut list = vec![""; self.numbers.len()];
        for (word, &number) in &self.numbers {
            list[number] = word;
        }
        list
    }
}

/// The longest word that a table of this many rows has, in bytes.
fn longest_word(rows: usize) -> usize {
    if rows <= 1_000 { 4_100 } else { 200 }
}

/// A word of a file or a solver, as it is shown in a table of this many rows.
pub(super) fn word(text: &str, rows: usize) -> String {
    let mut word = harmless(text);
    let longest = longest_word(rows);
    if word.len() > longest {
        word.truncate(word.floor_char_boundary(longest));
        word.push('…');
    }
    word
}

/// Writes the table, without its last `}`, so that the details can follow.
///
/// # Errors
/// Those of `page`.
pub(super) fn write_table(
    fields: &[Field],
    rows: &PageRows<'_>,
    page: &mut dyn Write,
) -> io::Result<()> {
    let mut words = Words::default();
    write!(page, "{{\"fields\":{},\n\"rows\":[", json(fields))?;
    for (nth, row) in rows.iter().enumerate() {
        let comma = if nth == 0 { "" } else { "," };
        write!(page, "{comma}\n[{}", json(&row.anchor))?;
        for (field, cell) in row.cells.into_iter().enumerate() {
            match cell {
                ReportCell::Text(name) if field == 0 => {
                    write!(page, ",{}", json(&word(&name, rows.count)))
                }
                ReportCell::Empty => write!(page, ",null"),
                ReportCell::Count(number) => write!(page, ",{number}"),
                ReportCell::Difference(number) => write!(page, ",{number}"),
                ReportCell::Number(number) => write!(page, ",{}", sensible(number)),
                ReportCell::Flag(flag) => {
                    let word = if flag { "yes" } else { "no" };
                    write!(page, ",{}", words.number(word.to_owned()))
                }
                ReportCell::Text(text) => {
                    write!(page, ",{}", words.number(word(&text, rows.count)))
                }
            }?;
        }
        page.write_all(b"]")?;
    }
    write!(page, "],\n\"words\":{}", json(&words.list()))
}

/// A value as JSON in which nothing can end the element that it stands in.
pub(super) fn json(value: &(impl Serialize + ?Sized)) -> String {
    // Texts and numbers can always be written as JSON.
    let text = serde_json::to_string(value).unwrap_or_else(|_| Value::Null.to_string());
    text.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::{Field, PageRow, PageRows, json, word, write_table};
    use crate::event::ReportCell;

    #[test]
    fn equal_words_are_in_the_data_once_and_nothing_ends_its_element() {
        let text = |text: &str| ReportCell::Text(text.to_owned());
        let row = |number: usize| PageRow {
            anchor: ["a", "b"][number].to_owned(),
            cells: vec![
                text(["a", "<b"][number]),
                text("</script><!--\u{202e}"),
                ReportCell::Count(7),
            ],
        };
        let rows = PageRows {
            count: 2,
            row: &row,
        };
        let mut data = Vec::new();
        write_table(&[Field::default()], &rows, &mut data).expect("memory takes all bytes");
        data.push(b'}');
        let data = String::from_utf8(data).expect("text");
        assert!(!data.contains('<') && !data.contains('\u{202e}'), "{data}");
        let data: serde_json::Value = serde_json::from_str(&data).expect("JSON");
        assert_eq!(data["words"], serde_json::json!(["</script><!--\\u{202e}"]));
        assert_eq!(
            data["rows"],
            serde_json::json!([["a", "a", 0, 7], ["b", "<b", 0, 7]])
        );
        assert_eq!(json("a<b"), "\"a\\u003cb\"");
    }

    #[test]
    fn a_word_is_cut_between_characters_where_there_are_many_rows() {
        let long = "é".repeat(150);
        assert_eq!(word(&long, 2), long);
        assert_eq!(word(&long, 10_000), "é".repeat(100) + "…");
    }
}
