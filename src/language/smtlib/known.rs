//! What a judgement of an edited text knows from the base, while it walks through one command or insertion: above all,
//! which terms are the same as in the base and mean the same, so that they need no walk.

use super::all_bindings::{AllBindings, spellings};
use super::binding::ScopedName;
use super::edited::{Edited, is_changed, places_in};
use super::ill_formed::Finding;
use super::text::{Origin, Text, count};
use super::{Analysis, BindingId, IllFormed, Role};
use crate::language::TestCase;
use crate::tree::{Node, ROOT, Splice, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;
use std::ops::Range;

/// A walk through at most this many cells is not worth avoiding.
const FEW: u32 = 2;

/// If more tokens than this may mean something else, terms are not searched for them but walked through.
const MOST_CHANGED: usize = 40;

/// A copy is walked through if more binders than this are around its old place only, or around its new place only.
const MOST_BINDERS: usize = 16;

/// A part of the edited text that is walked through at once. The order is that of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Unit {
    /// A command of the base, or the end of the base.
    pub(super) at: Node,
    pub(super) place: Place,
}

/// Where a unit stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    /// The unit is what this splice, given by its index, inserts before the command.
    Before { splice: usize },
    /// The unit is the command, with all changes inside of it.
    There,
}

impl Unit {
    /// A command of the base.
    pub(super) fn command(at: Node) -> Unit {
        let place = Place::There;
        Unit { at, place }
    }
}

/// What a walk through a unit knows from the base, and what has changed since.
pub(super) struct Known<'e> {
    pub(super) case: &'e TestCase,
    pub(super) base: &'e Analysis,
    pub(super) text: &'e Edited<'e>,
    pub(super) splices: &'e [Splice],
    /// Which findings are faults.
    pub(super) counts: &'e dyn Fn(&Finding) -> bool,
    /// The bindings of the base that later commands no longer see.
    pub(super) gone: FxHashSet<BindingId>,
    /// The bindings that later commands see instead of those, or in addition; see [`Known::make`].
    pub(super) made: FxHashMap<ScopedName, Vec<BindingId>>,
    /// The tokens that may mean something else in all later commands.
    pub(super) changed: Vec<Symbol>,
    /// The node of the base at which the current unit is.
    pub(super) at: Node,
    /// Where the current unit begins in the edited text.
    pub(super) here: Node,
    /// The tokens that may mean something else only in the current unit.
    pub(super) changed_here: Vec<Symbol>,
    /// The terms of the base whose sorts and faults the current unit has taken over.
    pub(super) reused: Vec<Range<Node>>,
    /// Whether a unit concerns all later commands.
    pub(super) is_far_reaching: bool,
    /// The command of the base if only a term of it is walked through.
    pub(super) command: Option<Range<Node>>,
    /// Whether the walk has met a name that this command binds elsewhere and sees itself.
    pub(super) sees_early: Cell<bool>,
}

impl<'e> Known<'e> {
    /// What is known before the first unit.
    pub(super) fn of(
        case: &'e TestCase,
        base: &'e Analysis,
        text: &'e Edited<'e>,
        splices: &'e [Splice],
        counts: &'e dyn Fn(&Finding) -> bool,
    ) -> Self {
        Known {
            case,
            base,
            text,
            splices,
            counts,
            gone: FxHashSet::default(),
            made: FxHashMap::default(),
            changed: Vec::new(),
            at: 0,
            here: 0,
            changed_here: Vec::new(),
            reused: Vec::new(),
            is_far_reaching: false,
            command: None,
            sees_early: Cell::new(false),
        }
    }

    /// The smallest term of a command that contains all changes in it and stands alone. None if only the whole command
    /// does.
    pub(super) fn term_around(&self, command: Node) -> Option<Node> {
        let tree = self.case.tree();
        let within = places_in(self.splices, &(command..tree.next(command)));
        let first = within.start;
        let splices = &self.splices[within];
        let (splice, last) = (splices.first()?, splices.last()?);
        let new = self.text.inserted(first);
        // A single term is replaced by another one: the walk begins at the new term itself.
        let is_exchanged = splices.len() == 1
            && splice.cells == tree.len(splice.at)
            && self.stands_alone(splice.at)
            && !new.is_empty()
            && self.text.len(new.start) == count(new.len());
        if is_exchanged {
            return Some(splice.at);
        }
        // Otherwise, it begins at the innermost list with all splices.
        let mut node = self.case.parent(splice.at);
        while tree.next(node) < last.end() || tree.next(node) <= last.at {
            node = self.case.parent(node);
        }
        self.next_term(node)
    }

