//! The tables of the store, their version, and the settings of connections.
//!
//! The primary key of `obs` begins with the fingerprint, although the key implies it. This makes the keys under one
//! fingerprint adjacent, so that a filter can be read without an index, which would make the store half as large again.
//! No column contains the text of a candidate or a value of the environment.

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, Result, TransactionBehavior};

use super::location;
use crate::disk::beside;

/// "smel": identifies a store, also for file(1).
pub(super) const APPLICATION_ID: i32 = 0x736d_656c;

/// The version of the tables. A newer file is refused; an older one is migrated.
pub(super) const VERSION: i32 = 2;

/// How long a connection waits for the transaction of another process.
const BUSY: Duration = Duration::from_secs(30);

/// Durations are in nanoseconds, sizes in the units of observations; -1 means no memory limit. `chk` covers the values
/// and the digests of the texts, but neither ids nor `gen`, so that rows may be merged into another store. `seq` is when the row was made, in milliseconds since
/// 1970, or later if the question had another one by then; older versions of smelt counted from 0. `gen` is the
/// generation (a process that wrote) that last used the row. `stack` is the text of the stack, 0 if none is known.
/// `head` is what is kept of a text, as the text module stores it; version 1 had half of a long one in `tail`.
const TABLES: &str = "
CREATE TABLE generations(id INTEGER PRIMARY KEY, started INTEGER NOT NULL) STRICT;
CREATE TABLE fingerprints(id INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE) STRICT;
CREATE TABLE limits(
  id INTEGER PRIMARY KEY,
  cpu INTEGER NOT NULL, wall INTEGER NOT NULL, idle INTEGER NOT NULL,
  memory INTEGER NOT NULL, output INTEGER NOT NULL) STRICT;
CREATE TABLE texts(
  id INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE,
  len INTEGER NOT NULL, hash BLOB NOT NULL, head BLOB NOT NULL, tail BLOB NOT NULL,
  base INTEGER NOT NULL DEFAULT -1) STRICT;
CREATE TABLE obs(
  fp INTEGER NOT NULL, key BLOB NOT NULL, n INTEGER NOT NULL, seq INTEGER NOT NULL,
  ending INTEGER NOT NULL, code INTEGER NOT NULL,
  out INTEGER NOT NULL, err INTEGER NOT NULL,
  cpu INTEGER NOT NULL, wall INTEGER NOT NULL, rss INTEGER NOT NULL,
  lim INTEGER NOT NULL, gen INTEGER NOT NULL, chk INTEGER NOT NULL,
  stack INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY(fp, key, n, seq)) STRICT, WITHOUT ROWID;
";

const TABLE_NAMES: [&str; 5] = ["generations", "fingerprints", "limits", "texts", "obs"];

/// Each of these reads very little, but fails if a table or column is missing or the first page is damaged.
pub(super) const PROBES: [&str; 5] = [
    "SELECT id, started FROM generations LIMIT 1",
    "SELECT id, digest FROM fingerprints LIMIT 1",
    "SELECT id, cpu, wall, idle, memory, output FROM limits LIMIT 1",
    "SELECT id, digest, len, hash, head, tail, base FROM texts LIMIT 1",
    "SELECT fp, key, n, seq, ending, code, out, err, cpu, wall, rss, lim, gen, chk, stack FROM obs LIMIT 1",
];

/// Makes tables of version 1 those of version 2. It must be fast, because others wait meanwhile. (To add a column to a
/// strict table, SQLite reads the whole table, but writes nothing.)
const MIGRATION: &str = "ALTER TABLE obs ADD COLUMN stack INTEGER NOT NULL DEFAULT 0;
                         ALTER TABLE texts ADD COLUMN base INTEGER NOT NULL DEFAULT -1";

/// Temporary views that show unchanged tables of version 1 as they would be.
const OVERLAY: &str = "CREATE TEMP VIEW obs AS SELECT *, 0 AS stack FROM main.obs;
                       CREATE TEMP VIEW texts AS SELECT *, -1 AS base FROM main.texts";

/// Opens an existing file for reading and writing. Nothing is read yet, and an older version is not migrated.
pub(super) fn connect(path: &Path) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    settle(&connection)?;
    Ok(connection)
}

/// Opens a store that others may be using, without leaving a trace in it. (Usually, the last process to close a store
/// moves its log into the file.)
pub(super) fn connect_to_watch(path: &Path) -> Result<Connection> {
    let connection = connect(path)?;
    overlay(&connection)?;
    settle_reader(&connection)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    Ok(connection)
}

/// Opens a file for a connection that creates, changes and removes nothing, not even a log. If other processes have a log
/// of it, which they find their way in through the file `-shm`, the log is read too. If there is no such file, nobody is
/// writing, so locks and logs are ignored. Returns whether they are: as soon as somebody writes, the file should be opened
/// again.
pub(super) fn connect_to_read(path: &Path) -> Result<(Connection, bool)> {
    if has_writers(path)
        && let Ok(connection) = open_to_read(path, "mode=ro&readonly_shm=1")
    {
        return Ok((connection, false));
    }
    Ok((open_to_read(path, "immutable=1")?, true))
}

/// Whether a process is writing to a file, or was killed while it did. Memory that is shared through a network file
/// system shows nothing of what happens on another host.
pub(super) fn has_writers(path: &Path) -> bool {
    beside(path, "-shm").exists() && location::refuse_network(path).is_ok()
}

