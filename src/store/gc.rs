//! Makes a store smaller: by compressing what an older version has not, by removing what nobody has used for long, and
//! by removing what was used least recently.
//!
//! What is removed follows from the generation of each row, the last process that has used it. A process marks what it
//! has used once, at the end of a case, so a hit costs no write.
//!
//! Other processes may use the store at the same time; they only lose hits. Rows are removed in transactions of some
//! thousand, so that no writer waits for long. One transaction finds and removes what no row refers to any more, and a
//! writer does not trust an id from before the commit of another process.

use std::time::Duration;

use rusqlite::types::Value;
use rusqlite::{Connection, Result, TransactionBehavior, params};

use super::location::bytes_at;
use super::stats::count;
use super::text::PLAIN;
use super::text_writer::{Role, SHORTEST, TextWriter};
use super::writer::since_epoch;
use super::{Store, StoreError, schema};

/// Rows per transaction.
const ROWS_AT_ONCE: u64 = 10_000;

/// Texts per transaction that are compressed.
const TEXTS_AT_ONCE: usize = 200;

/// The size of a store, in bytes, above which it is made smaller when a run begins.
pub(crate) const DEFAULT_MAX_BYTES: u64 = 2 << 30;

/// Pages per transaction that are returned to the file system.
const PAGES_AT_ONCE: u64 = 10_000;

/// Removes what no row refers to.
const REMOVE_ORPHANS: &str = "
WITH used(id) AS (SELECT out FROM obs UNION SELECT err FROM obs UNION SELECT stack FROM obs)
DELETE FROM texts WHERE id NOT IN (SELECT id FROM used UNION SELECT base FROM texts WHERE id IN used);
DELETE FROM limits WHERE id NOT IN (SELECT lim FROM obs);
DELETE FROM fingerprints WHERE id NOT IN (SELECT fp FROM obs);
DELETE FROM generations WHERE id NOT IN (SELECT gen FROM obs);
";

/// The rows whose last use is of this generation or an older one.
const OF_GENERATION: &str = "gen <= ?1";

/// The rows that were last used by a process that began before this time.
const USED_BEFORE: &str = "gen IN (SELECT id FROM generations WHERE started < ?1)";

/// What may stay in a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keep {
    /// The largest size of its file in bytes.
    pub bytes: u64,
    /// How long ago the process may have begun that has used an observation last; none if that does not matter.
    pub age: Option<Duration>,
}

impl From<u64> for Keep {
    fn from(bytes: u64) -> Keep {
        Keep { bytes, age: None }
    }
}

/// What was removed from a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Collected {
    /// Bytes of the file and its log before.
    pub bytes_before: u64,
    /// Bytes of the file and its log afterwards.
    pub bytes_after: u64,
    /// Observations before.
    pub observations: u64,
    /// Observations that were removed.
    pub removed: u64,
}

impl Collected {
    /// The lines to print, each with a name and a value.
    pub fn lines(&self) -> Vec<String> {
        let Collected {
            bytes_before,
            bytes_after,
            observations,
            removed,
        } = self;
        vec![
            format!("{:<14}{bytes_before} before, {bytes_after} after", "bytes"),
            format!(
                "{:<14}{observations} before, {removed} removed",
                "observations"
            ),
        ]
    }
}

impl Store {
    /// If the store takes more than this many bytes, makes it a tenth smaller than that, so that this is not necessary
    /// again soon. Returns none if the store fits or may only be read.
    ///
    /// # Errors
    /// SQLite reports an error.
    pub fn keep_below(&self, max_bytes: u64) -> std::result::Result<Option<Collected>, StoreError> {
        if self.writer.is_none() || bytes_at(&self.path) <= max_bytes {
            return Ok(None);
        }
        self.collect(max_bytes - max_bytes / 10).map(Some)
    }

