//! The edits of several mutators at all places, in a single candidate.

use super::{Admission, Candidate, Elements, Fed, Search};
use crate::language::TestCase;
use crate::tree::Edit;
use std::sync::Arc;

/// Makes the edits of several lists together, once. Edits that keep the meaning of a text hardly ever fail, so one
/// check is enough for all of them. If it fails, the lists are left to searches of their own.
#[derive(Clone)]
pub(crate) struct JoinedOnce {
    lists: Arc<[Elements]>,
    admission: Arc<Admission>,
    done: bool,
}

impl JoinedOnce {
    /// The search that makes the edits of these lists together.
    pub(crate) fn new(lists: Vec<Elements>, admission: &Arc<Admission>) -> Self {
        JoinedOnce {
            lists: lists.into(),
            admission: Arc::clone(admission),
            done: false,
        }
    }

    /// The joined edit of each list that has any, with the name of its mutator.
    fn edits(&self, case: &TestCase) -> Vec<(Edit, &'static str)> {
        let edit = |elements: &Elements| {
            let nodes = elements.nodes(case);
            let joinable = elements.joinable(&self.admission, case, nodes);
            (elements.join(case, joinable), elements.by())
        };
        let edits = self.lists.iter().map(edit);
        edits.filter(|(edit, _)| !edit.is_empty()).collect()
    }
}

impl Search for JoinedOnce {
    fn next(&mut self, current: &TestCase) -> Option<Candidate> {
        if self.done || self.admission.is_cancelled() {
            return None;
        }
        let edits = self.edits(current);
        let by = match edits[..] {
            [] | [_] => return None,
            [(_, by), ..] => by,
        };
        let joined = Edit::join(current.tree(), edits.into_iter().map(|(edit, _)| edit));
        self.admission.candidate(current, joined, by)
    }

    fn feed(&mut self, _fed: &Fed) {
        self.done = true;
    }

    fn restart(&mut self) {
        self.done = false;
    }
}
