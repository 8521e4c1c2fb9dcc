//! Judges an edited text: whether it has a fault that its base does not have.
//!
//! A command sees nothing of earlier commands but the names that they bind. So it is enough to walk through some
//! commands of the edited text, in order: those that the edit touches, and those with a token that may now mean
//! something else, because a binding has gone, is new, or has another sort. Names are bound before they are used, so
//! each command is walked through once, by the same [`Walk`] that goes through whole texts. A term that the edit does
//! not change and whose tokens still mean the same keeps its sort and its faults. So the time depends on what the edit
//! changes, and hardly on the size of the text. Most edits change a term of which its surroundings see only the sort:
//! if the sort stays the same, nothing else is walked through.
//!
//! The edited text has the faults of the base, except that the faults of the commands that were walked through are
//! replaced by those that the walk has found.

use super::all_bindings::{AllBindings, are_alike, spellings};
use super::annotation::is_of_quantifier;
use super::binding::{ScopedName, Space};
use super::case::analysis;
use super::edited::Edited;
use super::far_reaching::{is_far_reaching, judge_levels};
use super::faults::Faults;
use super::grammar::is_wildcard;
use super::ill_formed::{FaultCounts, Finding, mixes};
use super::known::{Known, Place, Unit};
use super::literal::is_number;
use super::name::is_name;
use super::text::{Text, count};
use super::walk::Walk;
use super::{
    Binding, BindingId, BindingKind, IllFormed, LiteralKind, Role, Sort, operators, sorts,
};
use crate::language::TestCase;
use crate::tree::{Edit, Node, ROOT, Splice, Symbol};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::ops::Range;

/// At most this many terms around a change are tried, from the inside to the outside, before the whole command is
/// walked through.
const MOST_TERMS: usize = 4;

/// Judges an edited text: returns its first new fault, which the base does not have or has less often, and the
/// approximate number of cells that were looked at. None if only an analysis of the whole edited text can judge it.
/// `counts` says which findings are faults.
pub(super) fn judge(
    case: &TestCase,
    edit: &Edit,
    counts: impl Fn(&Finding) -> bool,
) -> Option<(Result<(), IllFormed>, usize)> {
    let splices = edit.splices(case.tree());
    let base = analysis(case);
    if is_far_reaching(case.tree(), base, splices) {
        return judge_levels(case, splices, &counts).map(|judged| (judged, 0));
    }
    if let Some(fault) = missing(case, splices, &counts) {
        return Some((Err(fault), 1));
    }
    let text = Edited::of(case.tree().cells(), splices);
    let mut judging = Judging {
        known: Known::of(case, base, &text, splices, &counts),
        queue: BTreeSet::new(),
        bindings: Vec::new(),
        faults: FaultCounts::default(),
        replaced: FaultCounts::default(),
    };
    let judged = judging.run()?;
    Some((judged, text.looked_at()))
}

/// Everything about a term that matters to the term or command around it.
#[derive(PartialEq, Eq)]
struct Seen {
    sort: Sort,
    /// The number of cells if the term consists of numerals, which may also be `Real`; 0 for other terms.
    numerals: u32,
    /// Whether it has an attribute that only the body of a quantifier may have.
    is_of_quantifier: bool,
}

impl Seen {
    /// What is seen of a term. If `Int` and `Real` may mix, it does not matter whether it consists of numerals.
    fn of(text: &impl Text, node: Node, sort: Sort, mixes: bool) -> Seen {
        let is_numerals = !mixes && sort == Sort::INT && is_number(text, node);
        Seen {
            sort,
            numerals: if is_numerals { text.len(node) } else { 0 },
            is_of_quantifier: is_of_quantifier(text, node),
        }
    }
}

/// The judgement of one edited text.
struct Judging<'e> {
    known: Known<'e>,
    /// The units that are still to be walked through.
    queue: BTreeSet<Unit>,
    /// The bindings that were made. Their ids follow those of the base.
    bindings: Vec<Binding>,
    /// The faults of the units that were walked through.
    faults: FaultCounts,
    /// The faults that the base has there.
    replaced: FaultCounts,
}

