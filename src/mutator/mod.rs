//! Mutators: they propose simplifications at a node.
//!
//! Invariants: a mutator is a pure function of a test case and a node, with no clock, no randomness, no input and no
//! output. A simplification usually makes the text smaller in the order of [`crate::language::Size`];
//! [`TestCase::shrinks`] decides. A simplification may be ill-formed; the filter detects that. Mutators never write
//! into file names, output channels or scripts in an input; they may only delete such commands.

pub mod asp;
mod binary_reduction;
mod closure;
mod erase_node;
mod profile;
mod proposal;
pub mod smtlib;
mod table;
mod theory;

pub use binary_reduction::BinaryReduction;
pub use closure::closed;
pub use erase_node::EraseNode;
pub use profile::{ByDefault, Pass, Profile};
pub use proposal::{Proposal, Proposals};
pub use table::{MUTATORS, mutator};
pub use theory::{THEORIES, Theory};

use crate::language::TestCase;
use crate::tree::Node;

/// Proposes simplifications at a node.
pub trait Mutator: Sync {
    /// The profile of the mutator.
    fn profile(&self) -> &'static Profile;

    /// Whether the mutator may have proposals at the node. This must be cheap: lists of nodes are made with it.
    fn applies(&self, case: &TestCase, node: Node) -> bool;

    /// The proposals at the node, the most promising first. Empty if the mutator does not apply. Each proposal is
    /// computed when the iterator reaches it.
    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a>;

    /// Proposals that change this node and all nodes equal to it at once. Empty if the mutator does not support this.
    fn proposals_at_all_occurrences<'a>(
        &'a self,
        _case: &'a TestCase,
        _node: Node,
    ) -> Proposals<'a> {
        proposal::none()
    }

    /// Pumps at the node that only a deep search tries: they change the text without making it much larger, so that
    /// simplifications that failed before may succeed after them.
    fn pumps<'a>(&'a self, _case: &'a TestCase, _node: Node) -> Proposals<'a> {
        proposal::none()
    }

    /// The forms in which the mutator takes part in the coarse search of large texts, each with its turn: lower numbers
    /// come first. A coarse form changes nodes that rarely contain one another, or makes edits that compose, so that it
    /// can succeed at many nodes together.
    fn coarse_forms(&self) -> &'static [(u8, &'static dyn Mutator)] {
        &[]
    }

    /// The forms in which the mutator makes a large text shorter without touching what it means, each with its turn. They
    /// are tried early, at many nodes together.
    fn labelling_forms(&self) -> &'static [(u8, &'static dyn Mutator)] {
        &[]
    }

    /// Whether this coarse form is only tried at all places together, because either hardly any of them matters, or other
    /// forms will find out which.
    fn is_all_or_nothing(&self) -> bool {
        false
    }

    /// The forms in which the mutator is tried at single terms with a large part of a large text, each with its turn:
    /// lower numbers come first.
    fn heavy_forms(&self) -> &'static [(u8, &'static dyn Mutator)] {
        &[]
    }

    /// The form of the mutator for searches without a filter. It also proposes what the mutator itself leaves out
    /// because it is certainly ill-formed; some solver may take it.
    fn unfiltered_form(&self) -> Option<&'static dyn Mutator> {
        None
    }

    /// The form in which the mutator thins a list of top-level expressions; by default, the mutator itself. It may have
    /// proposals that are left to other mutators where single nodes are tried, because here they are made together.
    fn form_for_lists(&self) -> Option<&'static dyn Mutator> {
        None
    }

    /// The name in the mutator's profile.
    fn name(&self) -> &'static str {
        self.profile().name
    }
}
