//! Opens a store: examines the file, creates it, or sets a damaged one aside.
//!
//! Every user of a store holds a shared lock on the file beside it. A process that creates a store or sets one aside
//! holds the lock exclusively and examines the file again first; otherwise two runs would set aside each other's new
//! files. The lock is on a separate file, because the store's file may be renamed, and because closing any handle of it
//! would drop SQLite's locks. Once a store has been ready, its lock file is not empty. This distinguishes a store whose
//! beginning was overwritten from a file that never was a database.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, ErrorCode};

use super::StoreError;
use super::location::is_writable;
use super::schema::{self, APPLICATION_ID, PROBES, VERSION};
use crate::disk::beside;

/// How many times the lock is tried. With the pauses this takes 3 s. Nobody holds the lock exclusively for longer than
/// milliseconds, except to migrate a large store (some 4 s for a gigabyte).
const ATTEMPTS: u32 = 300;
/// The pause between two attempts.
const PAUSE: Duration = Duration::from_millis(10);

/// The position of the application id in a database file.
const APPLICATION_ID_AT: usize = 68;

/// The size of the smallest database in bytes: one page.
const SHORTEST: u64 = 512;

/// A store that is ready for use.
pub(super) struct Opened {
    /// The connection that writes; none if the store may only be read.
    pub(super) writer: Option<Connection>,
    /// Held until the store is closed.
    pub(super) lock: Option<File>,
    /// What the user should know.
    pub(super) notes: Vec<String>,
}

/// What was found at a path.
pub(super) enum Found {
    /// A store of this version.
    Ready(Connection),
    /// A store of an older version. Its tables have not been looked at.
    Older(Connection),
    /// Nothing, an empty file, or a database without tables.
    Empty,
    /// A store that cannot be read, with the reason.
    Damaged(String),
}

/// Opens the store at `path`, after creating it, migrating it or setting it aside if necessary.
pub(super) fn open(path: &Path) -> Result<Opened, StoreError> {
    let lock = open_lock(path)?;
    let mut notes = Vec::new();
    for _ in 0..ATTEMPTS {
        // With the shared lock: use the store if it is ready.
        if lock.try_lock_shared().is_ok() {
            match look(path, &lock) {
                Ok(Found::Ready(writer)) => {
                    mark_lock(path, &lock)?;
                    return Ok(Opened {
                        writer: Some(writer),
                        lock: Some(lock),
                        notes,
                    });
                }
                Ok(Found::Older(_) | Found::Empty | Found::Damaged(_)) => {}
                Err(error) => {
                    remove_unused_lock(path, &lock);
                    return Err(error);
                }
            }
            unlock(path, &lock)?;
        }
        // With the exclusive lock: make it ready, and look again.
        if lock.try_lock().is_ok() {
            mend(path, &lock, &mut notes)?;
            unlock(path, &lock)?;
        } else {
            sleep(PAUSE);
        }
    }
    Err(StoreError::InUse(path.to_owned()))
}

/// Opens a store that may only be read. It takes no lock and creates nothing.
pub(super) fn open_to_read(path: &Path) -> Result<Opened, StoreError> {
    match judge_to_read(connect_to_read(path), path) {
        Ok(Found::Ready(_) | Found::Older(_)) => Ok(Opened {
            writer: None,
            lock: None,
            notes: Vec::new(),
        }),
        Ok(Found::Empty) => Err(StoreError::ReadOnly(path.to_owned())),
        Ok(Found::Damaged(what)) => Err(StoreError::Damaged(path.to_owned(), what)),
        Err(error) => Err(error),
    }
}

/// Opens a store to check it. Neither the file nor its log is changed, and a damaged store is not set aside.
pub(super) fn open_to_verify(path: &Path) -> Result<Found, StoreError> {
    let connection = if is_writable(path) {
        schema::connect_to_watch(path)
    } else {
        connect_to_read(path)
    };
    match judge_to_read(connection, path)? {
        Found::Damaged(_) if !was_ours(path) => Err(StoreError::Foreign(path.to_owned())),
        found => Ok(found),
    }
}

pub(super) fn connect_to_read(path: &Path) -> rusqlite::Result<Connection> {
    schema::connect_to_read(path).map(|(connection, _)| connection)
}

/// Records that SQLite found the store damaged, for the next process that opens it.
pub(super) fn mark_damaged(path: &Path) {
    // If this fails, the next process will meet the errors again.
    let _ = File::create(damage_mark(path));
}

fn damage_mark(path: &Path) -> PathBuf {
    beside(path, ".damaged")
}

