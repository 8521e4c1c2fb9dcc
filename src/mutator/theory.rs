//! Theories: the groups in which ddSMT switches its mutators, `--bv` and `--no-bv`.
//!
//! The names are ddSMT's own, whether the mutator is built here or not, and behind them those that only we have. So
//! whoever knows ddSMT's name of a mutator can be told whether there is one, and a mutator that is built later under
//! its old name is in its group from the first day.

use super::{MUTATORS, Mutator};

/// A group of mutators.
#[derive(Debug, PartialEq, Eq)]
pub struct Theory {
    /// Its name, as in ddSMT.
    pub name: &'static str,
    /// What its mutators are about.
    pub about: &'static str,
    /// The names of its mutators.
    names: &'static [&'static str],
}

impl Theory {
    /// The mutators of the group that there are, in the order of [`MUTATORS`].
    pub fn mutators(&self) -> impl Iterator<Item = &'static dyn Mutator> {
        let mutators = MUTATORS.iter().copied();
        mutators.filter(|mutator| self.names.contains(&mutator.name()))
    }

    /// The names in the group that no mutator has.
    pub fn missing(&self) -> impl Iterator<Item = &'static str> {
        let built = |name: &str| MUTATORS.iter().any(|mutator| mutator.name() == name);
        self.names.iter().copied().filter(move |name| !built(name))
    }
}

/// All groups, in the order of ddSMT's option listing. Each mutator is in exactly one.
pub const THEORIES: &[Theory] = &[
    Theory {
        name: "core",
        about: "trees of any kind",
        names: &[
            "binary-reduction",
            "constants",
            "erase-node",
            "merge-children",
            "substitute-children",
            "replace-by-variable",
            "sort-children",
        ],
    },
    Theory {
        name: "arithmetic",
        about: "integers and reals",
        names: &[
            "arith-negate-relations",
            "arith-constants",
            "arith-split-nary-relations",
            "arith-strengthen-relations",
        ],
    },
    Theory {
        name: "bv",
        about: "bit-vectors",
        names: &[
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
        names: &[
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
        names: &["dt-rm-constructor", "dt-rm-datatype", "dt-rm-identity"],
    },
    Theory {
        name: "fp",
        about: "floating-point numbers",
        names: &["fp-short-sort"],
    },
    Theory {
        name: "smtlib",
        about: "commands, binders and names of SMT-LIB",
        names: &[
            "check-sat-assuming",
            "eliminate-variables",
            "inline-functions",
            "introduce-fresh-variables",
            "let-elimination",
            "let-substitution",
            "remove-annotation",
            "remove-recursive-function",
            "simplify-logic",
            "simplify-quoted-symbols",
            "simplify-symbol-names",
            "push-pop",
        ],
    },
    Theory {
        name: "strings",
        about: "strings and sequences",
        names: &[
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
    use super::{MUTATORS, THEORIES};
    use std::collections::HashSet;

    #[test]
    fn every_mutator_is_in_exactly_one_theory() {
        for mutator in MUTATORS {
            let of = THEORIES
                .iter()
                .filter(|theory| theory.names.contains(&mutator.name()));
            assert_eq!(of.count(), 1, "{}", mutator.name());
        }
    }

    #[test]
    fn ddsmts_53_mutators_have_a_theory_each_once() {
        let ours = ["push-pop"];
        let names = THEORIES.iter().flat_map(|theory| theory.names).copied();
        let names: Vec<&str> = names.filter(|name| !ours.contains(name)).collect();
        let distinct: HashSet<&str> = names.iter().copied().collect();
        assert_eq!((names.len(), distinct.len()), (53, 53));
    }
}
