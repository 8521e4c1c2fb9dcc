//! The state of an evaluation of an edited text: the units that are still to be evaluated, what is known about the other
//! ones, and what names mean.
//!
//! Places are nodes of the base unless they are said to be places in the edited text.

use super::all_bindings::{spellings, tester};
use super::annotation::is_of_quantifier;
use super::edited::Edited;
use super::numeral::is_number;
use super::scope::{ScopedName, Space};
use super::text::Text;
use super::{Analysis, Binding, BindingId, BindingKind, IllFormed, Role, Sort};
use crate::language::TestCase;
use crate::tree::{Node, ROOT, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Range, RangeInclusive};

/// What is evaluated at once: a term or a command at a node of the base, whatever stands there now, or the commands that
/// a splice puts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct UnitId {
    pub(super) node: Node,
    pub(super) splice: Option<u32>,
}

/// All that the surroundings of a term see of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) sort: Sort,
    /// The number of cells, if the term is made of numerals alone, which may be `Real`, too. It does not matter if `Int`
    /// and `Real` may mix.
    pub(super) numerals: u32,
    /// Whether it has an attribute that only the body of a quantifier may have.
    is_of_quantifier: bool,
}

impl Seen {
    /// What is seen of a term; `mixes` tells whether `Int` and `Real` may mix.
    pub(super) fn of(text: &impl Text, node: Node, sort: Sort, mixes: bool) -> Seen {
        let is_numerals = !mixes && sort == Sort::INT && is_number(text, node);
        let numerals = if is_numerals { text.len(node) } else { 0 };
        Seen {
            sort,
            numerals,
            is_of_quantifier: is_of_quantifier(text, node),
        }
    }
}

/// What the last evaluation of a unit has found. There can be a unit for each term of the text, and nearly all of them
/// differ from the base in nothing else than what is seen.
#[derive(Debug, Default)]
pub(super) struct Unit {
    pub(super) seen: Seen,
    pub(super) differences: Option<Box<Differences>>,
}

/// How a unit differs from the base, other than in what is seen.
#[derive(Debug, Default)]
pub(super) struct Differences {
    pub(super) faults: Vec<IllFormed>,
    /// The faults of the base in whose place these are.
    pub(super) replaced: Vec<IllFormed>,
    pub(super) bound: BindingChanges,
}

impl Unit {
    /// The differences, which may be changed.
    pub(super) fn differences(&mut self) -> &mut Differences {
        self.differences.get_or_insert_default()
    }

    /// Keeps these faults in place of those of the base.
    pub(super) fn set_faults(&mut self, faults: Vec<IllFormed>, replaced: Vec<IllFormed>) {
        if self.differences.is_some() || !faults.is_empty() || !replaced.is_empty() {
            let differences = self.differences();
            (differences.faults, differences.replaced) = (faults, replaced);
        }
    }
}

/// How a unit's names differ from those in the base.
#[derive(Debug, Default)]
pub(super) struct BindingChanges {
    /// The bindings of the base that are gone or mean something else, in order.
    pub(super) gone: Vec<BindingId>,
    /// The bindings that are new or mean something else and that other units may see.
    pub(super) made: Vec<BindingId>,
}

impl BindingChanges {
    /// Whether the names are those of the base.
    pub(super) fn is_empty(&self) -> bool {
        self.gone.is_empty() && self.made.is_empty()
    }
}

/// The unit that is being evaluated.
#[derive(Debug, Default)]
pub(super) struct Focus {
    pub(super) node: Node,
    /// The place of the unit in the edited text.
    pub(super) here: Node,
    /// The command around it, and its range in the edited text.
    pub(super) command: Node,
    pub(super) around: Range<Node>,
    /// Whether some part of the unit is still to be evaluated. What such a part is counts as unknown.
    pub(super) is_incomplete: bool,
    /// The parts of the base that were not walked through, in order.
    pub(super) reused: Vec<Range<Node>>,
    /// The copied terms that were not walked through.
    pub(super) copied: Vec<Range<Node>>,
    /// The last copy whose names were compared; then only its stale tokens differ. In the edited text.
    pub(super) compared: Range<Node>,
    /// The last copy in which any name may have changed. In the edited text.
    pub(super) strange: Range<Node>,
}

/// When a unit is evaluated: the place that comes first, then the innermost unit. For what a splice puts in, the splice.
type Moment = (Node, Reverse<Node>, Option<u32>);

/// The moments of the units in a subtree.
fn scheduled(nodes: &Range<Node>) -> RangeInclusive<Moment> {
    let last = nodes.end.max(nodes.start + 1);
    (nodes.start + 1, Reverse(Node::MAX), None)..=(last, Reverse(nodes.start), None)
}

