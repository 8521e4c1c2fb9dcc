//! The only thread that writes to the store. Rows that arrive within 10 ms are committed together; a process that is
//! killed loses at most these. The ids of texts, limits and fingerprints are remembered until another process writes.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, ErrorCode, OptionalExtension, TransactionBehavior, params};
use rustc_hash::FxHashMap;

use super::opening;
use super::row::{StoreKey, TextDigests, Values, stack_text};
use super::shared::Shared;
use super::text;
use super::text_writer::{Role, TextWriter};
use crate::key::{Fingerprint, Key};
use crate::observation::Observation;

/// The time from the first row of a group to its commit.
const GROUP_TIME: Duration = Duration::from_millis(10);

/// A row with a lower number than this has no time, but was counted from 0 by an older version. It is in the year 2001.
pub(super) const FIRST_TIMED: i64 = 1_000_000_000_000;

/// How many rows are marked as used in one transaction, so that others need not wait for long.
const USED_AT_ONCE: usize = 500;

/// A row to write.
#[derive(Debug)]
pub(super) struct NewRun {
    pub(super) store_key: StoreKey,
    /// The number of the session that it comes from.
    pub(super) session: u64,
    pub(super) values: Values,
    pub(super) observation: Arc<Observation>,
}

/// A message to the writer.
#[derive(Debug)]
pub(super) enum Message {
    /// Write a row.
    Row(NewRun),
    /// Mark these keys as used in this run.
    Used(Fingerprint, Vec<Key>),
    /// Commit what came before, and confirm it.
    Flush(Sender<()>),
    /// Commit what came before, and end.
    Stop,
}

/// The writer's side of the store.
pub(super) struct Writer {
    pub(super) connection: Connection,
    pub(super) path: PathBuf,
    pub(super) shared: Arc<Shared>,
}

/// The rows of one commit, and the threads that wait for it.
#[derive(Default)]
struct CommitGroup {
    rows: Vec<NewRun>,
    used: Vec<(Fingerprint, Vec<Key>)>,
    waiters: Vec<Sender<()>>,
    last: bool,
}

impl CommitGroup {
    /// Adds a message. Returns whether the group is complete.
    fn take(&mut self, message: Message) -> bool {
        match message {
            Message::Row(row) => {
                self.rows.push(row);
                false
            }
            Message::Used(fingerprint, keys) => {
                self.used.push((fingerprint, keys));
                false
            }
            Message::Flush(waiter) => {
                self.waiters.push(waiter);
                true
            }
            Message::Stop => {
                self.last = true;
                true
            }
        }
    }

    /// Waits for a first message, then sleeps for the time of a group and takes what has arrived. To wait for each row
    /// would wake this thread for each row, which delays the start of the next solver run.
    fn collect(receiver: &Receiver<Message>) -> CommitGroup {
        let mut group = CommitGroup::default();
        if group.take(receiver.recv().unwrap_or(Message::Stop)) {
            return group;
        }
        thread::sleep(GROUP_TIME);
        while let Ok(message) = receiver.try_recv() {
            if group.take(message) {
                break;
            }
        }
        group
    }
}

impl Writer {
    /// Writes until a message says to end.
    pub(super) fn run(mut self, receiver: &Receiver<Message>) {
        let mut ids = Ids::default();
        loop {
            let group = CommitGroup::collect(receiver);
            if self.shared.given_up.get().is_none()
                && let Err(error) = self.write(&mut ids, &group)
            {
                ids.forget();
                self.failed(&error);
            }
            for row in &group.rows {
                let StoreKey { key, n, .. } = &row.store_key;
                self.shared.recent.done(key, *n, &row.observation);
            }
            for waiter in group.waiters {
                // This fails if nobody waits any more, which is harmless.
                let _ = waiter.send(());
            }
            if group.last {
                break;
            }
        }
        // This only advises the query planner; nothing is lost if it fails.
        let _ = self.connection.execute_batch("PRAGMA optimize");
    }