impl<'e> Judging<'e> {
    /// Judges the text. None if a command that the edit inserts concerns all later ones.
    fn run(&mut self) -> Option<Result<(), IllFormed>> {
        self.schedule_touched();
        // Units are taken in the order of the text, so a unit can only schedule later ones.
        while let Some(unit) = self.queue.pop_first() {
            let made = count(self.known.base.bindings().len() + self.bindings.len());
            let (findings, nodes) = self.unit(unit);
            if self.known.is_far_reaching {
                return None;
            }
            let mut faults = findings.iter();
            // A fault that the base has nowhere decides at once.
            if let Some(new) = faults.find(|fault| self.known.is_new(&fault.finding)) {
                return Some(Err(new.finding.fault()));
            }
            // Other faults are counted, because the base may have them less often.
            let findings = findings.iter().map(|fault| fault.finding);
            let findings = findings.filter(|finding| (self.known.counts)(finding));
            self.faults.extend(findings.map(|finding| finding.fault()));
            for nodes in std::mem::take(&mut self.known.reused) {
                self.faults.extend(self.known.faults_in(nodes));
            }
            self.replaced.extend(self.known.faults_in(nodes.clone()));
            self.compare_names(unit, nodes, made);
        }
        Some(self.faults.first_new(&self.replaced))
    }

    /// Schedules the commands that the edit touches.
    fn schedule_touched(&mut self) {
        let Known { case, base, .. } = self.known;
        for (splice, &Splice { at, .. }) in self.known.splices.iter().enumerate() {
            if self.known.is_ignored(at) {
                continue;
            }
            let is_between_commands = at >= case.tree().end() || case.parent(at) == ROOT;
            self.queue.insert(if is_between_commands {
                let place = Place::Before { splice };
                Unit { at, place }
            } else {
                Unit::command(base.command(at).unwrap_or(at))
            });
        }
    }

    /// Walks through a unit, or only through a term of it if nothing else can have changed. Returns what may be a fault
    /// there, except for the terms that keep their faults, and the nodes of the base that correspond to what was walked
    /// through.
    fn unit(&mut self, unit: Unit) -> (Faults, Range<Node>) {
        let Unit { at, place } = unit;
        if place == Place::There && self.known.changed.is_empty() {
            let mut term = self.known.term_around(at);
            for _ in 0..MOST_TERMS {
                let Some(node) = term else { break };
                if let Some(found) = self.term(at, node) {
                    return (found, node..self.known.case.tree().next(node));
                }
                term = self.known.next_term(self.known.case.parent(node));
            }
        }
        (self.walk(unit), self.known.nodes(unit))
    }

    /// Walks through a single term of a command, and returns what may be a fault in it. None if a difference may matter
    /// outside of the term.
    fn term(&mut self, command: Node, node: Node) -> Option<Faults> {
        let known = &mut self.known;
        let (case, base, text) = (known.case, known.base, known.text);
        // The names that `:named` gives are visible outside.
        if !base.globals_in(node..case.tree().next(node)).is_empty() {
            return None;
        }
        known.enter(Unit::command(command));
        (known.at, known.here) = (node, text.place(node));
        known.command = Some(command..case.tree().next(command));
        known.sees_early.set(false);
        let (here, made) = (known.here, self.bindings.len());
        let (sort, found) = self.walking(|walk| {
            walk.current = text.place(command);
            walk.term(here)
        });
        self.known.command = None;
        let binds = self.bindings[made..].iter().any(|binding| binding.global);
        let mixes = mixes(self.known.counts);
        let was = Seen::of(case.tree(), node, base.sort(node), mixes);
        // A fault that is new decides, whatever is around the term.
        let is_decided = found.iter().any(|fault| self.known.is_new(&fault.finding))
            || !binds && Seen::of(text, here, sort, mixes) == was;
        if self.known.sees_early.get() || !is_decided {
            self.known.reused.clear();
            return None;
        }
        Some(found)
    }

