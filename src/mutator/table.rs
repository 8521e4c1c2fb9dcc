//! The list of all mutators.

use super::{BinaryReduction, EraseNode, Mutator, smtlib};

/// All mutators, in the order in which a full sweep tries them. First those of ddSMT's theories core and smtlib, each
/// sorted by ddSMT's class names, and push-pop; then those of its other theories; then those that ddSMT lacks.
pub static MUTATORS: &[&dyn Mutator] = &[
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
    // The other theories of ddSMT.
    &smtlib::arithmetic::NEGATE_RELATIONS,
    &smtlib::arithmetic::CONSTANTS,
    &smtlib::arithmetic::SplitNaryRelations,
    &smtlib::arithmetic::STRENGTHEN_RELATIONS,
    &smtlib::bv::NORMALIZE_CONSTANTS,
    &smtlib::bv::CONCAT_TO_ZERO_EXTEND,
    &smtlib::bv::DOUBLE_NEGATION,
    &smtlib::bv::ELIM_BVCOMP,
    &smtlib::EVAL_EXTEND,
    &smtlib::EXTRACT_CONSTANTS,
    &smtlib::bv::EXTRACT_ZERO_EXTEND,
    &smtlib::bv::ITE_TO_BVCOMP,
    &smtlib::bv::MERGE_EXTEND,
    &smtlib::bv::MergeReducedWidth,
    &smtlib::bv::ReduceWidth,
    &smtlib::bv::REFLEXIVE_NAND,
    &smtlib::bv::SIMPLIFY_CONSTANTS,
    &smtlib::bv::TO_BOOL,
    &smtlib::bv::ZERO_EXTEND_PREDICATE,
    &smtlib::boolean::DE_MORGAN,
    &smtlib::boolean::DOUBLE_NEGATIONS,
    &smtlib::boolean::FALSE_EQ,
    &smtlib::boolean::IMPLICATIONS,
    &smtlib::boolean::NEGATE_QUANTS,
    &smtlib::boolean::XOR_BINARY,
    &smtlib::boolean::XOR_CONSTANTS,
    &smtlib::datatypes::RemoveConstructor,
    &smtlib::datatypes::RemoveDatatype,
    &smtlib::datatypes::RemoveDatatypeIdentity,
    &smtlib::fp::ShortSort,
    &smtlib::EliminateVariables,
    &smtlib::InlineFunctions,
    &smtlib::RemoveRecursiveFunction,
    &smtlib::strings::SEQ_NTH_UNIT,
    &smtlib::strings::ContainsToConcat,
    &smtlib::strings::INDEX_NOT_FOUND,
    &smtlib::strings::REPLACE_ALL,
    &smtlib::strings::CONSTANTS,
    // What ddSMT lacks.
    &smtlib::NeutralOperands,
    &smtlib::EVALUATE,
    &smtlib::Congruence,
    &smtlib::MergeOperands,
    &smtlib::SwapChildren,
    &smtlib::boolean::IDENTITIES,
    &smtlib::boolean::ELIMINATE_DISTINCT,
    &smtlib::arithmetic::IDENTITIES,
    &smtlib::bv::IDENTITIES,
    &smtlib::bv::MergeShift,
    &smtlib::bv::SIGN_EXTEND_PREDICATE,
    &smtlib::arrays::IDENTITIES,
    &smtlib::fp::IDENTITIES,
    &smtlib::sets::IDENTITIES,
    &smtlib::strings::IDENTITIES,
];

/// The mutator with this name.
pub fn mutator(name: &str) -> Option<&'static dyn Mutator> {
    MUTATORS
        .iter()
        .copied()
        .find(|mutator| mutator.name() == name)
}
