//! The list of all minimisers.

use super::{Adaptive, Halving, Minimiser};
use std::fmt;

/// A minimiser by name.
pub struct MinimiserEntry {
    /// The name of the minimiser, as `--minimiser` takes it.
    pub name: &'static str,
    /// A description in at most 79 columns.
    pub about: &'static str,
    /// Makes a minimiser for a list of this length.
    pub build: fn(usize) -> Box<dyn Minimiser>,
}

/// All minimisers; the default comes first.
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

/// The minimiser with this name.
pub fn minimiser(name: &str) -> Option<&'static MinimiserEntry> {
    MINIMISERS.iter().find(|minimiser| minimiser.name == name)
}

/// Shows only the name, which identifies the entry wherever configurations are compared.
impl fmt::Debug for MinimiserEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.name)
    }
}
