//! Thins a list. First, a minimiser decides which elements to take out together. Then, single elements are tried, each
//! with all proposals for it.
//!
//! With [`super::Halving`], this is the list algorithm of ddSMT 2.0 (CAV 2021, "ddmin"). There are three differences.
//! Elements are known by their identities, which accepted edits preserve, so no subset contains a node that is gone. If
//! an element's first proposal is ill-formed by itself, it is not joined with others. Joined edits compose
//! ([`Edit::join`]), so a chain of nested terms can be removed at once.

use super::admission::simplifications;
use super::{
    Admission, Fed, Halving, Items, Minimiser, MinimiserEntry, Position, Question, Search, Step,
};
use crate::language::TestCase;
use crate::tree::{Edit, Node, NodeId};
use std::sync::Arc;

/// Thins one list of a text, once.
#[derive(Clone)]
pub struct Thinning {
    items: Items,
    reach: Reach,
    admission: Arc<Admission>,
    round: Option<Round>,
    progress: bool,
    /// The hash of the text on which this search found nothing.
    fruitless: Option<[u8; 32]>,
}

/// How far a list is thinned.
#[derive(Clone, Copy, Debug)]
pub enum Reach {
    /// With a minimiser, then with single elements, for which all proposals are tried.
    Single(&'static MinimiserEntry),
    /// By halving, down to pairs.
    Pairs,
    /// By halving, down to subsets of 1/64 of the elements, but at least two elements. A round without a success has at
    /// most about 128 checks, however long the list is.
    Coarse,
}

/// The list of one text, and how far it has been thinned.
#[derive(Clone)]
struct Round {
    base: TestCase,
    elements: Arc<[NodeId]>,
    phase: Phase,
}

#[derive(Clone)]
enum Phase {
    /// Many elements at a time. The hash is that of the text in which the elements were found to be joinable.
    Joined(Box<dyn Minimiser>, [u8; 32]),
    /// One element at a time: the index of the element, and the index of its proposal.
    Single {
        at: usize,
        k: usize,
        edits: Option<Arc<[Edit]>>,
    },
}

impl Thinning {
    /// The search that thins these items.
    pub fn new(items: Items, reach: Reach, admission: &Arc<Admission>) -> Self {
        Thinning {
            items,
            reach,
            admission: admission.clone(),
            round: None,
            progress: false,
            fruitless: None,
        }
    }

    /// Starts with elements that can be taken out together if there are at least two, otherwise with single elements.
    fn begin(&self, case: &TestCase) -> Round {
        let elements = self.joinable(case);
        let minimiser: Box<dyn Minimiser> = match (elements.len(), self.reach) {
            (0 | 1, _) => return self.single(case),
            (elements, Reach::Single(minimiser)) => (minimiser.build)(elements),
            (elements, Reach::Pairs) => Box::new(Halving::new(elements, 2)),
            (elements, Reach::Coarse) => Box::new(Halving::new(elements, (elements / 64).max(2))),
        };
        Round {
            base: case.clone(),
            elements,
            phase: Phase::Joined(minimiser, case.hash()),
        }
    }

    /// The elements that can be taken out together.
    fn joinable(&self, case: &TestCase) -> Arc<[NodeId]> {
        let nodes = self.items.elements(case);
        ids(case, &self.items.joinable(&self.admission, case, &nodes))
    }

    /// Makes the list anew if the minimiser asks for it.
    fn list_again(&self, round: &mut Round) {
        if let Phase::Joined(minimiser, judged) = &mut round.phase
            && minimiser.next() == Step::ListAgain
        {
            round.elements = self.joinable(&round.base);
            *judged = round.base.hash();
            minimiser.listed_again(round.elements.len());
        }
    }

    /// Starts with single elements, if the reach includes them.
    fn single(&self, case: &TestCase) -> Round {
        let nodes = match self.reach {
            Reach::Single(_) => self.items.elements(case),
            Reach::Pairs | Reach::Coarse => Vec::new(),
        };
        Round {
            base: case.clone(),
            elements: ids(case, &nodes),
            phase: Phase::Single {
                at: 0,
                k: 0,
                edits: None,
            },
        }
    }

