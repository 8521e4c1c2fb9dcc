//! Judges an edited text, given the analysis of its base, by walking through the commands that differ.
//!
//! This is for edits that `local` cannot judge from their place alone. The commands that differ are those that the edit
//! touches and those that use names whose meaning it changes. In these commands, a subtree keeps its sort if it was
//! copied unchanged and all names in it keep their meaning.

use super::case::analysis;
use super::far_reaching::{is_binder, is_far_reaching};
use super::ill_formed::IllFormed;
use super::indispensable;
use super::region::{Region, Regions, regions};
use super::scope::{Entry, Key, count};
use super::sketch::Sketch;
use super::update::Update;
use super::walk::Walk;
use super::{Binding, BindingId, BindingKind, Role, names};
use crate::language::TestCase;
use crate::tree::{Edit, Node, Piece, ROOT, Splice};
use rustc_hash::FxHashSet;
use std::ops::Range;

/// The state that is carried from region to region.
pub(super) struct Judge<'e> {
    pub(super) case: &'e TestCase,
    pub(super) edit: &'e [Splice],
    /// Whether the edit inserts tokens or declarations. One of them may declare what a deleted command declared, or may
    /// turn a command that uses a name into one that does not.
    renames: bool,
    regions: Regions<'e>,
    pub(super) update: Update<'e>,
    /// Whether `Int` and `Real` may mix.
    pub(super) mixes: bool,
    /// How many more steps up the tree may be taken to find out which binders a copied subtree enters and leaves.
    steps: usize,
    bindings: Vec<Binding>,
    entries: Vec<Entry>,
}

/// Judges an edited text, given which names are declared and whether `Int` and `Real` may mix. None if only an analysis
/// of the whole edited text can tell.
pub(super) fn judge(
    case: &TestCase,
    edit: &Edit,
    is_name: impl Fn(Key) -> bool,
    mixes: bool,
) -> Option<Result<(), IllFormed>> {
    let mut regions = regions(case, edit.splices(case.tree()));
    if let Some(exit) = analysis(case).exit() {
        regions.retain(|&(start, _), _| start <= exit); // nothing after `(exit)` is checked
        if regions.is_empty() {
            return Some(Ok(()));
        }
    }
    if let Some(fault) = indispensable::judge(case, edit) {
        return Some(Err(fault));
    }
    if is_far_reaching(case, edit, &regions) {
        return None;
    }
    let mut judge = Judge::of(case, edit, regions);
    judge.mixes = mixes;
    while let Some((place, region)) = judge.regions.pop_first() {
        match judge.in_place(&region, &is_name) {
            Some(Ok(())) => continue,
            Some(Err(fault)) => return Some(Err(fault)),
            None => {}
        }
        let fault = judge.commands(&region, &is_name);
        let fault = judge.settle(place, fault);
        if judge.update.needs_full_analysis {
            return None;
        }
        if let Some(fault) = fault {
            return Some(Err(fault));
        }
    }
    Some(Ok(()))
}

impl<'e> Judge<'e> {
    fn of(case: &'e TestCase, edit: &'e Edit, regions: Regions<'e>) -> Self {
        let splices = edit.splices(case.tree());
        let mut judge = Judge {
            case,
            edit: splices,
            renames: splices.iter().any(|splice| may_declare(case, splice)),
            regions,
            update: Update::of(analysis(case)),
            mixes: true,
            steps: 64 + 2 * case.tree().cells().len(),
            bindings: Vec::new(),
            entries: Vec::new(),
        };
        for splice in judge.edit {
            judge.unbind(splice.at..splice.end());
        }
        judge
    }

    /// Marks the uses of names that are bound in deleted nodes: the rest of the command must not use them. Other
    /// commands that use what this one declared are checked later. In a whole term, only `:named` can bind names for
    /// use outside it.
    fn unbind(&mut self, nodes: Range<Node>) {
        let base = analysis(self.case);
        let is_term = !nodes.is_empty()
            && nodes.end == self.case.tree().next(nodes.start)
            && base.role(nodes.start) == Role::Term;
        if is_term && !names::any_minded(base, &nodes) {
            return;
        }
        let command = base.command(nodes.start).unwrap_or(ROOT);
        let behind = nodes.end..self.case.tree().next(command).max(nodes.end);
        for id in base.bound_in(nodes) {
            self.update.mark_in(id, behind.clone());
        }
    }