    /// The first term from a node upwards that stands alone.
    pub(super) fn next_term(&self, mut node: Node) -> Option<Node> {
        while node != ROOT && !self.stands_alone(node) {
            node = self.case.parent(node);
        }
        Some(node).filter(|&node| node != ROOT)
    }

    /// Whether the node is a term that stands alone: what is around it depends on little more than its sort. The head
    /// of an application does not stand alone.
    fn stands_alone(&self, node: Node) -> bool {
        let around = self.case.parent(node);
        let is_part = match self.base.role(around) {
            Role::Term => node != around + 1,
            Role::Binder | Role::Command | Role::Rules => true,
            _ => false,
        };
        is_part && self.base.role(node) == Role::Term
    }

    /// Notes whether the command binds the name elsewhere and sees it itself.
    pub(super) fn note_early(&self, key: ScopedName) {
        let Some(command) = &self.command else { return };
        let mut early = self.base.early(key).iter();
        if early.any(|&id| command.contains(&self.base.get(id).node)) {
            self.sees_early.set(true);
        }
    }

    /// Whether a node of the base comes after `(exit)`, so that no solver reads it.
    pub(super) fn is_ignored(&self, node: Node) -> bool {
        self.base.exit.is_some_and(|exit| node > exit)
    }

    /// The nodes of the base that correspond to a unit.
    pub(super) fn nodes(&self, unit: Unit) -> Range<Node> {
        let end = match unit.place {
            Place::Before { splice } => self.splices[splice].end(),
            Place::There => self.case.tree().next(unit.at),
        };
        unit.at..end
    }

    /// The faults that the base has in these nodes.
    pub(super) fn faults_in(&self, nodes: Range<Node>) -> impl Iterator<Item = IllFormed> {
        let findings = self.base.faults_of(nodes).map(|fault| fault.finding);
        let faults = findings.filter(|finding| (self.counts)(finding));
        faults.map(|finding| finding.fault())
    }

    /// Whether a finding is a fault that the base has nowhere. Then it is new, whatever is found in other commands.
    pub(super) fn is_new(&self, finding: &Finding) -> bool {
        (self.counts)(finding) && !self.base.may_have(finding.fault())
    }

    /// Begins with a unit.
    pub(super) fn enter(&mut self, unit: Unit) {
        self.changed_here.clear();
        self.at = unit.at;
        match unit.place {
            Place::Before { splice } => self.here = self.text.inserted(splice).start,
            Place::There => {
                self.here = self.text.place(unit.at);
                for splice in &self.splices[places_in(self.splices, &self.nodes(unit))] {
                    self.lose(splice);
                }
            }
        }
    }

    /// Notes that later commands see a binding. Of the bindings of its name, those whose scopes have ended are forgotten.
    /// The scopes of the others are around each other, the outermost first.
    pub(super) fn make(&mut self, key: ScopedName, id: BindingId, names: AllBindings<'_>) {
        let made = self.made.entry(key).or_default();
        let binding = names.binding(id);
        let is_lasting = |&id: &BindingId| binding.scope.start < names.binding(id).scope.end;
        let lasting = made.partition_point(is_lasting);
        made.truncate(lasting);
        let place = made.partition_point(|&id| names.binding(id).begin() < binding.begin());
        made.insert(place, id);
    }

    /// Notes which names a splice inside a command may have unbound or bound differently.
    fn lose(&mut self, splice: &Splice) {
        let (base, case) = (self.base, self.case);
        let gone = splice.at..splice.end();
        if self.stands_alone(splice.at) {
            // The names that a term binds are visible only in it, except for those that `:named` gives.
            return self.change_all(base.globals_in(gone).iter().copied());
        }
        let mut around = case.parent(splice.at);
        if (base.role(splice.at), base.role(around)) == (Role::Binder, Role::Binders) {
            return self.change_all(base.bound_in(gone));
        }
        // Anything else may decide what the term around it binds.
        while base.role(around) != Role::Term && case.parent(around) != ROOT {
            around = case.parent(around);
        }
        self.change_all(base.bound_in(around..case.tree().next(around)));
    }

