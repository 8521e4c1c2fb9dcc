//! Where the minimized files of an output are, or of the shards below a directory that have not been merged.

use super::places::Places;
use crate::event::{RowKey, Side};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Where the minimized files of an output are, or of the shards below it.
#[derive(Debug)]
pub(crate) struct ResultPlaces(Vec<Part>);

/// An output in a directory.
#[derive(Debug)]
struct Part {
    /// The directory below the one that was named.
    directory: PathBuf,
    places: Places,
    /// The rows of the last run; none if there is no other part.
    rows: Option<BTreeSet<RowKey>>,
}

impl ResultPlaces {
    /// The places in an output.
    pub(super) fn of_output(places: Places) -> ResultPlaces {
        ResultPlaces(vec![Part {
            directory: PathBuf::new(),
            places,
            rows: None,
        }])
    }

    /// The places in the directories of shards, each with the rows of its last run.
    pub(super) fn of_shards(
        shards: impl Iterator<Item = (PathBuf, Places, BTreeSet<RowKey>)>,
    ) -> ResultPlaces {
        let parts = shards.map(|(directory, places, rows)| Part {
            directory,
            places,
            rows: Some(rows),
        });
        ResultPlaces(parts.collect())
    }

    /// The path below the named directory of the minimized file of a row on this side; none if no shard has the row.
    pub(crate) fn minimized(&self, key: &RowKey, side: Side) -> Option<String> {
        let has = |part: &&Part| part.rows.as_ref().is_none_or(|rows| rows.contains(key));
        let part = self.0.iter().find(has)?;
        let path = part.places.minimized(&part.directory, key, side);
        Some(path.to_string_lossy().into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::ResultPlaces;
    use crate::batch::places::Places;
    use crate::event::{Event, Provenance, RowKey, Side};
    use std::path::PathBuf;
    use std::slice::from_ref;

    fn key(case: &str, strategy: &str) -> RowKey {
        let key = format!(r#"{{"case":"{case}","solver":"z3","strategy":"{strategy}"}}"#);
        serde_json::from_str(&key).expect("a key")
    }

    /// The places of an output in which these rows had results, in this order.
    fn places(keys: &[RowKey]) -> Places {
        let mut places = Places::default();
        for key in keys {
            places.see(&Event::Searching {
                key: key.clone(),
                side: Side::Usual,
                provenance: Provenance::default(),
            });
        }
        places
    }

    #[test]
    fn a_result_is_below_the_output_or_below_the_shard_that_has_worked_on_it_last() {
        let [first, second] = ["auto", "hybrid"].map(|strategy| key("a.smt2", strategy));
        let path = |places: &ResultPlaces, key, side| places.minimized(key, side);
        let output = ResultPlaces::of_output(places(&[first.clone(), second.clone()]));
        for (key, side, expected) in [
            (&first, Side::Usual, "minimized/a.smt2"),
            (&second, Side::Usual, "minimized/z3+hybrid/a.smt2"),
            (&second, Side::Beside, "changed/minimized/z3+hybrid/a.smt2"),
        ] {
            assert_eq!(path(&output, key, side).as_deref(), Some(expected));
        }
        // The case has moved, and has its plain place for another search there.
        let shard = |name: &str, had: &RowKey, rows: &[&RowKey]| {
            let rows = rows.iter().map(|&key| key.clone()).collect();
            (PathBuf::from(name), places(from_ref(had)), rows)
        };
        let shards = [
            shard("shard-1", &first, &[]),
            shard("shard-2", &second, &[&second]),
        ];
        let shards = ResultPlaces::of_shards(shards.into_iter());
        let found = path(&shards, &second, Side::Usual);
        assert_eq!(found.as_deref(), Some("shard-2/minimized/a.smt2"));
        assert_eq!(path(&shards, &first, Side::Usual), None);
    }
}
