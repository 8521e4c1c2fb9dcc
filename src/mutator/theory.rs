//! Theories: the groups that switch mutators on and off, as in ddSMT (`--bv`, `--no-bv`).
//!
//! No theory has to be switched on: its mutators apply only where one of its operators, literals or sorts occurs.

use super::table::MUTATORS;
use super::value::Mutator;

/// A group of mutators.
#[derive(Debug, PartialEq, Eq)]
pub struct Theory {
    /// The name of the group, as in ddSMT.
    pub name: &'static str,
    /// The topic of its mutators.
    pub about: &'static str,
}

impl Theory {
    /// The mutators of the group, in the order of [`MUTATORS`].
    pub fn mutators(&self) -> impl Iterator<Item = &'static Mutator> {
        MUTATORS
            .iter()
            .copied()
            .filter(|mutator| mutator.profile().theory == self.name)
    }
}

const fn theory(name: &'static str, about: &'static str) -> Theory {
    Theory { name, about }
}

/// All groups, in the order of ddSMT's option listing, with smelt's own ones in between. Each mutator is in exactly
/// one.
pub const THEORIES: &[Theory] = &[
    theory("core", "trees of any kind"),
    theory("arithmetic", "integers and reals"),
    theory("bv", "bit-vectors"),
    theory("boolean", "Boolean connectives"),
    theory("datatypes", "algebraic datatypes"),
    theory("fp", "floating-point numbers"),
    theory("smtlib", "commands, binders and names of SMT-LIB"),
    theory("arrays", "arrays"),
    theory("sets", "sets"),
    theory("strings", "strings and sequences"),
    theory("asp", "answer-set programs"),
];

#[cfg(test)]
mod tests {
    use super::{MUTATORS, THEORIES, Theory};
    use crate::mutator::value::Mutator;

    /// All options of ddSMT 2.0.6 that switch mutators, by their groups.
    const DDSMT: &[(&str, &str)] = &[
        (
            "core",
            "binary-reduction constants erase-node merge-children substitute-children replace-by-variable \
             sort-children",
        ),
        (
            "arithmetic",
            "arith-negate-relations arith-constants arith-split-nary-relations arith-strengthen-relations",
        ),
        (
            "bv",
            "bv-norm-constants bv-zero-concat bv-double-negation bv-elim-bvcomp bv-eval-extend \
             bv-extract-constants bv-extract-zeroextend bv-ite-to-bvcomp bv-merge-extend bv-merge-reduced-bw \
             bv-reduce-bitwidth bv-reflexive-nand bv-simp-constants bv-to-bool bv-zeroextend-pred",
        ),
        (
            "boolean",
            "bool-de-morgan bool-double-negations bool-false-eq bool-implications bool-negate-quants \
             bool-xor-binary bool-xor-constants",
        ),
        (
            "datatypes",
            "dt-rm-constructor dt-rm-datatype dt-rm-identity",
        ),
        ("fp", "fp-short-sort"),
        (
            "smtlib",
            "check-sat-assuming eliminate-variables inline-functions introduce-fresh-variables let-elimination \
             let-substitution remove-annotation remove-recursive-function simplify-logic \
             simplify-quoted-symbols simplify-symbol-names",
        ),
        (
            "strings",
            "seq-nth-unit str-contains-to-concat str-index-not-found str-replace-all str-constants",
        ),
    ];

    #[test]
    fn every_mutator_is_in_one_theory_and_every_theory_has_mutators() {
        let listed = THEORIES.iter().flat_map(Theory::mutators).count();
        assert_eq!(listed, MUTATORS.len());
        assert!(
            THEORIES
                .iter()
                .all(|theory| theory.mutators().next().is_some())
        );
    }

    #[test]
    fn each_of_ddsmts_53_mutators_is_here_in_its_theory() {
        for (theory, names) in DDSMT {
            let theory = THEORIES.iter().find(|here| here.name == *theory);
            let theory = theory.expect("the theory is listed");
            let ours: Vec<&str> = theory.mutators().map(Mutator::name).collect();
            for name in names.split(' ') {
                assert!(ours.contains(&name), "{name}");
            }
        }
        let count: usize = DDSMT
            .iter()
            .map(|(_, names)| names.split(' ').count())
            .sum();
        assert_eq!(count, 53);
    }
}
