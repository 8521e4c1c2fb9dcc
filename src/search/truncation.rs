//! Removes what comes after the place at which the solver stopped, all at once.
//!
//! If a solver crashes at the third of ten queries, it has not read the rest. What it printed tells where it stopped, so
//! one check removes what a list minimiser would have to find the end of.

use super::{Admission, Fed, Question, Search};
use crate::language::TestCase;
use crate::mutator::{EraseNode, Mutator};
use crate::tree::{Edit, Node, NodeId};
use std::sync::Arc;

/// A single top-level expression is left to the lists.
const LEAST: usize = 2;

/// Proposes the text without these top-level expressions, once.
#[derive(Clone)]
pub struct Truncation {
    behind_failure: Arc<[NodeId]>,
    admission: Arc<Admission>,
    done: bool,
}

impl Truncation {
    /// Removes the top-level expressions with these identities.
    pub fn new(behind_failure: &Arc<[NodeId]>, admission: &Arc<Admission>) -> Self {
        Truncation {
            behind_failure: Arc::clone(behind_failure),
            admission: admission.clone(),
            done: false,
        }
    }
}

impl Search for Truncation {
    fn next(&mut self, current: &TestCase) -> Option<Question> {
        if self.done || self.admission.is_cancelled() {
            return None;
        }
        let nodes = self.behind_failure.iter();
        let nodes: Vec<Node> = nodes.filter_map(|&id| current.node(id)).collect();
        if nodes.len() < LEAST {
            return None;
        }
        let deletions = nodes.iter().map(|&node| Edit::delete(current.tree(), node));
        let edit = Edit::join(current.tree(), deletions);
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
