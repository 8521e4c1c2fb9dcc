//! Merges other stores into one: afterwards it holds the observations of all of them.
//!
//! The result depends on what the stores hold, not on the order in which they are merged. So the observations of one
//! question are put into an order of their own: those whose age is unknown come first, by their checksums (older versions
//! of smelt numbered them, and numbers of two stores say nothing), then the others, the oldest first. As always, the
//! first one that decides counts. If two were made in the same millisecond, the checksum decides, and one moves on by one.
//!
//! Some questions at a time are merged in one transaction, so others can use the store meanwhile; a merge that is killed
//! has done a part, and merging again does the rest.

use rusqlite::{Connection, Result, Transaction, TransactionBehavior, params};
use serde::Serialize;

use super::location::bytes_at;
use super::other::{OtherStore, Sound};
use super::reader;
use super::row::StoreKey;
use super::text::TextReader;
use super::writer::{self, FIRST_TIMED, Ids};
use super::{Store, StoreError, schema};
use crate::observation::{End, Limit, Needs, Observation};

/// Questions per transaction whose observations are put into order.
const QUESTIONS_AT_ONCE: usize = 1000;

/// How many pages of the log are collected before they go to the table, 64 MB.
const PAGES_OF_LOG: u32 = 16_384;

/// What a merge has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Merged {
    /// Observations of the other stores that could be read.
    pub read: u64,
    /// Those of them that the store did not have.
    pub added: u64,
    /// Those of them that contradict another observation of the same question.
    pub conflicts: u64,
    /// Damaged observations of the other stores. They are left out.
    pub damaged: u64,
    /// Bytes of the store's file and its log before.
    pub bytes_before: u64,
    /// Bytes of the store's file and its log afterwards.
    pub bytes_after: u64,
}

impl Merged {
    /// The lines to print, each with a name and a value.
    pub fn lines(&self) -> Vec<String> {
        let Merged {
            read,
            added,
            conflicts,
            damaged,
            bytes_before,
            bytes_after,
        } = self;
        vec![
            format!("{:<14}{bytes_before} before, {bytes_after} after", "bytes"),
            format!(
                "{:<14}{read} read, {added} added, {} known before, {damaged} damaged and left out",
                "observations",
                read - added
            ),
            format!(
                "{:<14}{conflicts} of those added contradict another one; of several, the oldest counts",
                "conflicts"
            ),
        ]
    }
}

impl Store {
    /// Adds the observations of other stores, which stay as they are.
    ///
    /// # Errors
    /// This store may only be read, or another one is damaged, or SQLite reports an error. What was merged before stays.
    pub fn merge(&self, others: &[OtherStore]) -> std::result::Result<Merged, StoreError> {
        if self.writer.is_none() {
            return Err(StoreError::Unwritable(self.path.clone()));
        }
        self.flush();
        let failed = StoreError::sqlite("merge into the verdict store", &self.path);
        let connection = schema::connect(&self.path).and_then(|connection| {
            schema::settle_writer(&connection)?;
            schema::enlarge_cache(&connection)?;
            // Rows of each store go to pages everywhere. The fewer times a page goes from the log to the table, the better.
            connection.pragma_update(None, "wal_autocheckpoint", PAGES_OF_LOG)?;
            Ok(connection)
        });
        let mut target = Target {
            connection: connection.map_err(failed)?,
            ids: Ids::default(),
            texts: TextReader::default(),
            merged: Merged {
                bytes_before: bytes_at(&self.path),
                ..Merged::default()
            },
        };
        for other in others.iter().filter(|other| other.path() != self.path) {
            target.merged.damaged += other.read(&mut |rows| target.add(rows).map_err(failed))?;
        }
        target.order_older().map_err(failed)?;
        Ok(Merged {
            bytes_after: bytes_at(&self.path),
            ..target.merged
        })
    }
}

/// The store that others are merged into.
struct Target {
    connection: Connection,
    ids: Ids,
    texts: TextReader,
    merged: Merged,
}

/// A row of one question: when it was made, and its checksum.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    seq: i64,
    checksum: i64,
}

impl Place {
    /// Rows are sorted by this.
    fn order(&self) -> (i64, i64) {
        let age = if self.seq < FIRST_TIMED { 0 } else { self.seq };
        (age, self.checksum)
    }
}