/// The state of an evaluation.
pub(super) struct Changes<'e> {
    pub(super) case: &'e TestCase,
    pub(super) base: &'e Analysis,
    pub(super) text: &'e Edited<'e>,
    /// When to evaluate which unit. Units come after what they depend on: parts before the whole, binders before what
    /// is in their scope. This is the order of where they end.
    queue: BTreeSet<Moment>,
    /// The units in the queue whose shape has changed. Until they are evaluated, it is not certain what their parts
    /// are.
    pub(super) reshaped: FxHashSet<Node>,
    pub(super) units: BTreeMap<UnitId, Unit>,
    /// The terms of which a splice replaces exactly one by one, by where the new one stands in the edited text.
    pub(super) exchanged: FxHashMap<Node, Node>,
    /// Where something has changed that units around it may see.
    pub(super) changed: BTreeSet<Node>,
    /// The tokens that may mean something else, in copies, too.
    pub(super) stale: BTreeSet<Node>,
    /// The bindings of the base that are gone or have changed.
    pub(super) gone: FxHashSet<BindingId>,
    /// The bindings that are new or have changed.
    pub(super) made: FxHashMap<ScopedName, Vec<BindingId>>,
    /// The bindings among these whose names were not bound there.
    pub(super) captures: Vec<BindingId>,
    /// Whether a command concerns all commands behind it.
    pub(super) is_far_reaching: bool,
    pub(super) focus: Focus,
}

impl<'e> Changes<'e> {
    pub(super) fn of(case: &'e TestCase, base: &'e Analysis, text: &'e Edited<'e>) -> Self {
        Changes {
            case,
            base,
            text,
            queue: BTreeSet::new(),
            reshaped: FxHashSet::default(),
            units: BTreeMap::new(),
            exchanged: FxHashMap::default(),
            changed: BTreeSet::new(),
            stale: BTreeSet::new(),
            gone: FxHashSet::default(),
            made: FxHashMap::default(),
            captures: Vec::new(),
            is_far_reaching: false,
            focus: Focus::default(),
        }
    }

    /// The range of a node.
    pub(super) fn nodes(&self, node: Node) -> Range<Node> {
        node..self.case.tree().next(node)
    }

    /// Whether the node is a term of which its surroundings see only what [`Seen`] has.
    pub(super) fn stands_alone(&self, node: Node) -> bool {
        let parent = self.case.parent(node);
        let is_part = match self.base.role(parent) {
            Role::Term => node != parent + 1,
            Role::Binder | Role::Command | Role::Rules => true,
            _ => false,
        };
        is_part && self.base.role(node) == Role::Term
    }

    /// The smallest unit that contains a node.
    pub(super) fn unit_of(&self, mut node: Node) -> Node {
        while !self.stands_alone(node) && self.case.parent(node) != ROOT {
            node = self.case.parent(node);
        }
        node
    }

    /// Takes the next unit out of the queue.
    pub(super) fn next(&mut self) -> Option<UnitId> {
        let (moment, Reverse(node), splice) = self.queue.pop_first()?;
        let node = if splice.is_some() { moment } else { node };
        Some(UnitId { node, splice })
    }

    /// Schedules the commands that a splice puts in.
    pub(super) fn schedule_splice(&mut self, splice: u32, at: Node) {
        self.queue.insert((at, Reverse(ROOT), Some(splice)));
    }

    /// Schedules a unit for when all its parts are evaluated.
    pub(super) fn schedule(&mut self, unit: Node) {
        let end = self.case.tree().next(unit);
        self.queue.insert((end, Reverse(unit), None));
    }

    /// Schedules a unit in which something has changed at a place that may decide what names mean behind it. All names
    /// that a term binds for a part of itself are bound before its third element.
    pub(super) fn schedule_early(&mut self, unit: Node, place: Node) {
        let tree = self.case.tree();
        let third = tree.child(unit, 2).unwrap_or(tree.next(unit));
        if place == unit {
            return self.schedule(unit);
        }
        let first = tree.child(unit, 1).unwrap_or(third);
        let moment = if place <= first { unit + 1 } else { third };
        self.queue.insert((moment, Reverse(unit), None));
    }

    /// Schedules the unit around a term that has changed.
    pub(super) fn schedule_around(&mut self, term: Node) {
        self.changed.insert(term);
        let unit = self.unit_of(self.case.parent(term));
        let third = self.case.tree().child(unit, 2);
        match third.filter(|&third| term < third) {
            Some(third) => drop(self.queue.insert((third, Reverse(unit), None))),
            None => self.schedule(unit),
        }
    }

    /// Whether a unit among these nodes, which are a subtree, is still to be evaluated.
    pub(super) fn is_pending(&self, nodes: &Range<Node>) -> bool {
        !self.queue.is_empty() && self.queue.range(scheduled(nodes)).next().is_some()
    }

    /// Drops what is known and scheduled for the units in these parts of a unit, which are no units any more.
    pub(super) fn forget(&mut self, unit: Node, parts: &[Range<Node>]) -> Vec<Unit> {
        // Only the parts are looked through. The unit may contain all units that were evaluated before, and in a deep term,
        // all units that are scheduled end with it.
        for part in parts {
            let dropped: Vec<_> = self.queue.range(scheduled(part)).copied().collect();
            for item in dropped.iter().filter(|item| item.1.0 != unit) {
                self.queue.remove(item);
                self.reshaped.remove(&item.1.0);
            }
        }
        let id = |node| UnitId { node, splice: None };
        let known = parts.iter().flat_map(|part| {
            let within = self.units.range(id(part.start)..id(part.end));
            within.map(|(&known, _)| known)
        });
        let dropped: Vec<UnitId> = known.filter(|known| known.node != unit).collect();
        dropped
            .iter()
            .filter_map(|unit| self.units.remove(unit))
            .collect()
    }