/// Whether an error means that the file itself is damaged. So does an error in SQL (SQLITE_ERROR, unknown to the
/// crate): the statements are right, so a table or a column is missing, or a definition in the file is garbled.
pub(super) fn is_damage(error: &rusqlite::Error) -> bool {
    matches!(error, rusqlite::Error::SqlInputError { .. })
        || matches!(
            error.sqlite_error_code(),
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase | ErrorCode::Unknown)
        )
}

fn open_lock(path: &Path) -> Result<File, StoreError> {
    let path = beside(path, ".lock");
    OpenOptions::new()
        .read(true)
        .append(true)
        .create(true)
        .mode(0o600)
        .open(&path)
        .map_err(StoreError::io("open the verdict store's lock", &path))
}

fn unlock(path: &Path, lock: &File) -> Result<(), StoreError> {
    lock.unlock()
        .map_err(StoreError::io("release the lock of", path))
}

fn has_content(lock: &File) -> bool {
    lock.metadata().is_ok_and(|metadata| metadata.len() > 0)
}

fn mark_lock(path: &Path, mut lock: &File) -> Result<(), StoreError> {
    if has_content(lock) {
        return Ok(());
    }
    lock.write_all(b"lock of smelt's verdict store\n")
        .map_err(StoreError::io("write the lock of", path))
}

fn remove_unused_lock(path: &Path, lock: &File) {
    if !has_content(lock) {
        // If it stays, it does no harm.
        let _ = fs::remove_file(beside(path, ".lock"));
    }
}

/// Examines the file. The lock is held, shared or exclusively.
fn look(path: &Path, lock: &File) -> Result<Found, StoreError> {
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Found::Empty),
        Err(error) => return Err(StoreError::io("look at", path)(error)),
        // SQLite would take such a short file for an empty one and overwrite it.
        Ok(metadata) if (1..SHORTEST).contains(&metadata.len()) => {
            return damaged_or_foreign(path, lock, "too short for a database".to_owned());
        }
        Ok(_) => {}
    }
    let connection = match schema::connect(path) {
        Ok(connection) => connection,
        Err(error) if is_damage(&error) => {
            return damaged_or_foreign(path, lock, error.to_string());
        }
        Err(error) => return Err(StoreError::sqlite("open the verdict store", path)(error)),
    };
    match judge(connection, path)? {
        Found::Ready(connection) => take_up(connection, path),
        Found::Older(connection) => Ok(Found::Older(connection)),
        Found::Empty => Ok(Found::Empty),
        Found::Damaged(what) => damaged_or_foreign(path, lock, what),
    }
}

fn damaged_or_foreign(path: &Path, lock: &File, what: String) -> Result<Found, StoreError> {
    if is_ours(path, lock) {
        Ok(Found::Damaged(what))
    } else {
        Err(StoreError::Foreign(path.to_owned()))
    }
}

/// Whether a file that cannot be read was a store.
fn is_ours(path: &Path, lock: &File) -> bool {
    // Nobody has the store open, so closing a handle of it drops nobody's locks.
    has_content(lock) || begins_as_ours(path)
}

/// The same, without an open lock file.
fn was_ours(path: &Path) -> bool {
    fs::metadata(beside(path, ".lock")).is_ok_and(|lock| lock.len() > 0) || begins_as_ours(path)
}

fn begins_as_ours(path: &Path) -> bool {
    let mut start = [0; APPLICATION_ID_AT + 4];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && start[APPLICATION_ID_AT..] == APPLICATION_ID.to_be_bytes()
}

/// Says what the file behind a connection is, from its header and a little of each table.
fn judge(connection: Connection, path: &Path) -> Result<Found, StoreError> {
    let header = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    let count = "SELECT count(*) FROM sqlite_schema";
    let read = || -> rusqlite::Result<(i32, i32, i64)> {
        let tables = connection.query_row(count, [], |row| row.get(0))?;
        Ok((header("application_id")?, header("user_version")?, tables))
    };
    let (id, version, tables) = match read() {
        Ok(read) => read,
        Err(error) => return damaged_or(error, path),
    };
    match (id, version) {
        (0, 0) if tables == 0 => Ok(Found::Empty),
        (APPLICATION_ID, VERSION) => match probe(&connection) {
            Ok(()) => Ok(Found::Ready(connection)),
            Err(error) => damaged_or(error, path),
        },
        (APPLICATION_ID, 1..VERSION) => Ok(Found::Older(connection)),
        (APPLICATION_ID, version) if version > VERSION => {
            Err(StoreError::Newer(path.to_owned(), version, VERSION))
        }
        (APPLICATION_ID, version) => Ok(Found::Damaged(format!("no version {version} ever was"))),
        _ => Err(StoreError::Foreign(path.to_owned())),
    }
}