    fn write(&mut self, ids: &mut Ids, group: &CommitGroup) -> rusqlite::Result<()> {
        let seen = ids.data_version;
        if !group.rows.is_empty() {
            commit(&mut self.connection, ids, &group.rows)?;
        }
        if seen.is_some() && seen != ids.data_version {
            self.shared.others_are_here.store(true, Ordering::Relaxed);
        }
        for (fingerprint, keys) in &group.used {
            for keys in keys.chunks(USED_AT_ONCE) {
                touch(&mut self.connection, ids, fingerprint, keys)?;
            }
        }
        Ok(())
    }

    /// Handles an error. If the transaction of another process takes too long, only this group is lost. Any other error
    /// would occur again, so it ends the writing.
    fn failed(&self, error: &rusqlite::Error) {
        if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) {
            return;
        }
        if opening::is_damage(error) {
            opening::mark_damaged(&self.path);
        }
        self.shared.give_up(|| {
            format!(
                "cannot write the verdict store `{}`: {error}; new results are not stored",
                self.path.display()
            )
        });
    }
}

/// The known ids of what rows refer to.
#[derive(Default)]
pub(super) struct Ids {
    /// SQLite's counter of commits by other connections. Another process may have removed what we know.
    data_version: Option<i64>,
    generation: Option<Generation>,
    fingerprints: FxHashMap<Fingerprint, i64>,
    limits: FxHashMap<[i64; 5], i64>,
    texts: TextWriter,
}

/// A generation: its id, and when it began.
#[derive(Clone, Copy)]
struct Generation {
    id: i64,
    started: i64,
}

fn commit(connection: &mut Connection, ids: &mut Ids, rows: &[NewRun]) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    ids.renew(&transaction)?;
    for row in rows {
        insert(&transaction, ids, row, None)?;
    }
    transaction.commit()
}

/// Marks the rows of these keys as used by this process. The mark of a younger process is kept.
fn touch(
    connection: &mut Connection,
    ids: &mut Ids,
    fingerprint: &Fingerprint,
    keys: &[Key],
) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    ids.renew(&transaction)?;
    let generation = ids.generation(&transaction)?;
    let mut statement = transaction.prepare_cached(
        "UPDATE obs SET gen = ?1
         WHERE fp = (SELECT id FROM fingerprints WHERE digest = ?2) AND key = ?3 AND gen < ?1",
    )?;
    for key in keys {
        statement.execute(params![generation, fingerprint.0, key.0])?;
    }
    drop(statement);
    transaction.commit()
}

/// Inserts a row at this place among those of its question; at the time of now if none is given, or at the next free
/// place if that is later.
pub(super) fn insert(
    connection: &Connection,
    ids: &mut Ids,
    row: &NewRun,
    at: Option<i64>,
) -> rusqlite::Result<()> {
    let NewRun {
        store_key,
        values,
        observation,
        ..
    } = row;
    let now = i64::try_from(since_epoch().as_millis()).unwrap_or(i64::MAX);
    let mut text = |role, stream| ids.texts.id(connection, (row.session, role), stream);
    let (out, out_digest) = text(Role::Out, &observation.out)?;
    let (err, err_digest) = text(Role::Err, &observation.err)?;
    let (stack, stack_digest) = match &observation.stack {
        Some(stack) => {
            let (id, digest) = text(Role::Stack, &stack_text(stack))?;
            (id, Some(digest))
        }
        None => (text::NONE, None),
    };
    let digests = TextDigests {
        out: out_digest,
        err: err_digest,
        stack: stack_digest,
    };
    let mut statement = connection.prepare_cached(
        "INSERT INTO obs(fp, key, n, seq, ending, code, out, err, cpu, wall, rss, lim, gen, chk, stack)
         SELECT ?1, ?2, ?3, coalesce(?15, max(coalesce(max(seq) + 1, 0), ?16)),
                ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14
         FROM obs WHERE fp = ?1 AND key = ?2 AND n = ?3",
    )?;
    statement.execute(params![
        ids.fingerprint(connection, &store_key.fingerprint)?,
        store_key.key.0,
        store_key.n,
        values.ending,
        values.code,
        out,
        err,
        values.cpu,
        values.wall,
        values.rss,
        ids.limits(connection, &values.limits)?,
        ids.generation(connection)?,
        values.checksum(store_key, &digests),
        stack,
        at,
        now,
    ])?;
    Ok(())
}