    /// Compresses what an older version has not, and removes observations that were not used for too long. Then removes
    /// others, the least recently used first, until the file is small enough. Even an empty store has some ten pages.
    ///
    /// # Errors
    /// The store may only be read, or SQLite reports an error.
    pub fn collect(&self, keep: impl Into<Keep>) -> std::result::Result<Collected, StoreError> {
        let Keep { bytes, age } = keep.into();
        if self.writer.is_none() {
            return Err(StoreError::Unwritable(self.path.clone()));
        }
        self.flush();
        let bytes_before = bytes_at(&self.path);
        let shrunk = schema::connect(&self.path).and_then(|mut connection| {
            schema::settle_writer(&connection)?;
            schema::enlarge_cache(&connection)?;
            let observations = rows(&connection)?;
            pack(&mut connection)?;
            let mut removed = 0;
            if let Some(age) = age {
                let begin = since_epoch().saturating_sub(age).as_secs();
                let begin = i64::try_from(begin).unwrap_or(i64::MAX);
                removed += remove_where(&mut connection, USED_BEFORE, begin, u64::MAX)?;
            }
            removed += shrink(&mut connection, bytes)?;
            give_back(&connection)?;
            Ok((observations, removed))
        });
        let (observations, removed) =
            shrunk.map_err(StoreError::sqlite("shrink the verdict store", &self.path))?;
        Ok(Collected {
            bytes_before,
            bytes_after: bytes_at(&self.path),
            observations,
            removed,
        })
    }
}

/// Compresses the long texts of an older version.
fn pack(connection: &mut Connection) -> Result<()> {
    let mut texts = TextWriter::default();
    let mut from = 0;
    loop {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // What others have committed since the last transaction may have removed a base.
        texts.renew(&transaction)?;
        let ids = plain_texts(&transaction, from)?;
        for id in &ids {
            // Texts that were written one after another resemble each other.
            texts.pack(&transaction, (0, Role::Out), *id)?;
        }
        transaction.commit()?;
        match ids.last() {
            Some(last) => from = *last,
            None => return Ok(()),
        }
    }
}

fn plain_texts(connection: &Connection, from: i64) -> Result<Vec<i64>> {
    let mut statement = connection.prepare_cached(&format!(
        "SELECT id FROM texts WHERE id > ?1 AND base = {PLAIN} AND length(head) >= {SHORTEST}
         ORDER BY id LIMIT {TEXTS_AT_ONCE}"
    ))?;
    statement.query_map([from], |row| row.get(0))?.collect()
}

/// Removes rows until the rest fits; returns the number of removed rows. A pass removes as many rows as should suffice
/// by their average size, so that it rarely removes too many, but at least a twentieth, so that there are few passes.
fn shrink(connection: &mut Connection, max_bytes: u64) -> Result<u64> {
    let mut removed = 0;
    loop {
        remove_orphans(connection)?;
        let (rows, used) = (rows(connection)?, used_bytes(connection)?);
        if rows == 0 || used <= max_bytes {
            return Ok(removed);
        }
        let share = u128::from(rows) * u128::from(used - max_bytes) / u128::from(used);
        let guess = u64::try_from(share).unwrap_or(rows);
        removed += remove_rows(connection, guess.max(rows.div_ceil(20)))?;
    }
}

/// Removes what no row refers to, in one transaction, so that nobody can insert a row that refers to it meanwhile.
fn remove_orphans(connection: &mut Connection) -> Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.execute_batch(REMOVE_ORPHANS)?;
    transaction.commit()
}

/// Removes this many rows: all rows of the oldest generations, and the first rows of the last generation concerned.
fn remove_rows(connection: &mut Connection, count: u64) -> Result<u64> {
    let Some((last, before)) = cut(connection, count)? else {
        return Ok(0);
    };
    // A damaged row may name the least number there is: no generation is older.
    let whole = remove_where(connection, OF_GENERATION, last.saturating_sub(1), before)?;
    Ok(whole + remove_where(connection, OF_GENERATION, last, count - before)?)
}

