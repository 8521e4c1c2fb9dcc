//! Where the files of a row are in an output.

use crate::event::{Event, RowKey, SharedText};
use rustc_hash::FxHashMap;

/// Up to this version of the journal, all results of a case had the plain place, one after the other.
const ONE_PLACE: u32 = 2;

/// The places that were given to rows in a journal, updated event by event.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// By case, the search whose minimized file has the plain place `minimized/CASE`; none if the case had its first
    /// results on several builds, which all have places of their own.
    owners: FxHashMap<SharedText, Option<usize>>,
    /// The searches by their numbers: keys without a case. Many thousand cases have the same few.
    searches: Vec<RowKey>,
    /// Whether the smelt of the latest run gave all results of a case the plain place.
    has_one_place: bool,
    /// Whether the cases of the latest run are run on several builds.
    on_builds: bool,
}

impl Places {
    /// Takes note of the next event. A row gets a place when a file is first written for it.
    pub(super) fn see(&mut self, event: &Event) {
        match event {
            Event::Start { version, .. } => self.has_one_place = *version <= ONE_PLACE,
            Event::Planned { on_builds, .. } => self.on_builds = *on_builds,
            Event::Searching { key, .. } => self.give(key),
            Event::Finished { row, .. } if row.is_measured() => self.give(row.key()),
            _ => {}
        }
    }

    fn give(&mut self, key: &RowKey) {
        let search = self.number(key).unwrap_or_else(|| {
            self.searches.push(key.with_case(SharedText::default()));
            self.searches.len() - 1
        });
        let first = (!self.on_builds).then_some(search);
        let owner = self.owners.entry(key.case.clone()).or_insert(first);
        if self.has_one_place {
            *owner = Some(search);
        }
    }

    /// The number of a key's search, if it has one.
    fn number(&self, key: &RowKey) -> Option<usize> {
        self.searches
            .iter()
            .position(|search| search.has_search_of(key))
    }

    /// The key whose minimized file has the plain place of a case: the first that had a result.
    pub(super) fn owner(&self, case: &str) -> Option<RowKey> {
        let search = self.owners.get(case).copied().flatten()?;
        Some(self.searches.get(search)?.with_case(case.into()))
    }

    /// The place of a row's files below `minimized` and other directories. The first solver and search with a result
    /// for a case has the plain place; further ones have directories of their own, so that nothing has to move.
    pub(super) fn of(&self, key: &RowKey) -> String {
        let is_plain = match self.owners.get(&*key.case) {
            Some(owner) => owner.is_some() && *owner == self.number(key),
            None => !self.on_builds,
        };
        if is_plain {
            key.case.to_string()
        } else {
            format!("{}/{}", key.directory(), key.case)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Places;
    use crate::event::{Event, Provenance, RowKey, Side};

    fn key(strategy: &str) -> RowKey {
        RowKey {
            case: "a.smt2".into(),
            solver: "z3".into(),
            strategy: strategy.into(),
            minimiser: None,
            effort: "normal".into(),
        }
    }

    /// The places of two searches after both have written a file, in a journal of this version.
    fn places(version: u32) -> [String; 2] {
        let mut places = Places::default();
        places.see(&Event::Start {
            version,
            smelt: String::new(),
            nonce: String::new(),
            call: None,
            at: None,
        });
        let keys = ["auto", "hybrid"].map(key);
        for key in &keys {
            places.see(&Event::Searching {
                key: key.clone(),
                side: Side::Usual,
                provenance: Provenance::default(),
            });
        }
        keys.map(|key| places.of(&key))
    }

    #[test]
    fn the_first_search_has_the_plain_place_and_until_version_2_the_last_one_had_it() {
        assert_eq!(places(3), ["a.smt2", "z3+hybrid/a.smt2"]);
        assert_eq!(places(2), ["z3+auto/a.smt2", "a.smt2"]);
        assert_eq!(Places::default().of(&key("auto")), "a.smt2");
    }
}
