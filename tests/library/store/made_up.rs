//! Made-up questions and observations: the `i`th is always the same.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use smelt::key::{Fingerprint, Key};
use smelt::observation::{End, Limit, Limits, Needs, Observation, Stream};
use smelt::store::Store;
use tempfile::TempDir;

pub(crate) fn fingerprint(i: u8) -> Fingerprint {
    Fingerprint([i; 32])
}

pub(crate) fn key(i: u64) -> Key {
    Key(*blake3::hash(&i.to_le_bytes()).as_bytes())
}

pub(crate) fn limits(seconds: u64) -> Limits {
    Limits::of_cpu(Duration::from_secs(seconds))
}

/// Finished after 1 s under a limit of 8 s.
pub(crate) fn observation(i: u64) -> Observation {
    let out = format!("sat\nmodel {}\n", i % 5);
    let ends = [
        End::Exited(i32::try_from(i % 3).unwrap_or(0)),
        End::Signaled(6),
        End::LimitHit(Limit::Idle),
        End::LimitHit(Limit::Output),
    ];
    Observation {
        end: ends[usize::try_from(i % 4).unwrap_or(0)],
        out: Stream::of(out.as_bytes()),
        err: Stream::of(&vec![b'e'; usize::try_from(i % 7).unwrap_or(0) * 100]),
        cpu: Duration::from_millis(900 + i % 100),
        wall: Duration::from_millis(1000 + i % 100),
        rss_kib: 4000 + i,
        stack: None,
        limits: limits(8),
    }
}

/// A question that only needs to know how a run ended.
pub(crate) const NOTHING: Needs = Needs { stack: false };

pub(crate) fn fresh() -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().expect("temporary directory");
    let path = directory.path().join("verdicts.db");
    (directory, path)
}

/// Inserts the first `count` observations under fingerprint 1.
pub(crate) fn fill(store: &Store, count: u64) {
    let session = store.session(&fingerprint(1));
    for i in 0..count {
        session.insert(&key(i), 0, Arc::new(observation(i)));
    }
    store.flush();
}

/// How many of the first `count` are found; each that is must be the right one.
pub(crate) fn found(store: &Store, count: u64) -> u64 {
    let session = store.session(&fingerprint(1));
    let mut found = 0;
    for i in 0..count {
        if let Some(observed) = session.lookup(&key(i), 0, &limits(8), NOTHING) {
            assert_eq!(observed, observation(i), "observation {i}");
            found += 1;
        }
    }
    found
}
