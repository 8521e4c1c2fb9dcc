//! Thins a list. First, a minimiser decides which elements to remove together. Then, single elements are tried, each
//! with all proposals for it.
//!
//! With [`super::Halving`], this is the list algorithm of ddSMT 2.0 (CAV 2021, "ddmin"), with three differences.
//! Elements are known by their identities, which accepted edits preserve, so no subset contains a node that is gone. An
//! element whose first proposal is ill-formed by itself is not joined with others. Joined edits compose
//! ([`Edit::join`]), so a chain of nested terms can be removed at once.

use super::admission::{first, simplifications};
use super::portion::Portion;
use super::{
    Adaptive, Admission, Candidate, Elements, Fed, Halving, Minimiser, MinimiserEntry, Position,
    Relations, Search, Step, leaping_if_long,
};
use crate::language::TestCase;
use crate::mutator::Mutator;
use crate::tree::{Edit, Node, NodeId, ROOT};
use std::sync::Arc;

/// Thins one list of a text, once.
#[derive(Clone)]
pub struct ListReduction {
    elements: Elements,
    depth: Depth,
    admission: Arc<Admission>,
    cleaners: Arc<[&'static Mutator]>,
    round: Option<Round>,
    progress: bool,
    /// The hash of the text on which this search found nothing.
    fruitless: Option<[u8; 32]>,
}

/// How far a list is thinned.
#[derive(Clone, Copy, Debug)]
pub enum Depth {
    /// With a minimiser, then with single elements, for which all proposals are tried.
    Single(&'static MinimiserEntry),
    /// With the minimiser that this function makes for elements of these weights, and nothing else.
    Only(fn(&[u32]) -> Box<dyn Minimiser>),
    /// With [`Adaptive`] only, which begins with at most this many elements.
    Joined(usize),
    /// With [`super::Leaping`] only, if the list is long, otherwise with [`super::Learning`] only.
    Related,
    /// By halving, down to subsets of this many elements; no further than all at once if that is more than there are.
    Halved(usize),
    /// By halving, down to subsets of 1/16 of the elements that are left, but at least two elements. A round without a
    /// success has at most about 32 checks, however long the list is.
    Coarse,
}

/// A coarse search removes subsets no smaller than the list divided by this number.
const PARTS: usize = 16;

/// The list of one text, and how far it has been thinned.
#[derive(Clone)]
struct Round {
    base: TestCase,
    elements: Arc<[NodeId]>,
    phase: ReductionPhase,
    cleaning: Cleaning,
}

/// Whether a cleaner has something to do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cleaning {
    /// Nothing was removed since a cleaner was asked.
    NotDue,
    /// Something was removed.
    Due,
    /// The last question was that of a cleaner.
    Asked,
}

#[derive(Clone)]
enum ReductionPhase {
    /// Many elements at a time.
    Joined(Box<dyn Minimiser>, JoinableEdits),
    /// One element at a time.
    Single {
        /// Index of the element.
        at: usize,
        /// Its edits.
        edits: Portion<Edit>,
    },
}

/// The edits of the elements in the text in which they were found to be joinable.
#[derive(Clone)]
struct JoinableEdits {
    /// The hash of the text.
    text: [u8; 32],
    /// The edits of the elements, in the same order. Empty if they weigh more than [`MOST_KEPT`]; then they are made again
    /// when they are needed.
    edits: Arc<[Edit]>,
}

/// What the edits that are kept weigh, at most, in splices: a few megabytes.
const MOST_KEPT: usize = 262_144;

/// What an edit weighs beside its splices.
const EDIT: usize = 15;

/// What to try at a place of a round.
enum Look {
    /// This edit of the mutator with this name may be tried.
    Edit(Edit, &'static str),
    /// There is nothing to try at this place.
    Nothing,
    /// The phase is over.
    End,
}

impl ListReduction {
    /// The search that reduces the list of these elements.
    pub fn new(elements: Elements, depth: Depth, admission: &Arc<Admission>) -> Self {
        ListReduction {
            elements,
            depth,
            admission: admission.clone(),
            cleaners: Arc::default(),
            round: None,
            progress: false,
            fruitless: None,
        }
    }

