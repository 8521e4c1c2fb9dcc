//! The elements of a list, and the edit that removes many of them together.

use super::Admission;
use super::admission::first;
use crate::language::TestCase;
use crate::mutator::Mutator;
use crate::tree::{Edit, Node, NodeId, ROOT, Tree};
use rayon::prelude::*;
use std::borrow::Borrow;
use std::sync::Arc;

/// How many nodes are judged in parallel. Between two such portions, other cases of the batch have their turn. A list
/// of at most this many nodes is judged by one thread, so that it need not wait for its turn.
const PORTION: usize = 256;

/// The limit on the cells that are looked at to judge the edits of a list, however small the text is.
const MOST_LOOKS: usize = 2_000_000;

/// The same limit for each cell of the text. Ordinary lists need far less.
const LOOKS_PER_CELL: usize = 100;

/// How many times higher this limit is where edits are judged together, because that decides more.
const JOINTLY: usize = 10;

/// The nodes of a text to which a mutator applies. To remove elements means to make the first simplification of the
/// mutator at each of them.
#[derive(Clone)]
pub struct Elements {
    mutator: &'static Mutator,
    source: Source,
    by: &'static str,
    /// Whether the last element is left out.
    omits_last: bool,
    /// Whether edits that remove all elements are left out.
    keeps_one: bool,
}

/// Where the elements are looked for.
#[derive(Clone, Debug)]
pub enum Source {
    /// The top-level expressions for which this function returns true.
    TopLevel(fn(&Tree, Node) -> bool),
    /// All nodes below the top level.
    Below,
    /// The nodes with these identities, in the order of the text.
    These(Arc<[NodeId]>),
}

impl Elements {
    /// The nodes of the source to which the mutator applies.
    pub fn new(mutator: &'static Mutator, source: Source) -> Elements {
        Elements {
            mutator,
            source,
            by: mutator.name(),
            omits_last: false,
            keeps_one: false,
        }
    }

    /// The same elements without the last one.
    #[must_use]
    pub fn without_last(self) -> Elements {
        Elements {
            omits_last: true,
            ..self
        }
    }

    /// The same elements, of which at least one always stays.
    #[must_use]
    pub fn but_one(self) -> Elements {
        Elements {
            keeps_one: true,
            ..self
        }
    }

    /// The same elements, but proposed in the name of another mutator.
    #[must_use]
    pub fn in_the_name_of(self, other: &Mutator) -> Elements {
        Elements {
            by: other.name(),
            ..self
        }
    }

