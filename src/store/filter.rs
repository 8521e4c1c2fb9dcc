//! Filters: the keys that the store holds under a fingerprint. With them, the look-up of an unknown key costs next to
//! nothing.
//!
//! A filter is read once, which takes some 0.2 s for a million keys. It is read again only if other processes were
//! found working on the same cases or writing, and something has been committed since.

use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;
use rustc_hash::FxHashMap;

use super::reader::{Reader, Readers};
use crate::key::Fingerprint;

/// Prefixes of keys, sorted.
pub(super) type KeyFilter = Arc<Vec<u64>>;

/// The filters that have been read.
#[derive(Debug, Default)]
pub(super) struct Filters(Mutex<LoadedFilters>);

#[derive(Debug, Default)]
struct LoadedFilters {
    /// Used for filters only, because SQLite counts the commits of other connections per connection.
    reader: Option<Reader>,
    filters: FxHashMap<Fingerprint, Read>,
}

/// A filter, and the counter of commits when reading it began; none if that is unknown.
#[derive(Debug)]
struct Read {
    data_version: Option<i64>,
    filter: KeyFilter,
}

impl Filters {
    /// The filter of a fingerprint. With `renew`, it is read again if it may be out of date.
    pub(super) fn get(
        &self,
        readers: &Readers,
        fingerprint: &Fingerprint,
        renew: bool,
    ) -> KeyFilter {
        // The lock is held while reading, so that sessions that are opened at the same time read a filter once.
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let LoadedFilters { reader, filters } = &mut *known;
        let read = filters.get(fingerprint).filter(|_| !renew);
        if let Some(read) = read {
            return Arc::clone(&read.filter);
        }
        let useful = reader.take().filter(|reader| readers.is_useful(reader));
        *reader = useful.or_else(|| readers.open().ok());
        let Some(Reader { connection, .. }) = reader else {
            return KeyFilter::default();
        };
        // Read before the keys, so that a commit in between counts as later.
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
