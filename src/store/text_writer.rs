//! Writes the texts of observations, and decides how each is stored.
//!
//! A long text is compressed with an earlier text of the same series as its base, if it then takes at most half of what
//! the base takes. Otherwise it is compressed alone, and becomes the base of the texts that follow. A base is never
//! written again, except to repair it.

use std::io;

use rusqlite::{Connection, OptionalExtension, Result, params};
use rustc_hash::FxHashMap;
use zstd::bulk::Compressor;

use super::row::stream_digest;
use super::text::{ALONE, PLAIN, Text, TextReader};
use crate::observation::Stream;

/// A shorter text is stored as it is.
pub(super) const SHORTEST: usize = 256;

/// The highest level of zstd at which a text of 40 KB takes 0.4 ms; the next one takes 10 ms.
const LEVEL: i32 = 9;

/// The number of texts whose ids are remembered.
const MAX_KNOWN: usize = 100_000;

/// The number of bases that are remembered. None is larger than what is kept of a stream.
const MAX_BASES: usize = 64;

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
    compressor: Compressor<'static>,
    reader: TextReader,
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
                if self.reader.read(connection, id)?.is_none() {
                    // It may be the base of others, so it must not have one.
                    rewrite(
                        connection,
                        id,
                        stream,
                        &Stored::alone(&mut self.compressor, &stream.kept()),
                    )?;
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
        let Some(Text { stream, digest }) = self.reader.read(connection, id)? else {
            return Ok(());
        };
        let kept = stream.kept();
        let stored = self.stored(series, &kept);
        rewrite(connection, id, &stream, &stored)?;
        self.follow(series, id, &digest, kept, &stored);
        Ok(())
    }

    /// The form in which a text of this series is stored.
    fn stored(&mut self, series: Series, kept: &[u8]) -> Stored {
        self.bases
            .get(&series)
            .and_then(|base| base.halves(&mut self.compressor, kept))
            .unwrap_or_else(|| Stored::alone(&mut self.compressor, kept))
    }

    /// Makes a text that was compressed alone the base of the next ones.
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

    /// Forgets all ids.
    pub(super) fn forget(&mut self) {
        self.known.clear();
        self.bases.clear();
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
    fn halves(&self, compressor: &mut Compressor<'_>, kept: &[u8]) -> Option<Stored> {
        if kept.len() < SHORTEST {
            return None;
        }
        let bytes = compress(compressor, &self.text, kept).ok()?;
        (2 * bytes.len() <= self.stored_bytes).then_some(Stored {
            base: self.id,
            bytes,
        })
    }
}

impl Stored {
    /// The text compressed alone, or as it is if compression does not make it shorter.
    fn alone(compressor: &mut Compressor<'_>, kept: &[u8]) -> Stored {
        if kept.len() >= SHORTEST
            && let Ok(bytes) = compress(compressor, &[], kept)
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

fn compress(
    compressor: &mut Compressor<'_>,
    dictionary: &[u8],
    kept: &[u8],
) -> io::Result<Vec<u8>> {
    compressor.set_dictionary(LEVEL, dictionary)?;
    compressor.compress(kept)
}

fn length(stream: &Stream) -> i64 {
    i64::try_from(stream.len).unwrap_or(i64::MAX)
}
