//! The directory of one call: what it has in it, and where. smelt itself finds its way there as a tool.

use crate::solver::{StandIn, stand_in_at};
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

/// The name of the result.
pub(super) const RESULT: &str = "output";

/// The directory of one call of a tool.
#[derive(Clone, Debug)]
pub(crate) struct Place(PathBuf);

impl Place {
    /// The call with this directory.
    pub(crate) fn at(directory: &Path) -> Place {
        Place(directory.to_owned())
    }

    /// The directory.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Where the tool works: it has nothing but a copy of the case.
    pub(super) fn work(&self) -> PathBuf {
        self.0.join("work")
    }

    /// The result of smelt.
    pub(crate) fn result(&self) -> PathBuf {
        self.work().join(RESULT)
    }

    /// The number of checks that smelt made.
    pub(crate) fn checks(&self) -> PathBuf {
        self.0.join("checks")
    }

    /// The store of smelt.
    pub(crate) fn store(&self) -> PathBuf {
        self.0.join("store.db")
    }

    /// What the tool prints.
    pub(super) fn said(&self) -> PathBuf {
        self.0.join("said")
    }

    /// A byte for each run of a solver.
    pub(super) fn counter(&self) -> PathBuf {
        self.0.join("runs")
    }

    /// What counts the runs of any command that is put after it.
    pub(crate) fn stand_in(&self) -> PathBuf {
        stand_in_at(&self.0.join("any"))
    }

    /// Writes what counts the runs of any command.
    pub(super) fn write_stand_in(&self, most: Option<u64>) -> io::Result<()> {
        let stand_in = StandIn {
            counter: Some(self.counter().into()),
            most,
            ..StandIn::default()
        };
        stand_in.write(&self.0.join("any"))
    }

    /// Writes what stands in for one command of this name.
    pub(super) fn write(&self, stand_in: &StandIn, name: &OsStr) -> io::Result<PathBuf> {
        stand_in.write_script(&self.0.join("one"), name)
    }

    /// Writes the script that judges a text.
    pub(super) fn write_script(&self, script: &StandIn) -> io::Result<PathBuf> {
        script.write_script(&self.0.join("script"), OsStr::new("still-fails"))
    }
}
