//! A store of somebody else: another machine's, or a file that was exported. It is only read, and nothing in it is
//! trusted: a file may have been made to do harm, or changed on its way.
//!
//! So the whole file is checked before a row is read, the tables must be tables and not views or functions in disguise,
//! and each row must match its digests. What a digest cannot show is whether the solver really did what a row says: who
//! merges a store trusts those who made it with the answers of their solvers.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, Result, Row};

use super::opening::{self, Found};
use super::row::{StoreKey, Values};
use super::text::TextReader;
use super::writer::{FIRST_TIMED, NewRun, since_epoch};
use super::{StoreError, reader, schema};
use crate::observation::Observation;

/// Rows that are handed over together, and written in one transaction: so many that the pages of a table in which they
/// are scattered are not written again for a few of them, and so few that nobody waits for the lock for long.
const ROWS_AT_ONCE: usize = 2000;

/// Fewer rows are handed over if their outputs, of which each may have 128 KiB, have this many bytes.
const BYTES_AT_ONCE: usize = 16 << 20;

/// A store of somebody else, of this version or an older one.
#[derive(Debug)]
pub struct OtherStore {
    path: PathBuf,
    /// None if it is empty.
    connection: Option<Connection>,
}

/// A row that matches its digests.
pub(super) struct Sound {
    pub(super) run: NewRun,
    /// When it was made, or its number if that is unknown.
    pub(super) seq: i64,
    pub(super) checksum: i64,
}

impl OtherStore {
    /// Opens and checks the store at this path. The file and its log stay as they are.
    ///
    /// # Errors
    /// There is no such file, it is no store, it is damaged, or a newer smelt wrote it.
    pub fn open(path: &Path) -> std::result::Result<OtherStore, StoreError> {
        let path =
            fs::canonicalize(path).map_err(StoreError::io("look at the verdict store", path))?;
        let damaged = |what| StoreError::Damaged(path.clone(), what);
        let connection = match opening::open_to_verify(&path)? {
            Found::Empty => None,
            Found::Damaged(what) => return Err(damaged(what)),
            Found::Ready(connection) | Found::Older(connection) => Some(connection),
        };
        if let Some(connection) = &connection {
            let fault = schema::fault(connection)
                .map_err(StoreError::sqlite("check the verdict store", &path))?;
            if let Some(fault) = fault {
                return Err(damaged(fault));
            }
        }
        Ok(OtherStore { path, connection })
    }

    /// Its file, without links.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Hands over all rows that match their digests, some at a time. Returns the number of those that do not.
    pub(super) fn read(
        &self,
        take: &mut dyn FnMut(Vec<Sound>) -> std::result::Result<(), StoreError>,
    ) -> std::result::Result<u64, StoreError> {
        let Some(connection) = &self.connection else {
            return Ok(0);
        };
        let failed = |error: rusqlite::Error| {
            if opening::is_damage(&error) {
                return StoreError::Damaged(self.path.clone(), error.to_string());
            }
            StoreError::sqlite("read the verdict store", &self.path)(error)
        };
        let now = i64::try_from(since_epoch().as_millis()).unwrap_or(i64::MAX);
        let mut texts = TextReader::default();
        let mut statement = connection.prepare(reader::SELECT_ALL).map_err(failed)?;
        let mut rows = statement.query([]).map_err(failed)?;
        let mut sound = Vec::with_capacity(ROWS_AT_ONCE);
        let mut bytes = 0;
        let mut damaged = 0;
        while let Some(row) = rows.next().map_err(failed)? {
            match sound_row(connection, &mut texts, row, now) {
                Ok(Some(row)) => {
                    let Observation { out, err, .. } = &*row.run.observation;
                    let kept = [&out.head, &out.tail, &err.head, &err.tail];
                    bytes += kept.map(Vec::len).iter().sum::<usize>();
                    sound.push(row);
                }
                Err(error) if opening::is_damage(&error) => return Err(failed(error)),
                // A value of an unexpected kind is damage too.
                Ok(None) | Err(_) => damaged += 1,
            }
            if sound.len() >= ROWS_AT_ONCE || bytes >= BYTES_AT_ONCE {
                bytes = 0;
                take(std::mem::take(&mut sound))?;
            }
        }
        take(sound)?;
        Ok(damaged)
    }
}

/// The row, if it matches its digests and may be stored; one that refers to nothing does not. A time to come is that of
/// a wrong clock.
fn sound_row(
    connection: &Connection,
    texts: &mut TextReader,
    row: &Row<'_>,
    now: i64,
) -> Result<Option<Sound>> {
    let store_key = StoreKey::read(row, 14)?;
    let observation = reader::decode(connection, texts, row, &store_key)?;
    let seq = row.get::<_, i64>(17)?;
    let checksum = row.get(5)?;
    Ok(observation.and_then(|observation| {
        Some(Sound {
            run: NewRun {
                store_key,
                session: 0,
                values: Values::of(&observation)?,
                observation: observation.into(),
            },
            seq: if seq < FIRST_TIMED { 0 } else { seq.min(now) },
            checksum,
        })
    }))
}
