//! A sweep visits every node breadth-first and tries the proposals of a list of mutators on it, one at a time.
//!
//! This is the hierarchical algorithm of ddSMT 2.0 (CAV 2021): after a success, the sweep continues at the same place
//! in the new text; it ends when all nodes have been visited since the last success. There are three differences. The
//! place in the new text is found by the identities of the nodes that were visited before it. The closing round stops
//! at the place of the last success, because the rest was already visited in the same text. After the proposals of a
//! node, a sweep may also try the proposals that change all equal subterms at once (terms as DAGs, ddSMT 2013), and
//! pumps that save bytes.

use super::portion::Portion;
use super::{Admission, Candidate, Elements, Fed, Position, Search, Source};
use crate::language::TestCase;
use crate::mutator::{Mutator, Proposal, Proposals};
use crate::tree::{Node, NodeId, ROOT, Tree};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// A single sweep.
#[derive(Clone)]
pub struct Sweep {
    mutators: Arc<[&'static Mutator]>,
    /// Whether to try proposals that change all equal subterms at once, too.
    at_all_occurrences: bool,
    kind: ProposalKind,
    /// Whether a mutator that succeeds at several nodes in a row is tried at many nodes together.
    hurries: bool,
    /// The node around which the sweep stays. None if it visits all nodes.
    centre: Option<NodeId>,
    admission: Arc<Admission>,
    state: Option<SweepState>,
    /// The hash of the text on which the sweep found nothing.
    fruitless: Option<[u8; 32]>,
}

/// What a sweep tries at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProposalKind {
    Simplifications,
    /// Pumps that save bytes, too. If one is interesting, the driver remembers the text, and later searches go on from it.
    WithAbbreviations,
    /// Only pumps that save bytes.
    Abbreviations,
    /// Only pumps, whether they save bytes or not. A pump is never adopted, so the caller must go on from there itself.
    Pumps,
}

/// A pump may make a text longer by a quarter and by this many bytes.
const GROWTH: usize = 16;

/// The place that a sweep has reached.
#[derive(Clone)]
struct SweepState {
    base: TestCase,
    order: Arc<[Node]>,
    /// Index into `order`.
    at: usize,
    /// Index into the mutators. An index past their end stands for the proposals of a mutator at all occurrences.
    mutator: usize,
    /// The proposals of the mutator at the node.
    proposals: Portion<Proposal>,
    /// The index in `order` at which the closing round ends. Before the first success, this is `order.len()`.
    until: usize,
    /// Whether this is the closing round: the sweep has started again at the first node since the last success.
    closing: bool,
    succeeded: bool,
    streak: Streak,
}

/// The successes of one mutator in a row, with no success of another one and no failure of its own among them.
#[derive(Clone, Copy, Default)]
struct Streak {
    /// Index of the mutator.
    mutator: usize,
    length: u32,
    /// Whether the last question was about many nodes.
    is_joined: bool,
    /// Whether the next nodes cannot be changed together in this text.
    is_over: bool,
}

