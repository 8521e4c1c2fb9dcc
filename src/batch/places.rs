//! Where the files of a row are in an output.

use crate::event::{Event, RowKey, SharedText};
use rustc_hash::FxHashMap;

/// Up to this version of the journal, all results of a case had the plain place, one after the other.
const ONE_PLACE: u32 = 2;

/// The places that were given to rows in a journal, updated event by event.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// Those of each case.
    cases: FxHashMap<SharedText, CasePlaces>,
    /// The searches by their numbers: keys without a case. Many thousand cases have the same few.
    searches: Vec<RowKey>,
    /// Whether the smelt of the latest run gave all results of a case the plain place.
    has_one_place: bool,
    /// Whether the cases of the latest run are run on several builds.
    on_builds: bool,
}

/// The places that were given to the rows of a case.
#[derive(Debug, Default)]
struct CasePlaces {
    /// The search whose minimized file has the plain place `minimized/CASE`; none if the case had its first results on
    /// several builds, which all have places of their own, or if its plain place was that of another row.
    owner: Option<usize>,
    /// The searches with other places, and how many signs were appended to the names of their directories.
    others: Vec<(usize, usize)>,
}

/// The name of the directory of a key that has not the plain place. If the place was taken, signs are appended.
fn directory(key: &RowKey, signs: usize) -> String {
    key.directory() + &"+".repeat(signs)
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
        let is_plain = self.has_one_place || self.is_plain(key);
        let signs = (!is_plain).then(|| self.signs(key));
        let case = self.cases.entry(key.case.clone()).or_default();
        let is_given = case.others.iter().any(|(other, _)| *other == search);
        match signs {
            None => case.owner = Some(search),
            Some(_) if is_given => {}
            Some(signs) => {
                case.others.reserve_exact(1);
                case.others.push((search, signs));
            }
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
        let search = self.cases.get(case)?.owner?;
        Some(self.searches.get(search)?.with_case(case.into()))
    }

    /// The place of a row's files below `minimized` and other directories. The first solver and search with a result
    /// for a case has the plain place; further ones have directories of their own, so that nothing has to move.
    pub(super) fn of(&self, key: &RowKey) -> String {
        if self.is_plain(key) {
            key.case.to_string()
        } else {
            format!("{}/{}", directory(key, self.signs(key)), key.case)
        }
    }

    fn is_plain(&self, key: &RowKey) -> bool {
        match self.cases.get(&*key.case) {
            Some(case) => case.owner.is_some() && case.owner == self.number(key),
            None => !self.on_builds && !self.is_taken(&key.case),
        }
    }

    /// The signs in the directory of a key that has not the plain place: as many as it was given, or as it needs.
    fn signs(&self, key: &RowKey) -> usize {
        let search = self.number(key);
        let given = self.cases.get(&*key.case).and_then(|case| {
            let mut others = case.others.iter();
            others.find(|(other, _)| Some(*other) == search)
        });
        if let Some((_, signs)) = given {
            return *signs;
        }
        let mut signs = 0;
        while self.is_taken(&format!("{}/{}", directory(key, signs), key.case)) {
            signs += 1;
        }
        signs
    }

    /// Whether a row has this place. The second search of a case and another case may want the same one: if the results of
    /// an output are cases, their names begin with such directories.
    fn is_taken(&self, place: &str) -> bool {
        let case = self.cases.get(place);
        let is_plain = case.is_some_and(|case| case.owner.is_some());
        let is_other = |(name, case): (&str, &str)| {
            let others = self.cases.get(case).into_iter();
            others.flat_map(|case| &case.others).any(|(search, signs)| {
                let search = self.searches.get(*search);
                search.is_some_and(|key| directory(key, *signs) == name)
            })
        };
        is_plain || place.split_once('/').is_some_and(is_other)
    }
}

#[cfg(test)]
mod tests {
    use super::Places;
    use crate::event::{Event, Provenance, RowKey, Side};

    fn key(case: &str, strategy: &str) -> RowKey {
        RowKey {
            case: case.into(),
            solver: "z3".into(),
            strategy: strategy.into(),
            minimiser: None,
            effort: "normal".into(),
        }
    }

    /// The places after these keys have written a file, one after the other, in a journal of this version.
    fn places<const N: usize>(version: u32, keys: [RowKey; N]) -> [String; N] {
        let mut places = Places::default();
        places.see(&Event::Start {
            version,
            smelt: String::new(),
            nonce: String::new(),
            call: None,
            at: None,
        });
        for key in &keys {
            let wanted = places.of(key);
            places.see(&Event::Searching {
                key: key.clone(),
                side: Side::Usual,
                provenance: Provenance::default(),
            });
            assert!(
                version < 3 || wanted == places.of(key),
                "it is known before"
            );
        }
        keys.map(|key| places.of(&key))
    }

    #[test]
    fn the_first_search_has_the_plain_place_and_until_version_2_the_last_one_had_it() {
        let searches = || ["auto", "hybrid"].map(|strategy| key("a.smt2", strategy));
        assert_eq!(places(3, searches()), ["a.smt2", "z3+hybrid/a.smt2"]);
        assert_eq!(places(2, searches()), ["z3+auto/a.smt2", "a.smt2"]);
        assert_eq!(Places::default().of(&key("a.smt2", "auto")), "a.smt2");
    }

    #[test]
    fn no_two_rows_have_one_place_though_a_case_is_named_like_the_place_of_a_search() {
        let first = || key("a.smt2", "auto");
        let second = || key("a.smt2", "hybrid");
        let other = || key("z3+hybrid/a.smt2", "auto");
        assert_eq!(
            places(4, [first(), other(), second(), second()]),
            [
                "a.smt2",
                "z3+hybrid/a.smt2",
                "z3+hybrid+/a.smt2",
                "z3+hybrid+/a.smt2"
            ]
        );
        assert_eq!(
            places(4, [first(), second(), other(), other()]),
            [
                "a.smt2",
                "z3+hybrid/a.smt2",
                "z3+auto/z3+hybrid/a.smt2",
                "z3+auto/z3+hybrid/a.smt2"
            ]
        );
        // Names that differ may be those of one directory.
        let solvers = ["b/z3", "b_z3"].map(|solver| RowKey {
            solver: solver.into(),
            ..second()
        });
        let [one, two] = solvers;
        assert_eq!(
            places(4, [first(), one, two]),
            ["a.smt2", "b_z3+hybrid/a.smt2", "b_z3+hybrid+/a.smt2"]
        );
    }
}
