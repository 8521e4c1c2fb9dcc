//! What an edit changes: which bindings of the base are gone, and which of its nodes must be checked again.

use super::operators;
use super::scope::{Key, Space};
use super::{Analysis, Binding, BindingId, BindingKind, IllFormed, Role, Sort};
use crate::tree::Node;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// How many bindings of the same name are checked one by one.
const NAMESAKES: usize = 64;

/// The base of a walk through edited commands, and the differences from the base that are known so far.
pub(super) struct Update<'b> {
    pub(super) base: &'b Analysis,
    /// The command of the base that is being walked through.
    pub(super) command: Range<Node>,
    /// What the commands that were walked through declare, and where the scopes of these declarations end.
    pub(super) declared: FxHashMap<Key, (BindingId, Node)>,
    /// What the same commands declare in the base, as ranges of indices into [`Analysis::globals`]. They are in order
    /// and disjoint, because commands are walked through in order.
    gone: Vec<Range<usize>>,
    /// The part of `gone` that was copied with unchanged terms: the start and the end of each range.
    kept: BTreeMap<usize, usize>,
    /// The terms with faults that were copied unchanged in this walk.
    unchanged: Vec<Range<Node>>,
    /// The bindings of the base that the walk has met again.
    met: FxHashSet<BindingId>,
    /// The nodes of the base that may have another meaning now.
    dirty: BTreeSet<Node>,
    /// The nodes that were added to `dirty` since this list was last emptied.
    pub(super) fresh: Vec<Node>,
    /// Whether only an analysis of the whole text gives an answer.
    pub(super) needs_full_analysis: bool,
}

impl<'b> Update<'b> {
    /// An update without any differences so far.
    pub(super) fn of(base: &'b Analysis) -> Self {
        Update {
            base,
            command: 0..0,
            declared: FxHashMap::default(),
            gone: Vec::new(),
            kept: BTreeMap::new(),
            unchanged: Vec::new(),
            met: FxHashSet::default(),
            dirty: BTreeSet::new(),
            fresh: Vec::new(),
            needs_full_analysis: false,
        }
    }

    /// What a name without a local binding means at this place of the base.
    pub(super) fn lookup(&self, key: Key, at: Node) -> Option<BindingId> {
        let declared = self.declared.get(&key).filter(|&&(_, end)| at < end);
        declared
            .map(|&(id, _)| id)
            .or_else(|| self.base.resolve_key(key, at, |id| !self.is_gone(id)))
    }

    /// The sort of the term `origin` of the base, which has this number of cells. None if anything in it must be
    /// checked again.
    pub(super) fn known(&self, origin: Node, cells: u32) -> Option<Sort> {
        let is_clean = !self.is_dirty(origin..origin + cells);
        (is_clean && self.base.role(origin) == Role::Term).then(|| self.base.sort(origin))
    }

    /// Whether any of these nodes of the base must be checked again.
    pub(super) fn is_dirty(&self, nodes: Range<Node>) -> bool {
        self.dirty.range(nodes).next().is_some()
    }

    /// Starts on a command. What the command declares in the base counts as gone until the walk meets it again.
    pub(super) fn begin(&mut self, command: Range<Node>) {
        self.gone.push(self.base.globals_in(command.clone()));
        self.unchanged.clear();
        self.command = command;
    }

    /// Undoes the walks through this command or through terms of it, so that it can be walked through again.
    pub(super) fn forget(&mut self, nodes: Range<Node>) {
        let globals = self.base.globals_in(nodes);
        while self
            .gone
            .last()
            .is_some_and(|gone| gone.start >= globals.start && gone.end <= globals.end)
        {
            self.gone.pop();
        }
        self.kept.split_off(&globals.start);
    }

    /// Returns a fault found since [`Update::begin`] that the base has nowhere. If a kind of fault that the base has
    /// already has only become more frequent here, it may have become less frequent elsewhere; only an analysis of the
    /// whole text can tell.
    pub(super) fn new_fault(&mut self, faults: &[IllFormed]) -> Option<IllFormed> {
        let unknown = |fault: &&IllFormed| self.base.nodes_with(fault).is_empty();
        if let Some(fault) = faults.iter().find(unknown) {
            return Some(fault.clone());
        }
        self.unchanged.sort_unstable_by_key(|nodes| nodes.start);
        let mut reach = self.command.start;
        for nodes in &self.unchanged {
            // The term was copied from elsewhere, or twice.
            self.needs_full_analysis |= nodes.start < reach || nodes.end > self.command.end;
            reach = nodes.end;
        }
        for fault in faults {
            let nodes = self.base.nodes_with(fault);
            let count = |range: &Range<Node>| {
                let place = |end| nodes.partition_point(|&node| node < end);
                place(range.end).saturating_sub(place(range.start))
            };
            let same = faults.iter().filter(|&other| other == fault).count();
            let unchanged: usize = self.unchanged.iter().map(count).sum();
            let is_more = same + unchanged > count(&self.command);
            self.needs_full_analysis |= is_more || !self.base.is_countable(fault);
        }
        None
    }