fn open_to_read(path: &Path, how: &str) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_URI;
    let connection = Connection::open_with_flags(uri(path, how), flags)?;
    settle(&connection)?;
    // The first statement that reads the file.
    overlay(&connection)?;
    Ok(connection)
}

/// Lets this connection see older tables as if they were migrated. The file is not changed.
fn overlay(connection: &Connection) -> Result<()> {
    if is_older(connection)? {
        connection.execute_batch(OVERLAY)?;
    }
    Ok(())
}

/// Whether a store has older tables.
fn is_older(connection: &Connection) -> Result<bool> {
    let version: i32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    Ok((1..VERSION).contains(&version))
}

/// Brings older tables to the newest version: all of the way or, if interrupted, none of it. Nobody else may use the
/// store.
pub(super) fn migrate(connection: &mut Connection) -> Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if is_older(&transaction)? {
        transaction.execute_batch(MIGRATION)?;
    }
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()
}

/// Bytes that may have a special meaning in a URI are escaped.
fn uri(path: &Path, how: &str) -> String {
    let mut uri = String::from("file:");
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' => uri.push(char::from(*byte)),
            byte if byte.is_ascii_alphanumeric() => uri.push(char::from(*byte)),
            byte => {
                // Writing to a string cannot fail.
                let _ = write!(uri, "%{byte:02x}");
            }
        }
    }
    uri + "?" + how
}

/// Applies the settings of every connection, without reading the file. Memory maps stay off, because reading one of a
/// truncated file would end the process with SIGBUS. The schema is not trusted, because a store may come from somebody
/// else.
fn settle(connection: &Connection) -> Result<()> {
    connection.busy_timeout(BUSY)?;
    connection.set_prepared_statement_cache_capacity(32);
    // Otherwise SQLite plans a cached statement anew for each bound value, which is most of the time of a look-up.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.pragma_update(None, "mmap_size", 0)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.pragma_update(None, "cell_size_check", true)
}

/// Makes this connection the one that writes. Returns the resulting journal mode of the file.
///
/// A commit is written to the log but not synced to the disk: a kill of the process loses nothing, a power cut loses
/// the last commits. Lost observations merely have to be run again.
pub(super) fn settle_writer(connection: &Connection) -> Result<String> {
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "wal_autocheckpoint", 1000)?;
    // The rows of a night come one by one and go to pages everywhere. Into a store of 400,000 rows, they are not inserted
    // faster with SQLite's own 2 MB, which only fill up. Negative values are in KiB.
    connection.pragma_update(None, "cache_size", -512)?;
    let mode: String =
        connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))?;
    connection.pragma_update_and_check(None, "journal_size_limit", 67_108_864, |_| Ok(()))?;
    Ok(mode)
}

/// Gives a connection that works on a whole store a large cache.
pub(super) fn enlarge_cache(connection: &Connection) -> Result<()> {
    connection.pragma_update(None, "cache_size", -65_536)
}

/// Makes this connection one that only reads.
pub(super) fn settle_reader(connection: &Connection) -> Result<()> {
    connection.pragma_update(None, "query_only", true)?;
    connection.pragma_update(None, "cache_size", -16_384)
}

/// Copies a store into an empty file, without free pages and without a log beside it.
pub(super) fn copy(connection: &Connection, to: &Path) -> Result<()> {
    let name = to.as_os_str().as_encoded_bytes();
    connection
        .prepare("VACUUM INTO ?1")?
        .execute([String::from_utf8_lossy(name)])?;
    let copy = Connection::open(to)?;
    copy.pragma_update_and_check(None, "journal_mode", "DELETE", |_| Ok(()))
}

/// What is wrong with the file of a stranger, besides its rows: pages that are used twice or not at all, and tables that
/// compute what they hold. None if all is well.
pub(super) fn fault(connection: &Connection) -> Result<Option<String>> {
    for table in TABLE_NAMES {
        let is_table =
            "SELECT 1 FROM main.sqlite_schema WHERE name = ?1 AND type = 'table' AND rootpage > 0";
        let computes = "SELECT 1 FROM pragma_table_xinfo(?1, 'main') WHERE hidden <> 0";
        if !connection.prepare(is_table)?.exists([table])?
            || connection.prepare(computes)?.exists([table])?
        {
            return Ok(Some(format!("`{table}` is not a table of smelt's")));
        }
    }
    let verdict: String =
        connection.query_row("PRAGMA main.quick_check(1)", [], |row| row.get(0))?;
    Ok((verdict != "ok").then_some(verdict))
}

/// Creates the tables in an empty file: all of them or, if interrupted, none.
pub(super) fn create(connection: &Connection) -> Result<()> {
    // This is only possible in an empty file.
    connection.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
    settle_writer(connection)?;
    connection.execute_batch(&format!(
        "BEGIN IMMEDIATE; {TABLES} PRAGMA application_id = {APPLICATION_ID}; \
         PRAGMA user_version = {VERSION}; COMMIT;"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_in_a_uri_is_escaped() {
        assert_eq!(
            uri(Path::new("/a b/c?#%.db"), "immutable=1"),
            "file:/a%20b/c%3f%23%25.db?immutable=1"
        );
    }
}
