//! Classes of widths: terms that must have the same sort have widths of the same class.
//!
//! Each bit-vector in the sort of a term, a variable or a function has one slot, and each floating-point number two:
//! one for its exponent and one for its significand. Operators join slots to classes (union-find). Widths in parts of a
//! text that are not understood do not change.

use super::shape::{bound_head, declared, indices, operands, operator, theory_operator};
use super::sort_text::{float_of_sort, width_of_sort};
use crate::language::TestCase;
use crate::language::smtlib::{
    Binding, BindingKind, Parts, Role, Sort, SortKind, Width, WidthKind, WidthName, analysis,
    widths,
};
use crate::tree::{Node, Symbol};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A sort that takes more steps than this is not understood.
const MOST: usize = 64;

/// A place that has a width.
pub(crate) type Slot = u32;

/// The smallest width of this kind that all solvers accept.
pub(crate) fn least(kind: WidthKind) -> u32 {
    match kind {
        WidthKind::BitVec => 1,
        WidthKind::Exponent => 2,
        WidthKind::Significand => 3,
    }
}

/// The widths of a text by classes, and the conditions among the classes.
#[derive(Debug)]
pub(crate) struct Classes<'a> {
    case: &'a TestCase,
    /// For each slot, another one of its class, or itself.
    parents: Vec<Slot>,
    /// For each slot, what kind of width it has, and the width.
    slots: Vec<(WidthKind, u32)>,
    /// The slots of each node: those of the sort of a term, or of a sort that is written there.
    nodes: Vec<Range<Slot>>,
    fixed: BTreeSet<Slot>,
    /// Each first slot is the sum of the others.
    pub(crate) sums: BTreeSet<(Slot, Vec<Slot>)>,
    /// Each first slot is at least the second one.
    pub(crate) at_least: BTreeSet<(Slot, Slot)>,
}