    /// Notes that the tokens of these bindings may mean something else in the current unit.
    fn change_all(&mut self, ids: impl Iterator<Item = BindingId>) {
        // If there are more, it no longer matters which they are.
        for id in ids.take(MOST_CHANGED) {
            let binding = self.base.get(id);
            self.changed_here.extend(spellings(binding));
        }
    }

    /// The term of the base that is unchanged at this node of the edited text. None if some of its tokens may mean
    /// something else than in the base.
    pub(super) fn unchanged(&self, node: Node) -> Option<Range<Node>> {
        let cells = self.text.len(node);
        if cells <= FEW {
            return None;
        }
        let (nodes, is_there) = match self.text.source(node) {
            Origin::New => return None,
            Origin::Kept(from) => {
                let nodes = from..self.case.tree().next(from);
                let is_whole = count(nodes.len()) == cells && !is_changed(self.splices, &nodes);
                (nodes, is_whole)
            }
            Origin::Copied(from) => {
                let nodes = from..from + cells;
                let splice = self.text.splice(node)?;
                let at = self.splices[splice as usize].at;
                let sees_the_same = self.sees_the_same(&nodes, at);
                (nodes, sees_the_same)
            }
        };
        let is_unchanged = is_there
            && self.base.role(nodes.start) == Role::Term
            // Names that `:named` gives must be bound again.
            && self.base.globals_in(nodes.clone()).is_empty()
            && !self.has_changed_token(&nodes);
        is_unchanged.then_some(nodes)
    }

    /// Whether the subtree has a token that may mean something else.
    fn has_changed_token(&self, nodes: &Range<Node>) -> bool {
        let mut changed = self.changed.iter().chain(&self.changed_here);
        self.changed.len() + self.changed_here.len() > MOST_CHANGED
            || changed.any(|&token| self.has(nodes, token))
    }

    /// Whether a token stands among these nodes of the base.
    fn has(&self, nodes: &Range<Node>, token: Symbol) -> bool {
        let places = self.case.places(token);
        let next = places.partition_point(|&place| place < nodes.start);
        places.get(next).is_some_and(|&place| place < nodes.end)
    }

    /// Whether the tokens of a subtree that is copied to the place `at` mean there what they mean in the base, apart
    /// from what the edit changes.
    ///
    /// Between the two places, no name may be bound for later commands. The binders that are around the old place only
    /// must not be used in the subtree, and those around the new place only must not have a name that occurs in it.
    fn sees_the_same(&self, nodes: &Range<Node>, at: Node) -> bool {
        let base = self.base;
        let Some(command) = base.command(nodes.start) else {
            return false;
        };
        // A definition binds its name after itself: what is copied from a later command into its body passes that name.
        let here = base.command(self.at).unwrap_or(self.at);
        let between = command.min(here)..command.max(here);
        let sees_globals = !self.is_ignored(command)
            && base.globals_in(between).is_empty()
            && base.level_end(command) == base.level_end(self.at)
            && base.used_early(command).is_empty();
        if !sees_globals {
            return false;
        }
        let is_around = |id: BindingId, node| base.get(id).scope.contains(&node);
        let mut lost = base
            .locals_at(nodes.start)
            .take_while(|&id| !is_around(id, at));
        let mut gained = base
            .locals_at(at)
            .take_while(|&id| !is_around(id, nodes.start));
        let is_unused = |id| base.get(id).uses_in(nodes.clone()).is_empty();
        let occurs = |id: BindingId| {
            let mut tokens = spellings(base.get(id)).into_iter();
            tokens.any(|token| self.has(nodes, token))
        };
        lost.by_ref().take(MOST_BINDERS).all(is_unused)
            && lost.next().is_none()
            && !gained.by_ref().take(MOST_BINDERS).any(occurs)
            && gained.next().is_none()
    }
}
