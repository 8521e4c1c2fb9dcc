//! Simplifications that fail alone are tried together: neighbours that are taken out at once, and pairs of edits.
//!
//! In a 1-minimal text, no single edit succeeds. But two operands may need each other, as in `(= a a)`, and an edit may
//! be ill-formed until another one is made. So this search joins edits, the most promising ones first: windows of two or
//! three neighbours, as in the local exhaustive deletion of Vulcan (OOPSLA 2023), then pairs of edits at nodes that are
//! close to each other. There are many pairs, so the number of questions is limited.

use super::known_texts::KnownTexts;
use super::{Admission, Candidate, Fed, Plan, Position, Question, Search};
use crate::language::TestCase;
use crate::mutator::{ERASE_NODE, Mutator};
use crate::tree::{Edit, Node, ROOT};
use std::sync::Arc;

/// So many nodes of a text are looked at.
const MOST_NODES: usize = 200;

/// So many single edits of a text are joined with others.
const MOST_EDITS: usize = 300;

/// Single edits of each mutator at one node.
const PER_NODE: usize = 4;

/// The sizes of windows.
const WINDOWS: [usize; 2] = [2, 3];

/// So many pairs are joined, those at the closest nodes.
const MOST_PAIRS: usize = 10_000;

/// Texts with more cells are left as they are: of their pairs, only a small part could be tried.
const LARGEST: usize = 2_000;

/// Nodes with so many steps to their next common ancestor are not close to each other.
const FAR: usize = 4;

/// Tries joined edits, each once, until the questions are spent.
#[derive(Clone)]
pub(crate) struct Together {
    mutators: Arc<[&'static Mutator]>,
    admission: Arc<Admission>,
    list: Option<JoinedEdits>,
    /// How many questions may still be asked.
    left: usize,
    /// The candidate of the question that was returned last, until it is answered.
    asked: Option<Candidate>,
}

/// The joined edits of one text.
#[derive(Clone)]
struct JoinedEdits {
    base: TestCase,
    singles: Arc<[SingleEdit]>,
    sets: Arc<[EditSet]>,
    /// Index into `sets`.
    at: usize,
    /// The texts of the single edits, and those that were asked about.
    known: KnownTexts,
}

/// An edit that fails alone.
struct SingleEdit {
    node: Node,
    edit: Edit,
    by: &'static str,
}

/// Edits that are joined.
enum EditSet {
    /// The deletions of these nodes.
    Window(Vec<Node>),
    /// Indices of two single edits.
    Pair(usize, usize),
}

impl Together {
    /// Joins what the mutators of a plan propose. The plan says how many questions may be asked.
    pub(crate) fn new(plan: &Plan) -> Together {
        Together {
            mutators: plan.mutators.clone().into(),
            admission: plan.with_unused().admission,
            list: None,
            left: plan.detours,
            asked: None,
        }
    }

    fn list(&self, base: &TestCase) -> JoinedEdits {
        let mut known = KnownTexts::default();
        known.add(base);
        let singles = self.singles(base, &mut known);
        let mut sets = windows(base);
        sets.extend(pairs(base, &singles));
        JoinedEdits {
            base: base.clone(),
            singles: singles.into(),
            sets: sets.into(),
            at: 0,
            known,
        }
    }

