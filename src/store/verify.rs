//! Checks a store: every checksum, every reference, and SQLite's own check. This changes nothing, and others may use
//! the store at the same time, because the check sees one consistent state.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, Result, Row};
use rustc_hash::FxHashMap;

use super::StoreError;
use super::opening::{self, Found};
use super::reader;
use super::row::{StoreKey, TextDigests, Values};
use super::text::{self, TextReader};

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
        let path =
            &fs::canonicalize(path).map_err(StoreError::io("look at the verdict store", path))?;
        let mut verified = Verified {
            path: path.clone(),
            ..Verified::default()
        };
        let connection = match opening::open_to_verify(path)? {
            Found::Ready(connection) | Found::Older(connection) => connection,
            Found::Empty => return Ok(verified),
            Found::Damaged(what) => {
                verified.file.push(what);
                return Ok(verified);
            }
        };
        match verified.check(&connection) {
            Err(error) if !opening::is_damage(&error) => {
                Err(StoreError::sqlite("check the verdict store", path)(error))
            }
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
        let texts = self.texts(&transaction)?;
        self.rows(&transaction, &texts)
    }

    fn texts(&mut self, connection: &Connection) -> Result<TextsById> {
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

    fn rows(&mut self, connection: &Connection, texts: &TextsById) -> Result<()> {
        let mut statement = connection.prepare(reader::SELECT_ALL)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            match judge(row, texts) {
                Ok(RowState::Sound) => self.observations += 1,
                Ok(RowState::Dangling) => self.dangling_observations += 1,
                // A value whose type differs from that of the column is damage too.
                Ok(RowState::Damaged) | Err(_) => self.damaged_observations += 1,
            }
        }
        Ok(())
    }
}

/// The digests of the undamaged texts, by id.
type TextsById = FxHashMap<i64, [u8; 32]>;

/// The state of a row.
enum RowState {
    Sound,
    Damaged,
    Dangling,
}

/// The state of a row of [`reader::SELECT_ALL`].
fn judge(row: &Row<'_>, texts: &TextsById) -> Result<RowState> {
    let has_limits = (6..=10).all(|column| row.get::<_, i64>(column).is_ok());
    let has_fingerprint = row.get::<_, [u8; 32]>(14).is_ok();
    let stack = match row.get(13)? {
        text::NONE => Some(None),
        id => texts.get(&id).copied().map(Some),
    };
    let texts = (texts.get(&row.get(11)?), texts.get(&row.get(12)?), stack);
    let (true, true, (Some(&out), Some(&err), Some(stack))) = (has_limits, has_fingerprint, texts)
    else {
        return Ok(RowState::Dangling);
    };
    let values = Values::read(row)?;
    let store_key = StoreKey::read(row, 14)?;
    let checksum = values.checksum(&store_key, &TextDigests { out, err, stack });
    let sound = row.get::<_, i64>(5)? == checksum && values.is_possible();
    Ok(if sound {
        RowState::Sound
    } else {
        RowState::Damaged
    })
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
