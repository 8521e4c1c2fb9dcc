//! Judges an edited text from the analysis of its base, by walking through the commands that differ.
//!
//! Where the place of the edit is not enough (see `local`), these are the commands that the edit touches, and those
//! that use what it changes the meaning of. In them, a subtree that came over unchanged, with all names in it meaning
//! what they did, has the sort that it had.

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

/// What is carried from region to region.
pub(super) struct Judge<'e> {
    pub(super) case: &'e TestCase,
    pub(super) edit: &'e [Splice],
    /// Whether the edit puts in tokens or declarations: one of them may declare what a deleted command did, or make of
    /// a command one that uses nothing.
    renames: bool,
    regions: Regions<'e>,
    pub(super) update: Update<'e>,
    /// How many more steps up the tree may be taken to see where what is copied goes.
    steps: usize,
    bindings: Vec<Binding>,
    entries: Vec<Entry>,
}

/// The judgement of an edited text: none if only an analysis of the whole of it can tell.
pub(super) fn judge(
    case: &TestCase,
    edit: &Edit,
    is_name: impl Fn(Key) -> bool,
) -> Option<Result<(), IllFormed>> {
    let mut regions = regions(case, edit.splices(case.tree()));
    if let Some(exit) = analysis(case).exit() {
        regions.retain(|&(start, _), _| start <= exit); // nothing behind is looked at
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
            steps: 64 + 2 * case.tree().cells().len(),
            bindings: Vec::new(),
            entries: Vec::new(),
        };
        for splice in judge.edit {
            judge.unbind(splice.at..splice.end());
        }
        judge
    }

    /// What is bound in nodes that are taken out must not be used elsewhere in the command. Whether other commands
    /// use what it declares is looked at when its turn comes. A whole term has no such names but some that `:named` gives.
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

    /// Walks through the commands of a region, and says what is ill-formed in them.
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

    /// Walks through one region: what came of it, and what is ill-formed in it.
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
        let faults: Vec<IllFormed> = faults.chain(undeclared).collect();
        self.bindings = walk.bindings;
        self.entries = walk.entries;
        if let Some(update) = walk.update {
            self.update = update;
        }
        let fault = self.update.new_fault(&faults);
        (told, fault)
    }

    /// After a region: what it no longer declares must not be used, and what uses what it changed is looked at.
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
        // Walking through many small parts costs more than one analysis of the whole.
        let many = 64 + self.case.tree().cells().len() / 64;
        self.update.needs_full_analysis |= self.update.fresh.len() > many;
        for node in std::mem::take(&mut self.update.fresh) {
            self.schedule(place, node);
        }
        None
    }

    /// Whether a use of a declaration that is gone certainly stays, and can mean nothing else. A constructor that is
    /// gone leaves a variable where it was the pattern of a `match`.
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

    /// Whether a token that refers to a binding is a term, a sort, or the head of a term.
    fn is_real_use(&self, node: Node) -> bool {
        let analysis = analysis(self.case);
        let parent = self.case.parent(node);
        matches!(analysis.role(node), Role::Term | Role::Sort)
            || parent + 1 == node && analysis.role(parent) == Role::Term
    }

    /// Whether no solver comes to the node.
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

    /// The command of a node that must be looked at is walked through, if it is there and was not.
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

    /// The cells of an edited region. What copies lose by their move is marked.
    fn sketch(&mut self, region: &Region<'e>) -> Sketch<'e> {
        let mut sketch = Sketch::of(self.case.tree().cells());
        let mut trusted: FxHashSet<(Node, Node)> = FxHashSet::default();
        for splice in region.splices.iter().filter(|_| !region.top) {
            let binds = splice.with.iter().copied().any(is_binder);
            for &piece in &splice.with {
                if let Piece::Copy(node) = piece
                    && !binds
                    && region.nodes.contains(&node)
                    && analysis(self.case).role(node) == Role::Term // what binds would be taken for itself
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

    /// Whether no binder that is met only at the new place could capture a name in what moves. Names of binders
    /// that are not met there are marked.
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

    /// Collects what the list binds at `here`, in its element `child`, and not at `there`; false if that cannot be
    /// told.
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
            self.update.needs_full_analysis = true; // an analysis of the whole text costs no more
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

/// Whether the splice puts in tokens, or copies what declares.
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
