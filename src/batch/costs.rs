//! What a reduction costs over all its starts, even those that were killed.
//!
//! The helper that starts a solver appends a byte to a file at each start, so the number of runs is exact whatever was
//! killed. The other costs are recorded from time to time; a kill loses those of about the last second.

use crate::disk::{make_directories, remove};
use crate::event::{Row, Spent};
use std::fs;
use std::path::{Path, PathBuf};

/// The costs of one reduction.
#[derive(Debug)]
pub(super) struct Costs {
    /// The file with a byte for each start of a solver.
    launches: PathBuf,
    /// What was spent in earlier starts of the reduction.
    earlier: Spent,
}

impl Costs {
    /// The costs of a reduction that starts now. `earlier` is what its earlier starts have spent; none if this is the
    /// first one.
    pub(super) fn begin(launches: PathBuf, earlier: Option<Spent>) -> Costs {
        let costs = Costs {
            launches,
            earlier: earlier.unwrap_or_default(),
        };
        let is_link = fs::symlink_metadata(&costs.launches).is_ok_and(|found| !found.is_file());
        if earlier.is_none() || is_link {
            forget_launches(&costs.launches);
        }
        if let Some(directory) = costs.launches.parent() {
            // Without the directory, starts are counted only as far as they are recorded.
            let _ = make_directories(directory);
        }
        costs
    }

    /// The same, after another process has gone on with the reduction until so much was spent.
    pub(super) fn after(self, earlier: Spent) -> Costs {
        Costs { earlier, ..self }
    }

    /// The file with a byte for each start of a solver.
    pub(super) fn launches(&self) -> &Path {
        &self.launches
    }

    /// The costs of all starts, if this start has cost `spent` so far.
    pub(super) fn with(&self, spent: Spent) -> Spent {
        let sum = self.earlier + spent;
        let launched = fs::metadata(&self.launches).map_or(0, |file| file.len());
        Spent {
            runs: sum.runs.max(launched),
            ..sum
        }
    }

    /// Adds the costs of earlier starts to a row.
    pub(super) fn add_to(&self, row: &mut Row) {
        row.spend(self.with(Spent::of(row)));
    }
}

/// Removes the file with a byte for each start, because its reduction has ended. An error does no harm: the next
/// reduction tries again.
pub(super) fn forget_launches(file: &Path) {
    let _ = remove(file);
}

#[cfg(test)]
mod tests {
    use super::{Costs, forget_launches};
    use crate::event::{Row, Spent};

    #[test]
    fn runs_are_counted_that_a_killed_start_could_not_record() {
        let root = tempfile::tempdir().expect("a directory");
        let launches = root.path().join("launches");
        std::fs::write(&launches, "left by another reduction").expect("a file");
        let first = Costs::begin(launches.clone(), None);
        assert!(!launches.exists());
        std::fs::write(first.launches(), ".......").expect("a file");
        let recorded = Spent {
            runs: 3,
            hits: 2,
            ..Spent::default()
        };
        let second = Costs::begin(launches.clone(), Some(recorded));
        let mut row = Row {
            runs: 1,
            hits: 5,
            ..Row::default()
        };
        second.add_to(&mut row);
        assert_eq!((row.runs, row.hits), (7, 7));
        forget_launches(&launches);
        assert_eq!(second.with(Spent::default()), recorded);
    }
}
