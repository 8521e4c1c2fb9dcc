//! The list of all minimisers.

use super::{
    Adaptive, Bisection, Cdd, GroupTesting, Halving, Lithium, Minimiser, OneByOne, ProbDd,
    QuickXplain, Zeller,
};
use std::fmt;

/// A minimiser by name.
pub struct MinimiserEntry {
    /// The name of the minimiser, as `--minimiser` takes it.
    pub name: &'static str,
    /// A description in at most 79 columns.
    pub about: &'static str,
    /// Makes a minimiser for a list whose elements have these weights.
    pub build: fn(&[u32]) -> Box<dyn Minimiser>,
}

/// All minimisers; the default comes first, then those that bisect failures, then the others.
pub const MINIMISERS: &[MinimiserEntry] = &[
    MinimiserEntry {
        name: "halving",
        about: "try all elements together, then halves, quarters and so on",
        build: |weights| Box::new(Halving::new(weights.len(), 2)),
    },
    MinimiserEntry {
        name: "adaptive",
        about: "try from the end, more at a time after a success, and bisect failures",
        build: |weights| Box::new(Adaptive::new(weights.len())),
    },
    MinimiserEntry {
        name: "group-testing",
        about: "try from the end, as many as the share of those that stay suggests; bisect",
        build: |weights| Box::new(GroupTesting::new(weights.len())),
    },
    MinimiserEntry {
        name: "bisection",
        about: "split what cannot be removed, large ranges first, and infer last parts",
        build: |weights| Box::new(Bisection::new(weights.len())),
    },
    MinimiserEntry {
        name: "quickxplain",
        about: "split what cannot be removed, from the end, and infer first halves",
        build: |weights| Box::new(QuickXplain::new(weights.len())),
    },
    MinimiserEntry {
        name: "probdd",
        about: "try the subset with the largest expected gain, by learned probabilities",
        build: |weights| Box::new(ProbDd::new(weights.len())),
    },
    MinimiserEntry {
        name: "cdd",
        about: "try from the end, in rounds with the sizes that probdd would choose",
        build: |weights| Box::new(Cdd::new(weights.len())),
    },
    MinimiserEntry {
        name: "lithium",
        about: "try chunks from the end, half as large in each round",
        build: |weights| Box::new(Lithium::new(weights.len())),
    },
    MinimiserEntry {
        name: "zeller",
        about: "the published ddmin: keep one part, remove one part, halve the parts",
        build: |weights| Box::new(Zeller::new(weights.len())),
    },
    MinimiserEntry {
        name: "wdd",
        about: "like zeller, but halve the parts by weight: the number of their nodes",
        build: |weights| Box::new(Zeller::weighted(weights)),
    },
    MinimiserEntry {
        name: "obo",
        about: "try the elements one by one, until none can be removed",
        build: |weights| Box::new(OneByOne::new(weights.len())),
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
