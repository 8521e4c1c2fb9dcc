//! Mutators: what could be simpler at a node.
//!
//! Invariants: pure functions of a test case and a node; no clock, no randomness, no input or output. A
//! simplification can make the text smaller in the order of [`crate::language::Size`] (borderline ones
//! are judged by [`TestCase::shrinks`]); it may be ill-formed, which the filter tells. Mutators never
//! write into file names, output channels or scripts of an input; they may only delete such commands.

mod binary_reduction;
mod erase_node;
mod profile;
mod proposal;
pub mod smtlib;
mod table;
mod theory;

pub use binary_reduction::BinaryReduction;
pub use erase_node::EraseNode;
pub use profile::{Pass, Profile};
pub use proposal::{Proposal, Proposals};
pub use table::{MUTATORS, mutator};
pub use theory::{THEORIES, Theory};

use crate::language::TestCase;
use crate::tree::Node;

/// Proposes simplifications at a node.
pub trait Mutator: Sync {
    /// What it says of itself.
    fn profile(&self) -> &'static Profile;

    /// Whether it can have something to propose at the node. Cheap: lists of nodes are made with it.
    fn applies(&self, case: &TestCase, node: Node) -> bool;

    /// What it proposes at the node, the most promising first; nothing where it does not apply. Each proposal is made
    /// when the iterator comes to it.
    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a>;

    /// The proposals that change all nodes equal to this one at once, where it has any of that form.
    fn proposals_at_all_occurrences<'a>(
        &'a self,
        _case: &'a TestCase,
        _node: Node,
    ) -> Proposals<'a> {
        proposal::none()
    }

    /// The forms in which it takes part in the coarse search of large texts, each with its turn there: lower numbers come
    /// first. Such a form changes nodes that hardly contain one another, or makes edits that compose, so that it can
    /// succeed at many nodes together.
    fn coarse_forms(&self) -> &'static [(u8, &'static dyn Mutator)] {
        &[]
    }

    /// Its name.
    fn name(&self) -> &'static str {
        self.profile().name
    }
}