    /// The same search, but whenever the minimiser has finished a pass over the list and elements are gone, these
    /// mutators remove what has become unused. So the list that is left is shorter.
    #[must_use]
    pub fn cleaning(self, cleaners: &[&'static Mutator]) -> Self {
        ListReduction {
            cleaners: cleaners.into(),
            ..self
        }
    }

    /// Starts with elements that can be removed together if there are at least two, otherwise with single elements.
    fn begin(&self, case: &TestCase) -> Round {
        let (elements, judged) = self.joinable(case);
        let minimiser: Box<dyn Minimiser> = match (elements.len(), self.depth) {
            (_, Depth::Only(build)) => build(&weights(case, &elements)),
            (elements @ 1.., Depth::Joined(first)) => {
                Box::new(Adaptive::beginning_with(elements, first))
            }
            (2.., Depth::Related) => leaping_if_long(elements.len(), || relations(case, &elements)),
            (0 | 1, _) => return self.single(case),
            (_, Depth::Single(minimiser)) => (minimiser.build)(&weights(case, &elements)),
            (elements, Depth::Halved(least)) => Box::new(Halving::new(elements, least)),
            (elements, Depth::Coarse) => Box::new(Halving::into_parts(elements, PARTS)),
        };
        Round {
            base: case.clone(),
            elements,
            phase: ReductionPhase::Joined(minimiser, judged),
            cleaning: Cleaning::NotDue,
        }
    }

    /// The elements that can be removed together, and their edits.
    fn joinable(&self, case: &TestCase) -> (Arc<[NodeId]>, JoinableEdits) {
        let nodes = self.elements.nodes(case);
        let (mut elements, mut edits, mut weight) = (Vec::new(), Vec::new(), 0);
        self.elements
            .each_joinable(&self.admission, case, nodes, |node, edit| {
                elements.push(case.id(node));
                weight += EDIT + edit.parts().len();
                if weight <= MOST_KEPT {
                    edits.push(edit);
                } else {
                    edits = Vec::new();
                }
            });
        let judged = JoinableEdits {
            text: case.hash(),
            edits: edits.into(),
        };
        (elements.into(), judged)
    }

    /// Starts with single elements, if the depth includes them.
    fn single(&self, case: &TestCase) -> Round {
        let nodes = if matches!(self.depth, Depth::Single(_)) {
            self.elements.nodes(case)
        } else {
            Vec::new()
        };
        Round {
            base: case.clone(),
            elements: ids(case, &nodes),
            phase: ReductionPhase::Single {
                at: 0,
                edits: Portion::default(),
            },
            cleaning: Cleaning::NotDue,
        }
    }

    /// What to try at the current place of the round.
    fn look(&self, round: &mut Round) -> Look {
        let Round {
            base,
            elements,
            phase,
            cleaning,
        } = round;
        match phase {
            ReductionPhase::Joined(minimiser, judged) => loop {
                match minimiser.next() {
                    Step::TryWithout(subset) => {
                        let edit = self.joined(base, elements, subset, judged);
                        return Look::Edit(edit, self.elements.by());
                    }
                    // The cleaners have their turn before the list is made again.
                    Step::ListAgain | Step::End if *cleaning == Cleaning::Due => {
                        *cleaning = Cleaning::NotDue;
                        let edit = |&cleaner| Some((first(cleaner, base, ROOT)?, cleaner.name()));
                        if let Some((edit, by)) = self.cleaners.iter().find_map(edit) {
                            *cleaning = Cleaning::Asked;
                            return Look::Edit(edit, by);
                        }
                    }
                    Step::ListAgain => {
                        (*elements, *judged) = self.joinable(base);
                        minimiser.listed_again(elements.len());
                    }
                    Step::End => return Look::End,
                }
            },
            ReductionPhase::Single { at, edits } => {
                let Some(&id) = elements.get(*at) else {
                    return Look::End;
                };
                let all = || self.edits(base, id);
                match edits.current(all) {
                    Some(edit) => Look::Edit(edit.clone(), self.elements.by()),
                    None => Look::Nothing,
                }
            }
        }
    }

    /// The edit that removes a subset of the elements. If the text has changed since the elements were judged, they are
    /// judged again, and those that are no longer joinable stay.
    fn joined(
        &self,
        case: &TestCase,
        elements: &[NodeId],
        mut subset: Vec<usize>,
        judged: &JoinableEdits,
    ) -> Edit {
        // In the text in which the elements were judged, their edits are known to be joinable, and mostly kept.
        let is_judged = judged.text == case.hash();
        if is_judged && judged.edits.len() == elements.len() {
            // Elements are listed in the order of the text.
            subset.sort_unstable();
            let edits = subset.iter().filter_map(|&index| judged.edits.get(index));
            return self.elements.join(case, edits);
        }
        let ids = subset.into_iter().filter_map(|index| elements.get(index));
        let mut nodes: Vec<Node> = ids.filter_map(|&id| case.node(id)).collect();
        nodes.sort_unstable();
        if !is_judged {
            let mut joinable = Vec::new();
            self.elements
                .each_joinable(&self.admission, case, nodes, |node, _| joinable.push(node));
            nodes = joinable;
        }
        self.elements.join(case, self.elements.edits(case, &nodes))
    }

    /// All simplifications of a single element. None if the element is gone.
    fn edits(&self, case: &TestCase, id: NodeId) -> impl Iterator<Item = Edit> {
        let mutator = self.elements.mutator();
        let of = move |node| simplifications(mutator.proposals(case, node));
        case.node(id).into_iter().flat_map(of)
    }
}

/// The identities of nodes.
pub(super) fn ids(case: &TestCase, nodes: &[Node]) -> Arc<[NodeId]> {
    nodes.iter().map(|&node| case.id(node)).collect()
}

/// The relations of these nodes. The first token of an element is its kind, such as the predicate of a fact. The tokens
/// that few elements have show which elements are about the same things.
fn relations(case: &TestCase, elements: &[NodeId]) -> Relations {
    let tree = case.tree();
    Relations::new(elements.iter().map(|&id| {
        let node = case.node(id).unwrap_or(ROOT);
        let leaves = (node..tree.next(node)).filter(|&inner| !tree.is_list(inner));
        let tokens = leaves.map(|leaf| tree.sym(leaf));
        (tokens.clone().next(), tokens)
    }))
}

/// The number of cells of each of these elements.
fn weights(case: &TestCase, elements: &[NodeId]) -> Vec<u32> {
    elements
        .iter()
        .map(|&id| case.node(id).map_or(1, |node| case.tree().len(node)))
        .collect()
}

impl Round {
    /// Forgets the edits, because they belong to a text that was replaced.
    fn forget_edits(&mut self) {
        if let ReductionPhase::Joined(_, judged) = &mut self.phase {
            judged.edits = Arc::default();
        }
    }

