//! Where the files of a row are in an output.

use super::paths::minimized;
use crate::event::{Event, RowKey, SharedText, Side, SolverSearch};
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Up to this version of the journal, all results of a case had the plain place, one after the other.
const ONE_PLACE: u32 = 2;

/// The places that were given to rows in a journal, updated event by event.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// Those of each case.
    cases: FxHashMap<SharedText, CasePlaces>,
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
    owner: Option<Arc<SolverSearch>>,
    /// The searches with other places, and how many signs were appended to the names of their directories.
    others: Vec<(Arc<SolverSearch>, usize)>,
}

/// The name of the directory of a search that has not the plain place. If the place was taken, signs are appended.
fn directory(search: &SolverSearch, signs: usize) -> String {
    search.directory() + &"+".repeat(signs)
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
        let is_plain = self.has_one_place || self.is_plain(key);
        let signs = (!is_plain).then(|| self.signs(key));
        let case = self.cases.entry(key.case.clone()).or_default();
        let search = || Arc::clone(&key.made_by);
        let is_given = case.others.iter().any(|(other, _)| *other == key.made_by);
        match signs {
            None => case.owner = Some(search()),
            Some(_) if is_given => {}
            Some(signs) => {
                case.others.reserve_exact(1);
                case.others.push((search(), signs));
            }
        }
    }

    /// The key whose minimized file has the plain place of a case: the first that had a result.
    pub(super) fn owner(&self, case: &str) -> Option<RowKey> {
        let (case, places) = self.cases.get_key_value(case)?;
        Some(RowKey {
            case: case.clone(),
            made_by: places.owner.clone()?,
        })
    }

    /// The place of a row's files below `minimized` and other directories. The first solver and search with a result
    /// for a case has the plain place; further ones have directories of their own, so that nothing has to move.
    pub(super) fn of(&self, key: &RowKey) -> String {
        if self.is_plain(key) {
            key.case.to_string()
        } else {
            format!("{}/{}", directory(&key.made_by, self.signs(key)), key.case)
        }
    }

    /// The path of a row's minimized file on this side, in the output at `root`.
    pub(super) fn minimized(&self, root: &Path, key: &RowKey, side: Side) -> PathBuf {
        minimized(root, &self.of(key), side)
    }

    fn is_plain(&self, key: &RowKey) -> bool {
        match self.cases.get(&*key.case) {
            Some(case) => case.owner.as_ref() == Some(&key.made_by),
            None => !self.on_builds && !self.is_taken(&key.case),
        }
    }

    /// The signs in the directory of a key that has not the plain place: as many as it was given, or as it needs.
    fn signs(&self, key: &RowKey) -> usize {
        let given = self.cases.get(&*key.case).and_then(|case| {
            let mut others = case.others.iter();
            others.find(|(other, _)| *other == key.made_by)
        });
        if let Some((_, signs)) = given {
            return *signs;
        }
        let mut signs = 0;
        while self.is_taken(&format!("{}/{}", directory(&key.made_by, signs), key.case)) {
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
            let mut others = others.flat_map(|case| &case.others);
            others.any(|(search, signs)| directory(search, *signs) == name)
        };
        is_plain || place.split_once('/').is_some_and(is_other)
    }
}

#[cfg(test)]
mod tests {
    use super::Places;
    use crate::event::{Event, Provenance, Row, RowKey, Side};

    fn key_of(case: &str, solver: &str, strategy: &str) -> RowKey {
        Row {
            case: case.to_owned(),
            solver: solver.to_owned(),
            strategy: strategy.to_owned(),
            ..Row::default()
        }
        .key()
    }

    fn key(case: &str, strategy: &str) -> RowKey {
        key_of(case, "z3", strategy)
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
        let [one, two] = ["b/z3", "b_z3"].map(|solver| key_of("a.smt2", solver, "hybrid"));
        assert_eq!(
            places(4, [first(), one, two]),
            ["a.smt2", "b_z3+hybrid/a.smt2", "b_z3+hybrid+/a.smt2"]
        );
    }
}
