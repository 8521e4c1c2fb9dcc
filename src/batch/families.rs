//! The small texts of bugs that earlier nights have found, for the cases of the same bugs.
//!
//! Which texts a case may try must not depend on which other case was finished first. So only results of earlier nights
//! count: of runs before the first one that this one continues. A run is continued by the next one if it has left a case
//! without a row, or one that was interrupted; a case that a bound of its own has stopped has had its turn. The texts are
//! kept for the runs that continue a night, because by then some of the files they were read from have been replaced.

use super::Output;
use super::nights::Nights;
use super::resume::Past;
use crate::disk::{remove, replace};
use crate::event::{RowKey, Side};
use crate::input::InputFile;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

/// The most texts of a group that a case tries.
const MOST: usize = 3;

/// A longer text is not tried.
const LONGEST: u64 = 16 * 1024;

/// A larger file of kept texts is not read. In bytes.
const LONGEST_FILE: u64 = 1 << 30;

/// The texts of the groups.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Families {
    /// For each group, the smallest texts, and the rows that they are of.
    texts: BTreeMap<String, Vec<(RowKey, Vec<u8>)>>,
}

impl Families {
    /// The families after these nights: those that were kept, if this run continues a night, otherwise new ones, which are
    /// kept. They are read now, because reductions of this run replace their texts. Without a file to keep them in, a night
    /// that is continued tries what is left of them.
    pub(super) fn of(mut nights: Nights, past: &Past, output: &Output) -> Families {
        if nights.is_over() {
            nights.end();
        } else if let Some(kept) = Families::kept(output) {
            return kept;
        }
        let families = Families::after(&nights, past, output);
        // If they cannot be kept, at least no older ones must be found.
        if families.keep(output).is_err() {
            let _ = remove(&Families::file(output));
        }
        families
    }

    fn file(output: &Output) -> PathBuf {
        output.root().join("known-texts.json")
    }

    /// What was kept in the output.
    fn kept(output: &Output) -> Option<Families> {
        let file = InputFile::own(Families::file(output)).at_most(LONGEST_FILE);
        serde_json::from_slice(&file.bytes().ok()?).ok()
    }

    fn keep(&self, output: &Output) -> io::Result<()> {
        if self.texts.is_empty() {
            return remove(&Families::file(output));
        }
        replace(&Families::file(output), &serde_json::to_vec(self)?)
    }

    fn after(nights: &Nights, past: &Past, output: &Output) -> Families {
        let mut rows = Vec::new();
        for packed in &nights.earlier {
            let row = packed.row();
            if !row.is_measured() && !row.is_bounded {
                continue;
            }
            let bytes = row.bytes_after.filter(|&bytes| bytes <= LONGEST);
            if let (Some(bytes), Some(digest)) = (bytes, row.minimized_blake3.clone())
                && row.marks.says_failure()
                && let Some((_, group)) = row.marked_group()
            {
                rows.push((bytes, row.key(), group, digest));
            }
        }
        rows.sort();
        let mut families = Families::default();
        for (_, key, group, digest) in rows {
            let texts = families.texts.entry(group).or_default();
            if texts.len() >= MOST {
                continue;
            }
            let file =
                InputFile::own(output.minimized(&past.place(&key), Side::Usual)).at_most(LONGEST);
            // A file that somebody has changed, or that is compressed, is not used.
            if let Ok(text) = file.bytes()
                && *blake3::hash(&text).to_hex() == *digest
                && texts.iter().all(|(_, other)| *other != text)
            {
                texts.push((key, text));
            }
        }
        families
    }

    /// The small texts of this group that are not of this row, the smallest first.
    pub(super) fn texts(&self, group: &str, key: &RowKey) -> Vec<Vec<u8>> {
        let texts = self.texts.get(group).map_or(&[][..], Vec::as_slice);
        let others = texts.iter().filter(|(of, _)| of.case != key.case);
        others.map(|(_, text)| text.clone()).collect()
    }
}
