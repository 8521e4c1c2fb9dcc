//! The list of all mutators.

use super::value::Mutator;
use super::{asp, smtlib, structure};
use std::sync::LazyLock;

/// The order in which a full sweep tries the mutators. A mutator that is not named here comes after all that are, so a
/// new mutator needs no entry.
const ORDER: &[&str] = &[
    // ddSMT's theories core and smtlib, each sorted by ddSMT's class names, and our mutators of the same theories.
    "binary-reduction constants erase-node merge-children substitute-children replace-by-variable \
     sort-children check-sat-assuming introduce-fresh-variables let-elimination let-substitution \
     remove-annotation simplify-logic simplify-quoted-symbols simplify-symbol-names push-pop hoist \
     remove-unused drop-declaration inline-definitions merge-symbols drop-parameter drop-bound-variable \
     drop-nonterminal free-bound-variables interpret-sorts join-assertions form self-relation narrow-bitvectors \
     narrow-floats reuse-term",
    // The other theories of ddSMT.
    "arith-negate-relations arith-constants arith-split-nary-relations arith-strengthen-relations \
     bv-norm-constants bv-zero-concat bv-double-negation bv-elim-bvcomp bv-eval-extend bv-extract-constants \
     bv-extract-zeroextend bv-ite-to-bvcomp bv-merge-extend bv-merge-reduced-bw bv-reduce-bitwidth \
     bv-reflexive-nand bv-simp-constants bv-to-bool bv-zeroextend-pred bool-de-morgan bool-double-negations \
     bool-false-eq bool-implications bool-negate-quants bool-xor-binary bool-xor-constants dt-rm-constructor \
     dt-rm-datatype dt-rm-identity dt-declare-alone fp-short-sort eliminate-variables inline-functions \
     remove-recursive-function seq-nth-unit str-contains-to-concat str-index-not-found str-replace-all \
     str-constants",
    // Mutators that ddSMT does not have.
    "respell-literals neutral-operands evaluate congruence merge-operands swap-children bool-identities \
     eliminate-distinct arith-identities bv-identities bv-merge-shift bv-signextend-pred array-identities \
     fp-identities fp-from-real set-identities str-identities bv-extend-to-concat drop-field replace-sorts chain-relations \
     erase-pair split-assertions bind-declarations bind-variables free-let-variable negated-equation \
     predicate-to-equation predicate-to-constant abstract-long-terms other-operator name-repeats declare-constants \
     dialect-queries dialect-commands no-constructors \
     mix-numbers declare-variables",
    // Answer-set programs: the phases of DeltaASP, then ours.
    "asp-settle asp-propositional asp-flatten-atoms asp-empty-head asp-empty-body asp-drop-negation \
     asp-shift-negation asp-other-atom asp-merge-atoms asp-unfold asp-choice-to-disjunction \
     asp-disjunction-to-choice asp-aggregate-to-literals asp-sum-to-count asp-drop-bound asp-rank-numbers \
     asp-shift-numbers asp-lower-numbers asp-replace-by-part asp-drop-argument asp-derive asp-instantiate \
     asp-all-instances asp-inline-constants asp-rename-atoms",
];

/// The mutators by topic.
static TOPICS: &[&[&Mutator]] = &[
    structure::MUTATORS,
    smtlib::arithmetic::MUTATORS,
    smtlib::arrays::MUTATORS,
    smtlib::assertions::MUTATORS,
    smtlib::bitvectors::MUTATORS,
    smtlib::boolean::MUTATORS,
    smtlib::commands::MUTATORS,
    smtlib::constants::MUTATORS,
    smtlib::datatypes::MUTATORS,
    smtlib::declarations::MUTATORS,
    smtlib::dialects::MUTATORS,
    smtlib::equations::MUTATORS,
    smtlib::floats::MUTATORS,
    smtlib::form::MUTATORS,
    smtlib::functions::MUTATORS,
    smtlib::grammars::MUTATORS,
    smtlib::lets::MUTATORS,
    smtlib::literals::MUTATORS,
    smtlib::names::MUTATORS,
    smtlib::operands::MUTATORS,
    smtlib::quantifiers::MUTATORS,
    smtlib::relations::MUTATORS,
    smtlib::repeats::MUTATORS,
    smtlib::sets::MUTATORS,
    smtlib::sorts::MUTATORS,
    smtlib::strings::MUTATORS,
    smtlib::terms::MUTATORS,
    smtlib::widths::MUTATORS,
    asp::aggregates::MUTATORS,
    asp::atoms::MUTATORS,
    asp::derive::MUTATORS,
    asp::instances::MUTATORS,
    asp::names::MUTATORS,
    asp::numbers::MUTATORS,
    asp::rules::MUTATORS,
    asp::terms::MUTATORS,
];

/// All mutators, in the order in which a full sweep tries them.
pub static MUTATORS: LazyLock<Vec<&'static Mutator>> = LazyLock::new(|| {
    let names: Vec<&str> = ORDER.iter().flat_map(|names| names.split(' ')).collect();
    let place = |name: &str| names.iter().position(|&named| named == name);
    let mut all = TOPICS.concat();
    all.sort_by_key(|mutator| place(mutator.name()).unwrap_or(usize::MAX));
    all
});

/// The mutator with this name.
pub fn mutator(name: &str) -> Option<&'static Mutator> {
    MUTATORS
        .iter()
        .copied()
        .find(|mutator| mutator.name() == name)
}

#[cfg(test)]
mod tests {
    use super::{ORDER, mutator};

    #[test]
    fn each_name_in_the_order_is_that_of_a_mutator() {
        for name in ORDER.iter().flat_map(|names| names.split(' ')) {
            assert!(mutator(name).is_some(), "`{name}`");
        }
    }
}
