//! `report.html`: a page that is one file, for people. It shows what became of the cases, a table that sorts, filters and
//! groups, and for each case its texts side by side.
//!
//! Invariants: the page is a function of the rows and of the files that its caller reads for it. Whatever comes from a
//! case or a solver is in the page as escaped text, or in one block of JSON without a `<`, whose strings the script adds
//! as text, never as HTML. The policy of the page allows its own script and style, by their digests, and nothing else.

mod cases;
mod comparison;
mod data;
mod document;
mod marked_text;
mod repeat;
#[cfg(test)]
mod tests;
mod texts;
mod trace;

pub(crate) use cases::CasesPage;
pub(super) use comparison::write_comparison_page;

use crate::event::Row;

/// How many bytes of a text are shown at most.
pub(crate) const LONGEST_TEXT: usize = 64 << 10;

/// The size in bytes below which a page stays, as long as its table alone does. Texts of cases fill it up in the order of
/// the table.
const LARGEST_PAGE: usize = 7_900_000;

/// Reads what belongs to a row. Each call may take as long as it takes to read a file.
pub(crate) trait PageFiles {
    /// The original.
    fn original(&self, row: &Row) -> FileText;

    /// The minimized file.
    fn minimized(&self, row: &Row) -> FileText;

    /// The path of the minimized file below the output directory; none if there is no such file.
    fn place(&self, row: &Row) -> Option<String>;

    /// The trace, if there is one.
    fn trace(&self, row: &Row) -> Option<Vec<u8>>;
}

/// A text to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FileText {
    /// It was read.
    Read {
        /// Its first bytes, at most [`LONGEST_TEXT`].
        head: Vec<u8>,
        /// Its length.
        bytes: u64,
    },
    /// It cannot be shown. This sentence says why.
    Missing(String),
}

impl FileText {
    /// The text, if it is shown whole.
    fn whole(&self) -> Option<&[u8]> {
        match self {
            FileText::Read { head, bytes } if head.len() as u64 == *bytes => Some(head),
            FileText::Read { .. } | FileText::Missing(_) => None,
        }
    }

    /// A text of which as much is kept as is shown.
    pub(crate) fn of(mut text: Vec<u8>) -> FileText {
        let bytes = text.len() as u64;
        text.truncate(LONGEST_TEXT);
        text.shrink_to_fit();
        FileText::Read { head: text, bytes }
    }
}
