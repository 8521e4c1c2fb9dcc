//! Removes the commands that are ill-formed in the text itself, all at once.
//!
//! A solver answers such a command with an error and continues, so these commands rarely matter. The filter tolerates
//! faults of its base; without these commands, it can reject more candidates.

use super::{Admission, Fed, Question, Search};
use crate::language::TestCase;
use crate::mutator::{EraseNode, Mutator};
use crate::tree::{Edit, Node, ROOT};
use std::sync::Arc;

/// Proposes the text without its ill-formed commands, once.
#[derive(Clone)]
pub struct WithoutIllFormed {
    admission: Arc<Admission>,
    done: bool,
}

impl WithoutIllFormed {
    /// Makes the search. Without a filter, it finds nothing.
    pub fn new(admission: &Arc<Admission>) -> Self {
        WithoutIllFormed {
            admission: admission.clone(),
            done: false,
        }
    }
}

impl Search for WithoutIllFormed {
    fn next(&mut self, current: &TestCase) -> Option<Question> {
        let is_over = self.done || self.admission.is_cancelled();
        let filter = self.admission.filter.as_ref().filter(|_| !is_over)?;
        let faulty = filter.faulty_nodes(current).into_iter();
        let commands = faulty
            .filter(|&node| node != ROOT)
            .map(|node| command(current, node));
        let deletions: Vec<Edit> = commands
            .map(|command| Edit::delete(current.tree(), command))
            .collect();
        let edit = Edit::join(current.tree(), &deletions);
        self.admission.question(current, edit, EraseNode.name())
    }

    fn feed(&mut self, _fed: &Fed) {
        self.done = true;
    }

    fn restart(&mut self) {}

    fn boxed(&self) -> Box<dyn Search> {
        Box::new(self.clone())
    }
}

/// The top-level command that contains a node.
fn command(case: &TestCase, mut node: Node) -> Node {
    while case.parent(node) != ROOT {
        node = case.parent(node);
    }
    node
}
