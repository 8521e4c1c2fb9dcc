//! Inner lists: the parts of a command, or the elements of its parts, are thinned one list after the other.

use super::list_reduction::ids;
use super::{Candidate, Depth, Elements, Fed, ListReduction, Plan, Position, Search, Source};
use crate::language::{InnerList, TestCase};
use crate::mutator::ERASE_NODE;
use crate::tree::NodeId;
use std::collections::VecDeque;

/// Thins the inner lists of a text one after the other.
#[derive(Clone)]
pub(super) struct InnerLists {
    which: InnerList,
    plan: Plan,
    /// The lists that are still to be thinned. None before the first question.
    left: Option<VecDeque<NodeId>>,
    reduction: Option<ListReduction>,
}

impl InnerLists {
    /// Thins lists of this kind.
    pub(super) fn new(which: InnerList, plan: &Plan) -> InnerLists {
        InnerLists {
            which,
            plan: plan.clone(),
            left: None,
            reduction: None,
        }
    }

    /// The search that thins a list. None if the list is gone.
    fn reduction(&self, current: &TestCase, list: NodeId) -> Option<ListReduction> {
        let list = current.node(list)?;
        let nodes = self.plan.language.inner_list(current, list, self.which)?;
        let mut elements = Elements::new(&ERASE_NODE, Source::These(ids(current, &nodes)));
        if self.which == InnerList::Part {
            elements = elements.but_one();
        }
        let depth = Depth::Only(self.plan.minimiser().build);
        Some(ListReduction::new(elements, depth, &self.plan.admission))
    }

    fn lists(&self, current: &TestCase) -> VecDeque<NodeId> {
        let tree = current.tree();
        let language = self.plan.language;
        (1..tree.end())
            .filter(|&node| tree.is_list(node))
            .filter(|&node| language.inner_list(current, node, self.which).is_some())
            .map(|node| current.id(node))
            .collect()
    }
}

impl Search for InnerLists {
    fn next(&mut self, current: &TestCase) -> Option<Candidate> {
        if self.left.is_none() {
            self.left = Some(self.lists(current));
        }
        loop {
            if let Some(reduction) = &mut self.reduction {
                if let Some(candidate) = reduction.next(current) {
                    return Some(candidate);
                }
                if self.plan.admission.is_cancelled() {
                    return None;
                }
            }
            let next = self.left.as_mut()?.pop_front()?;
            self.reduction = self.reduction(current, next);
        }
    }

    fn feed(&mut self, fed: &Fed) {
        if let Some(reduction) = &mut self.reduction {
            reduction.feed(fed);
        }
    }

    fn restart(&mut self) {
        (self.left, self.reduction) = (None, None);
    }

    fn position(&self) -> Option<Position> {
        self.reduction.as_ref()?.position()
    }
}
