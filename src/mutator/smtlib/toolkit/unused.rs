//! Cleaning up: an edit also removes everything that it leaves unused: declarations, definitions and bound variables.

use super::quantifier::put_in_place;
use super::shape::declared;
use crate::language::TestCase;
use crate::language::smtlib::{Analysis, Binding, BindingId, BindingKind, Role, analysis};
use crate::tree::{Edit, Node, Piece, ROOT, Splice};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

/// At most this many declarations and binders go with an edit that may be proposed at any node. Otherwise, in a long
/// chain of definitions, each edit would remove all earlier ones, which takes quadratic time for the whole chain.
const MOST: usize = 32;

/// The edit, joined with the removal of what becomes unused, up to a limit. A binder in whose term something is named
/// stays.
pub(crate) fn with_unused(case: &TestCase, edit: Edit) -> Edit {
    with_at_most(MOST, case, edit)
}

/// The edit, joined with the removal of everything that becomes unused.
pub(crate) fn with_all_unused(case: &TestCase, edit: Edit) -> Edit {
    with_at_most(usize::MAX, case, edit)
}

fn with_at_most(most: usize, case: &TestCase, edit: Edit) -> Edit {
    let removed: Vec<Range<Node>> = edit.removed(case.tree()).collect();
    if keeps_all_names(case, &removed) {
        return edit;
    }
    let mut unused = Unused::of(case, &removed);
    unused.note_insertions(&edit);
    unused.splices.extend_from_slice(edit.parts());
    unused.follow(removed, most.saturating_add(edit.parts().len()));
    Edit::new(unused.splices)
}

/// The edit that removes all names without a use, and those that are used only in what is removed. None if that is a
/// single name.
pub(crate) fn all_unused(case: &TestCase) -> Option<Edit> {
    let mut unused = Unused::of(case, &[]);
    let without_use: Vec<BindingId> = (0..)
        .zip(unused.analysis.bindings())
        .filter(|&(_, binding)| uses_outside(binding, unused.own_nodes(binding)) == 0)
        .map(|(id, _)| id)
        .collect();
    let removed: Vec<Range<Node>> = without_use
        .into_iter()
        .filter_map(|id| unused.remove_binding(id))
        .collect();
    let names = removed.len() + unused.follow(removed, usize::MAX) + unused.remove_groups();
    (names > 1).then(|| Edit::new(unused.splices))
}

/// Whether each name certainly keeps a use if these nodes go, because its first or its last use stays. Returns false
/// for few nodes in a text with many names, because looking at all names takes longer than looking at the nodes.
fn keeps_all_names(case: &TestCase, removed: &[Range<Node>]) -> bool {
    let bindings = analysis(case).bindings();
    let goes = |node: Node| is_among(node, removed);
    let keeps_one = |binding: &Binding| match binding.uses[..] {
        [] => true,
        // A definition may use its own name, and such a use does not count.
        [..] if binding.kind == BindingKind::Defined => false,
        [first, ..] => !goes(first) || binding.uses.last().is_some_and(|&last| !goes(last)),
    };
    nodes_in(removed) > bindings.len() && bindings.iter().all(keeps_one)
}

fn nodes_in(ranges: &[Range<Node>]) -> usize {
    ranges.iter().map(Range::len).sum()
}

/// The number of uses of a name outside its own definition, which has these nodes.
fn uses_outside(binding: &Binding, own: Range<Node>) -> usize {
    binding.uses.len() - binding.uses_in(own).len()
}

/// How many of these sorted nodes are in one of the sorted ranges.
fn count_among(nodes: &[Node], ranges: &[Range<Node>]) -> usize {
    let place = |node| nodes.partition_point(|&other| other < node);
    if ranges.len() < nodes.len() {
        ranges
            .iter()
            .map(|range| place(range.end) - place(range.start))
            .sum()
    } else {
        nodes.iter().filter(|&&node| is_among(node, ranges)).count()
    }
}

/// Whether the node is in one of the sorted ranges.
fn is_among(node: Node, ranges: &[Range<Node>]) -> bool {
    let begun = ranges.partition_point(|nodes| nodes.start <= node);
    begun > 0 && ranges[begun - 1].contains(&node)
}

struct Unused<'a> {
    case: &'a TestCase,
    analysis: &'a Analysis,
    /// The nodes that the edit itself removes, as sorted ranges.
    taken: Vec<Range<Node>>,
    /// How many uses are left of each name that has lost some.
    left: FxHashMap<BindingId, usize>,
    /// The names that the edit inserts.
    put_in: FxHashSet<BindingId>,
    /// The outermost nodes that the edit copies, in order.
    copied: Vec<Range<Node>>,
    /// The removed nodes as disjoint ranges: the end of each by its beginning.
    gone: BTreeMap<Node, Node>,
    /// How many binders are left of each list that has lost some.
    binders: FxHashMap<Node, usize>,
    splices: Vec<Splice>,
}

