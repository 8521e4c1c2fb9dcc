//! The rows of a report, in its order: by case, solver and search.

use crate::event::{PackedRow, Row, RowKey, SharedText, Status};
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
        self.selected().map(|(row, _)| row)
    }

    /// The rows with such a status, without what follows from other columns.
    pub(super) fn with_status(
        &self,
        is_meant: impl Fn(Status) -> bool,
    ) -> impl Iterator<Item = Row> {
        let rows = self.rows.iter();
        let meant = rows.filter(move |packed| is_meant(packed.status()));
        meant.map(PackedRow::row)
    }

    /// The same as [`Selection::iter`], each with what makes it again.
    pub(super) fn selected(&self) -> impl Iterator<Item = (Row, Selected<'_>)> {
        let mut first: FxHashMap<blake3::Hash, &str> = FxHashMap::default();
        self.rows.iter().map(move |packed| {
            let row = packed.row();
            let form = self.finds_duplicates.then(|| form(&row)).flatten();
            let earlier = form.and_then(|form| match first.entry(form) {
                Entry::Occupied(earlier) => Some(*earlier.get()),
                Entry::Vacant(vacant) => {
                    vacant.insert(&packed.key().case);
                    None
                }
            });
            let selected = Selected {
                packed,
                duplicate_of: earlier,
                has_group: self.finds_duplicates,
            };
            (selected.complete(row), selected)
        })
    }
}

/// A row of a selection, which is unpacked each time it is needed.
#[derive(Clone, Copy)]
pub(super) struct Selected<'a> {
    packed: &'a PackedRow,
    duplicate_of: Option<&'a str>,
    has_group: bool,
}

impl Selected<'_> {
    pub(super) fn key(&self) -> &RowKey {
        self.packed.key()
    }

    pub(super) fn packed(&self) -> &PackedRow {
        self.packed
    }

    /// The row, with what follows from its other columns.
    pub(super) fn row(&self) -> Row {
        self.complete(self.packed.row())
    }

    fn complete(&self, mut row: Row) -> Row {
        row.same_failure = row
            .signature
            .as_ref()
            .zip(row.signature_after.as_ref())
            .map(|(before, after)| before == after);
        if self.has_group {
            row.group = self.packed.group().map(SharedText::to_string);
            row.duplicate_of = self.duplicate_of.map(str::to_owned).or(row.duplicate_of);
        }
        row
    }
}

/// A digest of the row's search and the canonical form of its result, if it has one.
fn form(row: &Row) -> Option<blake3::Hash> {
    let form = row.canonical_hash.as_ref().filter(|_| row.is_measured())?;
    let made_by = row.key().made_by;
    Some(blake3::hash(format!("{made_by:?} {form}").as_bytes()))
}