    /// Moves on to what is tried next. After the question of a cleaner, that is what would have been tried without it.
    fn advance(&mut self, succeeded: bool) {
        if self.cleaning == Cleaning::Asked {
            self.cleaning = Cleaning::NotDue;
            return;
        }
        if succeeded {
            self.cleaning = Cleaning::Due;
        }
        match &mut self.phase {
            ReductionPhase::Joined(minimiser, _) => minimiser.feed(succeeded),
            ReductionPhase::Single { at, edits } => {
                edits.advance();
                if succeeded || edits.has_ended() {
                    (*at, *edits) = (*at + 1, Portion::default());
                }
            }
        }
    }
}

impl Search for ListReduction {
    fn next(&mut self, current: &TestCase) -> Option<Candidate> {
        let is_known = self.round.is_none() && self.fruitless == Some(current.hash());
        if self.admission.is_cancelled() || is_known {
            return None;
        }
        let mut round = match self.round.take() {
            Some(round) if round.base.hash() == current.hash() => round,
            _ => self.begin(current),
        };
        while !self.admission.is_cancelled() {
            match self.look(&mut round) {
                Look::Edit(edit, by) => {
                    if let Some(candidate) = self.admission.candidate(&round.base, edit, by) {
                        self.round = Some(round);
                        return Some(candidate);
                    }
                    round.advance(false);
                }
                Look::Nothing => round.advance(false),
                // After the minimiser, single elements are tried.
                Look::End if matches!(round.phase, ReductionPhase::Joined(..)) => {
                    round = self.single(current);
                }
                Look::End => {
                    self.fruitless = (!self.progress).then(|| current.hash());
                    self.progress = false;
                    return None;
                }
            }
        }
        None
    }

    fn feed(&mut self, fed: &Fed) {
        let Some(round) = &mut self.round else { return };
        if let Fed::Interesting { now, adopted: true } = fed {
            round.base = now.clone();
            self.progress = true;
            round.forget_edits();
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
            ReductionPhase::Joined(minimiser, _) => minimiser.position(),
            ReductionPhase::Single { at, .. } => (1, *at, round.elements.len()),
        };
        Some(Position {
            stage: "",
            mutator: self.elements.by(),
            granularity,
            visited,
            nodes,
        })
    }
}
