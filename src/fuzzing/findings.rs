//! The directory of findings: failing programs, their configuration, and the table of results. At any moment it is
//! complete for what has been found so far.

use super::config::{Group, beside, root};
use super::{Defect, FuzzError, Fuzzing};
use crate::disk;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// The name of the table.
const TABLE: &str = "fuzz.csv";
/// The name of the configuration.
const CONFIG: &str = "smelt.toml";

/// The directory.
pub(super) struct Findings<'a> {
    directory: &'a Path,
    fuzzing: &'a Fuzzing<'a>,
    /// How many programs of each group are written.
    written: BTreeMap<Group, u64>,
}

impl<'a> Findings<'a> {
    /// Makes the directory.
    ///
    /// # Errors
    /// It cannot be made, or has results already.
    pub(super) fn begin(
        directory: &'a Path,
        fuzzing: &'a Fuzzing<'a>,
    ) -> Result<Findings<'a>, FuzzError> {
        disk::make_directories(directory).map_err(cannot(directory))?;
        for name in [TABLE, CONFIG] {
            if directory.join(name).exists() {
                return Err(FuzzError::Used(directory.to_owned()));
            }
        }
        Ok(Findings {
            directory,
            fuzzing,
            written: BTreeMap::new(),
        })
    }

    /// Writes a program on which a member of the panel fails, unless there are enough of its kind. Returns whether it
    /// was written.
    pub(super) fn add(
        &mut self,
        member: usize,
        defect: &Defect,
        (name, text): (&str, &str),
    ) -> Result<bool, FuzzError> {
        let group = Group {
            category: defect.category,
            member,
            voters: defect.voters.clone(),
        };
        let written = self.written.get(&group).copied().unwrap_or_default();
        if written >= self.fuzzing.keep {
            return Ok(false);
        }
        let directory = self.directory.join(group.directory(self.fuzzing.panel));
        disk::make_directories(&directory).map_err(cannot(&directory))?;
        if let Some(config) = beside(self.fuzzing, defect) {
            replace(&directory.join(format!("{name}.{CONFIG}")), &config)?;
        }
        replace(&directory.join(name), text)?;
        self.written.insert(group, written + 1);
        if written == 0 {
            let text = root(self.fuzzing, self.written.keys());
            replace(&self.directory.join(CONFIG), &text)?;
        }
        Ok(true)
    }

    /// Writes the table.
    pub(super) fn table(&self, table: io::Result<Vec<u8>>) -> Result<(), FuzzError> {
        let path = self.directory.join(TABLE);
        let written = table.and_then(|table| disk::replace(&path, &table));
        written.map_err(cannot(&path))
    }
}

/// Writes a file as a whole or not at all.
fn replace(path: &Path, text: &str) -> Result<(), FuzzError> {
    disk::replace(path, text.as_bytes()).map_err(cannot(path))
}

fn cannot(path: &Path) -> impl Fn(io::Error) -> FuzzError {
    let path = path.to_owned();
    move |source| FuzzError::Write {
        path: path.clone(),
        source,
    }
}
