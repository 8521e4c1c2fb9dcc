//! The list of all mutators.

use super::{BinaryReduction, EraseNode, Mutator, smtlib};

/// All mutators, in the order in which a full sweep tries them. First those of ddSMT, in the order of its option
/// listing: the theories core and smtlib, each sorted by ddSMT's class names. Then those that only smelt has.
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
    &smtlib::Hoist,
    &smtlib::RespellLiterals,
    &smtlib::ShortenLiterals,
    &smtlib::DropDeclaration,
    &smtlib::InlineDefinitions,
    &smtlib::MergeSymbols,
    &smtlib::DropParameter,
    &smtlib::DropBoundVariable,
    &smtlib::FreeBoundVariables,
    &smtlib::InterpretSorts,
    &smtlib::JoinAssertions,
    &smtlib::Form,
    &smtlib::NarrowBitvectors,
    &smtlib::ReuseTerm,
];

/// The mutator with this name.
pub fn mutator(name: &str) -> Option<&'static dyn Mutator> {
    MUTATORS
        .iter()
        .copied()
        .find(|mutator| mutator.name() == name)
}
