//! Filters: the keys that the store holds under a fingerprint. With them, the look-up of an unknown key costs next to
//! nothing.
//!
//! A filter is read once, which takes some 0.2 s for a million keys. It is read again only if other processes were
//! found working on the same cases or writing, and something has been committed since. Even then, there is a pause since
//! the last time, in proportion to how long that took, so that the many cases of a batch do not each read all keys; but a
//! case that another process has worked on meanwhile must see what that has learnt.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use rustc_hash::{FxHashMap, FxHashSet};

use super::reader::{Reader, Readers};
use crate::key::Fingerprint;
use crate::sync::Mutex;

/// The pause is this many times as long as it took to read the filter.
const SHARE: u32 = 20;

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

/// A filter that was read.
#[derive(Debug)]
struct Read {
    began: Instant,
    took: Duration,
    /// The counter of commits when reading began; none if that is unknown.
    data_version: Option<i64>,
    filter: KeyFilter,
}

impl Read {
    /// Whether the filter should be read again, if others write: after a pause, or at once if this process has since got a
    /// claim for which it had waited.
    fn is_due(&self, waits: &Waits) -> bool {
        waits
            .0
            .lock()
            .ended
            .is_some_and(|ended| self.began <= ended)
            || self.began.elapsed() >= self.took.saturating_mul(SHARE)
    }
}

impl Filters {
    /// The filter of a fingerprint. If others write, these are the waits for them, and a filter that may be out of date is
    /// read again when that is due.
    pub(super) fn get(
        &self,
        readers: &Readers,
        fingerprint: &Fingerprint,
        waits: Option<&Waits>,
    ) -> KeyFilter {
        // The lock is held while reading, so that sessions that are opened at the same time read a filter once.
        let mut known = self.0.lock();
        let LoadedFilters { reader, filters } = &mut *known;
        if let Some(read) = filters.get(fingerprint)
            && waits.is_none_or(|waits| !read.is_due(waits))
        {
            return Arc::clone(&read.filter);
        }
        let began = Instant::now();
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
            began,
            took: began.elapsed(),
            data_version,
            filter: Arc::clone(&filter),
        };
        filters.insert(*fingerprint, read);
        filter
    }
}

/// The claims that this process has waited for, by their offsets. What their holders have inserted must be found, however
/// recently a filter was read.
#[derive(Debug, Default)]
pub(super) struct Waits(Mutex<Waited>);

#[derive(Debug, Default)]
struct Waited {
    /// Those that others still had when they were last tried.
    busy: FxHashSet<i64>,
    /// When this process last got one of them.
    ended: Option<Instant>,
}

impl Waits {
    /// Somebody else has this claim.
    pub(super) fn begin(&self, claim: i64) {
        self.0.lock().busy.insert(claim);
    }

    /// This process has got this claim, with or without a wait.
    pub(super) fn end(&self, claim: i64) {
        let mut waited = self.0.lock();
        if waited.busy.remove(&claim) {
            waited.ended = Some(Instant::now());
        }
    }
}

fn data_version(connection: &Connection) -> Option<i64> {
    connection
        .pragma_query_value(None, "data_version", |row| row.get(0))
        .ok()
}

#[cfg(test)]
mod tests {
    use super::{Filters, Waits};
    use crate::key::Fingerprint;
    use crate::store::reader::Readers;
    use crate::store::schema;
    use std::fs::File;
    use std::sync::Arc;
    use std::time::Duration;

    #[test]
    fn while_others_write_a_filter_is_read_again_after_a_pause_or_a_wait_for_them() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("verdicts.db");
        File::create(&path).expect("a file");
        let other = schema::connect(&path).expect("a connection");
        schema::create(&other).expect("a store");
        let commit = || {
            let generation = "INSERT INTO generations(started) VALUES(1)";
            other.execute(generation, []).expect("a commit");
        };
        let (readers, filters) = (Readers::new(&path, false), Filters::default());
        let (fingerprint, waits) = (Fingerprint([1; 32]), Waits::default());
        let get = || filters.get(&readers, &fingerprint, Some(&waits));
        let has_taken = |took| {
            let mut known = filters.0.lock();
            let read = known.filters.get_mut(&fingerprint).expect("a filter");
            read.took = took;
        };
        let first = get();
        has_taken(Duration::from_hours(1));
        commit();
        assert!(Arc::ptr_eq(&first, &get()), "a pause");
        // A claim that nobody else had is no wait.
        waits.end(1);
        assert!(Arc::ptr_eq(&first, &get()), "a pause");
        waits.begin(1);
        waits.end(1);
        let second = get();
        assert!(!Arc::ptr_eq(&first, &second), "a wait");
        has_taken(Duration::from_hours(1));
        assert!(Arc::ptr_eq(&second, &get()), "the wait was over before");
        has_taken(Duration::ZERO);
        assert!(Arc::ptr_eq(&second, &get()), "nothing was committed");
        commit();
        assert!(!Arc::ptr_eq(&second, &get()), "the pause is over");
    }
}
