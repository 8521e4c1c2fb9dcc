//! The texts of observations. Each is stored once, and a long one is compressed.
//!
//! What a solver prints on one candidate resembles what it printed on the one before: it may report a thousand errors
//! again, with other line numbers. So a text is compressed with an earlier text of the same series, its *base*, as the
//! dictionary, where that halves its size; else it is compressed alone and becomes the base of those that follow. A
//! base is never changed but to repair it, and has no base itself: at most two rows are read for a text.

use std::io;

use rusqlite::{Connection, OptionalExtension, Result, Row, params};
use rustc_hash::FxHashMap;

use super::row::stream_digest;
use crate::observation::{KEPT, Stream};

/// The id that stands for no text. Those of texts begin at 1.
pub(super) const NONE: i64 = 0;

/// In the place of a base: the text is stored as it is, as all are in version 1.
pub(super) const PLAIN: i64 = -1;

/// In the place of a base: the text is compressed alone.
const ALONE: i64 = 0;

/// A shorter text is stored as it is.
pub(super) const SHORTEST: usize = 256;

/// Of zstd's levels, the last one before the time for a text of 40 KB rises from 0.4 ms to 10 ms.
const LEVEL: i32 = 9;

/// The number of texts whose ids are remembered.
const MAX_KNOWN: usize = 100_000;

/// The number of bases that are remembered, each of at most [`KEPT`] bytes.
const MAX_BASES: usize = 64;

const SELECT: &str = "
SELECT t.digest, t.len, t.hash, t.head, t.tail, t.base, b.len, b.head
FROM texts t LEFT JOIN texts b ON b.id = t.base AND b.base = 0
WHERE t.id = ?1";

/// A text that was read and matches its digest.
pub(super) struct Text {
    pub(super) stream: Stream,
    pub(super) digest: [u8; 32],
}

/// What a text of an observation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Role {
    Out,
    Err,
    Stack,
}

/// Texts that probably resemble each other: those with one role in one session.
pub(super) type Series = (u64, Role);

/// Writes texts, and remembers the ids of those that it has met.
#[derive(Default)]
pub(super) struct TextWriter {
    known: FxHashMap<[u8; 32], i64>,
    bases: FxHashMap<Series, Base>,
}

/// A text that others are compressed with.
struct Base {
    id: i64,
    digest: [u8; 32],
    text: Vec<u8>,
    stored_bytes: usize,
}

/// A text as it is stored.
struct Stored {
    base: i64,
    bytes: Vec<u8>,
}

/// The text with this id; none if it is missing or damaged.
pub(super) fn read(connection: &Connection, id: i64) -> Result<Option<Text>> {
    let mut statement = connection.prepare_cached(SELECT)?;
    let mut rows = statement.query([id])?;
    // A value of an unexpected kind is damage too.
    let text = rows.next()?.and_then(|row| decode(row).ok().flatten());
    Ok(text)
}

fn decode(row: &Row<'_>) -> Result<Option<Text>> {
    // A negative length is damage, which the digest reveals.
    let len = row.get::<_, i64>(1)?.unsigned_abs();
    let head = row.get_ref(3)?.as_blob()?;
    let kept = match row.get(5)? {
        PLAIN => Ok([head, row.get_ref(4)?.as_blob()?].concat()),
        ALONE => expand(head, len, &[]),
        _ => {
            let base_len = row.get::<_, i64>(6)?.unsigned_abs();
            expand(row.get_ref(7)?.as_blob()?, base_len, &[])
                .and_then(|base| expand(head, len, &base))
        }
    };
    let Ok(kept) = kept else {
        return Ok(None);
    };
    let stream = Stream::of_kept(len, row.get(2)?, kept);
    let digest = stream_digest(&stream);
    let is_sound = row.get::<_, [u8; 32]>(0)? == digest;
    Ok(is_sound.then_some(Text { stream, digest }))
}

/// What is kept of a stream of this length, from its compressed form.
fn expand(bytes: &[u8], len: u64, dictionary: &[u8]) -> io::Result<Vec<u8>> {
    let kept = usize::try_from(len).map_or(KEPT, |len| len.min(KEPT));
    zstd::bulk::Decompressor::with_dictionary(dictionary)?.decompress(bytes, kept)
}

fn compress(kept: &[u8], dictionary: &[u8]) -> io::Result<Vec<u8>> {
    zstd::bulk::Compressor::with_dictionary(LEVEL, dictionary)?.compress(kept)
}

