//! The rows of a report, in its order: by case, solver and search.

use crate::event::{PackedRow, Row, RowKey};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// The rows of a report, in its order. They are unpacked one at a time, because there may be many thousand.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    rows: Vec<PackedRow>,
    /// Whether each row names the first one that has the same canonical form, and its group.
    finds_duplicates: bool,
}

impl Selection {
    /// A selection of these rows, which may come in any order.
    pub fn of<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Selection {
        Selection::of_packed(rows.into_iter().map(PackedRow::of).collect())
    }

    /// The same of packed rows.
    pub(crate) fn of_packed(mut rows: Vec<PackedRow>) -> Selection {
        rows.sort();
        Selection {
            rows,
            finds_duplicates: false,
        }
    }

    /// A selection of these sorted rows. Each names the first one of the same search that has the same canonical form, and
    /// its group.
    pub(super) fn with_duplicates<'a>(rows: impl Iterator<Item = &'a PackedRow>) -> Selection {
        Selection {
            rows: rows.cloned().collect(),
            finds_duplicates: true,
        }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Whether the rows are of several searches.
    pub(super) fn has_searches(&self) -> bool {
        let mut searches = self.rows.iter().map(|row| row.key().search());
        let first = searches.next();
        searches.any(|search| Some(&search) != first.as_ref())
    }

    /// The rows, with what follows from their other columns: whether the failure is the same, and which rows are
    /// duplicates.
    pub fn iter(&self) -> impl Iterator<Item = Row> {
        let mut first: FxHashMap<blake3::Hash, &str> = FxHashMap::default();
        self.rows.iter().map(move |packed| {
            let mut row = packed.row();
            row.same_failure = row
                .signature
                .as_ref()
                .zip(row.signature_after.as_ref())
                .map(|(before, after)| before == after);
            if self.finds_duplicates {
                row.group = packed.group().map(str::to_owned);
            }
            if self.finds_duplicates
                && let Some(form) = form(&row)
            {
                match first.entry(form) {
                    Entry::Occupied(earlier) => {
                        row.duplicate_of = Some((*earlier.get()).to_owned());
                    }
                    Entry::Vacant(vacant) => {
                        vacant.insert(&packed.key().case);
                    }
                }
            }
            row
        })
    }
}

/// A digest of the row's search and the canonical form of its result, if it has one.
fn form(row: &Row) -> Option<blake3::Hash> {
    let form = row.canonical_hash.as_ref().filter(|_| row.is_measured())?;
    let search = RowKey {
        case: String::new(),
        ..row.key()
    };
    Some(blake3::hash(format!("{search:?} {form}").as_bytes()))
}
