//! Deletes what most likely does not matter, all at once. If the text needs some of it, this fails, and the searches
//! that thin lists find out what can go.

use super::{Admission, Candidate, Fed, Search};
use crate::language::{Language, TestCase};
use crate::mutator::ERASE_NODE;
use crate::tree::{Edit, Node, NodeId, ROOT, Tree};
use std::sync::Arc;

/// A single top-level expression after the failure is left to the lists.
const LEAST_BEHIND_FAILURE: usize = 2;

/// Proposes the text without some of its top-level expressions, once.
#[derive(Clone)]
pub struct BulkDeletion {
    targets: Targets,
    admission: Arc<Admission>,
    done: bool,
}

#[derive(Clone)]
enum Targets {
    IllFormed,
    BehindFailure(Arc<[NodeId]>),
    Principal(&'static dyn Language),
}

impl BulkDeletion {
    /// Deletes the commands that are ill-formed in the text itself. A solver answers such a command with an error and
    /// continues, so these commands rarely matter. The filter tolerates faults of its base; without these commands, it
    /// can reject more candidates. Without a filter, this search finds nothing.
    pub fn ill_formed(admission: &Arc<Admission>) -> Self {
        BulkDeletion::new(Targets::IllFormed, admission)
    }

    /// Deletes these top-level expressions, which come after the place at which the solver stopped. If a solver crashes
    /// at the third of ten queries, it has not read the rest. One check removes what a list minimiser would need many
    /// for.
    pub fn behind_failure(nodes: &Arc<[NodeId]>, admission: &Arc<Admission>) -> Self {
        BulkDeletion::new(Targets::BehindFailure(Arc::clone(nodes)), admission)
    }

    /// Deletes the main content of a text in which something states what the solver should answer. This comes after the
    /// lists, which would have removed the statement if the failure did not need it. So the failure most likely is that
    /// the solver answers something else, which it often does without the main content, too.
    pub fn principal(language: &'static dyn Language, admission: &Arc<Admission>) -> Self {
        BulkDeletion::new(Targets::Principal(language), admission)
    }

    fn new(targets: Targets, admission: &Arc<Admission>) -> Self {
        BulkDeletion {
            targets,
            admission: Arc::clone(admission),
            done: false,
        }
    }

    /// The top-level expressions to delete.
    fn nodes(&self, case: &TestCase) -> Vec<Node> {
        match &self.targets {
            Targets::IllFormed => {
                let Some(filter) = &self.admission.filter else {
                    return Vec::new();
                };
                commands_with(filter.faulty_nodes(case), case.tree())
            }
            Targets::BehindFailure(ids) => {
                let nodes: Vec<Node> = ids.iter().filter_map(|&id| case.node(id)).collect();
                let is_enough = nodes.len() >= LEAST_BEHIND_FAILURE;
                if is_enough { nodes } else { Vec::new() }
            }
            Targets::Principal(language) => principal(*language, case.tree()),
        }
    }
}

impl Search for BulkDeletion {
    fn next(&mut self, current: &TestCase) -> Option<Candidate> {
        if self.done || self.admission.is_cancelled() {
            return None;
        }
        let nodes = self.nodes(current).into_iter();
        let deletions = nodes.map(|node| Edit::delete(current.tree(), node));
        let edit = Edit::join(current.tree(), deletions);
        self.admission.candidate(current, edit, ERASE_NODE.name())
    }

    fn feed(&mut self, _fed: &Fed) {
        self.done = true;
    }

    fn restart(&mut self) {}
}

/// The top-level commands that contain at least one of these nodes.
fn commands_with(mut nodes: Vec<Node>, tree: &Tree) -> Vec<Node> {
    nodes.sort_unstable();
    let contains_one = |&command: &Node| {
        let first = nodes.partition_point(|&node| node < command);
        nodes
            .get(first)
            .is_some_and(|&node| node < tree.next(command))
    };
    tree.children(ROOT).filter(contains_one).collect()
}

/// The main content of a text, if something in it states what the solver should answer.
fn principal(language: &dyn Language, tree: &Tree) -> Vec<Node> {
    let mut commands = tree.children(ROOT);
    if !commands.any(|node| language.states_answer(tree, node)) {
        return Vec::new();
    }
    let is_principal = |&node: &Node| {
        let mut lists = language.removable_lists().iter();
        lists.any(|list| list.is_principal && (list.holds)(tree, node))
    };
    tree.children(ROOT).filter(is_principal).collect()
}
