//! The list of all mutators.

use super::{BinaryReduction, EraseNode, Mutator, smtlib};

/// All mutators, in the order in which a whole sweep tries them: that of ddSMT's option listing, its theories core and
/// smtlib, each alphabetical by ddSMT's own class names; then what only we have.
pub const MUTATORS: &[&dyn Mutator] = &[
    &BinaryReduction,
    &smtlib::Constants,
    &EraseNode,
    &smtlib::MergeChildren,
    &smtlib::SubstituteChildren,
    &smtlib::ReplaceByVariable,
    &smtlib::SortChildren,
    &smtlib::CheckSatAssuming,
    &smtlib::IntroduceFreshVariables,
    &smtlib::LetElimination,
    &smtlib::LetSubstitution,
    &smtlib::RemoveAnnotation,
    &smtlib::SimplifyLogic,
    &smtlib::SimplifyQuotedSymbols,
    &smtlib::SimplifySymbolNames,
    &smtlib::PushPop,
];

/// The mutator of this name.
pub fn mutator(name: &str) -> Option<&'static dyn Mutator> {
    MUTATORS
        .iter()
        .copied()
        .find(|mutator| mutator.name() == name)
}
