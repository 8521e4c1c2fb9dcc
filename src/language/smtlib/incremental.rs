//! Judges an edited text by evaluating again only what the edit changes, after Reps, Teitelbaum and Demers,
//! "Incremental context-dependent analysis for language-based editors" (TOPLAS 1983).
//!
//! The analysis of a text is an attribution of its tree: names are resolved from the binders down, sorts are inferred
//! from the leaves up, and each term or command has its faults. The surroundings of a term see only its sort (and
//! whether it is a numeral). So the text is divided into *units*: each term that its surroundings see only like this,
//! with what lies between it and the units inside it; and each command likewise. A unit is evaluated by the same
//! [`Walk`] as a whole text; the walk takes over the sorts of the units inside it.
//!
//! At first, the units that the edit touches are scheduled. If a unit's sort has changed, the unit around it is
//! scheduled. If a binding is new, gone or has another meaning, the units of the tokens that it may concern are
//! scheduled. Units are evaluated in the order of where they end, but what binds names comes before what is in their
//! scope; so hardly any unit is evaluated more than twice, and the time depends on what changes, not on the size of the
//! text. When nothing is scheduled any more, the edited text has the faults of the base, without those of the units in
//! the base and with those that the units have now.
//!
//! Unlike in that paper, subtrees may be copied to other places. A copy keeps its sorts, except around the tokens that
//! mean something else at the new place; `reuse` finds these from the binders that are around one of the places only.

use super::all_bindings::AllBindings;
use super::case::analysis;
use super::changes::{BindingChanges, Changes, Focus, Seen, Unit, UnitId, remaining};
use super::edited::Edited;
use super::far_reaching::{is_far_reaching, judge_levels};
use super::flat::{gone_alone, is_harmless};
use super::ill_formed::{Fault, Finding, first_new, mixes};
use super::missing::missing;
use super::scope::{Entry, count};
use super::text::Text;
use super::unseen::is_unseen;
use super::walk::Walk;
use super::{Binding, BindingId, IllFormed, Role, Sort};
use crate::language::TestCase;
use crate::tree::{Edit, Node, ROOT, Splice};
use rustc_hash::FxHashSet;
use std::ops::Range;

/// After so many evaluations for each cell of the base, an analysis of the whole edited text is as fast.
const MOST_PER_CELL: usize = 4;

/// So many evaluations there may be at least.
const LEAST: usize = 1000;

/// Judges an edited text: its first new fault, which its base does not have, or has less often; and how many cells were
/// looked at. None if only an analysis of the whole edited text can tell. `counts` tells which findings are faults.
pub(super) fn judge(
    case: &TestCase,
    edit: &Edit,
    counts: impl Fn(&Finding) -> bool,
) -> Option<(Result<(), IllFormed>, usize)> {
    let splices = edit.splices(case.tree());
    if is_far_reaching(case.tree(), analysis(case), splices) {
        return judge_levels(case, splices).map(|judged| (judged, 0));
    }
    if is_harmless(case, splices) {
        return Some((Ok(()), 0));
    }
    if is_unseen(case, splices, mixes(&counts)) {
        return Some((Ok(()), splices.len()));
    }
    if let Some(fault) = missing(case, splices, &counts) {
        return Some((Err(fault), 1));
    }
    let text = Edited::of(case.tree().cells(), splices);
    let judged = judge_from(case, splices, &text, counts)?;
    Some((judged, text.looked_at()))
}

fn judge_from(
    case: &TestCase,
    splices: &[Splice],
    text: &Edited<'_>,
    counts: impl Fn(&Finding) -> bool,
) -> Option<Result<(), IllFormed>> {
    let base = analysis(case);
    let mut evaluation = Evaluation {
        changes: Changes::of(case, base, text),
        splices,
        mixes: mixes(&counts),
        counts,
        bindings: Vec::new(),
        entries: Vec::new(),
    };
    evaluation.schedule();
    let mut left = LEAST.max(case.tree().cells().len() * MOST_PER_CELL);
    while let Some(unit) = evaluation.changes.next() {
        // In rare cases, units that depend on each other would be evaluated for ever.
        left = left.checked_sub(1)?;
        if let Some(fault) = evaluation.evaluate(unit) {
            return Some(Err(fault));
        }
        if evaluation.changes.is_far_reaching {
            return None;
        }
    }
    Some(evaluation.compare_faults())
}