    /// Runs a walk that adds to the bindings. Returns its result, and what may be a fault.
    fn walking<R>(&mut self, go: impl FnOnce(&mut Walk<'_, 'e, Edited<'e>>) -> R) -> (R, Faults) {
        let base = self.known.base;
        let mut walk = Walk::new(self.known.text, base.is_higher_order());
        walk.first = count(base.bindings().len());
        walk.bindings = std::mem::take(&mut self.bindings);
        walk.known = Some(&mut self.known);
        let result = go(&mut walk);
        self.bindings = walk.bindings;
        (result, walk.faults)
    }

    /// Walks through a whole unit, and returns what may be a fault in it.
    fn walk(&mut self, unit: Unit) -> Faults {
        self.known.enter(unit);
        let (base, text) = (self.known.base, self.known.text);
        let Unit { at, place } = unit;
        let commands = match place {
            Place::Before { splice } => text.inserted(splice),
            Place::There => text.place(at)..text.end_of(self.known.case.tree().next(at)),
        };
        let level_end = text.end_of(base.level_end(at));
        let ((), found) = self.walking(|walk| {
            let mut command = commands.start;
            while command < commands.end {
                let next = command + text.len(command);
                walk.visible = next..level_end;
                walk.command(command);
                command = next;
            }
        });
        found
    }

    /// Compares the names that a unit binds for later commands, which have ids from `made` on, with those that the base
    /// binds there, and schedules the commands that a difference may concern.
    fn compare_names(&mut self, unit: Unit, nodes: Range<Node>, made: BindingId) {
        let base = self.known.base;
        let names = AllBindings {
            base: Some(base),
            first: count(base.bindings().len()),
            bindings: &self.bindings,
        };
        let key = |id| names.binding(id).key();
        let mut gone: FxHashMap<ScopedName, Vec<BindingId>> = FxHashMap::default();
        for &id in base.globals_in(nodes) {
            gone.entry(key(id)).or_default().push(id);
        }
        // Each with the end of the level in which it is bound.
        let mut changed: Vec<(Symbol, Node)> = Vec::new();
        let mut change = |id, level_end| {
            let spellings = spellings(names.binding(id)).into_iter();
            changed.extend(spellings.map(|token| (token, level_end)));
        };
        let end = names.first + count(self.bindings.len());
        for id in (made..end).filter(|&id| names.binding(id).global) {
            // A binding that takes over the meaning of an old one changes nothing.
            if let Some(old) = gone.get_mut(&key(id))
                && let Some(place) = old
                    .iter()
                    .position(|&old| are_alike(names.binding(old), names.binding(id)))
            {
                old.swap_remove(place);
                continue;
            }
            change(id, base.level_end(unit.at));
            self.known.make(key(id), id, names);
        }
        for id in gone.into_values().flatten() {
            change(id, base.level_end(names.binding(id).node));
            self.known.gone.insert(id);
        }
        for &(token, level_end) in &changed {
            self.schedule_places(token, unit, level_end);
        }
        let tokens = changed.into_iter().map(|(token, _)| token);
        self.known.changed.extend(tokens);
    }

    /// Schedules the later commands of a level, which ends at `level_end`, that have this token.
    fn schedule_places(&mut self, token: Symbol, after: Unit, level_end: Node) {
        let Known { case, base, .. } = self.known;
        let places = case.places(token);
        let from = places.partition_point(|&place| place < after.at);
        let in_level = places[from..]
            .iter()
            .take_while(|&&place| place < level_end);
        let mut end = after.at; // where the command that was scheduled last ends
        for &place in in_level {
            if place < end {
                continue;
            }
            let Some(command) = base.command(place) else {
                continue;
            };
            end = case.tree().next(command);
            let unit = Unit::command(command);
            let is_read = self.known.text.keeps(command) && !self.known.is_ignored(command);
            if is_read && unit > after {
                self.queue.insert(unit);
            }
        }
    }
}

/// The fault of an edit that deletes a single declaration whose name is then undeclared in some term; none if it is not
/// certain that there is one. Such edits are common, and to judge one by walking would mean to schedule all uses first.
fn missing(
    case: &TestCase,
    splices: &[Splice],
    counts: impl Fn(&Finding) -> bool,
) -> Option<IllFormed> {
    let [splice] = splices else { return None };
    let (tree, analysis, command) = (case.tree(), analysis(case), splice.at);
    let is_deletion = splice.cells > 0
        && splice.end() == tree.next(command)
        && splice.with.is_empty()
        && analysis.role(command) == Role::Command;
    let &[id] = analysis.globals_in(command..splice.end()).get(..1)? else {
        return None;
    };
    let binding = analysis.get(id);
    let key = binding.key();
    let is_kept = |&used: &Node| {
        splice.end() <= used
            && analysis.exit.is_none_or(|exit| used < exit)
            && analysis.role(used) == Role::Term
    };
    let fault = Finding::Unbound(key).fault();
    let is_missed = is_deletion
        && binding.kind == BindingKind::Declared
        && analysis.named(key).len() == 1
        && means_nothing_else(key)
        && analysis.named((key.0, Space::Sort)).is_empty()
        && binding.uses.iter().any(is_kept)
        && counts(&Finding::Unbound(key))
        && !analysis.may_have(fault);
    is_missed.then_some(fault)
}

/// Whether no table has the name, so that only a binding gives it a meaning as a term.
fn means_nothing_else((name, space): ScopedName) -> bool {
    space == Space::Term
        && is_name(name)
        && LiteralKind::of(name.bytes()).is_none()
        && operators::operator(name).is_none()
        && !is_wildcard(name)
        && !sorts::is_builtin(name)
}
