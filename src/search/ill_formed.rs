//! The commands that are ill-formed in the case itself, all at once.
//!
//! A solver answers them with an error and goes on, so they seldom matter; without them the filter knows what to hold.

use super::{Candidate, Fed, Rules, Search};
use crate::language::TestCase;
use crate::tree::{Edit, Node, ROOT};
use std::sync::Arc;

/// Proposes a text without its ill-formed commands, once.
#[derive(Clone)]
pub struct WithoutIllFormed {
    rules: Arc<Rules>,
    done: bool,
}

impl WithoutIllFormed {
    /// The search under these rules; it finds nothing where they have no filter.
    pub fn new(rules: &Arc<Rules>) -> Self {
        WithoutIllFormed {
            rules: rules.clone(),
            done: false,
        }
    }
}

impl Search for WithoutIllFormed {
    fn next(&mut self, current: &TestCase) -> Option<Candidate> {
        let over = self.done || self.rules.is_over();
        let filter = self.rules.filter.as_ref().filter(|_| !over)?;
        let faults = filter.faults(current).filter(|&(node, _)| node != ROOT);
        let faults = faults.map(|(node, _)| command(current, node));
        let deletions: Vec<Edit> = faults
            .map(|command| Edit::delete(current.tree(), command))
            .collect();
        self.rules.candidate(
            current,
            Edit::join(current.tree(), &deletions),
            "erase-node",
        )
    }

    fn feed(&mut self, _fed: &Fed) {
        self.done = true;
    }

    fn restart(&mut self) {}

    fn boxed(&self) -> Box<dyn Search> {
        Box::new(self.clone())
    }
}

/// The top-level command that a node is in.
fn command(case: &TestCase, mut node: Node) -> Node {
    while case.parent(node) != ROOT {
        node = case.parent(node);
    }
    node
}
