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
        not_built: &[
            "arith-negate-relations",
            "arith-constants",
            "arith-split-nary-relations",
            "arith-strengthen-relations",
        ],
    },
    Theory {
        name: "bv",
        about: "bit-vectors",
        not_built: &[
            "bv-norm-constants",
            "bv-zero-concat",
            "bv-double-negation",
            "bv-elim-bvcomp",
            "bv-eval-extend",
            "bv-extract-constants",
            "bv-extract-zeroextend",
            "bv-ite-to-bvcomp",
            "bv-merge-extend",
            "bv-merge-reduced-bw",
            "bv-reduce-bitwidth",
            "bv-reflexive-nand",
            "bv-simp-constants",
            "bv-to-bool",
            "bv-zeroextend-pred",
        ],
    },
    Theory {
        name: "boolean",
        about: "Boolean connectives",
        not_built: &[
            "bool-de-morgan",
            "bool-double-negations",
            "bool-false-eq",
            "bool-implications",
            "bool-negate-quants",
            "bool-xor-binary",
            "bool-xor-constants",
        ],
    },
    Theory {
        name: "datatypes",
        about: "algebraic datatypes",
        not_built: &["dt-rm-constructor", "dt-rm-datatype", "dt-rm-identity"],
    },
    Theory {
        name: "fp",
        about: "floating-point numbers",
        not_built: &["fp-short-sort"],
    },
    Theory {
        name: "smtlib",
        about: "commands, binders and names of SMT-LIB",
        not_built: &[
            "eliminate-variables",
            "inline-functions",
            "remove-recursive-function",
        ],
    },
    Theory {
        name: "strings",
        about: "strings and sequences",
        not_built: &[
            "seq-nth-unit",
            "str-contains-to-concat",
            "str-index-not-found",
            "str-replace-all",
            "str-constants",
        ],
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
        let ours = [
            "push-pop",
            "hoist",
            "respell-literals",
            "shorten-literals",
            "drop-declaration",
            "inline-definitions",
            "merge-symbols",
            "drop-parameter",
            "drop-bound-variable",
            "free-bound-variables",
            "interpret-sorts",
            "join-assertions",
            "form",
            "narrow-bitvectors",
            "reuse-term",
        ];
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
