//! The list of all minimisers.

use super::{Adaptive, Halving, Minimiser};
use std::fmt;

/// A minimiser by name.
pub struct MinimiserEntry {
    /// Its name, as `--minimiser` takes it.
    pub name: &'static str,
    /// How it proceeds, in at most 79 columns.
    pub about: &'static str,
    /// Makes one for a list of so many elements.
    pub build: fn(usize) -> Box<dyn Minimiser>,
}

/// All minimisers, the default first.
pub const MINIMISERS: &[MinimiserEntry] = &[
    MinimiserEntry {
        name: "halving",
        about: "try all elements together, then halves, quarters and so on",
        build: |elements| Box::new(Halving::new(elements, 2)),
    },
    MinimiserEntry {
        name: "adaptive",
        about: "try from the end, more at a time after a success, and bisect failures",
        build: |elements| Box::new(Adaptive::new(elements)),
    },
];

/// The minimiser of this name.
pub fn minimiser(name: &str) -> Option<&'static MinimiserEntry> {
    MINIMISERS.iter().find(|minimiser| minimiser.name == name)
}

/// Its name alone, so that it can stand for the entry wherever a configuration is compared.
impl fmt::Debug for MinimiserEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.name)
    }
}
