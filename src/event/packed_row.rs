//! A row that takes little memory. A batch of many thousand cases keeps all of its rows, and reads them only for
//! reports.
//!
//! In a journal, it is written like a [`Row`].

use super::{MutatorCounts, Row, RowKey, SharedText, Status};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Borrow;
use std::cmp::Ordering;
use std::sync::{Arc, OnceLock};
use zstd::bulk::{Compressor, Decompressor};

/// A compression level of zstd at which a row takes a few microseconds.
const LEVEL: i32 = 1;

/// The names of all fields, and the first row that this process has packed. Others have much in common with it: the
/// solver, its command, the machine, the mutators.
static FIRST: OnceLock<Vec<u8>> = OnceLock::new();

/// A row with all fields, some of which the first one may lack.
fn fields() -> Vec<u8> {
    json(&Row {
        mutators: vec![MutatorCounts::default()],
        ..Row::default()
    })
}

fn json(row: &Row) -> Vec<u8> {
    serde_json::to_vec(row).unwrap_or_default()
}

/// A compressed row, which takes less than half a KB instead of the 4 KB of a [`Row`]. Copies share it. Rows are ordered by
/// their keys, and equal if these are.
#[derive(Clone, Debug)]
pub struct PackedRow(Arc<Packed>);

#[derive(Debug)]
struct Packed {
    key: RowKey,
    status: Status,
    is_measured: bool,
    says_nothing: bool,
    group: Option<SharedText>,
    /// The length of the row as JSON.
    length: usize,
    /// The row as JSON; compressed if that makes it shorter.
    json: Box<[u8]>,
}

impl PackedRow {
    /// Packs a row.
    pub fn of(row: &Row) -> PackedRow {
        let json = json(row);
        let first = FIRST.get_or_init(|| [fields(), json.clone()].concat());
        let compressed = Compressor::with_dictionary(LEVEL, first)
            .and_then(|mut compressor| compressor.compress(&json));
        PackedRow(Arc::new(Packed {
            key: row.key(),
            status: row.status,
            is_measured: row.is_measured(),
            says_nothing: row.says_nothing(),
            group: row.marked_group().map(|(_, name)| name.into()),
            length: json.len(),
            // A copy, because the rest of the buffers would be gaps between the rows.
            json: compressed
                .ok()
                .filter(|compressed| compressed.len() < json.len())
                .as_ref()
                .unwrap_or(&json)
                .as_slice()
                .into(),
        }))
    }

    /// The row's key.
    pub fn key(&self) -> &RowKey {
        &self.0.key
    }

    /// The row's status.
    pub(crate) fn status(&self) -> Status {
        self.0.status
    }

    /// Whether the row's status says that its result was measured.
    pub(crate) fn is_measured(&self) -> bool {
        self.0.is_measured
    }

    /// [`Row::says_nothing`].
    pub(crate) fn says_nothing(&self) -> bool {
        self.0.says_nothing
    }

    /// The name of the row's group, as [`Row::marked_group`] tells it.
    pub(crate) fn group(&self) -> Option<&SharedText> {
        self.0.group.as_ref()
    }

    /// The row.
    pub fn row(&self) -> Row {
        let Packed { length, json, .. } = &*self.0;
        let read = |json: &[u8]| serde_json::from_slice(json).unwrap_or_default();
        if json.len() == *length {
            return read(json);
        }
        let first = FIRST.get().map_or(&[][..], Vec::as_slice);
        let unpacked = Decompressor::with_dictionary(first)
            .and_then(|mut decompressor| decompressor.decompress(json, *length));
        read(&unpacked.unwrap_or_default())
    }
}

impl Serialize for PackedRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.row().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for PackedRow {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PackedRow, D::Error> {
        Row::deserialize(deserializer).map(|row| PackedRow::of(&row))
    }
}

impl Borrow<RowKey> for PackedRow {
    fn borrow(&self) -> &RowKey {
        self.key()
    }
}

impl PartialEq for PackedRow {
    fn eq(&self, other: &PackedRow) -> bool {
        self.key() == other.key()
    }
}

impl Eq for PackedRow {}

impl PartialOrd for PackedRow {
    fn partial_cmp(&self, other: &PackedRow) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for PackedRow {
    fn cmp(&self, other: &PackedRow) -> Ordering {
        self.key().cmp(other.key())
    }
}

#[cfg(test)]
mod tests {
    use super::PackedRow;
    use crate::event::{MutatorCounts, Row};

    #[test]
    fn a_row_that_was_packed_is_the_same_row() {
        let counts = |nth| MutatorCounts {
            mutator: format!("mutator-{nth}"),
            solver_seconds: 0.1 * f64::from(nth),
            ..MutatorCounts::default()
        };
        for mutators in [0, 1, 40] {
            let row = Row {
                case: "directory/case.smt2".to_owned(),
                detail: "\u{1b}[31m'\"\n".to_owned(),
                wall_seconds: 0.1 + 0.2,
                mutators: (0..mutators).map(counts).collect(),
                ..Row::default()
            };
            assert_eq!(PackedRow::of(&row).row(), row);
        }
    }
}