/// The same on a connection that shows older tables as if they were migrated.
fn judge_to_read(
    connection: rusqlite::Result<Connection>,
    path: &Path,
) -> Result<Found, StoreError> {
    let connection = match connection {
        Ok(connection) => connection,
        Err(error) => return damaged_or(error, path),
    };
    match judge(connection, path)? {
        Found::Older(connection) => match probe(&connection) {
            Ok(()) => Ok(Found::Older(connection)),
            Err(error) => damaged_or(error, path),
        },
        found => Ok(found),
    }
}

fn probe(connection: &Connection) -> rusqlite::Result<()> {
    for probe in PROBES {
        let mut statement = connection.prepare(probe)?;
        // A value of an unexpected kind is a damaged row, which is a miss, not a damaged file.
        statement.query([])?.next()?;
    }
    Ok(())
}

fn damaged_or(error: rusqlite::Error, path: &Path) -> Result<Found, StoreError> {
    if is_damage(&error) {
        Ok(Found::Damaged(error.to_string()))
    } else {
        Err(StoreError::sqlite("read the verdict store", path)(error))
    }
}

/// The last steps before a store is used: settings, and a full check if an earlier run found damage.
fn take_up(connection: Connection, path: &Path) -> Result<Found, StoreError> {
    if damage_mark(path).exists() {
        match quick_check(&connection) {
            Ok(verdict) if verdict == "ok" => {
                let _ = fs::remove_file(damage_mark(path));
            }
            Ok(verdict) => return Ok(Found::Damaged(verdict)),
            Err(error) => return damaged_or(error, path),
        }
    }
    match schema::settle_writer(&connection) {
        Ok(mode) if mode.eq_ignore_ascii_case("wal") => Ok(Found::Ready(connection)),
        Ok(mode) => Err(StoreError::NoWal(path.to_owned(), mode)),
        Err(error) => damaged_or(error, path),
    }
}

fn quick_check(connection: &Connection) -> rusqlite::Result<String> {
    connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
}

/// Creates the store, migrates it or sets it aside, if that is still necessary. The lock is held exclusively.
fn mend(path: &Path, lock: &File, notes: &mut Vec<String>) -> Result<(), StoreError> {
    let found = match look(path, lock)? {
        Found::Older(connection) => migrate(connection, path, notes)?,
        found => found,
    };
    match found {
        Found::Ready(_) | Found::Older(_) => Ok(()),
        Found::Empty => create(path),
        Found::Damaged(what) => {
            let aside = set_aside(path)?;
            notes.push(format!(
                "the verdict store `{}` was damaged ({what}); it was moved to `{}` and a new one was started",
                path.display(),
                aside.display()
            ));
            Ok(())
        }
    }
}

fn migrate(
    mut connection: Connection,
    path: &Path,
    notes: &mut Vec<String>,
) -> Result<Found, StoreError> {
    let migrated =
        schema::settle_writer(&connection).and_then(|_| schema::migrate(&mut connection));
    if let Err(error) = migrated {
        return damaged_or(error, path);
    }
    notes.push(format!(
        "the verdict store `{}` was brought to version {VERSION}; older versions of smelt can no longer use it",
        path.display()
    ));
    Ok(Found::Ready(connection))
}

fn create(path: &Path) -> Result<(), StoreError> {
    OpenOptions::new()
        .append(true)
        .create(true)
        .mode(0o600)
        .open(path)
        .map_err(StoreError::io("create the verdict store", path))?;
    schema::connect(path)
        .and_then(|connection| schema::create(&connection))
        .map_err(StoreError::sqlite("create the verdict store", path))
}

/// Renames a store and its log. Returns the new path.
fn set_aside(path: &Path) -> Result<PathBuf, StoreError> {
    let seconds = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |elapsed| elapsed.as_secs());
    let mut name = format!(".corrupt-{seconds}");
    while beside(path, &name).exists() {
        name.push('+');
    }
    let aside = beside(path, &name);
    // The log comes first: it must never be applied to a new file.
    for suffix in ["-wal", "-shm", "-journal", ""] {
        if let Err(error) = fs::rename(beside(path, suffix), beside(&aside, suffix))
            && error.kind() != io::ErrorKind::NotFound
        {
            let what = "set aside the damaged verdict store";
            return Err(StoreError::io(what, path)(error));
        }
    }
    let _ = fs::remove_file(damage_mark(path));
    Ok(aside)
}
