//! The tables of the store, its version, and the settings of a connection.
//!
//! The primary key of `obs` begins with the fingerprint, which the key implies: so the keys under one
//! fingerprint lie side by side, and a filter is read without an index that would cost half as much again.
//! Neither the text of a candidate nor a value of the environment has a column.

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, Result};

/// "smel": what file(1) and we know a store by.
pub(super) const APPLICATION_ID: i32 = 0x736d_656c;

/// The newest version of the tables that is known here. A newer file is refused, an older one migrated.
pub(super) const VERSION: i32 = 1;

/// How long a connection waits for another process's transaction.
const BUSY: Duration = Duration::from_secs(30);

/// Durations in nanoseconds, sizes in the observation's own units; a memory limit of -1 is none. `chk` covers the
/// values and the digests of the texts, not ids nor `gen`: rows may be merged into another store. `gen` is the
/// generation (a process that wrote) that used the row last.
const TABLES: &str = "
CREATE TABLE generations(id INTEGER PRIMARY KEY, started INTEGER NOT NULL) STRICT;
CREATE TABLE fingerprints(id INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE) STRICT;
CREATE TABLE limits(
  id INTEGER PRIMARY KEY,
  cpu INTEGER NOT NULL, wall INTEGER NOT NULL, idle INTEGER NOT NULL,
  memory INTEGER NOT NULL, output INTEGER NOT NULL) STRICT;
CREATE TABLE texts(
  id INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE,
  len INTEGER NOT NULL, hash BLOB NOT NULL, head BLOB NOT NULL, tail BLOB NOT NULL) STRICT;
CREATE TABLE obs(
  fp INTEGER NOT NULL, key BLOB NOT NULL, n INTEGER NOT NULL, seq INTEGER NOT NULL,
  ending INTEGER NOT NULL, code INTEGER NOT NULL,
  out INTEGER NOT NULL, err INTEGER NOT NULL,
  cpu INTEGER NOT NULL, wall INTEGER NOT NULL, rss INTEGER NOT NULL,
  lim INTEGER NOT NULL, gen INTEGER NOT NULL, chk INTEGER NOT NULL,
  PRIMARY KEY(fp, key, n, seq)) STRICT, WITHOUT ROWID;
";

/// Reads nothing much, but fails where a table or a column is missing or its first page is damaged.
pub(super) const PROBES: [&str; 5] = [
    "SELECT id, started FROM generations LIMIT 1",
    "SELECT id, digest FROM fingerprints LIMIT 1",
    "SELECT id, cpu, wall, idle, memory, output FROM limits LIMIT 1",
    "SELECT id, digest, len, hash, head, tail FROM texts LIMIT 1",
    "SELECT fp, key, n, seq, ending, code, out, err, cpu, wall, rss, lim, gen, chk FROM obs LIMIT 1",
];

/// Opens an existing file for reading and writing; nothing of it is read yet.
pub(super) fn connect(path: &Path) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    settle(&connection)?;
    Ok(connection)
}

/// Opens a store that others may be using, without leaving a trace in it: the last to close a store usually moves
/// its log into the file.
pub(super) fn connect_to_watch(path: &Path) -> Result<Connection> {
    let connection = connect(path)?;
    settle_reader(&connection)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    Ok(connection)
}

/// Opens a file that nobody can change meanwhile; neither locks nor a log beside it are looked at.
pub(super) fn connect_immutable(path: &Path) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_URI;
    let connection = Connection::open_with_flags(immutable_uri(path), flags)?;
    settle(&connection)?;
    Ok(connection)
}

/// Every byte that may mean something in a URI is escaped.
fn immutable_uri(path: &Path) -> String {
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
    uri + "?immutable=1"
}

/// Settings that read nothing of the file. Memory maps stay off: a truncated file would end us with SIGBUS.
/// The schema is not trusted, since a store may come from somebody else.
fn settle(connection: &Connection) -> Result<()> {
    connection.busy_timeout(BUSY)?;
    connection.set_prepared_statement_cache_capacity(32);
    // Else SQLite plans a cached statement anew for each value bound to it, which is most of a look-up's time.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.pragma_update(None, "mmap_size", 0)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.pragma_update(None, "cell_size_check", true)
}

/// Makes this connection the one that writes. The journal mode that the file then has.
///
/// A commit is in the log, not on the disk: a killed process loses nothing, a power cut the last commits, and
/// both lose runs only.
pub(super) fn settle_writer(connection: &Connection) -> Result<String> {
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "cache_size", -65_536)?;
    connection.pragma_update(None, "wal_autocheckpoint", 1000)?;
    let mode: String =
        connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))?;
    connection.pragma_update_and_check(None, "journal_size_limit", 67_108_864, |_| Ok(()))?;
    Ok(mode)
}

/// Makes this connection one that only reads.
pub(super) fn settle_reader(connection: &Connection) -> Result<()> {
    connection.pragma_update(None, "query_only", true)?;
    connection.pragma_update(None, "cache_size", -16_384)
}

/// Makes the tables in an empty file; all of them or, if this is interrupted, none.
pub(super) fn create(connection: &Connection) -> Result<()> {
    // Only an empty file can change it.
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
            immutable_uri(Path::new("/a b/c?#%.db")),
            "file:/a%20b/c%3f%23%25.db?immutable=1"
        );
    }
}
