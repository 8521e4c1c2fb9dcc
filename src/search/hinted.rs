//! Hints: what a solver considers superfluous is removed first.
//!
//! At the beginning, and whenever a large text has shrunk by an eighth, the driver asks the solver which parts matter
//! ([`crate::language::Hint`]). All others are removed at once. If that fails, as it does where the failure needs what
//! the proof does not, the solver is asked about whole top-level expressions only. After that, the superfluous nodes
//! are removed in parts: first top-level expressions, then nodes inside the others. Small parts are left to the other
//! searches.

use super::list_reduction::ids;
use super::{Admission, Candidate, Fed, Halving, Minimiser, Position, Search, Step};
use crate::language::{HintDepth, Language, Superfluous, TestCase};
use crate::tree::{Node, NodeId, ROOT};
use std::sync::Arc;

/// In a text with fewer cells, a hint saves less than it costs.
const LEAST: usize = 1000;

/// A list of superfluous nodes is removed in parts no smaller than the list divided by this number.
const PARTS: usize = 16;

/// After this many failures in a row, the rest of a list is left to the other searches.
const MOST_FAILURES: usize = 4;

/// A new hint pays once the text has shrunk by one part in this many.
const PAYS: usize = 8;

/// The name under which the candidates are proposed.
const BY: &str = "hint";

/// A search, and hints that come before its own questions.
#[derive(Clone)]
pub struct Hinted {
    part: Box<dyn Search>,
    language: &'static dyn Language,
    admission: Arc<Admission>,
    /// The next hint is due once the text has at most this many cells.
    due_at: usize,
    /// The depth of the next hint. An outer one is wanted at once, whatever `due_at` is.
    wanted: HintDepth,
    lists: Vec<List>,
    /// How many candidates of the current list have failed in a row.
    failures: usize,
    /// Whether the last question came from a hint.
    is_asked: bool,
    /// Whether a hint has removed something since the search itself was asked.
    progress: bool,
}

/// Superfluous nodes, and how far their removal has got.
#[derive(Clone)]
struct List {
    nodes: Arc<[NodeId]>,
    minimiser: Box<dyn Minimiser>,
    /// If the nodes are removed as a whole: the depth of the hint that named them. None if they are removed in parts.
    whole: Option<HintDepth>,
}

impl Hinted {
    /// This search with the hints of a language.
    pub fn new(
        part: Box<dyn Search>,
        language: &'static dyn Language,
        admission: &Arc<Admission>,
    ) -> Self {
        Hinted {
            part,
            language,
            admission: Arc::clone(admission),
            due_at: usize::MAX,
            wanted: HintDepth::Inner,
            lists: Vec::new(),
            failures: 0,
            is_asked: false,
            progress: false,
        }
    }

    /// The next candidate that follows from a hint.
    fn hinted(&mut self, current: &TestCase) -> Option<Candidate> {
        while let Some(list) = self.lists.last_mut() {
            match list.minimiser.next() {
                Step::TryWithout(subset) => {
                    let nodes = list.nodes_of(current, &subset);
                    let edit = self.language.without(current, &nodes);
                    if let Some(candidate) = self.admission.candidate(current, edit, BY) {
                        return Some(candidate);
                    }
                    list.minimiser.feed(false);
                }
                Step::ListAgain => list.list_again(current),
                Step::End => drop(self.lists.pop()),
            }
        }
        None
    }
}

impl List {
    fn whole(case: &TestCase, nodes: &[Node], depth: HintDepth) -> List {
        List {
            nodes: ids(case, nodes),
            minimiser: Box::new(Halving::new(nodes.len(), nodes.len())),
            whole: Some(depth),
        }
    }

    fn in_parts(case: &TestCase, nodes: &[Node]) -> List {
        List {
            nodes: ids(case, nodes),
            minimiser: Box::new(Halving::into_parts(nodes.len(), PARTS)),
            whole: None,
        }
    }

    /// The nodes with these numbers that are still in the text, in its order.
    fn nodes_of(&self, case: &TestCase, numbers: &[usize]) -> Vec<Node> {
        let ids = numbers.iter().filter_map(|&number| self.nodes.get(number));
        let mut nodes: Vec<Node> = ids.filter_map(|&id| case.node(id)).collect();
        nodes.sort_unstable();
        nodes
    }

    /// Forgets the nodes that are gone.
    fn list_again(&mut self, case: &TestCase) {
        self.nodes = self
            .nodes
            .iter()
            .copied()
            .filter(|&id| case.node(id).is_some())
            .collect();
        self.minimiser.listed_again(self.nodes.len());
    }
}

impl Search for Hinted {
    fn next(&mut self, current: &TestCase) -> Option<Candidate> {
        if self.wanted == HintDepth::Inner
            && let Some(candidate) = self.hinted(current)
        {
            self.is_asked = true;
            return Some(candidate);
        }
        if std::mem::take(&mut self.progress) {
            // What the search has learned is about another text.
            self.part.restart();
        }
        self.part.next(current)
    }

    fn feed(&mut self, fed: &Fed) {
        if !std::mem::take(&mut self.is_asked) {
            return self.part.feed(fed);
        }
        let succeeded = matches!(fed, Fed::Interesting { adopted: true, .. });
        self.progress |= succeeded;
        self.failures = if succeeded { 0 } else { self.failures + 1 };
        let Some(list) = self.lists.last_mut() else {
            return;
        };
        // A list that goes as a whole ends with its only try, and one in parts after too many failures.
        list.minimiser.feed(succeeded);
        match list.whole {
            // Whatever is left in the other lists will be in the next hint.
            Some(_) if succeeded => self.lists.clear(),
            Some(HintDepth::Inner) => self.wanted = HintDepth::Outer,
            Some(HintDepth::Outer) => {}
            None if self.failures < MOST_FAILURES => return,
            None => {
                self.lists.pop();
            }
        }
        self.failures = 0;
    }

    fn wants_hint(&self, current: &TestCase) -> Option<HintDepth> {
        let cells = current.tree().cells().len();
        let is_due = self.lists.is_empty() && (LEAST..=self.due_at).contains(&cells);
        (is_due || self.wanted == HintDepth::Outer).then_some(self.wanted)
    }

    fn take_hint(&mut self, current: &TestCase, superfluous: &Superfluous) {
        let cells = current.tree().cells().len();
        self.due_at = cells - cells / PAYS;
        self.wanted = HintDepth::Inner;
        let Superfluous { depth, nodes } = superfluous;
        // The last list comes first: all nodes as a whole, then outer nodes in parts, then inner ones.
        if self.lists.is_empty() {
            let (outer, inner): (Vec<Node>, Vec<Node>) = nodes
                .iter()
                .partition(|&&node| current.parent(node) == ROOT);
            self.lists = [inner, outer]
                .map(|nodes| List::in_parts(current, &nodes))
                .into();
        }
        self.lists.push(List::whole(current, nodes, *depth));
        self.lists.retain(|list| !list.nodes.is_empty());
    }

    fn restart(&mut self) {
        self.part.restart();
    }

    fn position(&self) -> Option<Position> {
        let Some(list) = self.lists.last().filter(|_| self.is_asked) else {
            return self.part.position();
        };
        let (granularity, visited, nodes) = list.minimiser.position();
        Some(Position {
            stage: "hints",
            mutator: BY,
            granularity,
            visited,
            nodes,
        })
    }
}