    /// The name of the mutator in whose name the edits are proposed.
    pub fn by(&self) -> &'static str {
        self.by
    }

    /// The mutator that makes the edits.
    pub fn mutator(&self) -> &'static Mutator {
        self.mutator
    }

    /// The elements, in preorder.
    pub fn nodes(&self, case: &TestCase) -> Vec<Node> {
        let tree = case.tree();
        let applies = |node: &Node| self.mutator.applies(case, *node);
        let mut elements: Vec<Node> = match &self.source {
            Source::TopLevel(holds) => tree
                .children(ROOT)
                .filter(|&node| holds(tree, node))
                .filter(applies)
                .collect(),
            Source::Below => (1..tree.end())
                .filter(|&node| case.parent(node) != ROOT)
                .filter(applies)
                .collect(),
            Source::These(nodes) => nodes
                .iter()
                .filter_map(|&id| case.node(id))
                .filter(applies)
                .collect(),
        };
        if self.omits_last {
            elements.pop();
        }
        elements
    }

    /// The edits of the given nodes that may be joined, in order: those that the filter accepts by themselves. May be
    /// incomplete once the search is cancelled.
    pub fn joinable(&self, admission: &Admission, case: &TestCase, nodes: Vec<Node>) -> Vec<Edit> {
        let mut edits = Vec::new();
        self.each_joinable(admission, case, nodes, |_, edit| edits.push(edit));
        edits
    }

    /// Calls `take` with each of the given nodes whose edit may be joined with others, in order, and with its edit. The
    /// filter must accept the edit by itself, because an ill-formed edit would only spoil those with which it is
    /// joined. In some texts, judging one edit takes time linear in the text. So there is a limit for all edits
    /// together, beyond which they count as well-formed. May be incomplete once the search is cancelled.
    pub(super) fn each_joinable(
        &self,
        admission: &Admission,
        case: &TestCase,
        nodes: Vec<Node>,
        mut take: impl FnMut(Node, Edit),
    ) {
        let limit = MOST_LOOKS.max(case.tree().cells().len() * LOOKS_PER_CELL);
        if nodes.len() > PORTION && are_siblings(case, &nodes) {
            return self.each_jointly(admission, case, nodes, JOINTLY * limit, take);
        }
        // A pool of one thread would only make this one wait.
        let is_parallel =
            admission.in_parallel && nodes.len() > PORTION && rayon::current_num_threads() > 1;
        let mut looked_at = 0;
        for portion in nodes.chunks(PORTION) {
            let is_judged = looked_at < limit;
            let look = |&node: &Node| self.look(admission, case, node, is_judged);
            let found: Vec<(Option<Edit>, usize)> = if is_parallel {
                portion.par_iter().map(look).collect()
            } else {
                portion.iter().map(look).collect()
            };
            for (&node, (edit, looks)) in portion.iter().zip(found) {
                looked_at += looks;
                if let Some(edit) = edit {
                    take(node, edit);
                }
            }
        }
    }

    /// The same for a long list of siblings, where judging the edit of one takes a look at all. Therefore many edits
    /// are judged together, and a group that is ill-formed is divided. The first groups are every second element and
    /// the others, because something must stay beside each element.
    fn each_jointly(
        &self,
        admission: &Admission,
        case: &TestCase,
        nodes: Vec<Node>,
        limit: usize,
        mut take: impl FnMut(Node, Edit),
    ) {
        let mut looked_at = 0;
        // Edits are made whenever they are needed: those of ten million elements would take a gigabyte.
        let edit = |&node: &Node| first(self.mutator, case, node);
        let every_second = |odd| nodes.iter().skip(odd).step_by(2);
        let applying = |odd| {
            let nodes = every_second(odd).filter(|_| !admission.is_cancelled());
            nodes.copied().filter(|node| edit(node).is_some()).collect()
        };
        let mut groups: Vec<Vec<Node>> = vec![applying(0), applying(1)];
        drop(nodes);
        let mut joinable: Vec<Node> = Vec::new();
        while let Some(group) = groups.pop() {
            if admission.is_cancelled() || group.is_empty() {
                continue;
            }
            let judgement = (looked_at < limit).then(|| {
                let joined = group.iter().filter_map(edit);
                admission.judge(case, &Edit::join(case.tree(), joined))
            });
            looked_at += judgement.map_or(0, |judgement| judgement.looked_at);
            if judgement.is_none_or(|judgement| !judgement.is_ill_formed) {
                joinable.extend(group);
            } else if group.len() > 1 {
                let (left, right) = group.split_at(group.len() / 2);
                groups.extend([left.to_vec(), right.to_vec()]);
            }
        }
        joinable.sort_unstable();
        for node in joinable {
            if let Some(edit) = edit(&node) {
                take(node, edit);
            }
        }
    }

    /// The edit at a node if it may be joined with others, and how many cells were looked at to decide that.
    fn look(
        &self,
        admission: &Admission,
        case: &TestCase,
        node: Node,
        is_judged: bool,
    ) -> (Option<Edit>, usize) {
        if admission.is_cancelled() {
            return (None, 0);
        }
        match first(self.mutator, case, node) {
            Some(edit) if is_judged => {
                let judgement = admission.judge(case, &edit);
                let well_formed = (!judgement.is_ill_formed).then_some(edit);
                (well_formed, judgement.looked_at)
            }
            edit => (edit, 0),
        }
    }

    /// The edits at these nodes, each made when it is asked for.
    pub(super) fn edits(&self, case: &TestCase, nodes: &[Node]) -> impl Iterator<Item = Edit> {
        nodes
            .iter()
            .filter_map(|&node| first(self.mutator, case, node))
    }

    /// The edit that removes the elements with these edits, as far as these can be joined. Empty if it would remove all
    /// elements and one must stay.
    pub fn join<E: Borrow<Edit>>(
        &self,
        case: &TestCase,
        edits: impl IntoIterator<Item = E>,
    ) -> Edit {
        if !self.keeps_one {
            return Edit::join(case.tree(), edits);
        }
        let edits: Vec<E> = edits.into_iter().collect();
        if self.nodes(case).len() <= edits.len() {
            return Edit::new(Vec::new());
        }
        Edit::join(case.tree(), edits)
    }
}

/// Whether these nodes are elements of the same list below the top level.
fn are_siblings(case: &TestCase, nodes: &[Node]) -> bool {
    let around = nodes.first().map_or(ROOT, |&first| case.parent(first));
    around != ROOT && nodes.iter().all(|&node| case.parent(node) == around)
}
