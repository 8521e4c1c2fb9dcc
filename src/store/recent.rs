//! What this process has inserted since it opened the store: whether it may be a key, and the observations that have not
//! been committed yet. A reduction thus finds what another one has just inserted, and a night of a million runs takes no
//! more memory than one of a thousand.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::key::Key;
use crate::observation::Observation;
use crate::sync::Mutex;

/// The first 8 bytes of a key, which are what filters contain. A false match only costs a look-up.
pub(super) fn prefix(key: &Key) -> u64 {
    let mut start = [0; 8];
    start.copy_from_slice(&key.0[..8]);
    u64::from_be_bytes(start)
}

/// What was inserted since the store was opened.
#[derive(Debug, Default)]
pub(super) struct Recent(Mutex<Inserted>);

/// The number of bits for all keys: half a megabyte. After a hundred thousand keys, two of a thousand others seem to be
/// there; after a million, one of seven.
const BITS: usize = 1 << 22;

/// A set of keys that may take one for another, but loses none (Bloom, 1970): a key that was added has both of its bits set.
#[derive(Debug)]
struct KeyBits(Box<[u64]>);

impl Default for KeyBits {
    fn default() -> Self {
        KeyBits(vec![0; BITS / 64].into_boxed_slice())
    }
}

impl KeyBits {
    /// The words and masks of a key's bits. A key is a hash, so any two parts of it do.
    fn places(key: &Key) -> [(usize, u64); 2] {
        let bit = |from: usize| {
            let part = &key.0[from..from + 4];
            part.iter()
                .fold(0, |bits, byte| bits << 8 | usize::from(*byte))
                % BITS
        };
        [bit(0), bit(4)].map(|bit| (bit / 64, 1 << (bit % 64)))
    }

    fn add(&mut self, key: &Key) {
        for (word, mask) in KeyBits::places(key) {
            self.0[word] |= mask;
        }
    }

    fn may_have(&self, key: &Key) -> bool {
        KeyBits::places(key)
            .iter()
            .all(|&(word, mask)| self.0[word] & mask != 0)
    }
}

#[derive(Debug, Default)]
struct Inserted {
    keys: KeyBits,
    waiting: FxHashMap<(Key, u32), Vec<Arc<Observation>>>,
}

impl Recent {
    /// Adds an observation that was sent to the writer.
    pub(super) fn add(&self, key: &Key, n: u32, observation: &Arc<Observation>) {
        let mut inserted = self.0.lock();
        inserted.keys.add(key);
        let waiting = inserted.waiting.entry((*key, n)).or_default();
        waiting.push(Arc::clone(observation));
    }

    /// Removes an observation that was committed or could not be written.
    pub(super) fn done(&self, key: &Key, n: u32, observation: &Arc<Observation>) {
        let mut inserted = self.0.lock();
        if let Some(waiting) = inserted.waiting.get_mut(&(*key, n)) {
            waiting.retain(|other| !Arc::ptr_eq(other, observation));
            if waiting.is_empty() {
                inserted.waiting.remove(&(*key, n));
            }
        }
    }

    /// The observations that have not been committed, the oldest first; none if this process has not inserted the key. Of
    /// a few keys that it has not inserted, there is an empty list.
    pub(super) fn find(&self, key: &Key, n: u32) -> Option<Vec<Arc<Observation>>> {
        let inserted = self.0.lock();
        inserted.keys.may_have(key).then(|| {
            let waiting = inserted.waiting.get(&(*key, n));
            waiting.cloned().unwrap_or_default()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::KeyBits;
    use crate::key::Key;

    #[test]
    fn no_key_is_lost_and_few_others_seem_to_be_there() {
        let key = |number: u32| Key(*blake3::hash(&number.to_be_bytes()).as_bytes());
        let mut keys = KeyBits::default();
        let (added, others) = (0..100_000, 100_000..200_000);
        added.clone().for_each(|number| keys.add(&key(number)));
        assert!(added.map(key).all(|key| keys.may_have(&key)));
        let taken = others.map(key).filter(|key| keys.may_have(key)).count();
        assert!(taken < 400, "{taken} of 100,000");
    }
}
