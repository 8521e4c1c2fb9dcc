//! Thins a list. First, a minimiser decides which elements to take out together. Then, single elements are tried, each
//! with all proposals for it.
//!
//! With [`super::Halving`], this is the list algorithm of ddSMT 2.0 (CAV 2021, "ddmin"). There are three differences.
//! Elements are known by their identities, which accepted edits preserve, so no subset contains a node that is gone. If
//! an element's first proposal is ill-formed by itself, it is not joined with others. Joined edits compose
//! ([`Edit::join`]), so a chain of nested terms can be removed at once.

use super::admission::{first, simplifications};
use super::related::relations;
use super::{
    Adaptive, Admission, Elements, Fed, Halving, Minimiser, MinimiserEntry, Position, Question,
    Search, Step, leaping_if_long,
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
    /// With [`Adaptive`] only, which begins with at most `first` elements, and only if there are at least `least`.
    Joined {
        /// How many elements are tried together first, at most.
        first: usize,
        /// Shorter lists stay as they are.
        least: usize,
    },
    /// With [`super::Leaping`] only, if the list is long, otherwise with [`super::Learning`] only.
    Related,
    /// All elements at once, and nothing else.
    Whole,
    /// By halving, down to pairs.
    Pairs,
    /// By halving, down to subsets of 1/16 of the elements that are left, but at least two elements. A round without a
    /// success has at most about 32 checks, however long the list is.
    Coarse,
}

/// A coarse search takes out no smaller parts than these of a list.
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
    /// Nothing was taken out since a cleaner was asked.
    NotDue,
    /// Something was taken out.
    Due,
    /// The last question is that of a cleaner.
    Asked,
}

#[derive(Clone)]
enum ReductionPhase {
    /// Many elements at a time.
    Joined(Box<dyn Minimiser>, JoinableEdits),
    /// One element at a time: the index of the element, and the index of its proposal.
    Single {
        at: usize,
        k: usize,
        edits: Option<Arc<[Edit]>>,
    },
}

/// What is known of the elements in the text in which they were found to be joinable.
#[derive(Clone)]
struct JoinableEdits {
    /// The hash of the text.
    text: [u8; 32],
    /// The edits of the elements, in the same order. Empty if there are so many that they are made again when they are
    /// needed.
    edits: Arc<[Edit]>,
}

/// So many edits are kept at most: a few megabytes.
const MOST_KEPT: usize = 16_384;