    /// Single edits that make different texts. Those that are ill-formed or lengthen the text are among them: another
    /// edit may make up for it.
    fn singles(&self, base: &TestCase, known: &mut KnownTexts) -> Vec<SingleEdit> {
        let mut singles = Vec::new();
        for node in (ROOT + 1..base.tree().end()).take(MOST_NODES) {
            for mutator in self.mutators.iter() {
                if singles.len() >= MOST_EDITS || self.admission.is_cancelled() {
                    return singles;
                }
                if !mutator.applies(base, node) {
                    continue;
                }
                for proposal in mutator.proposals(base, node).take(PER_NODE) {
                    if known.add_edited(base, &proposal.edit) {
                        singles.push(SingleEdit {
                            node,
                            edit: proposal.edit,
                            by: mutator.name(),
                        });
                    }
                }
            }
        }
        singles
    }
}

impl JoinedEdits {
    /// The joined edit, and in whose name it is proposed.
    fn edit(&self, set: &EditSet) -> (Edit, &'static str) {
        let tree = self.base.tree();
        match set {
            EditSet::Window(nodes) => {
                let deletions = nodes.iter().map(|&node| Edit::delete(tree, node));
                (Edit::join(tree, deletions), ERASE_NODE.name())
            }
            EditSet::Pair(a, b) => {
                let (a, b) = (&self.singles[*a], &self.singles[*b]);
                (Edit::join(tree, [a.edit.clone(), b.edit.clone()]), a.by)
            }
        }
    }
}

/// Two or three neighbours, from the end of the text to its beginning: what comes later is less often needed.
fn windows(case: &TestCase) -> Vec<EditSet> {
    let tree = case.tree();
    let mut windows = Vec::new();
    for parent in (ROOT..tree.end()).take(MOST_NODES) {
        let children: Vec<Node> = tree.children(parent).take(MOST_NODES).collect();
        for size in WINDOWS {
            let sets = children.windows(size);
            windows.extend(sets.map(|nodes| EditSet::Window(nodes.to_vec())));
        }
    }
    windows.reverse();
    windows
}

/// Pairs of edits at nodes that are close to each other, the closest ones first.
fn pairs(case: &TestCase, singles: &[SingleEdit]) -> Vec<EditSet> {
    let mut pairs = Vec::new();
    for (b, second) in singles.iter().enumerate() {
        let path = path(case, second.node);
        for (a, first) in singles.iter().enumerate().take(b) {
            if first.node != second.node
                && let Some(distance) = distance(case, first.node, &path)
            {
                pairs.push((distance, a, b));
            }
        }
    }
    pairs.sort_unstable();
    pairs.truncate(MOST_PAIRS);
    let pair = |(_, a, b)| EditSet::Pair(a, b);
    pairs.into_iter().map(pair).collect()
}

/// The node and its next ancestors, but not the root.
fn path(case: &TestCase, node: Node) -> Vec<Node> {
    let parent = |&node: &Node| Some(case.parent(node)).filter(|&parent| parent != ROOT);
    std::iter::successors(Some(node), parent)
        .take(FAR)
        .collect()
}

/// The number of steps from a node to the end of a path over their next common ancestor. None if they are far apart.
fn distance(case: &TestCase, node: Node, to: &[Node]) -> Option<usize> {
    let up = path(case, node);
    let meets = |(steps, node)| Some(steps + to.iter().position(|other| other == node)?);
    up.iter().enumerate().find_map(meets)
}

impl Search for Together {
    fn next(&mut self, current: &TestCase) -> Option<Question> {
        let is_large = current.tree().cells().len() > LARGEST;
        if self.left == 0 || is_large || self.admission.is_cancelled() {
            return None;
        }
        let mut list = match self.list.take() {
            Some(list) if list.base.hash() == current.hash() => list,
            _ => self.list(current),
        };
        let asked = self.asked.take();
        if let Some(asked) = asked.filter(|asked| asked.base.hash() == current.hash()) {
            self.list = Some(list);
            self.asked = Some(asked.clone());
            return Some(Question::Passing(asked));
        }
        while !self.admission.is_cancelled()
            && let Some(set) = list.sets.get(list.at)
        {
            let (edit, by) = list.edit(set);
            list.at += 1;
            let question = self.admission.question(&list.base, edit, by);
            let candidate = question.map(Question::candidate);
            let is_new = |candidate: &Candidate| list.known.add_candidate(candidate, usize::MAX);
            if let Some(candidate) = candidate.filter(is_new) {
                self.asked = Some(candidate.clone());
                self.list = Some(list);
                return Some(Question::Passing(candidate));
            }
        }
        self.list = Some(list);
        None
    }

    fn feed(&mut self, _fed: &Fed) {
        if self.asked.take().is_some() {
            self.left -= 1;
        }
    }

    fn restart(&mut self) {}

    fn position(&self) -> Option<Position> {
        let list = self.list.as_ref()?;
        Some(Position {
            stage: "pairs",
            mutator: "",
            granularity: 2,
            visited: list.at,
            nodes: list.sets.len(),
        })
    }

    fn boxed(&self) -> Box<dyn Search> {
        Box::new(self.clone())
    }
}
