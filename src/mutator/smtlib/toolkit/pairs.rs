//! Paired lists: commands with two lists whose elements belong together, heads and bodies. Each pair declares something
//! that all others may use.

use super::pieces::deletions;
use super::shape::declared;
use crate::language::TestCase;
use crate::language::smtlib::{Analysis, BindingId, Parts, analysis};
use crate::tree::{Edit, Node, ROOT};
use std::ops::Range;

/// Only this many elements at the beginning of a list are proposed, because the partner of each is found by counting.
const MOST: usize = 1000;

/// The commands that declare this, such as datatypes.
pub(crate) struct PairedLists(pub(crate) Parts);

impl PairedLists {
    /// Whether the node is one of several elements of a first list, or such a list.
    pub(crate) fn holds(&self, case: &TestCase, node: Node) -> bool {
        self.is_head(case, node) || self.is_list(case, node)
    }

    fn is_head(&self, case: &TestCase, node: Node) -> bool {
        case.tree().is_list(node) && node != ROOT && self.is_list(case, case.parent(node))
    }

    /// Whether the node is the first list of such a command, with at least two elements.
    fn is_list(&self, case: &TestCase, heads: Node) -> bool {
        let tree = case.tree();
        let command = case.parent(heads);
        declared(case, command) == Some(self.0)
            && tree.child(command, 1) == Some(heads)
            && tree.child(command, 2).is_some()
            && tree.child(heads, 1).is_some()
    }

    /// Removes a head and its partner, or for the list of heads all pairs that nothing else uses. None if the lists are
    /// not equally long.
    pub(crate) fn without(&self, case: &TestCase, node: Node) -> Option<Edit> {
        if self.is_list(case, node) {
            let pairs = Pairs::of(case, node)?;
            let unused = pairs.unused();
            return (unused.len() > 1).then(|| pairs.without(&unused));
        }
        if !self.is_head(case, node) {
            return None;
        }
        let heads = case.tree().children(case.parent(node)).take(MOST);
        let place = heads.into_iter().position(|head| head == node)?;
        Some(Pairs::of(case, case.parent(node))?.without(&[place]))
    }
}

/// The two lists of a command.
struct Pairs<'a> {
    case: &'a TestCase,
    command: Node,
    heads: Vec<Node>,
    bodies: Vec<Node>,
}

impl<'a> Pairs<'a> {
    /// None if the lists are not equally long.
    fn of(case: &'a TestCase, heads: Node) -> Option<Pairs<'a>> {
        let (tree, command) = (case.tree(), case.parent(heads));
        let pairs = Pairs {
            case,
            command,
            heads: tree.children(heads).collect(),
            bodies: tree.children(tree.child(command, 2)?).collect(),
        };
        (pairs.heads.len() == pairs.bodies.len()).then_some(pairs)
    }

    /// The command without the pairs at these places. Without any pair, it goes.
    fn without(&self, places: &[usize]) -> Edit {
        if places.len() == self.heads.len() {
            return Edit::delete(self.case.tree(), self.command);
        }
        let both = [&self.heads, &self.bodies].into_iter();
        let gone = both.flat_map(|list| places.iter().map(|&place| list[place]));
        Edit::new(deletions(self.case.tree(), gone))
    }

    /// The nodes of a pair.
    fn nodes(&self, place: usize) -> [Range<Node>; 2] {
        [self.heads[place], self.bodies[place]].map(|node| node..self.case.tree().next(node))
    }

    /// The pair in which a node lies.
    fn place(&self, node: Node) -> Option<usize> {
        [&self.heads, &self.bodies].into_iter().find_map(|list| {
            let place = list
                .partition_point(|&other| other <= node)
                .checked_sub(1)?;
            (node < self.case.tree().next(list[place])).then_some(place)
        })
    }

    /// The pairs that are used neither by another command nor by a pair that is used.
    fn unused(&self) -> Vec<usize> {
        let analysis = analysis(self.case);
        let mut is_used: Vec<bool> = (0..self.heads.len())
            .map(|place| self.is_used_outside(analysis, place))
            .collect();
        let mut pending: Vec<usize> = (0..is_used.len()).filter(|&place| is_used[place]).collect();
        while let Some(place) = pending.pop() {
            let tokens = self.nodes(place).into_iter().flatten();
            let meanings = tokens.filter_map(|token| analysis.meaning(token));
            for used in meanings.filter_map(|binding| self.place(binding.node)) {
                if !std::mem::replace(&mut is_used[used], true) {
                    pending.push(used);
                }
            }
        }
        (0..is_used.len())
            .filter(|&place| !is_used[place])
            .collect()
    }

    /// Whether something outside the command uses what a pair declares.
    fn is_used_outside(&self, analysis: &Analysis, place: usize) -> bool {
        let own = self.command..self.case.tree().next(self.command);
        let uses = |id: BindingId| {
            let binding = analysis.get(id);
            binding.uses.len() > binding.uses_in(own.clone()).len()
        };
        self.nodes(place)
            .into_iter()
            .any(|nodes| analysis.bound_in(nodes).any(uses))
    }
}
