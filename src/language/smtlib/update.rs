//! What an edit changes: which bindings of the base are gone, and which of its nodes must be looked at again.

use super::operators;
use super::scope::{Key, Space};
use super::{Analysis, Binding, BindingId, BindingKind, IllFormed, Role, Sort};
use crate::tree::Node;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// How many bindings of one name are looked at one by one.
const NAMESAKES: usize = 64;

/// The base of a walk through edited commands, and what is known by now to differ from it.
pub(super) struct Update<'b> {
    pub(super) base: &'b Analysis,
    /// The command of the base that is now walked through.
    pub(super) command: Range<Node>,
    /// What the commands walked through declare, and where that ends.
    pub(super) declared: FxHashMap<Key, (BindingId, Node)>,
    /// What the same commands declare in the base, as ranges of [`Analysis::globals`]: in order and
    /// disjoint, because commands are walked through in order.
    gone: Vec<Range<usize>>,
    /// What of that came over with unchanged terms: where such ranges begin, and end.
    kept: BTreeMap<usize, usize>,
    /// The terms that came over in this walk with the faults that they have.
    unchanged: Vec<Range<Node>>,
    /// What of that was met again.
    met: FxHashSet<BindingId>,
    /// Nodes of the base that may mean something else now.
    dirty: BTreeSet<Node>,
    /// Those of them that were found since this was last emptied.
    pub(super) fresh: Vec<Node>,
    /// Whether only an analysis of the whole text can tell.
    pub(super) needs_full_analysis: bool,
}

impl<'b> Update<'b> {
    /// Nothing differs yet.
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

    /// What the name of no local binding means at this place of the base.
    pub(super) fn lookup(&self, key: Key, at: Node) -> Option<BindingId> {
        let declared = self.declared.get(&key).filter(|&&(_, end)| at < end);
        declared
            .map(|&(id, _)| id)
            .or_else(|| self.base.resolve_key(key, at, |id| !self.is_gone(id)))
    }

    /// The sort of a term of the base, so many cells long, if nothing in it must be looked at again.
    pub(super) fn known(&self, origin: Node, cells: u32) -> Option<Sort> {
        let is_clean = !self.is_dirty(origin..origin + cells);
        (is_clean && self.base.role(origin) == Role::Term).then(|| self.base.sort(origin))
    }

    /// Whether something in these nodes of the base must be looked at again.
    pub(super) fn is_dirty(&self, nodes: Range<Node>) -> bool {
        self.dirty.range(nodes).next().is_some()
    }

    /// The command that is walked through next: what it declares is gone until it is met again.
    pub(super) fn begin(&mut self, command: Range<Node>) {
        self.gone.push(self.base.globals_in(command.clone()));
        self.unchanged.clear();
        self.command = command;
    }

    /// What was walked through of this command, or of a term of it, is walked through anew.
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

    /// Of the faults in what was walked through since [`Update::begin`] one that the base has not got anywhere. Where
    /// there are only more of a kind that it has, elsewhere there may be fewer: that only the whole text can tell.
    pub(super) fn new_fault(&mut self, faults: &[IllFormed]) -> Option<IllFormed> {
        let unknown = |fault: &&IllFormed| self.base.nodes_with(fault).is_empty();
        if let Some(fault) = faults.iter().find(unknown) {
            return Some(fault.clone());
        }
        self.unchanged.sort_unstable_by_key(|nodes| nodes.start);
        let mut reach = self.command.start;
        for nodes in &self.unchanged {
            // It came from elsewhere, or twice.
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

    /// A term came over with what `:named` binds in it.
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
            self.needs_full_analysis |= before.is_some_and(|(_, &end)| end > globals.start); // it came over twice
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

    /// What the command declares in the base, and was not met again in it. Of several commands, deleted together,
    /// what they declare in scopes that end with them is of no concern to others.
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

    /// Where a binding met now means something else than in the base, its uses there must be looked at.
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

    /// A new name may be what others of that name mean now.
    fn capture(&mut self, binding: &Binding, space: Space, global: bool) {
        let key = (binding.name, space);
        self.needs_full_analysis |= makes_patterns(binding);
        let ids = self.base.named(key);
        let operator = operators::operator(key.0).is_some(); // its uses are not kept
        self.needs_full_analysis |= ids.len() > NAMESAKES || operator;
        for &id in ids.iter().take(NAMESAKES) {
            if global {
                self.needs_full_analysis |= self.base.is_global(id);
            } else {
                self.mark_in(id, self.command.clone());
            }
        }
    }

    /// All uses of the binding must be looked at.
    pub(super) fn mark(&mut self, id: BindingId) {
        self.mark_in(id, 0..Node::MAX);
    }

    /// The uses of the binding among these nodes must be looked at.
    pub(super) fn mark_in(&mut self, id: BindingId, nodes: Range<Node>) {
        for &node in self.base.bindings()[id as usize].uses_in(nodes) {
            if self.dirty.insert(node) {
                self.fresh.push(node);
            }
        }
    }
}

/// Whether it decides if its name, as the pattern of a `match`, is a variable: no use tells where such patterns are.
fn makes_patterns(binding: &Binding) -> bool {
    binding.kind == BindingKind::Datatype
}