/// An evaluation of the units that an edit changes.
struct Evaluation<'e, F> {
    changes: Changes<'e>,
    splices: &'e [Splice],
    counts: F,
    /// Whether `Int` and `Real` may mix.
    mixes: bool,
    /// The bindings of all evaluations. Their ids follow those of the base.
    bindings: Vec<Binding>,
    entries: Vec<Entry>,
}

/// What a walk through a unit has found.
struct Walked {
    sort: Sort,
    faults: Vec<Fault>,
    made: Range<BindingId>,
}

impl<F: Fn(&Finding) -> bool> Evaluation<'_, F> {
    /// Schedules the units that the splices touch.
    fn schedule(&mut self) {
        let (case, text) = (self.changes.case, self.changes.text);
        let tree = case.tree();
        for (k, splice) in self.splices.iter().enumerate() {
            let changes = &mut self.changes;
            if changes.is_behind_exit(splice.at) {
                continue;
            }
            let unbound = gone_alone(case, self.splices, k);
            if let Some((term, id)) = unbound.filter(|&(term, _)| changes.stands_alone(term)) {
                self.unbind(splice, term, id);
                continue;
            }
            if splice.at >= tree.end() || case.parent(splice.at) == ROOT {
                changes.schedule_splice(count(k), splice.at);
                continue;
            }
            let new = text.inserted(k);
            let is_one = splice.cells == tree.len(splice.at)
                && !new.is_empty()
                && text.len(new.start) == count(new.len());
            if is_one && changes.stands_alone(splice.at) {
                changes.exchanged.insert(new.start, splice.at);
                changes.schedule(splice.at);
            } else {
                let unit = changes.unit_of(case.parent(splice.at));
                changes.changed.insert(splice.at);
                changes.reshaped.insert(unit);
                changes.schedule_early(unit, splice.at);
            }
        }
    }

    /// Takes one of very many binders out of a unit in which nothing else changes.
    fn unbind(&mut self, binder: &Splice, node: Node, id: BindingId) {
        let unit = UnitId { node, splice: None };
        let replaced = self.faults_in_base(std::iter::once(binder.at..binder.end()));
        self.known(unit).differences().replaced.extend(replaced);
        let (gone, made) = (vec![id], Vec::new());
        self.bind(unit, BindingChanges { gone, made });
    }

    /// The faults that the base has in these parts.
    fn faults_in_base(&self, parts: impl IntoIterator<Item = Range<Node>>) -> Vec<IllFormed> {
        let base = self.changes.base;
        let faults = parts.into_iter().flat_map(|part| base.faults_of(part));
        let findings = faults.map(|fault| &fault.finding);
        let findings = findings.filter(|finding| (self.counts)(finding));
        findings.map(Finding::fault).collect()
    }

    /// Evaluates a unit and schedules those that depend on what has changed. Returns a fault that the unit certainly
    /// has and the base does not have anywhere.
    fn evaluate(&mut self, unit: UnitId) -> Option<IllFormed> {
        let walked = self.walk(unit);
        let UnitId { node, splice } = unit;
        let nodes = match splice {
            Some(k) => node..self.splices[k as usize].end(),
            None => self.changes.nodes(node),
        };
        let focus = std::mem::take(&mut self.changes.focus);
        self.changes.reshaped.remove(&node);
        // Faults that depend on the sorts of parts are not certain before the effects of changed names are known.
        let is_certain = |fault: &&Fault| {
            !matches!(
                fault.finding,
                Finding::Mixes(_) | Finding::Applies(_) | Finding::Sure(IllFormed::Operands(_))
            ) && fault.owner == fault.node
        };
        if let Some(fault) = self.new_fault(walked.faults.iter().filter(is_certain)) {
            return Some(fault);
        }
        let parts = remaining(nodes.clone(), focus.reused);
        self.forget(node, &parts);
        let bound = self.differences(unit, &nodes, &parts, walked.made);
        self.bind(unit, bound);
        self.forget(node, &parts);
        if splice.is_none() && (focus.is_incomplete || self.changes.is_pending(&nodes)) {
            self.changes.schedule(node);
            return None;
        }
        let replaced = self.faults_in_base(parts);
        let mut faults = self.faults_in_base(focus.copied);
        let found = walked.faults.iter().map(|fault| &fault.finding);
        let found = found.filter(|finding| (self.counts)(finding));
        faults.extend(found.map(Finding::fault));
        if let Some(fault) = self.new_fault(&walked.faults) {
            return Some(fault);
        }
        let seen = match splice {
            Some(_) => Seen::default(),
            None => Seen::of(self.changes.text, focus.here, walked.sort, self.mixes),
        };
        let known = self.known(unit);
        let has_changed = std::mem::replace(&mut known.seen, seen) != seen;
        known.set_faults(faults, replaced);
        if has_changed && splice.is_none() && self.changes.case.parent(node) != ROOT {
            self.changes.schedule_around(node);
        }
        None
    }

    /// The first of the faults of a unit that the base does not have anywhere. None as long as some term has changed its
    /// shape and was not evaluated, because the unit may be no unit any more.
    fn new_fault<'f>(&self, faults: impl IntoIterator<Item = &'f Fault>) -> Option<IllFormed> {
        if !self.changes.reshaped.is_empty() {
            return None;
        }
        let faults = faults.into_iter().map(|fault| &fault.finding);
        let mut faults = faults
            .filter(|finding| (self.counts)(finding))
            .map(Finding::fault);
        faults.find(|fault| !self.changes.base.may_have(fault))
    }

    /// Forgets what is known and scheduled for parts of a unit that were walked through as what is no unit.
    fn forget(&mut self, unit: Node, parts: &[Range<Node>]) {
        for dropped in self.changes.forget(unit, parts) {
            if let Some(differences) = dropped.differences {
                self.retract(&differences.bound);
            }
        }
    }

    /// Walks through the text of a unit.
    fn walk(&mut self, unit: UnitId) -> Walked {
        let changes = &mut self.changes;
        let (case, base, text) = (changes.case, changes.base, changes.text);
        let UnitId { node, splice } = unit;
        let command = base
            .command(node)
            .filter(|_| splice.is_none())
            .unwrap_or(node);
        let inserted = splice.map(|k| text.inserted(k as usize));
        let here = inserted
            .as_ref()
            .map_or_else(|| text.place(node), |new| new.start);
        let end = inserted
            .as_ref()
            .map_or_else(|| text.end_of(case.tree().next(command)), |new| new.end);
        let start = if splice.is_some() {
            here
        } else {
            text.place(command)
        };
        changes.focus = Focus {
            node,
            here,
            command,
            around: start..end,
            ..Focus::default()
        };
        let level_end = text.end_of(base.level_end(node));
        let first = count(base.bindings().len());
        let mut walk = Walk::new(text, base.is_higher_order());
        walk.first = first;
        walk.bindings = std::mem::take(&mut self.bindings);
        walk.entries = std::mem::take(&mut self.entries);
        walk.visible = end..level_end;
        walk.changes = Some(changes);
        let made = first + count(walk.bindings.len());
        let mut sort = Sort::UNKNOWN;
        if splice.is_some() {
            let mut command = start;
            while command < end {
                let next = command + text.len(command);
                walk.visible.start = next;
                walk.command(command);
                command = next;
            }
        } else if case.parent(node) == ROOT {
            walk.command(here);
        } else {
            sort = walk.term(here);
            walk.end_named();
        }
        let faults = walk.faults;
        (self.bindings, self.entries) = (walk.bindings, walk.entries);
        Walked {
            sort,
            faults,
            made: made..first + count(self.bindings.len()),
        }
    }

    /// How the names of a unit differ from those that these parts of the base bind.
    fn differences(
        &self,
        unit: UnitId,
        nodes: &Range<Node>,
        parts: &[Range<Node>],
        made: Range<BindingId>,
    ) -> BindingChanges {
        let (base, text) = (self.changes.base, self.changes.text);
        let old: Vec<BindingId> = if unit.splice.is_none() && text.keeps(unit.node) {
            self.bound_in(parts)
        } else {
            base.globals_in(nodes.clone()).to_vec()
        };
        let (mut bound, mut met) = (BindingChanges::default(), FxHashSet::default());
        let names = self.names();
        for id in made.filter(|&id| self.is_seen_outside(id)) {
            // A declaration may have moved here from another unit.
            let before = names
                .in_base(id, text)
                .filter(|id| old.binary_search(id).is_ok());
            let is_same = before.is_some_and(|before| self.is_same(before, id));
            if is_same {
                met.extend(before);
            } else {
                bound.made.push(id);
            }
        }
        bound.gone = old;
        bound.gone.retain(|id| !met.contains(id));
        bound
    }

    /// The bindings of the base in these parts of a kept unit to which kept nodes may refer, in order.
    fn bound_in(&self, parts: &[Range<Node>]) -> Vec<BindingId> {
        let (base, tree) = (self.changes.base, self.changes.case.tree());
        let is_term = |splice: &&Splice| {
            let nodes = splice.at..splice.end();
            base.role(nodes.start) == Role::Term && nodes.end == tree.next(nodes.start)
        };
        let mut bound = Vec::new();
        for part in parts {
            let within = |end| self.splices.partition_point(|splice| splice.at < end);
            let splices = &self.splices[within(part.start)..within(part.end)];
            let terms = splices
                .iter()
                .filter(|splice| splice.cells > 0)
                .filter(is_term);
            // Of what a term binds, only names given by `:named` are seen from outside.
            let terms: Vec<Range<Node>> = terms.map(|splice| splice.at..splice.end()).collect();
            let given = terms.iter().flat_map(|term| base.globals_in(term.clone()));
            bound.extend(given.copied());
            let others = remaining(part.clone(), terms).into_iter();
            let others = others.flat_map(|part| base.bound_in(part));
            // What is seen in this part only was walked through with it, if at all.
            let is_inside = |id: BindingId| {
                let scope = &base.bindings()[id as usize].scope;
                part.start <= scope.start && scope.end <= part.end && !base.is_global(id)
            };
            bound.extend(others.filter(|&id| !is_inside(id)));
        }
        bound.sort_unstable();
        bound
    }

    /// Whether other units may see a binding: its scope is not in what the same splice puts in.
    fn is_seen_outside(&self, id: BindingId) -> bool {
        let index = (id - count(self.changes.base.bindings().len())) as usize;
        let (binding, text) = (&self.bindings[index], self.changes.text);
        let splice = || text.splice(binding.node);
        self.entries[index].global
            || !binding.scope.is_empty()
                && (splice().is_none() || splice() != text.splice(binding.scope.start))
    }

    /// Whether a binding of the base keeps its meaning and its scope. What is seen early is seen behind its token, so
    /// that the token must keep its place, too.
    fn is_same(&self, old: BindingId, new: BindingId) -> bool {
        let names = self.names();
        let (text, was, is) = (self.changes.text, names.binding(old), names.binding(new));
        let scope = text.end_of(was.scope.start)..text.end_of(was.scope.end);
        let (early, now_early) = (names.entry(old).early, names.entry(new).early);
        names.are_alike(old, new)
            && scope == is.scope
            && text.end_of(early) == now_early
            && (early == Node::MAX || text.keeps(was.node))
            && names.entry(old).global == names.entry(new).global
    }

    /// Replaces what was known about the names of a unit, and schedules the units that are concerned.
    fn bind(&mut self, unit: UnitId, bound: BindingChanges) {
        let known = self.changes.units.get_mut(&unit);
        let known = known.and_then(|known| known.differences.as_mut());
        let known = known.map(|known| std::mem::take(&mut known.bound));
        let known = known.unwrap_or_default();
        if known.gone == bound.gone && self.are_same(&known.made, &bound.made) {
            if !known.is_empty() {
                self.known(unit).differences().bound = known;
            }
            return;
        }
        self.retract(&known);
        for &id in &bound.gone {
            self.changes.gone.insert(id);
        }
        let names = self.names();
        let captures = bound.made.iter().copied().filter(|&id| {
            let old = names.in_base(id, self.changes.text);
            old.is_none_or(|old| names.binding(old).name != names.binding(id).name)
        });
        let captures: Vec<BindingId> = captures.collect();
        let key = |id| (names.binding(id).name, names.entry(id).space);
        let keys = bound.made.iter().map(|&id| (key(id), id));
        for (key, id) in keys.collect::<Vec<_>>() {
            self.changes.made.entry(key).or_default().push(id);
        }
        self.changes.captures.extend(captures);
        for &id in known.gone.iter().chain(&bound.gone) {
            self.changes.miss(id);
        }
        let first = count(self.changes.base.bindings().len());
        for &id in known.made.iter().chain(&bound.made) {
            let index = (id - first) as usize;
            let (binding, early) = (&self.bindings[index], self.entries[index].early);
            self.changes.capture(binding, early);
            self.changes.check_units(unit, binding);
        }
        self.known(unit).differences().bound = bound;
    }

    /// Whether the bindings of two evaluations of a unit are the same.
    fn are_same(&self, old: &[BindingId], new: &[BindingId]) -> bool {
        let names = self.names();
        let is_same = |(&old, &new): (&BindingId, &BindingId)| {
            names.are_alike(old, new)
                && names.binding(old).scope == names.binding(new).scope
                && names.entry(old).early == names.entry(new).early
        };
        old.len() == new.len() && old.iter().zip(new).all(is_same)
    }

    /// Takes back what a unit has bound.
    fn retract(&mut self, bound: &BindingChanges) {
        for id in &bound.gone {
            self.changes.gone.remove(id);
        }
        let first = count(self.changes.base.bindings().len());
        for &id in &bound.made {
            let index = (id - first) as usize;
            let key = (self.bindings[index].name, self.entries[index].space);
            if let Some(ids) = self.changes.made.get_mut(&key) {
                ids.retain(|&other| other != id);
            }
        }
        let is_left = |id: &BindingId| bound.made.binary_search(id).is_err();
        self.changes.captures.retain(is_left);
    }

    /// All bindings.
    fn names(&self) -> AllBindings<'_> {
        AllBindings {
            base: Some(self.changes.base),
            first: count(self.changes.base.bindings().len()),
            bindings: &self.bindings,
            entries: &self.entries,
        }
    }

    /// What is known about a unit; at first, what is known about it in the base.
    fn known(&mut self, unit: UnitId) -> &mut Unit {
        let (base, case, mixes) = (self.changes.base, self.changes.case, self.mixes);
        self.changes.units.entry(unit).or_insert_with(|| Unit {
            seen: match unit.splice {
                None => Seen::of(case.tree(), unit.node, base.sort(unit.node), mixes),
                Some(_) => Seen::default(),
            },
            ..Unit::default()
        })
    }

    /// Compares the faults of all units with those that the base has in their place.
    fn compare_faults(&self) -> Result<(), IllFormed> {
        let units = || {
            let units = self.changes.units.values();
            units.filter_map(|unit| unit.differences.as_deref())
        };
        let faults = units().flat_map(|unit| &unit.faults);
        first_new(faults, units().flat_map(|unit| &unit.replaced))
    }
}