impl TextWriter {
    /// The id and the digest of a text. It is written if the store does not have it, or has it damaged.
    pub(super) fn id(
        &mut self,
        connection: &Connection,
        series: Series,
        stream: &Stream,
    ) -> Result<(i64, [u8; 32])> {
        let digest = stream_digest(stream);
        if let Some(id) = self.known.get(&digest) {
            return Ok((*id, digest));
        }
        let found = connection
            .prepare_cached("SELECT id FROM texts WHERE digest = ?1")?
            .query_row([digest], |row| row.get(0))
            .optional()?;
        let id = match found {
            None => self.insert(connection, series, stream, &digest)?,
            Some(id) => {
                if read(connection, id)?.is_none() {
                    // It may be the base of others, so it gets none.
                    rewrite(connection, id, stream, &Stored::alone(&stream.kept()))?;
                }
                id
            }
        };
        self.known.insert(digest, id);
        Ok((id, digest))
    }

    fn insert(
        &mut self,
        connection: &Connection,
        series: Series,
        stream: &Stream,
        digest: &[u8; 32],
    ) -> Result<i64> {
        let kept = stream.kept();
        let stored = self.stored(series, &kept);
        let mut statement = connection.prepare_cached(
            "INSERT INTO texts(digest, len, hash, head, tail, base) VALUES(?1, ?2, ?3, ?4, x'', ?5)",
        )?;
        let len = length(stream);
        statement.execute(params![digest, len, stream.hash, stored.bytes, stored.base])?;
        let id = connection.last_insert_rowid();
        self.follow(series, id, digest, kept, &stored);
        Ok(id)
    }

    /// Compresses a text that is stored as it is. No other text has it as its base.
    pub(super) fn pack(&mut self, connection: &Connection, series: Series, id: i64) -> Result<()> {
        let Some(Text { stream, digest }) = read(connection, id)? else {
            return Ok(());
        };
        let kept = stream.kept();
        let stored = self.stored(series, &kept);
        rewrite(connection, id, &stream, &stored)?;
        self.follow(series, id, &digest, kept, &stored);
        Ok(())
    }

    fn stored(&self, series: Series, kept: &[u8]) -> Stored {
        let base = self.bases.get(&series);
        let stored = base.and_then(|base| base.halves(kept));
        stored.unwrap_or_else(|| Stored::alone(kept))
    }

    /// A text that was compressed alone becomes the base of the next ones.
    fn follow(
        &mut self,
        series: Series,
        id: i64,
        digest: &[u8; 32],
        text: Vec<u8>,
        stored: &Stored,
    ) {
        if stored.base != ALONE {
            return;
        }
        if self.bases.len() >= MAX_BASES {
            self.bases.clear();
        }
        let base = Base {
            id,
            digest: *digest,
            text,
            stored_bytes: stored.bytes.len(),
        };
        self.bases.insert(series, base);
    }

    /// Whether so much is remembered that it should be forgotten.
    pub(super) fn is_full(&self) -> bool {
        self.known.len() > MAX_KNOWN
    }

    /// Forgets what another process may have removed.
    pub(super) fn renew(&mut self, connection: &Connection) -> Result<()> {
        self.known.clear();
        let mut is_there = connection
            .prepare_cached("SELECT 1 FROM texts WHERE id = ?1 AND digest = ?2 AND base = 0")?;
        let mut kept = FxHashMap::default();
        for (series, base) in self.bases.drain() {
            if is_there.exists(params![base.id, base.digest])? {
                kept.insert(series, base);
            }
        }
        self.bases = kept;
        Ok(())
    }
}

impl Base {
    /// The text compressed with this base, if that takes at most half of what the base takes.
    fn halves(&self, kept: &[u8]) -> Option<Stored> {
        if kept.len() < SHORTEST {
            return None;
        }
        let bytes = compress(kept, &self.text).ok()?;
        (2 * bytes.len() <= self.stored_bytes).then_some(Stored {
            base: self.id,
            bytes,
        })
    }
}

impl Stored {
    /// The text compressed alone, or as it is where that is no longer.
    fn alone(kept: &[u8]) -> Stored {
        if kept.len() >= SHORTEST
            && let Ok(bytes) = compress(kept, &[])
            && bytes.len() < kept.len()
        {
            return Stored { base: ALONE, bytes };
        }
        Stored {
            base: PLAIN,
            bytes: kept.to_vec(),
        }
    }
}

/// Writes a text again, in another form.
fn rewrite(connection: &Connection, id: i64, stream: &Stream, stored: &Stored) -> Result<()> {
    let mut statement = connection.prepare_cached(
        "UPDATE texts SET len = ?2, hash = ?3, head = ?4, tail = x'', base = ?5 WHERE id = ?1",
    )?;
    let len = length(stream);
    statement.execute(params![id, len, stream.hash, stored.bytes, stored.base])?;
    Ok(())
}

fn length(stream: &Stream) -> i64 {
    i64::try_from(stream.len).unwrap_or(i64::MAX)
}