    /// The question at the current place of the round. None if there is nothing to ask at this place.
    fn question(&self, round: &mut Round) -> Option<Question> {
        let edit = match &mut round.phase {
            Phase::Joined(minimiser, judged) => {
                let Step::TryWithout(subset) = minimiser.next() else {
                    return None;
                };
                let ids = subset.iter().filter_map(|&index| round.elements.get(index));
                let mut nodes: Vec<Node> = ids.filter_map(|&id| round.base.node(id)).collect();
                nodes.sort_unstable();
                if *judged != round.base.hash() {
                    nodes = self.items.joinable(&self.admission, &round.base, &nodes);
                }
                self.items.edit(&round.base, &nodes)
            }
            Phase::Single { at, k, edits } => {
                let node = round.base.node(*round.elements.get(*at)?)?;
                let list = || {
                    let proposals = self.items.mutator().proposals(&round.base, node);
                    simplifications(proposals).collect()
                };
                edits.get_or_insert_with(list).get(*k)?.clone()
            }
        };
        self.admission.question(&round.base, edit, self.items.by())
    }
}

/// The identities of nodes.
fn ids(case: &TestCase, nodes: &[Node]) -> Arc<[NodeId]> {
    nodes.iter().map(|&node| case.id(node)).collect()
}

impl Round {
    /// Whether there is nothing left to try in this phase.
    fn is_over(&mut self) -> bool {
        match &mut self.phase {
            Phase::Joined(minimiser, _) => minimiser.next() == Step::End,
            Phase::Single { at, .. } => *at >= self.elements.len(),
        }
    }

    /// Moves on to what is tried next.
    fn advance(&mut self, succeeded: bool) {
        match &mut self.phase {
            Phase::Joined(minimiser, _) => minimiser.feed(succeeded),
            Phase::Single { at, k, edits } => {
                let left = edits.as_ref().map_or(0, |edits| edits.len());
                if succeeded || *k + 1 >= left {
                    (*at, *k, *edits) = (*at + 1, 0, None);
                } else {
                    *k += 1;
                }
            }
        }
    }
}

impl Search for Thinning {
    fn next(&mut self, current: &TestCase) -> Option<Question> {
        let is_known = self.round.is_none() && self.fruitless == Some(current.hash());
        if self.admission.is_cancelled() || is_known {
            return None;
        }
        let mut round = match self.round.take() {
            Some(round) if round.base.hash() == current.hash() => round,
            _ => self.begin(current),
        };
        while !self.admission.is_cancelled() {
            self.list_again(&mut round);
            if !round.is_over() {
                if let Some(question) = self.question(&mut round) {
                    self.round = Some(round);
                    return Some(question);
                }
                round.advance(false);
            } else if matches!(round.phase, Phase::Joined(..)) {
                round = self.single(current);
            } else {
                self.fruitless = (!self.progress).then(|| current.hash());
                self.progress = false;
                return None;
            }
        }
        None
    }

    fn feed(&mut self, fed: &Fed) {
        let Some(round) = &mut self.round else { return };
        if let Fed::Interesting {
            now, adopted: true, ..
        } = fed
        {
            round.base = now.clone();
            self.progress = true;
            round.advance(true);
        } else {
            round.advance(false);
        }
    }

    fn restart(&mut self) {
        self.round = None;
        self.progress = false;
    }

    fn position(&self) -> Option<Position> {
        let round = self.round.as_ref()?;
        let (granularity, visited, nodes) = match &round.phase {
            Phase::Joined(minimiser, _) => minimiser.position(),
            Phase::Single { at, .. } => (1, *at, round.elements.len()),
        };
        Some(Position {
            stage: "",
            mutator: self.items.by(),
            granularity,
            visited,
            nodes,
        })
    }

    fn boxed(&self) -> Box<dyn Search> {
        Box::new(self.clone())
    }
}
