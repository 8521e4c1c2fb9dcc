//! The commands that are ill-formed in the case itself, all at once.
//!
//! A solver answers them with an error and goes on, so they seldom matter; without them the filter knows what to hold.

use super::{Admission, Fed, Question, Search};
use crate::language::TestCase;
use crate::mutator::{EraseNode, Mutator};
use crate::tree::{Edit, Node, ROOT};
use std::sync::Arc;

/// Proposes a text without its ill-formed commands, once.
#[derive(Clone)]
pub struct WithoutIllFormed {
    admission: Arc<Admission>,
    done: bool,
}

impl WithoutIllFormed {
    /// The search; it finds nothing where there is no filter.
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

/// The top-level command that a node is in.
fn command(case: &TestCase, mut node: Node) -> Node {
    while case.parent(node) != ROOT {
        node = case.parent(node);
    }
    node
}