impl<'a> Classes<'a> {
    /// The classes of the whole text.
    pub(crate) fn of(case: &'a TestCase) -> Classes<'a> {
        let mut classes = Classes {
            case,
            parents: Vec::new(),
            slots: Vec::new(),
            nodes: Vec::new(),
            fixed: BTreeSet::new(),
            sums: BTreeSet::new(),
            at_least: BTreeSet::new(),
        };
        let (tree, analysis) = (case.tree(), analysis(case));
        // The slots of each node, in order.
        for node in 0..tree.end() {
            let widths = match analysis.role(node) {
                Role::Term => widths(analysis.sort(node)),
                Role::Sort => match (width_of_sort(tree, node), float_of_sort(tree, node)) {
                    (Some(width), _) => vec![(WidthKind::BitVec, width)],
                    (_, Some(format)) => float(format).to_vec(),
                    _ => Vec::new(),
                },
                _ => Vec::new(),
            };
            let slots = classes.new_slots(widths);
            classes.nodes.push(slots);
        }
        // The classes follow from the names and the operators of the text.
        for binding in analysis.bindings() {
            classes.bind(binding);
        }
        for node in (1..tree.end()).filter(|&node| analysis.role(node) == Role::Term) {
            if tree.is_list(node) {
                classes.apply(node);
            }
        }
        classes.settle();
        classes
    }

    fn new_slots(&mut self, widths: Vec<(WidthKind, u32)>) -> Range<Slot> {
        let number = |count: usize| Slot::try_from(count).unwrap_or(Slot::MAX);
        let first = number(self.slots.len());
        self.slots.extend(widths);
        let end = number(self.slots.len());
        self.parents.extend(first..end);
        first..end
    }

    /// The slots of a node.
    pub(crate) fn at(&self, node: Node) -> Range<Slot> {
        self.nodes[node as usize].clone()
    }

    /// The slot that represents the class of this one.
    pub(crate) fn class(&self, slot: Slot) -> Slot {
        let parent =
            |&slot: &Slot| Some(self.parents[slot as usize]).filter(|&parent| parent != slot);
        std::iter::successors(Some(slot), parent)
            .last()
            .unwrap_or(slot)
    }

    /// Like [`Classes::class`], but halves the path from the slot, so that paths stay short.
    fn shortened(&mut self, mut slot: Slot) -> Slot {
        while self.parents[slot as usize] != slot {
            let parent = self.parents[slot as usize];
            self.parents[slot as usize] = self.parents[parent as usize];
            slot = parent;
        }
        slot
    }

    /// The kind and the width of a class.
    pub(crate) fn width(&self, class: Slot) -> (WidthKind, u32) {
        self.slots[class as usize]
    }

    /// The classes whose widths may change, in order.
    pub(crate) fn free(&self) -> Vec<Slot> {
        (0..)
            .zip(&self.parents)
            .filter(|&(slot, &parent)| parent == slot)
            .map(|(slot, _)| slot)
            .filter(|&class| !self.is_fixed(class))
            .collect()
    }

    /// The slots of floating-point numbers: for each number that of its exponent, and then that of its significand.
    pub(crate) fn of_floats(&self) -> impl Iterator<Item = Slot> {
        (0..)
            .zip(&self.slots)
            .filter(|(_, (kind, _))| *kind != WidthKind::BitVec)
            .map(|(slot, _)| slot)
    }

    /// Whether the width of a class must not change.
    pub(crate) fn is_fixed(&self, class: Slot) -> bool {
        self.fixed.contains(&class)
    }

    /// Replaces each slot in the conditions by the one that represents its class.
    fn settle(&mut self) {
        for slot in 0..self.parents.len() {
            let class = self.class(self.parents[slot]);
            self.parents[slot] = class;
        }
        let class = |slot: Slot| self.parents[slot as usize];
        self.sums = self
            .sums
            .iter()
            .map(|(sum, parts)| (class(*sum), parts.iter().map(|&part| class(part)).collect()))
            .collect();
        self.at_least = self
            .at_least
            .iter()
            .map(|&(large, small)| (class(large), class(small)))
            .collect();
        self.fixed = self.fixed.iter().map(|&slot| class(slot)).collect();
    }

    /// Joins the classes of the first slots of two sorts, of the second ones, and so on.
    fn join(&mut self, a: impl IntoIterator<Item = Slot>, b: impl IntoIterator<Item = Slot>) {
        let (a, b): (Vec<Slot>, Vec<Slot>) = (a.into_iter().collect(), b.into_iter().collect());
        let is_alike = a.len() == b.len()
            && a.iter()
                .zip(&b)
                .all(|(&a, &b)| self.slots[a as usize] == self.slots[b as usize]);
        if !is_alike {
            self.fixed.extend(a.into_iter().chain(b));
            return;
        }
        for (a, b) in a.into_iter().zip(b) {
            let (a, b) = (self.shortened(a), self.shortened(b));
            self.parents[a.max(b) as usize] = a.min(b);
        }
    }

    fn join_nodes(&mut self, a: Node, b: Node) {
        self.join(self.at(a), self.at(b));
    }

    fn fix(&mut self, slots: impl IntoIterator<Item = Slot>) {
        self.fixed.extend(slots);
    }

    /// Joins the slots of a name: those of its sort where it is bound and where it is used.
    fn bind(&mut self, binding: &Binding) {
        // The slots of the sort of the name, and those of each parameter.
        let sorts = || [binding.sort].into_iter().chain(binding.parameters.clone());
        let own: Vec<Range<Slot>> = sorts().map(|sort| self.new_slots(widths(sort))).collect();
        if own.iter().all(Range::is_empty) && !sorts().any(Sort::has_unknown) {
            return;
        }
        // Where the name is bound, its sorts are written out, unless they are not understood.
        match self.written(binding) {
            Some(written) if written.len() == own.len() => {
                for (own, written) in own.iter().zip(written) {
                    self.join(own.clone(), written);
                }
            }
            _ => self.fix(own.iter().cloned().flatten()),
        }
        // A use is a term, or the head of an application whose operands have the sorts of the parameters.
        let (tree, analysis) = (self.case.tree(), analysis(self.case));
        for &token in &binding.uses {
            if analysis.role(token) == Role::Term {
                self.join(own[0].clone(), self.at(token));
                continue;
            }
            let term = self.case.parent(token);
            if term + 1 == token && analysis.role(term) == Role::Term {
                let terms = [term].into_iter().chain(operands(tree, term));
                for (own, term) in own.iter().zip(terms) {
                    self.join(own.clone(), self.at(term));
                }
            } else {
                self.fix(own.iter().cloned().flatten());
            }
        }
    }

    /// The slots of the sort of a name and those of each parameter, as they are written where it is bound. None if that
    /// is not understood.
    fn written(&self, binding: &Binding) -> Option<Vec<Vec<Slot>>> {
        let tree = self.case.tree();
        let list = self.case.parent(binding.node);
        let is_plain = binding.parameters.is_empty();
        let second = |list: Node| self.sort(tree.child(list, 1)?);
        match binding.kind {
            // In SyGuS 1, a binder may have a sort, too. That its term has the same one is not understood.
            BindingKind::Let if is_plain && tree.child(list, 2).is_none() => {
                Some(vec![self.at(tree.child(list, 1)?).collect()])
            }
            BindingKind::Quantified | BindingKind::Parameter
                if is_plain && analysis(self.case).role(list) == Role::Binder =>
            {
                Some(vec![second(list)?])
            }
            BindingKind::Datatype => {
                // The datatype itself has no widths: it is the parameter of a selector, and made by a constructor.
                let first = tree.child(list, 1);
                if first.is_some_and(|node| analysis(self.case).role(node) == Role::Sort) {
                    let mut sorts = vec![Vec::new(); 1 + binding.parameters.len()];
                    sorts[0] = second(list)?;
                    return Some(sorts);
                }
                let fields = operands(tree, list).map(second);
                [Some(Vec::new())].into_iter().chain(fields).collect()
            }
            BindingKind::Declared | BindingKind::Defined => self.command(list),
            _ => None,
        }
    }

    /// The slots of the sort and of each parameter of the name that a command declares or defines.
    fn command(&self, command: Node) -> Option<Vec<Vec<Slot>>> {
        let tree = self.case.tree();
        let parameters = || Some(tree.children(tree.child(command, 2)?));
        let (sort, parameters): (usize, Vec<Node>) = match declared(self.case, command)? {
            Parts::Constant | Parts::ConstantDefinition => (2, Vec::new()),
            Parts::Function => (3, parameters()?.collect()),
            Parts::FunctionDefinition { .. } => {
                let sorts = parameters()?.map(|parameter| tree.child(parameter, 1));
                (3, sorts.collect::<Option<_>>()?)
            }
            _ => return None,
        };
        let sorts = [tree.child(command, sort)?].into_iter().chain(parameters);
        sorts.map(|sort| self.sort(sort)).collect()
    }

    /// The slots of a sort that is written out, perhaps by means of definitions of sorts without parameters. None if it
    /// is not understood.
    fn sort(&self, sort: Node) -> Option<Vec<Slot>> {
        let (tree, analysis) = (self.case.tree(), analysis(self.case));
        let mut slots = Vec::new();
        let mut pending = vec![sort];
        let mut steps = 0..MOST;
        while let Some(node) = pending.pop() {
            steps.next()?;
            let own = self.at(node);
            let head = tree.first(node).unwrap_or(node);
            let definition = analysis
                .meaning(head)
                .map(|binding| self.case.parent(binding.node))
                .filter(|&command| declared(self.case, command) == Some(Parts::SortDefinition));
            if !own.is_empty() {
                slots.extend(own);
            } else if let Some(command) = definition {
                let parameters = tree.child(command, 2)?;
                let is_plain = head == node && tree.len(parameters) == 1;
                pending.push(tree.child(command, 3).filter(|_| is_plain)?);
            } else if head != node {
                let from = pending.len();
                pending.extend(operands(tree, node));
                pending[from..].reverse();
            }
        }
        Some(slots)
    }

    /// Joins the slots that the operator of an application makes equal. Names that the text binds are left to
    /// [`Classes::bind`].
    fn apply(&mut self, node: Node) {
        let tree = self.case.tree();
        let terms: Vec<Node> = operands(tree, node).collect();
        let has_slots = |&node: &Node| !self.at(node).is_empty();
        let is_touched = has_slots(&node) || terms.iter().any(has_slots);
        if !is_touched || bound_head(self.case, node).is_some() {
            return;
        }
        match (operator(tree, node).map(Symbol::bytes), &terms[..]) {
            (Some(b"let"), &[_, body]) => self.join_nodes(node, body),
            (Some(b"!"), [term, ..]) => self.join_nodes(node, *term),
            (Some(b"const"), &[element]) => {
                let (_, elements) = self.array(node);
                self.join(elements, self.at(element));
                self.qualified(node);
            }
            _ => self.apply_ranked(node, terms),
        }
    }

    /// Joins the slots that the rank of an application makes equal. If the rank is unknown, all widths are fixed.
    fn apply_ranked(&mut self, node: Node, mut terms: Vec<Node>) {
        let (tree, analysis) = (self.case.tree(), analysis(self.case));
        let sorts: Vec<Sort> = terms.iter().map(|&term| analysis.sort(term)).collect();
        let widths = theory_operator(tree, node).and_then(|operator| {
            let widths = operator.widths(&indices(tree, node), &sorts, analysis.sort(node))?;
            Some(widths.into_iter().flatten().collect::<Vec<Width>>())
        });
        terms.push(node);
        let slots: Vec<Slot> = terms.iter().flat_map(|&term| self.at(term)).collect();
        match widths.filter(|widths| widths.len() == slots.len()) {
            Some(widths) => self.relate(&slots, &widths),
            None => self.fix(slots),
        }
    }

    /// Joins the slots whose widths are equal, fixes those that are always the same, and notes the conditions on the
    /// others.
    fn relate(&mut self, slots: &[Slot], widths: &[Width]) {
        // First the slots with names, so that sums and bounds find them.
        let mut known: BTreeMap<WidthName, Slot> = BTreeMap::new();
        for (&slot, width) in slots.iter().zip(widths) {
            match width {
                Width::Fixed => self.fix([slot]),
                Width::Equal(name) => {
                    let first = *known.entry(*name).or_insert(slot);
                    let (a, b) = (self.width(first), self.width(slot));
                    if a.0 != b.0 && a.1 == b.1 {
                        // An exponent and a bit-vector differ in kind, so they are related by a sum of one part.
                        self.sums.insert((slot, vec![first]));
                    } else {
                        self.join([first], [slot]);
                    }
                }
                Width::Sum(..) | Width::AtLeast(_) | Width::AtMost(_) => {}
            }
        }
        for (&slot, width) in slots.iter().zip(widths) {
            match width {
                Width::Fixed | Width::Equal(_) => {}
                Width::Sum(names, number) => {
                    let parts = names.iter().map(|name| known.get(name).copied());
                    let mut parts: Option<Vec<Slot>> = parts.collect();
                    if let Some(parts) = parts.as_mut().filter(|_| *number > 0) {
                        let constant = self.new_slots(vec![(WidthKind::BitVec, *number)]);
                        self.fix(constant.clone());
                        parts.extend(constant);
                    }
                    match parts {
                        Some(parts) => drop(self.sums.insert((slot, parts))),
                        None => self.fix([slot]),
                    }
                }
                Width::AtLeast(name) | Width::AtMost(name) => {
                    let is_larger = matches!(width, Width::AtLeast(_));
                    match known.get(name) {
                        Some(&other) if is_larger => drop(self.at_least.insert((slot, other))),
                        Some(&other) => drop(self.at_least.insert((other, slot))),
                        None => self.fix([slot]),
                    }
                }
            }
        }
    }

    /// The slots of the indices of an array, and of its elements.
    fn array(&self, term: Node) -> (Range<Slot>, Range<Slot>) {
        let all = self.at(term);
        match analysis(self.case).sort(term).kind() {
            SortKind::Array(index, _) => {
                let indices = Slot::try_from(widths(index).len()).unwrap_or(0);
                let middle = all.end.min(all.start + indices);
                (all.start..middle, middle..all.end)
            }
            _ => (0..0, all),
        }
    }

    /// Joins the slots of an application with those of the sort in its head, as in `((as const S) t)`.
    fn qualified(&mut self, node: Node) {
        let tree = self.case.tree();
        let sort = tree.first(node).and_then(|head| tree.child(head, 2));
        match sort.and_then(|sort| self.sort(sort)) {
            Some(slots) => self.join(slots, self.at(node)),
            None => self.fix(self.at(node)),
        }
    }
}

fn float((exponent, significand): (u32, u32)) -> [(WidthKind, u32); 2] {
    [
        (WidthKind::Exponent, exponent),
        (WidthKind::Significand, significand),
    ]
}