impl Sweep {
    /// A sweep that tries these mutators in this order at every node.
    pub fn new(
        mutators: &[&'static Mutator],
        at_all_occurrences: bool,
        admission: &Arc<Admission>,
    ) -> Self {
        Sweep {
            mutators: mutators.into(),
            at_all_occurrences,
            kind: ProposalKind::Simplifications,
            hurries: false,
            centre: None,
            admission: admission.clone(),
            state: None,
            fruitless: None,
        }
    }

    /// The same sweep, but it tries proposals of this kind.
    #[must_use]
    pub(super) fn trying(self, kind: ProposalKind) -> Self {
        Sweep { kind, ..self }
    }

    /// The same sweep, but only over the nodes nearest to this one, the nearest first.
    #[must_use]
    pub fn around(self, centre: NodeId) -> Self {
        Sweep {
            centre: Some(centre),
            ..self
        }
    }

    /// The same sweep, but after a success, the mutator is tried at the next two nodes together, then at four, and so
    /// on. So the number of checks grows with the logarithm of the length of a chain of nodes that can all be
    /// simplified.
    #[must_use]
    pub fn with_streaks(self) -> Self {
        Sweep {
            hurries: true,
            ..self
        }
    }

    /// The candidate that changes the next nodes together, with the mutator of the streak. None if there is no streak,
    /// or fewer than two nodes.
    fn joined(&self, state: &SweepState) -> Option<Candidate> {
        let streak = &state.streak;
        if !self.hurries || streak.length == 0 || streak.is_over {
            return None;
        }
        let mutator = *self.mutators.get(streak.mutator)?;
        let nodes = 2_usize.saturating_pow(streak.length);
        let applying: Vec<Node> = state.order[state.at..]
            .iter()
            .copied()
            .filter(|&node| mutator.applies(&state.base, node))
            .take(nodes)
            .collect();
        let elements = Elements::new(mutator, Source::Below);
        let joinable = elements.joinable(&self.admission, &state.base, applying);
        if joinable.len() < 2 {
            return None;
        }
        let edit = elements.join(&state.base, joinable);
        self.admission.candidate(&state.base, edit, mutator.name())
    }

    /// The proposal at the current place, or the next one at the same node. None when the node is done.
    fn proposal(&self, state: &mut SweepState) -> Option<(Proposal, &'static str)> {
        let forms = if self.at_all_occurrences { 2 } else { 1 };
        while state.mutator < self.mutators.len() * forms {
            let mutator = self.mutators[state.mutator % self.mutators.len()];
            let mut proposals = std::mem::take(&mut state.proposals);
            let all = || self.proposals(state);
            if let Some(proposal) = proposals.current(all).cloned() {
                state.proposals = proposals;
                return Some((proposal, mutator.name()));
            }
            state.mutator += 1;
        }
        None
    }

    /// The proposals of the current mutator at the current node: for the node alone, or for all equal ones.
    fn proposals<'a>(&self, state: &'a SweepState) -> Proposals<'a> {
        let (case, node) = (&state.base, state.order[state.at]);
        let mutator = self.mutators[state.mutator % self.mutators.len()];
        if !mutator.applies(case, node) {
            return Box::new(std::iter::empty());
        }
        let proposals = if state.mutator >= self.mutators.len() {
            mutator.proposals_at_all_occurrences(case, node)
        } else if self.kind == ProposalKind::Pumps {
            Box::new(
                mutator
                    .proposals(case, node)
                    .chain(mutator.pumps(case, node)),
            )
        } else {
            mutator.proposals(case, node)
        };
        let kind = self.kind;
        let is_wanted = move |proposal: &Proposal| match kind {
            ProposalKind::Simplifications => !proposal.is_pump,
            ProposalKind::WithAbbreviations => true,
            ProposalKind::Abbreviations | ProposalKind::Pumps => proposal.is_pump,
        };
        Box::new(proposals.filter(is_wanted))
    }

    /// The candidate that a proposal makes, if it may be asked about.
    fn candidate(
        &self,
        base: &TestCase,
        proposal: Proposal,
        by: &'static str,
    ) -> Option<Candidate> {
        match self.kind {
            _ if !proposal.is_pump => self.admission.candidate(base, proposal.edit, by),
            ProposalKind::Pumps => {
                let length = base.text().len();
                let is_short = base.edited_len(&proposal.edit) <= length + length / 4 + GROWTH;
                is_short.then(|| self.admission.pump(base, proposal.edit, by))?
            }
            _ => self.admission.abbreviation(base, proposal.edit, by),
        }
    }

    /// The nodes to visit, in their order.
    fn order(&self, case: &TestCase) -> Vec<Node> {
        match self.centre {
            None => breadth_first(case.tree()),
            Some(centre) => case
                .node(centre)
                .map_or(Vec::new(), |centre| nearest(case, centre)),
        }
    }

    /// The beginning of a sweep over a text.
    fn first(&self, case: &TestCase) -> SweepState {
        let order = self.order(case);
        SweepState {
            base: case.clone(),
            at: 0,
            mutator: 0,
            proposals: Portion::default(),
            until: order.len(),
            order: order.into(),
            closing: false,
            succeeded: false,
            streak: Streak::default(),
        }
    }

    /// The same place in a changed text: the first node that has not been visited.
    fn moved(&self, state: &SweepState, now: &TestCase) -> SweepState {
        let visited: FxHashSet<NodeId> = state.order[..state.at]
            .iter()
            .map(|&node| state.base.id(node))
            .collect();
        // The first node of the new text that is not among these. The closing round ends there.
        let mut new = self.first(now);
        let first_new = new
            .order
            .iter()
            .position(|&node| !visited.contains(&now.id(node)));
        new.at = first_new.unwrap_or(new.order.len());
        new.until = new.at;
        new.succeeded = true;
        new
    }
}

