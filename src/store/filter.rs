//! Which keys the store holds under a fingerprint: what makes a look-up of an unknown key cost nothing.
//!
//! A filter is read once. Only when other processes were found at work on the same cases, or writing, is it read
//! again, and only where somebody has committed since: reading costs some 0.2 s for a million keys.

use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;
use rustc_hash::FxHashMap;

use super::reader::Readers;
use crate::key::Fingerprint;

/// Prefixes of keys, sorted.
pub(super) type Filter = Arc<Vec<u64>>;

/// The filters that were read so far.
#[derive(Debug, Default)]
pub(super) struct Filters(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    /// Kept for filters alone: SQLite counts other connections' commits for each connection.
    connection: Option<Connection>,
    filters: FxHashMap<Fingerprint, Read>,
}

/// A filter, and the count of commits when its reading began; none where it could not be told.
#[derive(Debug)]
struct Read {
    data_version: Option<i64>,
    filter: Filter,
}

impl Filters {
    /// The filter of a fingerprint; `renew` says that one which others may have outdated is read again.
    pub(super) fn get(&self, readers: &Readers, fingerprint: &Fingerprint, renew: bool) -> Filter {
        // Locked while it is read, so that sessions opened at once read it once.
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Known {
            connection,
            filters,
        } = &mut *known;
        let read = filters.get(fingerprint).filter(|_| !renew);
        if let Some(read) = read {
            return Arc::clone(&read.filter);
        }
        if connection.is_none() {
            *connection = readers.open().ok();
        }
        let Some(connection) = connection else {
            return Filter::default();
        };
        // Before the keys: what is committed meanwhile counts as later.
        let data_version = data_version(connection);
        if let Some(read) = filters.get(fingerprint)
            && data_version.is_some()
            && read.data_version == data_version
        {
            return Arc::clone(&read.filter);
        }
        let filter = Arc::new(readers.prefixes(connection, fingerprint));
        let read = Read {
            data_version,
            filter: Arc::clone(&filter),
        };
        filters.insert(*fingerprint, read);
        filter
    }
}

fn data_version(connection: &Connection) -> Option<i64> {
    connection
        .pragma_query_value(None, "data_version", |row| row.get(0))
        .ok()
}