    /// Walks through the commands of a region, and returns what is ill-formed in them.
    fn commands(
        &mut self,
        region: &Region<'e>,
        is_name: impl Fn(Key) -> bool,
    ) -> Option<IllFormed> {
        let through = |walk: &mut Walk<'_, '_, Sketch<'_>>| {
            for command in walk.text.commands() {
                walk.command(command);
            }
        };
        self.walk(region, is_name, through).1
    }

    /// Walks through one region. Returns the result of the walk, and what is ill-formed in the region.
    pub(super) fn walk<R>(
        &mut self,
        region: &Region<'e>,
        is_name: impl Fn(Key) -> bool,
        through: impl FnOnce(&mut Walk<'_, '_, Sketch<'_>>) -> R,
    ) -> (R, Option<IllFormed>) {
        let base = analysis(self.case);
        let sketch = self.sketch(region);
        self.update.begin(region.nodes.clone());
        let mut walk = Walk::new(&sketch, base.is_higher_order());
        walk.first = count(base.bindings().len());
        walk.bindings = std::mem::take(&mut self.bindings);
        walk.entries = std::mem::take(&mut self.entries);
        walk.visible = region.nodes.end..base.level_end(region.nodes.start);
        let update = std::mem::replace(&mut self.update, Update::of(base));
        walk.update = Some(update);
        let told = through(&mut walk);
        let undeclared = walk.unresolved.iter().filter(|&&(_, key)| is_name(key));
        let undeclared = undeclared.map(|&(_, key)| IllFormed::Undeclared(key.0));
        let faults = walk.faults.into_iter().rev().map(|(_, fault)| fault);
        let mixes = walk.mixes.iter().filter(|_| !self.mixes);
        let mixes = mixes.map(|&(_, head)| IllFormed::Mixes(head));
        let faults: Vec<IllFormed> = faults.chain(undeclared).chain(mixes).collect();
        self.bindings = walk.bindings;
        self.entries = walk.entries;
        if let Some(update) = walk.update {
            self.update = update;
        }
        let fault = self.update.new_fault(&faults);
        (told, fault)
    }

    /// Finishes a region. Names that it no longer declares must not be used, and the uses of names that it has changed
    /// are scheduled to be checked.
    fn settle(&mut self, place: (Node, bool), fault: Option<IllFormed>) -> Option<IllFormed> {
        let missing = self.update.missing();
        if fault.is_some() || self.update.needs_full_analysis {
            return fault;
        }
        for id in missing {
            if self.is_used_for_sure(id) {
                return Some(IllFormed::Undeclared(analysis(self.case).key(id).0));
            }
            self.update.mark(id);
        }
        // Walking through many small parts is slower than one analysis of the whole text.
        let many = 64 + self.case.tree().cells().len() / 64;
        self.update.needs_full_analysis |= self.update.fresh.len() > many;
        for node in std::mem::take(&mut self.update.fresh) {
            self.schedule(place, node);
        }
        None
    }

    /// Whether a use of a deleted declaration certainly remains and cannot mean anything else. Without its constructor,
    /// a pattern of a `match` becomes a variable.
    fn is_used_for_sure(&self, id: BindingId) -> bool {
        let binding = &analysis(self.case).bindings()[id as usize];
        let mut uses = binding.uses.iter().copied();
        let may_bind = |node| binding.kind == BindingKind::Datatype && !self.is_real_use(node);
        let undeclared = IllFormed::Undeclared(binding.name);
        let is_tolerated = !analysis(self.case).nodes_with(&undeclared).is_empty();
        if self.renames || is_tolerated || uses.clone().any(may_bind) {
            return false;
        }
        uses.any(|node| {
            self.is_real_use(node) && !self.is_taken_out(node) && !self.is_behind_exit(node)
        })
    }

    /// Whether a token that refers to a binding is a term, a sort or the head of a term.
    fn is_real_use(&self, node: Node) -> bool {
        let analysis = analysis(self.case);
        let parent = self.case.parent(node);
        matches!(analysis.role(node), Role::Term | Role::Sort)
            || parent + 1 == node && analysis.role(parent) == Role::Term
    }

    /// Whether the node stands after `(exit)`, so that no solver reads it.
    fn is_behind_exit(&self, node: Node) -> bool {
        let exit = analysis(self.case).exit();
        exit.is_some_and(|exit| node > exit)
    }

    fn is_taken_out(&self, node: Node) -> bool {
        let begun = self.edit.partition_point(|splice| splice.at <= node);
        self.edit[..begun]
            .iter()
            .rev()
            .take(2)
            .any(|splice| node < splice.end())
    }

    /// Schedules the command that contains a node for a walk, if the command remains and was not walked through yet.
    fn schedule(&mut self, place: (Node, bool), node: Node) {
        let Some(command) = analysis(self.case).command(node) else {
            return;
        };
        let nodes = command..self.case.tree().next(command);
        let is_looked_at = !self.is_taken_out(command) && !self.is_behind_exit(command);
        if (command, true) > place && is_looked_at {
            self.regions.entry((command, true)).or_insert(Region {
                nodes,
                splices: &[],
                top: false,
            });
        }
    }

    /// Makes the cells of an edited region. Marks the names in copied subtrees that lose their binder by the move.
    fn sketch(&mut self, region: &Region<'e>) -> Sketch<'e> {
        let mut sketch = Sketch::of(self.case.tree().cells());
        let mut trusted: FxHashSet<(Node, Node)> = FxHashSet::default();
        for splice in region.splices.iter().filter(|_| !region.top) {
            let binds = splice.with.iter().copied().any(is_binder);
            for &piece in &splice.with {
                if let Piece::Copy(node) = piece
                    && !binds
                    && region.nodes.contains(&node)
                    && analysis(self.case).role(node) == Role::Term // a binder would be mistaken for the original one
                    && self.moves_well(node, splice.at)
                {
                    trusted.insert((splice.at, node));
                }
            }
        }
        let parent = |node| self.case.parent(node);
        let trust = |splice: &Splice, node| trusted.contains(&(splice.at, node));
        if region
            .splices
            .first()
            .is_some_and(|splice| splice.at == region.nodes.start)
        {
            for splice in region.splices {
                sketch.add(&splice.with, |node| trust(splice, node));
            }
            return sketch;
        }
        sketch.edited(region.nodes.start, region.splices, parent, trust);
        sketch
    }

    /// Whether no binder around the new place, but not around the old one, could capture a name in the moved subtree.
    /// Marks uses of names whose binders are around the old place only.
    pub(super) fn moves_well(&mut self, node: Node, to: Node) -> bool {
        let mut lost = Vec::new();
        let mut above = node;
        loop {
            let child = above;
            above = self.case.parent(above);
            if above == ROOT || !self.local(above, child, node, to, &mut lost) {
                return false;
            }
            if above < to && self.case.tree().contains(above, to) {
                break;
            }
        }
        let common = above;
        let (mut gained, mut child) = (Vec::new(), to);
        while child != common {
            let above = self.case.parent(child);
            if above == ROOT || !self.local(above, child, to, node, &mut gained) {
                return false;
            }
            child = above;
        }
        let moved = node..self.case.tree().next(node);
        for id in lost {
            self.update.mark_in(id, moved.clone());
        }
        gained.is_empty()
    }

    /// Collects the names that `list` binds for its element `child` and that are visible at `here`, but not at `there`.
    /// False if that cannot be determined.
    fn local(
        &mut self,
        list: Node,
        child: Node,
        here: Node,
        there: Node,
        found: &mut Vec<BindingId>,
    ) -> bool {
        let analysis = analysis(self.case);
        self.steps = self.steps.saturating_sub(1);
        if self.steps == 0 {
            self.update.needs_full_analysis = true; // an analysis of the whole text is as cheap
            return false;
        }
        let Some(head) = self.case.tree().head(list) else {
            return true;
        };
        if head.bytes() == b"match" {
            return false;
        }
        if !is_binder(Piece::Leaf(head)) && analysis.role(list) != Role::Command {
            return true;
        }
        for id in analysis.bound_in(list..child) {
            let scope = &analysis.bindings()[id as usize].scope;
            if !analysis.is_global(id) && scope.contains(&here) && !scope.contains(&there) {
                found.push(id);
            }
        }
        true
    }
}

/// Whether the splice inserts tokens or copies declarations.
fn may_declare(case: &TestCase, splice: &Splice) -> bool {
    let tree = case.tree();
    splice.with.iter().any(|piece| match *piece {
        Piece::Leaf(_) => true,
        Piece::Copy(node) => {
            let declared = analysis(case).globals_in(node..tree.next(node));
            !tree.is_list(node) || !declared.is_empty()
        }
        Piece::Open | Piece::Enter(_) | Piece::Close => false,
    })
}
