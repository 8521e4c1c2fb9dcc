//! Reads observations. Errors and damaged rows count as missing: a look-up never fails.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, Row, params};

use super::recent::prefix;
use super::row::{StoreKey, TextDigests, Values, stack_of};
use super::text::{self, TextReader};
use super::{StoreError, opening, schema};
use crate::key::{Fingerprint, Key};
use crate::observation::{Limits, Needs, Observation};
use crate::sync::Mutex;

/// The observations of a question, the oldest first.
const SELECT: &str = "
SELECT o.ending, o.code, o.cpu, o.wall, o.rss, o.chk,
       l.cpu, l.wall, l.idle, l.memory, l.output,
       o.out, o.err, o.stack
FROM obs o CROSS JOIN limits l ON l.id = o.lim
WHERE o.fp = (SELECT id FROM fingerprints WHERE digest = ?1) AND o.key = ?2 AND o.n = ?3
ORDER BY o.seq";

/// All observations in the order of the table: the columns of [`SELECT`], then the question and the number of the row.
/// What a row refers to is null if it is missing.
pub(super) const SELECT_ALL: &str = "
SELECT o.ending, o.code, o.cpu, o.wall, o.rss, o.chk,
       l.cpu, l.wall, l.idle, l.memory, l.output,
       o.out, o.err, o.stack, f.digest, o.key, o.n, o.seq
FROM obs o LEFT JOIN limits l ON l.id = o.lim LEFT JOIN fingerprints f ON f.id = o.fp
ORDER BY o.fp, o.key, o.n, o.seq";

/// Connections for reading: as many as there have ever been threads that read at the same time.
#[derive(Debug)]
pub(super) struct Readers {
    path: PathBuf,
    /// Whether the file is left without a trace.
    reads_only: bool,
    idle: Mutex<Vec<Reader>>,
}

/// A connection for reading.
#[derive(Debug)]
pub(super) struct Reader {
    pub(super) connection: Connection,
    texts: TextReader,
    /// Whether it takes for granted that nobody writes.
    ignores_writers: bool,
}

impl Readers {
    /// No connection is open yet.
    pub(super) fn new(path: &Path, reads_only: bool) -> Readers {
        Readers {
            path: path.to_owned(),
            reads_only,
            idle: Mutex::new(Vec::new()),
        }
    }

    /// Calls a function with a reader of its own.
    pub(super) fn with<T>(
        &self,
        read: impl FnOnce(&mut Reader) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let idle = self.idle.lock().pop();
        let reader = match idle.filter(|reader| self.is_useful(reader)) {
            Some(reader) => Ok(reader),
            None => self.open(),
        };
        reader
            .and_then(|mut reader| {
                let value = read(&mut reader)?;
                self.idle.lock().push(reader);
                Ok(value)
            })
            .map_err(|error| {
                self.note_damage(&error);
                StoreError::sqlite("read the verdict store", &self.path)(error)
            })
    }

    /// The oldest observation of a question that decides at these limits and knows what is needed.
    pub(super) fn find(
        &self,
        store_key: &StoreKey,
        limits: &Limits,
        needs: Needs,
    ) -> Option<Observation> {
        let found = self.with(|reader| {
            let Reader {
                connection, texts, ..
            } = reader;
            first(connection, texts, store_key, |observation| {
                observation.answer(limits, needs)
            })
        });
        found.ok().flatten()
    }

    /// The prefixes of the keys under a fingerprint, sorted. After an error, those that could be read.
    pub(super) fn prefixes(&self, connection: &Connection, fingerprint: &Fingerprint) -> Vec<u64> {
        let mut prefixes = Vec::new();
        if let Err(error) = read_prefixes(connection, fingerprint, &mut prefixes) {
            // What was read before the error can be used.
            self.note_damage(&error);
        }
        // The pages of a whole store would stay in the cache, and nobody asks for them again.
        let _ = connection.execute_batch("PRAGMA shrink_memory");
        prefixes.sort_unstable();
        prefixes.dedup();
        prefixes.shrink_to_fit();
        prefixes
    }

    fn note_damage(&self, error: &rusqlite::Error) {
        if opening::is_damage(error) && !self.reads_only {
            opening::mark_damaged(&self.path);
        }
    }

    /// Whether a reader sees what others write, or nobody writes.
    pub(super) fn is_useful(&self, reader: &Reader) -> bool {
        !(reader.ignores_writers && schema::has_writers(&self.path))
    }

    /// A new reader.
    pub(super) fn open(&self) -> rusqlite::Result<Reader> {
        let (connection, ignores_writers) = if self.reads_only {
            schema::connect_to_read(&self.path)?
        } else {
            (schema::connect(&self.path)?, false)
        };
        schema::settle_reader(&connection)?;
        Ok(Reader {
            connection,
            texts: TextReader::default(),
            ignores_writers,
        })
    }
}

/// All observations of a question, the oldest first.
pub(super) fn observations(
    connection: &Connection,
    texts: &mut TextReader,
    store_key: &StoreKey,
) -> rusqlite::Result<Vec<Observation>> {
    let mut observations = Vec::new();
    first(connection, texts, store_key, |observation| {
        observations.push(observation);
        None::<()>
    })?;
    Ok(observations)
}

/// What the first observation of a question gives for which `wanted` gives something, the oldest first.
fn first<T>(
    connection: &Connection,
    texts: &mut TextReader,
    store_key: &StoreKey,
    mut wanted: impl FnMut(Observation) -> Option<T>,
) -> rusqlite::Result<Option<T>> {
    let (fingerprint, key) = (store_key.fingerprint.0, store_key.key.0);
    let mut statement = connection.prepare_cached(SELECT)?;
    let mut rows = statement.query(params![fingerprint, key, store_key.n])?;
    while let Some(row) = rows.next()? {
        let observation = match decode(connection, texts, row, store_key) {
            Err(error) if opening::is_damage(&error) => return Err(error),
            decoded => decoded.ok().flatten(),
        };
        let found = observation.and_then(&mut wanted);
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

fn read_prefixes(
    connection: &Connection,
    fingerprint: &Fingerprint,
    prefixes: &mut Vec<u64>,
) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(
        "SELECT key FROM obs WHERE fp = (SELECT id FROM fingerprints WHERE digest = ?1)",
    )?;
    let mut rows = statement.query([fingerprint.0])?;
    while let Some(row) = rows.next()? {
        if let Ok(key) = row.get(0) {
            prefixes.push(prefix(&Key(key)));
        }
    }
    Ok(())
}

/// The observation in a row that begins as those of [`SELECT`]; none if a text or the checksum is damaged. A stack that
/// cannot be understood is not known.
pub(super) fn decode(
    connection: &Connection,
    texts: &mut TextReader,
    row: &Row<'_>,
    store_key: &StoreKey,
) -> rusqlite::Result<Option<Observation>> {
    let values = Values::read(row)?;
    let (Some(out), Some(err)) = (
        texts.read(connection, row.get(11)?)?,
        texts.read(connection, row.get(12)?)?,
    ) else {
        return Ok(None);
    };
    let stack = match row.get(13)? {
        text::NONE => None,
        id => match texts.read(connection, id)? {
            Some(stack) => Some(stack),
            None => return Ok(None),
        },
    };
    let digests = TextDigests {
        out: out.digest,
        err: err.digest,
        stack: stack.as_ref().map(|stack| stack.digest),
    };
    if row.get::<_, i64>(5)? != values.checksum(store_key, &digests) {
        return Ok(None);
    }
    let stack = stack.and_then(|stack| stack_of(&stack.stream));
    Ok(values.observation(out.stream, err.stream, stack))
}
