//! A sweep: every node breadth-first, every mutator of a list on it, one proposal at a time.
//!
//! The hierarchical algorithm of ddSMT 2.0 (CAV 2021): after a success the sweep goes on at the same place of the new
//! text, and it ends when all nodes were visited without a success since. Differences: the last part of the closing
//! round, which was visited on the very same text, is left out; and at the end of a node's own proposals a list may
//! ask for those that change all equal subtrees at once (ddSMT 2013, terms as DAGs).

use super::{Candidate, Fed, Rules, Search, Stage};
use crate::language::TestCase;
use crate::mutator::Mutator;
use crate::tree::{Edit, Node, ROOT, Tree};
use std::sync::Arc;

/// One pass.
#[derive(Clone)]
pub struct Sweep {
    mutators: Arc<[&'static dyn Mutator]>,
    /// Whether proposals for all equal subtrees at once are made, too.
    everywhere: bool,
    rules: Arc<Rules>,
    place: Option<Place>,
    fruitless: Option<[u8; 32]>,
}

/// Where a sweep is.
#[derive(Clone)]
struct Place {
    base: TestCase,
    order: Arc<Vec<Node>>,
    /// Index into `order`.
    at: usize,
    /// Index into the mutators; behind them, again for the proposals everywhere.
    mutator: usize,
    k: usize,
    /// The sweep ends here if nothing succeeds before: `order.len()` in the first round.
    until: usize,
    /// Whether a round was closed since the last success.
    closing: bool,
    succeeded: bool,
}

impl Sweep {
    /// A sweep with these mutators, in this order at every node.
    pub fn new(mutators: &[&'static dyn Mutator], everywhere: bool, rules: &Arc<Rules>) -> Self {
        Sweep {
            mutators: mutators.into(),
            everywhere,
            rules: rules.clone(),
            place: None,
            fruitless: None,
        }
    }

    fn begin(case: &TestCase, at: usize) -> Place {
        let order = breadth_first(case.tree());
        let until = order.len();
        Place {
            base: case.clone(),
            order: Arc::new(order),
            at,
            mutator: 0,
            k: 0,
            until,
            closing: false,
            succeeded: false,
        }
    }

    /// The next edit at the place or after it, within the node; none when the node is done.
    fn edit(&self, place: &mut Place) -> Option<(Edit, &'static str)> {
        let node = place.order[place.at];
        let forms = if self.everywhere { 2 } else { 1 };
        while place.mutator < self.mutators.len() * forms {
            let mutator = self.mutators[place.mutator % self.mutators.len()];
            let applies = place.k > 0 || mutator.applies(&place.base, node);
            while let Some(local) = applies
                .then(|| mutator.nth(&place.base, node, place.k))
                .flatten()
            {
                let edit = if place.mutator < self.mutators.len() {
                    Some(local)
                } else {
                    mutator.nth_everywhere(&place.base, node, place.k)
                };
                if let Some(edit) = edit {
                    return Some((edit, mutator.name()));
                }
                place.k += 1;
            }
            place.mutator += 1;
            place.k = 0;
        }
        None
    }
}

/// All nodes by depth, the root first.
fn breadth_first(tree: &Tree) -> Vec<Node> {
    let mut order = Vec::with_capacity(tree.cells().len());
    order.push(ROOT);
    let mut visited = 0;
    while let Some(&node) = order.get(visited) {
        order.extend(tree.children(node));
        visited += 1;
    }
    order
}

impl Search for Sweep {
    fn next(&mut self, current: &TestCase) -> Option<Candidate> {
        if self.rules.is_over() || self.place.is_none() && self.fruitless == Some(current.hash()) {
            return None;
        }
        let mut place = match self.place.take() {
            Some(place) if place.base.hash() == current.hash() => place,
            _ => Self::begin(current, 0),
        };
        while !self.rules.is_over() {
            if place.at >= place.order.len() || place.closing && place.at >= place.until {
                if place.closing || !place.succeeded {
                    self.fruitless = Some(current.hash());
                    return None;
                }
                (place.at, place.closing) = (0, true);
            } else if let Some((edit, by)) = self.edit(&mut place) {
                if let Some(candidate) = self.rules.candidate(&place.base, edit, by) {
                    self.place = Some(place);
                    return Some(candidate);
                }
                place.k += 1;
            } else {
                place.at += 1;
                (place.mutator, place.k) = (0, 0);
            }
        }
        None
    }

    fn feed(&mut self, fed: &Fed) {
        let Some(place) = &mut self.place else { return };
        if let Fed::Interesting {
            now, adopted: true, ..
        } = fed
        {
            let at = place.at;
            let mut fresh = Self::begin(now, at);
            fresh.until = at.min(fresh.order.len());
            fresh.succeeded = true;
            self.place = Some(fresh);
        } else {
            place.k += 1;
        }
    }

    fn restart(&mut self) {
        self.place = None;
    }

    fn stage(&self) -> Option<Stage> {
        let place = self.place.as_ref()?;
        let mutator = place.mutator.checked_rem(self.mutators.len())?;
        Some(Stage {
            name: "",
            mutator: self.mutators[mutator].name(),
            granularity: 1,
            visited: place.at,
            nodes: place.order.len(),
        })
    }

    fn boxed(&self) -> Box<dyn Search> {
        Box::new(self.clone())
    }
}
