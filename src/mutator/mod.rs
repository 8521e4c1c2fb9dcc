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
pub use closure::{Closure, closure};
pub use erase_node::EraseNode;
pub use profile::{ByDefault, Profile};
pub use proposal::{Proposal, Proposals};
pub use table::{MUTATORS, mutator};
pub use theory::{THEORIES, Theory};

use crate::language::TestCase;
use crate::tree::Node;

/// The name of the form of a mutator for searches without a filter. It also proposes what the mutator itself leaves out
/// because it is certainly ill-formed; some solver may take it.
pub const UNFILTERED: &str = "unfiltered";

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

    /// The forms in which the mutator can be used besides its own, by name. A form changes other nodes, or several at
    /// once, or proposes what the mutator leaves to others; see the schedule of the searches.
    fn forms(&self) -> &'static [(&'static str, &'static dyn Mutator)] {
        &[]
    }

    /// The form with this name, if there is one.
    fn form(&self, name: &str) -> Option<&'static dyn Mutator> {
        let mut forms = self.forms().iter();
        forms.find(|(its, _)| *its == name).map(|&(_, form)| form)
    }

    /// The name in the mutator's profile.
    fn name(&self) -> &'static str {
        self.profile().name
    }
}