    /// Whether a node stands after `(exit)`, so that no solver reads it.
    pub(super) fn is_behind_exit(&self, node: Node) -> bool {
        self.base.exit().is_some_and(|exit| node > exit)
    }

    /// The places of tokens with this name, and of those that test for it as a constructor.
    pub(super) fn tokens(&self, binding: &Binding) -> impl Iterator<Item = Node> + use<'e> {
        let case = self.case;
        spellings(binding)
            .into_iter()
            .flat_map(move |token| case.places(token).iter().copied())
    }

    /// Notes that a binding of the base is gone or has changed: what refers to it is checked. A declaration of the same
    /// name may no longer be the second one.
    pub(super) fn miss(&mut self, id: BindingId) {
        let base = self.base;
        let binding = &base.bindings()[id as usize];
        for &node in &binding.uses {
            self.check(node);
        }
        if base.is_global(id) {
            let others = base.named(base.key(id)).iter();
            let others = others.filter(|&&other| base.is_global(other) && other != id);
            for &other in others {
                self.check(base.bindings()[other as usize].node);
            }
        }
        if binding.kind == BindingKind::Datatype {
            for &node in self.case.places(tester(binding.name)) {
                self.check(node);
            }
        }
    }

    /// Notes that a binding is new or has changed: what it captures is checked.
    pub(super) fn capture(&mut self, binding: &Binding, early: Node) {
        let start = binding.scope.start.min(early);
        let scope = start..binding.scope.end;
        let is_seen =
            |node: &Node| self.text.keeps(*node) && scope.contains(&self.text.place(*node));
        let tokens: Vec<Node> = self.tokens(binding).filter(is_seen).collect();
        for node in tokens {
            self.check(node);
        }
    }

    /// Schedules the units inside a unit that were evaluated before the unit made this binding, which they may see.
    pub(super) fn check_units(&mut self, unit: UnitId, binding: &Binding) {
        let UnitId { node, .. } = unit;
        let splice = None;
        let behind = self.units.range(
            UnitId {
                node: node + 1,
                splice,
            }..,
        );
        let units = behind.map(|(&unit, _)| unit);
        let is_seen = |unit: &UnitId| binding.scope.contains(&self.text.place(unit.node));
        for unit in units.filter(is_seen).collect::<Vec<_>>() {
            match unit.splice {
                Some(splice) => self.schedule_splice(splice, unit.node),
                None => self.schedule(unit.node),
            }
        }
    }

    /// Schedules the unit of a token that may mean something else.
    fn check(&mut self, token: Node) {
        self.stale.insert(token);
        if self.text.keeps(token) && !self.is_behind_exit(token) {
            self.changed.insert(token);
            let unit = self.unit_of(token);
            self.schedule_early(unit, token);
        }
    }

    /// The sort of a part of the current unit, unless the walk must go through the part.
    pub(super) fn part(&mut self, node: Node) -> Option<Sort> {
        if self.base.role(node) != Role::Term {
            return None;
        }
        let nodes = self.nodes(node);
        let sort = if self.is_pending(&nodes) {
            self.focus.is_incomplete = true;
            Sort::UNKNOWN
        } else if let Some(unit) = self.units.get(&UnitId { node, splice: None }) {
            unit.seen.sort
        } else if self.changed.range(nodes.clone()).next().is_some() && !self.stands_alone(node) {
            return None;
        } else {
            self.base.sort(node)
        };
        self.focus.reused.push(nodes);
        Some(sort)
    }

    /// The bindings of the base that the current unit's own command sees early under this name.
    pub(super) fn early_in_base(&self, name: Symbol) -> impl Iterator<Item = (BindingId, Node)> {
        let ids = self.base.early((name, Space::Term)).iter();
        let is_here = |id: &&BindingId| {
            let node = self.base.bindings()[**id as usize].node;
            !self.gone.contains(id)
                && self.base.command(node) == Some(self.focus.command)
                && self.text.keeps(node)
        };
        ids.filter(is_here)
            .map(|&id| (id, self.text.end_of(self.base.entry(id).early)))
    }
}

/// What remains of a range without these disjoint parts of it.
pub(super) fn remaining(nodes: Range<Node>, mut without: Vec<Range<Node>>) -> Vec<Range<Node>> {
    without.sort_unstable_by_key(|part| part.start);
    let mut from = nodes.start;
    let mut parts = Vec::with_capacity(without.len() + 1);
    for part in without {
        if from < part.start {
            parts.push(from..part.start);
        }
        from = part.end;
    }
    if from < nodes.end {
        parts.push(from..nodes.end);
    }
    parts
}