/// The generation with the `count`th oldest row, and the number of rows in older generations.
fn cut(connection: &Connection, count: u64) -> Result<Option<(i64, u64)>> {
    let mut statement =
        connection.prepare("SELECT gen, count(*) FROM obs GROUP BY gen ORDER BY gen")?;
    let mut generations = statement.query([])?;
    let mut older = 0;
    let mut last = None;
    while let Some(row) = generations.next()? {
        last = Some((row.get(0)?, older));
        older += row.get::<_, i64>(1)?.unsigned_abs();
        if older >= count {
            break;
        }
    }
    Ok(last)
}

/// Removes at most `count` of the rows for which a condition holds of this value, in the order of the table, so that
/// whole pages become free.
fn remove_where(
    connection: &mut Connection,
    condition: &str,
    value: i64,
    count: u64,
) -> Result<u64> {
    let mut removed = 0;
    // Before those of all rows.
    let mut from: PrimaryKey = [(); 4].map(|()| Value::Integer(i64::MIN));
    while removed < count {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let chunk = ROWS_AT_ONCE.min(count - removed);
        let keys = keys(&transaction, (condition, value), &from, chunk)?;
        for key in &keys {
            transaction
                .prepare_cached(
                    "DELETE FROM obs WHERE fp = ?1 AND key = ?2 AND n = ?3 AND seq = ?4",
                )?
                .execute(key.each_ref())?;
        }
        transaction.commit()?;
        removed += keys.len() as u64;
        match keys.into_iter().next_back() {
            Some(last) => from = last,
            None => break,
        }
    }
    Ok(removed)
}

/// The primary key of a row: its columns fp, key, n and seq.
type PrimaryKey = [Value; 4];

fn keys(
    connection: &Connection,
    (condition, value): (&str, i64),
    [fp, key, n, seq]: &PrimaryKey,
    count: u64,
) -> Result<Vec<PrimaryKey>> {
    let mut statement = connection.prepare_cached(&format!(
        "SELECT fp, key, n, seq FROM obs
         WHERE {condition} AND (fp, key, n, seq) > (?2, ?3, ?4, ?5)
         ORDER BY fp, key, n, seq LIMIT ?6"
    ))?;
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    let rows = statement.query_map(params![value, fp, key, n, seq, count], |row| {
        Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?])
    })?;
    rows.collect()
}

/// Returns free pages to the file system and empties the log.
fn give_back(connection: &Connection) -> Result<()> {
    let mut free = pragma(connection, "freelist_count")?;
    while free > 0 {
        vacuum(connection)?;
        checkpoint(connection)?;
        let left = pragma(connection, "freelist_count")?;
        if left >= free {
            // Other processes free pages too. The next run takes care of those.
            break;
        }
        free = left;
    }
    checkpoint(connection)
}

/// Returns some free pages. SQLite returns one each time it is asked for a row.
fn vacuum(connection: &Connection) -> Result<()> {
    let mut statement =
        connection.prepare(&format!("PRAGMA incremental_vacuum({PAGES_AT_ONCE})"))?;
    let mut pages = statement.query([])?;
    while pages.next()?.is_some() {}
    Ok(())
}

/// Empties the log. While other processes are reading it, that is impossible, and the file keeps its size.
fn checkpoint(connection: &Connection) -> Result<()> {
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
}

fn rows(connection: &Connection) -> Result<u64> {
    count(connection, "SELECT count(*) FROM obs")
}

/// The size of the file without its free pages.
fn used_bytes(connection: &Connection) -> Result<u64> {
    let pages = pragma(connection, "page_count")?;
    Ok(pages.saturating_sub(pragma(connection, "freelist_count")?)
        * pragma(connection, "page_size")?)
}

fn pragma(connection: &Connection, name: &str) -> Result<u64> {
    let value: i64 = connection.pragma_query_value(None, name, |row| row.get(0))?;
    Ok(value.unsigned_abs())
}