/// What is at a place of a round.
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

    /// The same search, but whenever many elements are gone, these mutators take out what has no use any more. So the list
    /// that is left is shorter.
    #[must_use]
    pub fn cleaning(self, cleaners: &[&'static Mutator]) -> Self {
        ListReduction {
            cleaners: cleaners.into(),
            ..self
        }
    }

    /// Starts with elements that can be taken out together if there are at least two, otherwise with single elements.
    fn begin(&self, case: &TestCase) -> Round {
        let (elements, judged) = self.joinable(case);
        let minimiser: Box<dyn Minimiser> = match (elements.len(), self.depth) {
            (_, Depth::Only(build)) => build(&weights(case, &elements)),
            (elements, Depth::Joined { first, least }) if elements >= least => {
                Box::new(Adaptive::beginning_with(elements, first))
            }
            (2.., Depth::Related) => leaping_if_long(elements.len(), || relations(case, &elements)),
            (0 | 1, _) | (_, Depth::Joined { .. }) => return self.single(case),
            (_, Depth::Single(minimiser)) => (minimiser.build)(&weights(case, &elements)),
            (elements, Depth::Whole) => Box::new(Halving::new(elements, elements)),
            (elements, Depth::Pairs) => Box::new(Halving::new(elements, 2)),
            (elements, Depth::Coarse) => Box::new(Halving::into_parts(elements, PARTS)),
        };
        Round {
            base: case.clone(),
            elements,
            phase: ReductionPhase::Joined(minimiser, judged),
            cleaning: Cleaning::NotDue,
        }
    }

    /// The elements that can be taken out together.
    fn joinable(&self, case: &TestCase) -> (Arc<[NodeId]>, JoinableEdits) {
        let nodes = self.elements.nodes(case);
        let (mut elements, mut edits) = (Vec::new(), Vec::new());
        let take = |node, edit| {
            elements.push(case.id(node));
            if elements.len() <= MOST_KEPT {
                edits.push(edit);
            } else {
                edits.clear();
            }
        };
        self.elements
            .each_joinable(&self.admission, case, &nodes, take);
        let text = case.hash();
        let edits = edits.into();
        (elements.into(), JoinableEdits { text, edits })
    }

    /// Starts with single elements, if the depth includes them.
    fn single(&self, case: &TestCase) -> Round {
        let nodes = match self.depth {
            Depth::Single(_) => self.elements.nodes(case),
            Depth::Only(_)
            | Depth::Joined { .. }
            | Depth::Related
            | Depth::Whole
            | Depth::Pairs
            | Depth::Coarse => Vec::new(),
        };
        Round {
            base: case.clone(),
            elements: ids(case, &nodes),
            phase: ReductionPhase::Single {
                at: 0,
                k: 0,
                edits: None,
            },
            cleaning: Cleaning::NotDue,
        }
    }

    /// What is at the current place of the round.
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
            ReductionPhase::Single { at, k, edits } => match elements.get(*at) {
                None => Look::End,
                Some(&id) => {
                    let list = || self.edits(base, id);
                    let edit = edits.get_or_insert_with(list).get(*k);
                    let look = |edit| Look::Edit(edit, self.elements.by());
                    edit.cloned().map_or(Look::Nothing, look)
                }
            },
        }
    }

    /// The edit that takes out a subset of the elements. If the text has changed since the elements were judged, those
    /// that are no longer joinable stay.
    fn joined(
        &self,
        case: &TestCase,
        elements: &[NodeId],
        mut subset: Vec<usize>,
        judged: &JoinableEdits,
    ) -> Edit {
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
            let edits = self.elements.joinable(&self.admission, case, &nodes);
            return self.elements.join(case, edits);
        }
        self.elements.join(case, self.elements.edits(case, &nodes))
    }

    /// All simplifications of a single element. Empty if the element is gone.
    fn edits(&self, case: &TestCase, id: NodeId) -> Arc<[Edit]> {
        let mutator = self.elements.mutator();
        let edits = |node| simplifications(mutator.proposals(case, node)).collect();
        case.node(id).map(edits).unwrap_or_default()
    }
}

/// The identities of nodes.
fn ids(case: &TestCase, nodes: &[Node]) -> Arc<[NodeId]> {
    nodes.iter().map(|&node| case.id(node)).collect()
}

/// The number of cells of each of these elements.
fn weights(case: &TestCase, elements: &[NodeId]) -> Vec<u32> {
    let cells = |node: Node| case.tree().len(node);
    let weight = |&id: &NodeId| case.node(id).map_or(1, cells);
    elements.iter().map(weight).collect()
}

impl Round {
    /// Forgets the edits of a text that was replaced.
    fn forget_edits(&mut self) {
        if let ReductionPhase::Joined(_, judged) = &mut self.phase {
            judged.edits = Arc::default();
        }
    }

    /// Moves on to what is tried next. Behind the question of a cleaner, that is what would have been tried without it.
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
            ReductionPhase::Single { at, k, edits } => {
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

impl Search for ListReduction {
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
            match self.look(&mut round) {
                Look::Edit(edit, by) => {
                    if let Some(question) = self.admission.question(&round.base, edit, by) {
                        self.round = Some(round);
                        return Some(question);
                    }
                    round.advance(false);
                }
                Look::Nothing => round.advance(false),
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
        if let Fed::Interesting {
            now, adopted: true, ..
        } = fed
        {
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

    fn boxed(&self) -> Box<dyn Search> {
        Box::new(self.clone())
    }
}