impl Ids {
    /// Forgets what another process may have removed. Called inside the transaction that will use the ids.
    pub(super) fn renew(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        let data_version =
            connection.pragma_query_value(None, "data_version", |row| row.get::<_, i64>(0))?;
        if self.data_version == Some(data_version) && !self.texts.is_full() {
            return Ok(());
        }
        let generation = match self.generation {
            Some(generation) if is_there(connection, generation)? => Some(generation),
            _ => None,
        };
        self.texts.renew(connection)?;
        (self.data_version, self.generation) = (Some(data_version), generation);
        self.fingerprints.clear();
        self.limits.clear();
        Ok(())
    }

    /// Forgets all ids. What compresses texts stays: where there is no memory left, another one cannot be made.
    fn forget(&mut self) {
        (self.data_version, self.generation) = (None, None);
        self.fingerprints.clear();
        self.limits.clear();
        self.texts.forget();
    }

    /// This process's generation. It begins with the first row that it inserts or uses.
    fn generation(&mut self, connection: &Connection) -> rusqlite::Result<i64> {
        if let Some(generation) = self.generation {
            return Ok(generation.id);
        }
        let started = i64::try_from(since_epoch().as_secs()).unwrap_or(i64::MAX);
        connection.execute("INSERT INTO generations(started) VALUES(?1)", [started])?;
        let id = connection.last_insert_rowid();
        self.generation = Some(Generation { id, started });
        Ok(id)
    }

    pub(super) fn fingerprint(
        &mut self,
        connection: &Connection,
        fingerprint: &Fingerprint,
    ) -> rusqlite::Result<i64> {
        if let Some(id) = self.fingerprints.get(fingerprint) {
            return Ok(*id);
        }
        let mut statement = connection.prepare_cached(
            "INSERT INTO fingerprints(digest) VALUES(?1)
             ON CONFLICT(digest) DO UPDATE SET digest = excluded.digest RETURNING id",
        )?;
        let id = statement.query_row([fingerprint.0], |row| row.get(0))?;
        self.fingerprints.insert(*fingerprint, id);
        Ok(id)
    }

    fn limits(&mut self, connection: &Connection, limits: &[i64; 5]) -> rusqlite::Result<i64> {
        if let Some(id) = self.limits.get(limits) {
            return Ok(*id);
        }
        let known = connection
            .prepare_cached(
                "SELECT id FROM limits
                 WHERE cpu = ?1 AND wall = ?2 AND idle = ?3 AND memory = ?4 AND output = ?5",
            )?
            .query_row(*limits, |row| row.get(0))
            .optional()?;
        let id = if let Some(id) = known {
            id
        } else {
            connection.execute(
                "INSERT INTO limits(cpu, wall, idle, memory, output) VALUES(?1, ?2, ?3, ?4, ?5)",
                *limits,
            )?;
            connection.last_insert_rowid()
        };
        self.limits.insert(*limits, id);
        Ok(id)
    }
}

/// The time since 1970, by the clock of the system.
pub(super) fn since_epoch() -> Duration {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.unwrap_or_default()
}

/// Whether a generation still exists. Another one may have got its id, so its start is compared too.
fn is_there(connection: &Connection, generation: Generation) -> rusqlite::Result<bool> {
    connection
        .prepare_cached("SELECT 1 FROM generations WHERE id = ?1 AND started = ?2")?
        .exists([generation.id, generation.started])
}
