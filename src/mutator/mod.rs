//! Mutators: what could be simpler at a node.
//!
//! Invariants: pure functions of a test case and a node; no clock, no randomness, no input or output. A mutator
//! proposes only edits that can make the text smaller in the order of [`crate::language::Size`] (borderline ones
//! are judged by [`TestCase::shrinks`]); it may propose ill-formed text, which the filter holds. Mutators never
//! write into file names, output channels or scripts of an input; they may only delete such commands.

mod binary_reduction;
mod erase_node;
mod everywhere;
mod only;
mod shape;
pub mod smtlib;
mod sort_children;
mod theory;

pub use binary_reduction::{BinaryReduction, BinaryReductionOf};
pub use erase_node::EraseNode;
pub use only::Only;
pub use sort_children::SortChildren;
pub use theory::{THEORIES, Theory};

use crate::language::TestCase;
use crate::tree::{Edit, Node};

/// Proposes simplifications at a node.
pub trait Mutator: Sync {
    /// Its name: kebab-case, as in ddSMT where it has the mutator.
    fn name(&self) -> &'static str;
    /// What it does, in at most 79 columns.
    fn about(&self) -> &'static str;
    /// Whether it can have something to propose at the node. Cheap: lists of nodes are made with it.
    fn applies(&self, case: &TestCase, node: Node) -> bool;
    /// The `k`-th proposal, most promising first; none behind the last, and none where it does not apply.
    /// Stateless.
    fn nth(&self, case: &TestCase, node: Node, k: usize) -> Option<Edit>;
    /// The `k`-th proposal made at all nodes equal to this one at once; none where it has no such form. That of
    /// one `k` may be missing and that of a later one there: ask for as many as [`Mutator::nth`] has.
    fn nth_everywhere(&self, _case: &TestCase, _node: Node, _k: usize) -> Option<Edit> {
        None
    }
}

/// All mutators, in the order of ddSMT's option listing: its theories core and smtlib, each alphabetical by
/// ddSMT's own class names; then what only we have. A whole sweep tries them in this order.
pub const MUTATORS: &[&dyn Mutator] = &[
    &BinaryReduction,
    &smtlib::Constants,
    &EraseNode,
    &smtlib::MergeChildren,
    &smtlib::SubstituteChildren,
    &smtlib::ReplaceByVariable,
    &SortChildren,
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

/// Erases `(check-sat)` commands.
pub static ERASE_CHECK_SATS: Only = Only::headed(b"check-sat", &EraseNode);
/// Erases `check-sat-assuming` commands.
pub static ERASE_CHECK_SATS_ASSUMING: Only = Only::headed(b"check-sat-assuming", &EraseNode);
/// Erases `assert` commands.
pub static ERASE_ASSERTS: Only = Only::headed(b"assert", &EraseNode);
/// Erases top-level commands of any kind.
pub static ERASE_COMMANDS: Only = Only::top_level(&EraseNode);
/// Binary reduction over the `assert` commands of the text, as one list; applies at the root only.
pub static REDUCE_ASSERTS: BinaryReductionOf = BinaryReductionOf { head: b"assert" };