impl<'a> Unused<'a> {
    /// The state in which only these nodes are removed.
    fn of(case: &'a TestCase, taken: &[Range<Node>]) -> Unused<'a> {
        Unused {
            case,
            taken: taken.to_vec(),
            analysis: analysis(case),
            left: FxHashMap::default(),
            put_in: FxHashSet::default(),
            copied: Vec::new(),
            gone: BTreeMap::new(),
            binders: FxHashMap::default(),
            splices: Vec::new(),
        }
    }

    /// Removes what becomes unused when these nodes go, as long as there are fewer than `most` splices. Returns the
    /// number of names that are removed.
    fn follow(&mut self, mut removed: Vec<Range<Node>>, most: usize) -> usize {
        let mut names = 0;
        while !removed.is_empty() {
            let without_use = self.remove(removed);
            let left = most.saturating_sub(self.splices.len());
            removed = without_use
                .into_iter()
                .take(left)
                .filter_map(|id| self.remove_binding(id))
                .collect();
            names += removed.len();
        }
        names
    }

    /// Notes the names that the edit inserts and the nodes that it copies: these keep their uses.
    fn note_insertions(&mut self, edit: &Edit) {
        let tree = self.case.tree();
        for splice in edit.splices(tree) {
            for piece in &splice.with {
                match *piece {
                    Piece::Leaf(name) => {
                        self.put_in.extend(self.analysis.resolve(name, splice.at));
                        self.put_in
                            .extend(self.analysis.resolve_sort(name, splice.at));
                    }
                    Piece::Copy(node) => self.copied.push(node..tree.next(node)),
                    Piece::Open | Piece::Enter(_) | Piece::Close => {}
                }
            }
        }
        self.copied
            .sort_unstable_by_key(|nodes| (nodes.start, Reverse(nodes.end)));
        self.copied.dedup_by(|inner, outer| inner.end <= outer.end);
    }

    /// Counts these nodes as removed. Returns the names that have no use any more.
    fn remove(&mut self, removed: Vec<Range<Node>>) -> Vec<BindingId> {
        let mut gone = Vec::new();
        for nodes in removed {
            for part in self.newly_gone(nodes) {
                self.leave_out_copies(part, &mut gone);
            }
        }
        // Count uses by name or by node, whichever is faster.
        if nodes_in(&gone) > self.analysis.bindings().len() {
            gone.sort_unstable_by_key(|nodes| nodes.start);
            self.lose_by_name(&gone)
        } else {
            let nodes = gone.into_iter().flatten();
            nodes.filter_map(|node| self.lose(node)).collect()
        }
    }

    /// Appends the nodes of a part that the edit does not copy to `ranges`.
    fn leave_out_copies(&self, part: Range<Node>, ranges: &mut Vec<Range<Node>>) {
        let first = self.copied.partition_point(|copy| copy.end <= part.start);
        let mut from = part.start;
        for copy in &self.copied[first..] {
            if part.end <= copy.start {
                break;
            }
            ranges.extend((from < copy.start).then_some(from..copy.start));
            from = copy.end;
        }
        ranges.extend((from < part.end).then_some(from..part.end));
    }

    /// Marks these nodes as gone. Returns those that were not gone before, in order.
    fn newly_gone(&mut self, nodes: Range<Node>) -> Vec<Range<Node>> {
        let around = self.gone.range(..nodes.start).next_back();
        let mut from = around.map_or(nodes.start, |(_, &end)| end.max(nodes.start));
        // The gaps between the ranges that are gone already.
        let mut new = Vec::new();
        for (&start, &end) in self.gone.range(nodes.clone()) {
            new.push(from..start);
            from = end;
        }
        new.push(from..nodes.end);
        new.retain(|part| !part.is_empty());
        self.gone
            .extend(new.iter().map(|part| (part.start, part.end)));
        new
    }

    /// Counts the nodes of these sorted ranges as removed. Returns the names whose last uses are among them. The time
    /// depends on the number of names, not on that of nodes.
    fn lose_by_name(&mut self, gone: &[Range<Node>]) -> Vec<BindingId> {
        let mut without_use = Vec::new();
        for (id, binding) in (0..).zip(self.analysis.bindings()) {
            // Uses inside the definition of a name do not count.
            let lost = count_among(&binding.uses, gone);
            if lost == 0 {
                continue;
            }
            let own = self.own_nodes(binding);
            let lost = lost - count_among(binding.uses_in(own.clone()), gone);
            if lost > 0 && self.left_without(lost, id, own) == 0 {
                without_use.push(id);
            }
        }
        without_use.retain(|id| !self.put_in.contains(id));
        without_use
    }

    /// Counts a node as removed. Returns the name whose last use it was, if any.
    fn lose(&mut self, node: Node) -> Option<BindingId> {
        let id = self.analysis.binding(node)?;
        let binding = self.analysis.get(id);
        if binding.node == node {
            return None;
        }
        let own = self.own_nodes(binding);
        if own.contains(&node) {
            return None;
        }
        let left = self.left_without(1, id, own);
        (left == 0 && !self.put_in.contains(&id)).then_some(id)
    }

    /// Takes `lost` uses from a name whose own definition has these nodes, and returns how many are left.
    fn left_without(&mut self, lost: usize, id: BindingId, own: Range<Node>) -> usize {
        let binding = self.analysis.get(id);
        let left = self
            .left
            .entry(id)
            .or_insert_with(|| uses_outside(binding, own));
        *left = left.saturating_sub(lost);
        *left
    }

    /// The nodes of the definition of a name, which may use the name. Empty for other names.
    fn own_nodes(&self, binding: &Binding) -> Range<Node> {
        // Looking for the command takes a while, and this is called for each use that is removed.
        if binding.kind != BindingKind::Defined {
            return 0..0;
        }
        let command = self.analysis.command(binding.node);
        command.map_or(0..0, |command| command..self.case.tree().next(command))
    }

    /// Removes the binding of a name, and returns the nodes that are removed with it. None if it must stay.
    fn remove_binding(&mut self, id: BindingId) -> Option<Range<Node>> {
        let binding = self.analysis.get(id);
        if is_among(binding.node, &self.taken) {
            return None; // The edit removes the binding itself, or gives it another name.
        }
        match binding.kind {
            BindingKind::Declared | BindingKind::Defined | BindingKind::Sort => {
                let command = self.analysis.command(binding.node)?;
                let tree = self.case.tree();
                // Others of its names may have uses.
                declared(self.case, command).filter(|declares| declares.is_one_name())?;
                self.splices.push(Splice::delete(self.case.tree(), command));
                Some(command..tree.next(command))
            }
            BindingKind::Let | BindingKind::Quantified => self.remove_binder(binding.node),
            BindingKind::Datatype
            | BindingKind::Parameter
            | BindingKind::Nonterminal
            | BindingKind::Named => None,
        }
    }

    /// Removes the commands that bind several names together, such as those of datatypes, if only they themselves and
    /// what is gone use any of these, and what becomes unused then. Returns how many commands and further names go.
    fn remove_groups(&mut self) -> usize {
        let tree = self.case.tree();
        let binds_several = |&command: &Node| {
            declared(self.case, command).is_some_and(|declares| !declares.is_one_name())
        };
        let commands: Vec<Node> = tree.children(ROOT).filter(binds_several).collect();
        let mut removed = 0;
        // What only later commands use is looked at after them.
        for command in commands.into_iter().rev() {
            let own = command..tree.next(command);
            if self.is_unused_outside(&own) {
                self.splices.push(Splice::delete(tree, command));
                removed += 1 + self.follow(vec![own], usize::MAX);
            }
        }
        removed
    }

    /// Whether these nodes bind names, and all uses of the names are in them or gone.
    fn is_unused_outside(&self, own: &Range<Node>) -> bool {
        let mut bound = self.analysis.bound_in(own.clone());
        let goes = |&used: &Node| {
            let around = self.gone.range(..=used).next_back();
            own.contains(&used) || around.is_some_and(|(_, &end)| used < end)
        };
        let is_unused = |id: BindingId| self.analysis.get(id).uses.iter().all(goes);
        !bound.is_empty() && bound.all(is_unused)
    }

    /// Removes a binder, and with the last one the whole `let` or quantifier. A variable of a pattern stays.
    fn remove_binder(&mut self, token: Node) -> Option<Range<Node>> {
        let tree = self.case.tree();
        let binder = self.case.parent(token);
        if self.analysis.role(binder) != Role::Binder {
            return None; // a variable of a pattern, which the pattern must keep
        }
        let list = self.case.parent(binder);
        let nodes = binder..tree.next(binder);
        let is_named = |id: BindingId| self.analysis.get(id).kind == BindingKind::Named;
        if self.analysis.bound_in(nodes.clone()).any(is_named) {
            return None;
        }
        self.splices.push(Splice::delete(self.case.tree(), binder));
        let left = self
            .binders
            .entry(list)
            .or_insert_with(|| tree.children(list).count());
        *left -= 1;
        if *left == 0 {
            let (term, body) = (self.case.parent(list), tree.next(list));
            self.splices.extend(put_in_place(tree, term, body));
        }
        Some(nodes)
    }
}