    /// Notes that a term was copied unchanged, together with the names that `:named` binds in it.
    pub(super) fn keep(&mut self, nodes: Range<Node>) {
        if self.base.has_faults_in(&nodes) {
            self.unchanged.push(nodes.clone());
        }
        if self.gone.last().is_none_or(Range::is_empty) {
            return;
        }
        let globals = self.base.globals_in(nodes);
        if !globals.is_empty() {
            let before = self.kept.range(..globals.end).next_back();
            self.needs_full_analysis |= before.is_some_and(|(_, &end)| end > globals.start); // it was copied twice
            self.kept.insert(globals.start, globals.end);
        }
    }

    fn is_gone(&self, id: BindingId) -> bool {
        let Ok(place) = self.base.globals().binary_search(&id) else {
            return false;
        };
        let begun = self.gone.partition_point(|range| range.start <= place);
        let within = begun > 0 && place < self.gone[begun - 1].end;
        let kept = self.kept.range(..=place).next_back();
        within && kept.is_none_or(|(_, &end)| end <= place)
    }

    /// The bindings that the command has in the base but that the walk has not met again. If several commands are
    /// deleted together, bindings whose scopes end with them do not affect other commands and are left out.
    pub(super) fn missing(&mut self) -> Vec<BindingId> {
        let Some(range) = self.gone.last().cloned() else {
            return Vec::new();
        };
        let (mut missing, mut from) = (Vec::new(), range.start);
        let kept = self
            .kept
            .range(range.clone())
            .map(|(&start, &end)| (start, end));
        for (start, end) in kept.chain([(range.end, range.end)]) {
            for &id in self.base.globals().get(from..start).unwrap_or_default() {
                if self.base.bindings()[id as usize].scope.end <= self.command.end {
                    continue;
                }
                self.needs_full_analysis |= self.base.is_overloaded(id);
                if !self.met.contains(&id) {
                    missing.push(id);
                }
            }
            from = from.max(end);
        }
        missing
    }

    /// Compares a binding of the walk with the base. If its meaning differs, its uses in the base must be checked.
    pub(super) fn compare(
        &mut self,
        binding: &Binding,
        space: Space,
        origin: Option<Node>,
        global: bool,
    ) {
        let old = origin.and_then(|origin| {
            let id = self.base.binding(origin)?;
            (self.base.bindings()[id as usize].node == origin).then_some(id)
        });
        let Some(id) = old else {
            return self.capture(binding, space, global);
        };
        let same = |old: &Binding| {
            old.name == binding.name
                && old.kind == binding.kind
                && old.sort == binding.sort
                && old.parameters == binding.parameters
        };
        self.met.insert(id);
        let old = &self.base.bindings()[id as usize];
        if old.name != binding.name || old.kind != binding.kind {
            self.needs_full_analysis |= makes_patterns(old) || makes_patterns(binding);
        }
        if !same(old) {
            self.mark(id);
        }
    }

    /// A new name may capture uses of other bindings with this name.
    fn capture(&mut self, binding: &Binding, space: Space, global: bool) {
        let key = (binding.name, space);
        self.needs_full_analysis |= makes_patterns(binding);
        let ids = self.base.named(key);
        let operator = operators::operator(key.0).is_some(); // its uses are not recorded
        self.needs_full_analysis |= ids.len() > NAMESAKES || operator;
        for &id in ids.iter().take(NAMESAKES) {
            if global {
                self.needs_full_analysis |= self.base.is_global(id);
            } else {
                self.mark_in(id, self.command.clone());
            }
        }
    }

    /// Notes that all uses of the binding must be checked.
    pub(super) fn mark(&mut self, id: BindingId) {
        self.mark_in(id, 0..Node::MAX);
    }

    /// Notes that the uses of the binding among these nodes must be checked.
    pub(super) fn mark_in(&mut self, id: BindingId, nodes: Range<Node>) {
        for &node in self.base.bindings()[id as usize].uses_in(nodes) {
            if self.dirty.insert(node) {
                self.fresh.push(node);
            }
        }
    }
}

/// Whether the binding decides if its name is a variable when it occurs as the pattern of a `match`. Such patterns are
/// not recorded as uses.
fn makes_patterns(binding: &Binding) -> bool {
    binding.kind == BindingKind::Datatype
}
