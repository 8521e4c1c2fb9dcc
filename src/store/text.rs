//! The texts of observations, as they are stored and read. Each is stored once, and a long one is compressed.
//!
//! What a solver prints on one candidate resembles what it printed on the one before: it may report a thousand errors
//! again, with other line numbers. A text may therefore be compressed with another one, its *base*, as the dictionary.
//! A base has no base itself, so at most two rows are read for a text.

use std::collections::VecDeque;
use std::fmt;
use std::io;

use rusqlite::{Connection, Result, Row};
use zstd::bulk::Decompressor;

use super::row::stream_digest;
use crate::observation::{KEPT, Stream};

/// The id that stands for no text. The ids of texts begin at 1.
pub(super) const NONE: i64 = 0;

/// Instead of the id of a base: the text is stored as it is, as all are in version 1.
pub(super) const PLAIN: i64 = -1;

/// Instead of the id of a base: the text is compressed without one.
pub(super) const ALONE: i64 = 0;

const SELECT: &str = "
SELECT t.digest, t.len, t.hash, t.head, t.tail, t.base, b.digest, b.len, b.hash, b.head
FROM texts t LEFT JOIN texts b ON b.id = t.base AND b.base = 0
WHERE t.id = ?1";

/// The number of bases that a reader remembers: those of both streams of two cases.
const MAX_BASES: usize = 4;

/// A text that was read and matches its digest.
pub(super) struct Text {
    pub(super) stream: Stream,
    pub(super) digest: [u8; 32],
}

/// Reads texts, one after another.
#[derive(Default)]
pub(super) struct TextReader {
    alone: Decompressor<'static>,
    /// The bases that were read last, by their digests, each as the dictionary of a decompressor.
    bases: VecDeque<([u8; 32], Decompressor<'static>)>,
}

impl TextReader {
    /// The text with this id; none if it is missing or damaged.
    pub(super) fn read(&mut self, connection: &Connection, id: i64) -> Result<Option<Text>> {
        let mut statement = connection.prepare_cached(SELECT)?;
        let mut rows = statement.query([id])?;
        // A value of an unexpected kind is damage too.
        let text = rows.next()?.and_then(|row| self.decode(row).ok().flatten());
        Ok(text)
    }

    fn decode(&mut self, row: &Row<'_>) -> Result<Option<Text>> {
        let len = length(row, 1)?;
        let head = row.get_ref(3)?.as_blob()?;
        let kept = match row.get(5)? {
            PLAIN => Ok([head, row.get_ref(4)?.as_blob()?].concat()),
            ALONE => expand(&mut self.alone, head, len),
            _ => match self.with_base(row)? {
                Some(decompressor) => expand(decompressor, head, len),
                None => return Ok(None),
            },
        };
        let Ok(kept) = kept else {
            return Ok(None);
        };
        Ok(Text::checked(row.get(0)?, len, row.get(2)?, kept))
    }

    /// The decompressor with the base of a text as its dictionary; none if the base is damaged.
    fn with_base(&mut self, row: &Row<'_>) -> Result<Option<&mut Decompressor<'static>>> {
        let digest = row.get(6)?;
        let known = self.bases.iter().position(|(known, _)| *known == digest);
        if known.is_none() {
            let Some(decompressor) = self.base(row, digest)? else {
                return Ok(None);
            };
            self.bases.truncate(MAX_BASES - 1);
            self.bases.push_front((digest, decompressor));
        }
        let base = self.bases.get_mut(known.unwrap_or(0));
        Ok(base.map(|(_, decompressor)| decompressor))
    }

    fn base(&mut self, row: &Row<'_>, digest: [u8; 32]) -> Result<Option<Decompressor<'static>>> {
        let len = length(row, 7)?;
        let hash = row.get(8)?;
        let Ok(kept) = expand(&mut self.alone, row.get_ref(9)?.as_blob()?, len) else {
            return Ok(None);
        };
        Ok(Text::checked(digest, len, hash, kept)
            .and_then(|base| Decompressor::with_dictionary(&base.stream.kept()).ok()))
    }
}

impl fmt::Debug for TextReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TextReader").finish_non_exhaustive()
    }
}

impl Text {
    /// The text with these parts; none if it does not match its digest.
    fn checked(digest: [u8; 32], len: u64, hash: [u8; 32], kept: Vec<u8>) -> Option<Text> {
        let stream = Stream::of_kept(len, hash, kept);
        (stream_digest(&stream) == digest).then_some(Text { stream, digest })
    }
}

/// The length in a column. A negative one is damage, which the digest reveals.
fn length(row: &Row<'_>, at: usize) -> Result<u64> {
    Ok(row.get::<_, i64>(at)?.unsigned_abs())
}

/// Decompresses what is kept of a stream of this length.
fn expand(decompressor: &mut Decompressor<'_>, bytes: &[u8], len: u64) -> io::Result<Vec<u8>> {
    let kept = usize::try_from(len).map_or(KEPT, |len| len.min(KEPT));
    decompressor.decompress(bytes, kept)
}
