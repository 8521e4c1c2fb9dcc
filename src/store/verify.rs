//! Checks a store: every checksum, every reference, and SQLite's own check. This changes nothing, and others may use
//! the store at the same time, because the check sees one consistent state.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, Result, Row};
use rustc_hash::FxHashMap;

use super::StoreError;
use super::opening::{self, ToVerify};
use super::row::{StoreKey, TextDigests, Values};
use super::text::{self, TextReader};
use crate::key::{Fingerprint, Key};

/// How many messages of SQLite's own check are kept.
const WORDS: usize = 20;

/// The result of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// The store's file.
    pub path: PathBuf,
    /// Observations that a look-up would return.
    pub observations: u64,
    /// Observations with a wrong checksum or impossible values.
    pub damaged_observations: u64,
    /// Observations that refer to a damaged or missing text.
    pub dangling_observations: u64,
    /// Output texts that match their digest.
    pub texts: u64,
    /// Output texts that do not match their digest.
    pub damaged_texts: u64,
    /// What is wrong with the file itself.
    pub file: Vec<String>,
}

impl Verified {
    /// Checks the store at this path, which must exist.
    ///
    /// # Errors
    /// The file belongs to another program or a newer smelt, or cannot be read at all.
    pub fn of(path: &Path) -> std::result::Result<Verified, StoreError> {
        // Links are resolved, because the lock is beside the file itself.
        let path = &fs::canonicalize(path)
            .map_err(|error| StoreError::Io("look at the verdict store", path.to_owned(), error))?;
        let mut verified = Verified {
            path: path.clone(),
            ..Verified::default()
        };
        let connection = match opening::open_to_verify(path)? {
            ToVerify::Store(connection) => connection,
            ToVerify::Empty => return Ok(verified),
            ToVerify::Damaged(what) => {
                verified.file.push(what);
                return Ok(verified);
            }
        };
        match verified.check(&connection) {
            Err(error) if !opening::is_damage(&error) => Err(StoreError::Sqlite(
                "check the verdict store",
                path.to_owned(),
                error,
            )),
            Err(error) => {
                verified.file.push(error.to_string());
                Ok(verified)
            }
            Ok(()) => Ok(verified),
        }
    }

    /// Whether nothing is damaged.
    pub fn is_sound(&self) -> bool {
        self.damaged_observations == 0
            && self.dangling_observations == 0
            && self.damaged_texts == 0
            && self.file.is_empty()
    }

    /// The lines to print, each with a name and a value.
    pub fn lines(&self) -> Vec<String> {
        let line = |name: &str, value: String| format!("{name:<14}{value}");
        let mut lines = vec![
            line("path", self.path.display().to_string()),
            line(
                "observations",
                format!(
                    "{} sound, {} damaged, {} that refer to something damaged or missing",
                    self.observations, self.damaged_observations, self.dangling_observations
                ),
            ),
            line(
                "texts",
                format!("{} sound, {} damaged", self.texts, self.damaged_texts),
            ),
        ];
        if self.file.is_empty() {
            lines.push(line("file", "sound".to_owned()));
        }
        lines.extend(self.file.iter().map(|what| line("file", what.clone())));
        lines
    }

    fn check(&mut self, connection: &Connection) -> Result<()> {
        // Within a transaction, all statements see one state, whatever others commit.
        let transaction = connection.unchecked_transaction()?;
        self.file = integrity(&transaction)?;
        let known = ReferencedRows {
            texts: self.texts(&transaction)?,
            fingerprints: table(&transaction, "SELECT id, digest FROM fingerprints", |row| {
                row.get(1)
            })?,
            limits: table(
                &transaction,
                "SELECT id, cpu, wall, idle, memory, output FROM limits",
                |row| {
                    Ok([
                        row.get(1)?,
                        row.get(2)?,
                        row.get(3)?,
                        row.get(4)?,
                        row.get(5)?,
                    ])
                },
            )?,
        };
        self.rows(&transaction, &known)
    }

    /// The digests of the undamaged texts.
    fn texts(&mut self, connection: &Connection) -> Result<FxHashMap<i64, [u8; 32]>> {
        let mut sound = FxHashMap::default();
        let mut statement = connection.prepare("SELECT id FROM texts")?;
        let mut ids = statement.query([])?;
        let mut reader = TextReader::default();
        while let Some(row) = ids.next()? {
            let id = row.get(0)?;
            match reader.read(connection, id)? {
                Some(text) => {
                    sound.insert(id, text.digest);
                    self.texts += 1;
                }
                None => self.damaged_texts += 1,
            }
        }
        Ok(sound)
    }

    fn rows(&mut self, connection: &Connection, known: &ReferencedRows) -> Result<()> {
        let mut statement = connection.prepare(
            "SELECT ending, code, cpu, wall, rss, chk, fp, key, n, lim, out, err, stack FROM obs",
        )?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            match known.judge(row) {
                Ok(RowState::Sound) => self.observations += 1,
                Ok(RowState::Dangling) => self.dangling_observations += 1,
                // A value whose type differs from that of the column is damage too.
                Ok(RowState::Damaged) | Err(_) => self.damaged_observations += 1,
            }
        }
        Ok(())
    }
}

/// The rows that others may refer to, by id.
struct ReferencedRows {
    texts: FxHashMap<i64, [u8; 32]>,
    fingerprints: FxHashMap<i64, [u8; 32]>,
    limits: FxHashMap<i64, [i64; 5]>,
}

/// The state of a row.
enum RowState {
    Sound,
    Damaged,
    Dangling,
}

impl ReferencedRows {
    fn judge(&self, row: &Row<'_>) -> Result<RowState> {
        let stack = match row.get(12)? {
            text::NONE => Some(None),
            id => self.texts.get(&id).copied().map(Some),
        };
        let referred = (
            self.fingerprints.get(&row.get(6)?),
            self.limits.get(&row.get(9)?),
            self.texts.get(&row.get(10)?),
            self.texts.get(&row.get(11)?),
            stack,
        );
        let (Some(fingerprint), Some(limits), Some(&out), Some(&err), Some(stack)) = referred
        else {
            return Ok(RowState::Dangling);
        };
        let store_key = StoreKey {
            fingerprint: Fingerprint(*fingerprint),
            key: Key(row.get(7)?),
            n: row.get(8)?,
        };
        let values = Values::read(row, *limits)?;
        let sound = row.get::<_, i64>(5)?
            == values.checksum(&store_key, &TextDigests { out, err, stack })
            && values.is_possible();
        Ok(if sound {
            RowState::Sound
        } else {
            RowState::Damaged
        })
    }
}

/// The rows of a table by id. Rows that cannot be read are left out; rows that refer to them are then found.
fn table<T>(
    connection: &Connection,
    sql: &str,
    value: impl Fn(&Row<'_>) -> Result<T>,
) -> Result<FxHashMap<i64, T>> {
    let mut found = FxHashMap::default();
    let mut statement = connection.prepare(sql)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        if let (Ok(id), Ok(value)) = (row.get(0), value(row)) {
            found.insert(id, value);
        }
    }
    Ok(found)
}

/// The messages of SQLite's own check; empty if all is well.
fn integrity(connection: &Connection) -> Result<Vec<String>> {
    let mut statement = connection.prepare(&format!("PRAGMA integrity_check({WORDS})"))?;
    let mut messages: Vec<String> = statement
        .query_map([], |row| row.get(0))?
        .collect::<Result<_>>()?;
    messages.retain(|message| message != "ok");
    Ok(messages)
}
