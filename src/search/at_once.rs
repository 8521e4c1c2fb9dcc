//! Makes many edits that most likely do not matter, all at once. If the text needs some of what they change, this fails,
//! and the searches that thin lists find out what can go.

use super::{Admission, Candidate, Elements, Fed, Search};
use crate::language::{Language, TestCase};
use crate::mutator::ERASE_NODE;
use crate::tree::{Edit, Node, NodeId, ROOT, Tree};
use std::sync::Arc;

/// A single top-level expression after the failure is left to the lists.
const LEAST_BEHIND_FAILURE: usize = 2;

/// Proposes the text with many edits, once.
#[derive(Clone)]
pub struct AtOnce {
    what: What,
    admission: Arc<Admission>,
    done: bool,
}

/// What is edited.
#[derive(Clone)]
enum What {
    IllFormed,
    BehindFailure(Arc<[NodeId]>),
    Principal(&'static dyn Language),
    Lists(Arc<[Elements]>),
}

impl AtOnce {
    /// Deletes the commands that are ill-formed in the text itself. A solver answers such a command with an error and
    /// continues, so these commands rarely matter. The filter tolerates faults of its base; without these commands, it
    /// can reject more candidates. Without a filter, this search finds nothing.
    pub fn ill_formed(admission: &Arc<Admission>) -> Self {
        AtOnce::new(What::IllFormed, admission)
    }

    /// Deletes these top-level expressions, which come after the place at which the solver stopped. If a solver crashes
    /// at the third of ten queries, it has not read the rest. One check removes what a list minimiser would need many
    /// for.
    pub fn behind_failure(nodes: &Arc<[NodeId]>, admission: &Arc<Admission>) -> Self {
        AtOnce::new(What::BehindFailure(Arc::clone(nodes)), admission)
    }

    /// Deletes the main content of a text in which something states what the solver should answer. This comes after the
    /// lists, which would have removed the statement if the failure did not need it. So the failure most likely is that
    /// the solver answers something else, which it often does without the main content, too.
    pub fn principal(language: &'static dyn Language, admission: &Arc<Admission>) -> Self {
        AtOnce::new(What::Principal(language), admission)
    }

    /// Makes the edits of several lists. Edits that keep the meaning of a text hardly ever fail, so one check is enough
    /// for all of them. If it fails, the lists are left to searches of their own.
    pub(crate) fn lists(lists: impl Iterator<Item = Elements>, admission: &Arc<Admission>) -> Self {
        AtOnce::new(What::Lists(lists.collect()), admission)
    }

    fn new(what: What, admission: &Arc<Admission>) -> Self {
        AtOnce {
            what,
            admission: Arc::clone(admission),
            done: false,
        }
    }

    /// The edits, and the mutator in whose name they are proposed; none if a list alone has any.
    fn edits(&self, case: &TestCase) -> Option<(Vec<Edit>, &'static str)> {
        let nodes = match &self.what {
            What::IllFormed => {
                let filter = self.admission.filter.as_ref();
                let faulty = filter.map(|filter| filter.faulty_nodes(case));
                commands_with(faulty.unwrap_or_default(), case.tree())
            }
            What::BehindFailure(ids) => {
                let nodes: Vec<Node> = ids.iter().filter_map(|&id| case.node(id)).collect();
                let is_enough = nodes.len() >= LEAST_BEHIND_FAILURE;
                if is_enough { nodes } else { Vec::new() }
            }
            What::Principal(language) => principal(*language, case.tree()),
            What::Lists(lists) => return self.of_lists(lists, case),
        };
        let deletions = nodes
            .into_iter()
            .map(|node| Edit::delete(case.tree(), node));
        Some((deletions.collect(), ERASE_NODE.name()))
    }

    /// The joined edit of each list that has any.
    fn of_lists(&self, lists: &[Elements], case: &TestCase) -> Option<(Vec<Edit>, &'static str)> {
        let edit = |elements: &Elements| {
            let joinable = elements.joinable(&self.admission, case, elements.nodes(case));
            (elements.join(case, joinable), elements.by())
        };
        let edits = lists.iter().map(edit).filter(|(edit, _)| !edit.is_empty());
        let (edits, by): (Vec<Edit>, Vec<&str>) = edits.unzip();
        (edits.len() > 1).then(|| (edits, by[0]))
    }
}

impl Search for AtOnce {
    fn next(&mut self, current: &TestCase) -> Option<Candidate> {
        if self.done || self.admission.is_cancelled() {
            return None;
        }
        let (edits, by) = self.edits(current)?;
        let edit = Edit::join(current.tree(), edits);
        self.admission.candidate(current, edit, by)
    }

    fn feed(&mut self, _fed: &Fed) {
        self.done = true;
    }

    /// Lists may have new edits.
    fn restart(&mut self) {
        self.done &= !matches!(self.what, What::Lists(_));
    }
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
