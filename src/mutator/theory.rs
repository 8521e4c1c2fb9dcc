//! Theories: the groups that switch mutators on and off, as in ddSMT (`--bv`, `--no-bv`).
//!
//! The tables list ddSMT's names, including those of mutators that are not built here, and then the names that only
//! smelt has. So a user who gives ddSMT's name of a mutator can be told whether it exists here. A mutator that is built
//! later under its ddSMT name already has its group.

use super::{MUTATORS, Mutator};

/// A group of mutators.
#[derive(Debug, PartialEq, Eq)]
pub struct Theory {
    /// Its name, as in ddSMT.
    pub name: &'static str,
    /// The topic of its mutators.
    pub about: &'static str,
    /// ddSMT's names of the mutators in the group that are not built here.
    not_built: &'static [&'static str],
}

impl Theory {
    /// The mutators of the group that are built here, in the order of [`MUTATORS`].
    pub fn mutators(&self) -> impl Iterator<Item = &'static dyn Mutator> {
        let mutators = MUTATORS.iter().copied();
        mutators.filter(|mutator| mutator.profile().theory == self.name)
    }

    /// ddSMT's names of the mutators in the group that are not built here.
    pub fn not_built(&self) -> impl Iterator<Item = &'static str> {
        self.not_built.iter().copied()
    }
}

/// All groups, in the order of ddSMT's option listing. Each mutator is in exactly one.
pub const THEORIES: &[Theory] = &[
    Theory {
        name: "core",
        about: "trees of any kind",
        not_built: &[],
    },
    Theory {
        name: "arithmetic",
        about: "integers and reals",
        not_built: &[],
    },
    Theory {
        name: "bv",
        about: "bit-vectors",
        not_built: &[],
    },
    Theory {
        name: "boolean",
        about: "Boolean connectives",
        not_built: &[],
    },
    Theory {
        name: "datatypes",
        about: "algebraic datatypes",
        not_built: &[],
    },
    Theory {
        name: "fp",
        about: "floating-point numbers",
        not_built: &[],
    },
    Theory {
        name: "smtlib",
        about: "commands, binders and names of SMT-LIB",
        not_built: &[],
    },
    Theory {
        name: "arrays",
        about: "arrays",
        not_built: &[],
    },
    Theory {
        name: "sets",
        about: "sets",
        not_built: &[],
    },
    Theory {
        name: "strings",
        about: "strings and sequences",
        not_built: &[],
    },
];

#[cfg(test)]
mod tests {
    use super::{MUTATORS, THEORIES, Theory};
    use std::collections::HashSet;

    #[test]
    fn every_mutator_is_in_a_theory_of_the_list_and_under_no_name_that_counts_as_not_built() {
        for mutator in MUTATORS {
            let profile = mutator.profile();
            assert!(
                THEORIES.iter().any(|theory| theory.name == profile.theory),
                "{}",
                profile.name
            );
            let mut not_built = THEORIES.iter().flat_map(Theory::not_built);
            assert!(
                !not_built.any(|name| name == profile.name),
                "{}",
                profile.name
            );
        }
    }

    #[test]
    fn ddsmts_53_mutators_have_a_theory_each_once() {
        let ours = ["push-pop"];
        let built = MUTATORS.iter().map(|mutator| mutator.name());
        let not_built = THEORIES.iter().flat_map(Theory::not_built);
        let names: Vec<&str> = built
            .chain(not_built)
            .filter(|name| !ours.contains(name))
            .collect();
        let distinct: HashSet<&str> = names.iter().copied().collect();
        assert_eq!((names.len(), distinct.len()), (53, 53));
    }
}