/// Once this many nodes are near, no further ones are looked for.
const NEAREST: usize = 64;

/// The nodes nearest to `centre`, which comes first, by the number of steps between a node and its parent.
fn nearest(case: &TestCase, centre: Node) -> Vec<Node> {
    let mut order = vec![centre];
    let mut known = FxHashSet::from_iter([centre]);
    let mut visited = 0;
    while let Some(&node) = order.get(visited).filter(|_| order.len() < NEAREST) {
        let parent = (node != ROOT).then(|| case.parent(node));
        let near = parent.into_iter().chain(case.tree().children(node));
        order.extend(near.take(NEAREST).filter(|&near| known.insert(near)));
        visited += 1;
    }
    order
}

/// All nodes in breadth-first order.
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

impl SweepState {
    /// Goes on after a candidate that is not interesting.
    fn failed(&mut self) {
        if self.streak.is_joined {
            self.streak = Streak::default();
            return;
        }
        if self.mutator == self.streak.mutator {
            self.streak = Streak::default();
        }
        self.proposals.advance();
    }

    fn next_node(&mut self) {
        self.at += 1;
        (self.mutator, self.proposals) = (0, Portion::default());
    }
}

impl Streak {
    /// The streak after a success of `mutator`, or of the streak itself if many nodes were changed together.
    fn grown(self, mutator: usize) -> Streak {
        let goes_on = self.is_joined || self.mutator == mutator;
        Streak {
            mutator: if self.is_joined {
                self.mutator
            } else {
                mutator
            },
            length: if goes_on { self.length + 1 } else { 1 },
            ..Streak::default()
        }
    }
}

impl Search for Sweep {
    fn next(&mut self, current: &TestCase) -> Option<Candidate> {
        let is_known = self.state.is_none() && self.fruitless == Some(current.hash());
        if self.admission.is_cancelled() || is_known {
            return None;
        }
        // Go on at the same place, in the same text or a changed one.
        let mut state = match self.state.take() {
            Some(state) if state.base.hash() == current.hash() => state,
            Some(state) => self.moved(&state, current),
            None => self.first(current),
        };
        if let Some(candidate) = self.joined(&state) {
            state.streak.is_joined = true;
            self.state = Some(state);
            return Some(candidate);
        }
        state.streak.is_over = true;
        while !self.admission.is_cancelled() {
            // At the end of the nodes or of the closing round: stop, or begin the closing round.
            if state.at >= state.order.len() || state.closing && state.at >= state.until {
                if state.closing || !state.succeeded {
                    self.fruitless = Some(current.hash());
                    return None;
                }
                (state.at, state.closing) = (0, true);
            } else if let Some((proposal, by)) = self.proposal(&mut state) {
                if let Some(candidate) = self.candidate(&state.base, proposal, by) {
                    self.state = Some(state);
                    return Some(candidate);
                }
                state.proposals.advance();
            } else {
                state.next_node();
            }
        }
        None
    }

    fn feed(&mut self, fed: &Fed) {
        let Some(mut state) = self.state.take() else {
            return;
        };
        match fed {
            Fed::Interesting { now, adopted: true } => {
                let streak = state.streak.grown(state.mutator);
                state = SweepState {
                    streak,
                    ..self.moved(&state, now)
                };
            }
            Fed::Interesting { .. } => {
                // The text will not stay: the driver will go on from the shorter one.
                self.fruitless = Some(state.base.hash());
                return;
            }
            _ => state.failed(),
        }
        self.state = Some(state);
    }

    fn restart(&mut self) {
        self.state = None;
    }

    fn position(&self) -> Option<Position> {
        let state = self.state.as_ref()?;
        let mutator = state.mutator.checked_rem(self.mutators.len())?;
        Some(Position {
            stage: "",
            mutator: self.mutators[mutator].name(),
            granularity: 1,
            visited: state.at,
            nodes: state.order.len(),
        })
    }
}