impl Target {
    /// Adds some rows in one transaction.
    fn add(&mut self, rows: Vec<Sound>) -> Result<()> {
        let Target {
            connection,
            ids,
            texts,
            merged,
        } = self;
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        ids.renew(&transaction)?;
        for row in rows {
            merged.read += 1;
            let store_key = &row.run.store_key;
            let fp = ids.fingerprint(&transaction, &store_key.fingerprint)?;
            let mut places = places(&transaction, fp, store_key)?;
            if places.iter().any(|place| place.checksum == row.checksum) {
                continue;
            }
            let known = reader::observations(&transaction, texts, store_key)?;
            let differs = |known: &Observation| contradict(known, &row.run.observation);
            merged.conflicts += u64::from(known.iter().any(differs));
            merged.added += 1;
            let new = Place {
                seq: row.seq,
                checksum: row.checksum,
            };
            places.push(new);
            let seq = order(&transaction, (fp, store_key), &places, Some(new))?;
            writer::insert(&transaction, ids, &row.run, Some(seq.unwrap_or(row.seq)))?;
        }
        transaction.commit()
    }

    /// Puts into order what this store has of older versions and no other store knows. Otherwise it would depend on
    /// which of two stores is merged into which.
    fn order_older(&mut self) -> Result<()> {
        let questions = numbered(&self.connection)?;
        for questions in questions.chunks(QUESTIONS_AT_ONCE) {
            let transaction = self
                .connection
                .transaction_with_behavior(TransactionBehavior::Immediate)?;
            for (fp, store_key) in questions {
                let places = places(&transaction, *fp, store_key)?;
                order(&transaction, (*fp, store_key), &places, None)?;
            }
            transaction.commit()?;
        }
        Ok(())
    }
}

/// The questions with several observations of unknown age.
fn numbered(connection: &Connection) -> Result<Vec<(i64, StoreKey)>> {
    let mut statement = connection.prepare(
        "SELECT DISTINCT o.fp, f.digest, o.key, o.n FROM obs o JOIN fingerprints f ON f.id = o.fp
         WHERE o.seq <> 0 AND o.seq < ?1",
    )?;
    let mut rows = statement.query([FIRST_TIMED])?;
    let mut questions = Vec::new();
    while let Some(row) = rows.next()? {
        // What cannot be read is damaged, and no answer.
        if let (Ok(fp), Ok(store_key)) = (row.get(0), StoreKey::read(row, 1)) {
            questions.push((fp, store_key));
        }
    }
    Ok(questions)
}

/// The rows of a question.
fn places(connection: &Connection, fp: i64, store_key: &StoreKey) -> Result<Vec<Place>> {
    let mut statement = connection
        .prepare_cached("SELECT seq, chk FROM obs WHERE fp = ?1 AND key = ?2 AND n = ?3")?;
    let places = statement.query_map(params![fp, store_key.key.0, store_key.n], |row| {
        Ok(Place {
            seq: row.get(0)?,
            checksum: row.get(1)?,
        })
    })?;
    places.collect()
}

/// Puts the rows of a question into order. One of them, `new`, is not in the table yet: its place is returned.
fn order(
    transaction: &Transaction<'_>,
    (fp, store_key): (i64, &StoreKey),
    places: &[Place],
    new: Option<Place>,
) -> Result<Option<i64>> {
    let mut sorted = places.to_vec();
    sorted.sort_by_key(Place::order);
    let mut free = 0;
    let mut place_of_new = None;
    let mut update = transaction.prepare_cached(
        "UPDATE obs SET seq = ?4 WHERE fp = ?1 AND key = ?2 AND n = ?3 AND seq = ?5",
    )?;
    let mut moves = Vec::new();
    for place in sorted {
        let seq = if place.seq < FIRST_TIMED {
            free
        } else {
            place.seq.max(free)
        };
        free = seq + 1;
        if new == Some(place) {
            place_of_new = Some(seq);
        } else if seq != place.seq {
            moves.push((place.seq, seq));
        }
    }
    // By way of negative numbers, because the place where a row goes may not be free yet.
    for (from, to) in &moves {
        update.execute(params![fp, store_key.key.0, store_key.n, -1 - to, from])?;
    }
    for (_, to) in &moves {
        update.execute(params![fp, store_key.key.0, store_key.n, to, -1 - to])?;
    }
    Ok(place_of_new)
}

/// Whether two runs of one question ended differently or printed something else, at limits where both decide. What a run
/// has printed until a limit ended it says nothing.
fn contradict(one: &Observation, other: &Observation) -> bool {
    let needs = Needs { stack: false };
    let differ = |one: &Observation, other: &Observation| {
        let is_cut = one.end == End::LimitHit(Limit::Cpu);
        one.end != other.end || !is_cut && (&one.out, &one.err) != (&other.out, &other.err)
    };
    [one.limits, other.limits].iter().any(|limits| {
        let decided = one.answer(limits, needs).zip(other.answer(limits, needs));
        decided.is_some_and(|(one, other)| differ(&one, &other))
    })
}
