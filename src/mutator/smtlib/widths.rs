//! Which widths of a text belong together: terms that must have the same sort have widths of the same class.
//!
//! Each bit-vector in the sort of a term, a variable or a function has one slot, and each floating-point number two: one
//! for its exponent and one for its significand. Operators join slots to classes (union-find). Whatever is not
//! understood keeps its widths.

use super::shape::{declared, operands, operator, theory_operator};
use super::sort_text::{float_of_sort, width_of_sort};
use crate::language::TestCase;
use crate::language::smtlib::{
    Binding, BindingKind, Declares, Role, Sort, SortKind, Width, analysis,
};
use crate::tree::{Node, ROOT};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A sort with more slots than this is not understood.
const MOST: usize = 64;

/// A place of a width.
pub(super) type Slot = u32;

/// What a width is the width of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    BitVec,
    Exponent,
    Significand,
}

impl Kind {
    /// The smallest width that all solvers take.
    pub(super) fn least(self) -> u32 {
        match self {
            Kind::BitVec => 1,
            Kind::Exponent => 2,
            Kind::Significand => 3,
        }
    }
}

/// The widths of a text by classes, and what must hold among the classes.
#[derive(Debug)]
pub(super) struct Classes<'a> {
    case: &'a TestCase,
    /// For each slot another one of its class, or itself.
    parents: Vec<Slot>,
    /// For each slot its width and what this is.
    slots: Vec<(Kind, u32)>,
    /// The slots of each node: of the sort of a term, or of a sort that is written out there.
    nodes: Vec<Range<Slot>>,
    fixed: BTreeSet<Slot>,
    /// Each first slot is the sum of the others.
    pub(super) sums: BTreeSet<(Slot, Vec<Slot>)>,
    /// Each first slot is at least the second one.
    pub(super) at_least: BTreeSet<(Slot, Slot)>,
}

impl<'a> Classes<'a> {
    /// The classes of the whole text.
    pub(super) fn of(case: &'a TestCase) -> Classes<'a> {
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
        for node in 0..tree.end() {
            let widths = match analysis.role(node) {
                Role::Term => widths(analysis.sort(node)),
                Role::Sort => match (width_of_sort(tree, node), float_of_sort(tree, node)) {
                    (Some(width), _) => vec![(Kind::BitVec, width)],
                    (_, Some(format)) => float(format).to_vec(),
                    _ => Vec::new(),
                },
                _ => Vec::new(),
            };
            let slots = classes.new_slots(widths);
            classes.nodes.push(slots);
        }
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

    fn new_slots(&mut self, widths: Vec<(Kind, u32)>) -> Range<Slot> {
        let number = |count: usize| Slot::try_from(count).unwrap_or(Slot::MAX);
        let first = number(self.slots.len());
        self.slots.extend(widths);
        let end = number(self.slots.len());
        self.parents.extend(first..end);
        first..end
    }

    /// The slots of a node.
    pub(super) fn at(&self, node: Node) -> Range<Slot> {
        self.nodes[node as usize].clone()
    }

    /// The slot that stands for the class of this one.
    pub(super) fn class(&self, slot: Slot) -> Slot {
        let parent =
            |&slot: &Slot| Some(self.parents[slot as usize]).filter(|&parent| parent != slot);
        let above = std::iter::successors(Some(slot), parent);
        above.last().unwrap_or(slot)
    }

    /// Like [`Classes::class`], but makes the next way from the slot half as long, so that ways stay short.
    fn shortened(&mut self, mut slot: Slot) -> Slot {
        while self.parents[slot as usize] != slot {
            let parent = self.parents[slot as usize];
            self.parents[slot as usize] = self.parents[parent as usize];
            slot = parent;
        }
        slot
    }

    /// What the slots of a class hold.
    pub(super) fn width(&self, class: Slot) -> (Kind, u32) {
        self.slots[class as usize]
    }

    /// The classes whose widths may change, in order.
    pub(super) fn free(&self) -> Vec<Slot> {
        let all = self.parents.iter().zip(0..);
        let classes = all.filter(|&(&parent, slot)| parent == slot);
        let classes = classes.map(|(_, slot)| slot);
        classes.filter(|&class| !self.is_fixed(class)).collect()
    }

    /// The slots of floating-point numbers: of each one that of its exponent, and then that of its significand.
    pub(super) fn of_floats(&self) -> impl Iterator<Item = Slot> {
        let slots = self.slots.iter().zip(0..);
        let of_floats = slots.filter(|((kind, _), _)| *kind != Kind::BitVec);
        of_floats.map(|(_, slot)| slot)
    }

    /// Whether the width of a class must not change.
    pub(super) fn is_fixed(&self, class: Slot) -> bool {
        self.fixed.contains(&class)
    }

    /// Names the classes by their own slots only.
    fn settle(&mut self) {
        for slot in 0..self.parents.len() {
            let class = self.class(self.parents[slot]);
            self.parents[slot] = class;
        }
        let class = |slot: Slot| self.parents[slot as usize];
        let sums = self.sums.iter();
        let sums =
            sums.map(|(sum, parts)| (class(*sum), parts.iter().map(|&part| class(part)).collect()));
        let at_least = self.at_least.iter();
        let at_least = at_least.map(|&(large, small)| (class(large), class(small)));
        let (sums, at_least) = (sums.collect(), at_least.collect());
        self.fixed = self.fixed.iter().map(|&slot| class(slot)).collect();
        (self.sums, self.at_least) = (sums, at_least);
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

    /// Joins what a name is bound to, where it is bound and where it is used.
    fn bind(&mut self, binding: &Binding) {
        let result = self.new_slots(widths(binding.sort));
        let parameters: Vec<Range<Slot>> = binding
            .parameters
            .iter()
            .map(|&sort| self.new_slots(widths(sort)))
            .collect();
        if result.is_empty() && parameters.iter().all(Range::is_empty) {
            return;
        }
        match self.written(binding) {
            Some((sort, operands)) if operands.len() == parameters.len() => {
                self.join(result.clone(), sort);
                for (parameter, operand) in parameters.iter().zip(operands) {
                    self.join(parameter.clone(), operand);
                }
            }
            _ => self.fix(result.clone().chain(parameters.iter().cloned().flatten())),
        }
        let tree = self.case.tree();
        for &token in &binding.uses {
            if analysis(self.case).role(token) == Role::Term {
                self.join(result.clone(), self.at(token));
                continue;
            }
            let term = self.case.parent(token);
            if term + 1 == token && analysis(self.case).role(term) == Role::Term {
                self.join(result.clone(), self.at(term));
                for (parameter, operand) in parameters.iter().zip(operands(tree, term)) {
                    self.join(parameter.clone(), self.at(operand));
                }
            } else {
                self.fix(result.clone().chain(parameters.iter().cloned().flatten()));
            }
        }
    }

    /// The slots of the sort and of the parameters of a name, as they are written where it is bound.
    fn written(&self, binding: &Binding) -> Option<(Vec<Slot>, Vec<Vec<Slot>>)> {
        let tree = self.case.tree();
        let list = self.case.parent(binding.node);
        let is_plain = binding.parameters.is_empty();
        let second = |list: Node| self.sort(tree.child(list, 1)?);
        match binding.kind {
            // In SyGuS 1, a binder may have a sort, too; that its term has the same one is not understood.
            BindingKind::Let if is_plain && tree.child(list, 2).is_none() => {
                Some((self.at(tree.child(list, 1)?).collect(), vec![]))
            }
            BindingKind::Quantified | BindingKind::Parameter
                if is_plain && analysis(self.case).role(list) == Role::Binder =>
            {
                Some((second(list)?, vec![]))
            }
            BindingKind::Datatype => {
                let is_sort = |node| analysis(self.case).role(node) == Role::Sort;
                if tree.child(list, 1).is_some_and(is_sort) {
                    // A selector; the datatype itself has no widths.
                    return Some((second(list)?, vec![Vec::new(); binding.parameters.len()]));
                }
                let fields = operands(tree, list).map(second);
                Some((Vec::new(), fields.collect::<Option<_>>()?))
            }
            BindingKind::Declared | BindingKind::Defined => self.command(list),
            _ => None,
        }
    }

    /// The slots of the sort and of the parameters of what a command declares or defines.
    fn command(&self, command: Node) -> Option<(Vec<Slot>, Vec<Vec<Slot>>)> {
        let tree = self.case.tree();
        if self.case.parent(command) != ROOT {
            return None;
        }
        let is_defined = match declared(tree, command)? {
            Declares::Constant | Declares::ConstantDefinition => {
                return Some((self.sort(tree.child(command, 2)?)?, Vec::new()));
            }
            Declares::Function => false,
            Declares::FunctionDefinition { .. } => true,
            Declares::Sort
            | Declares::SortDefinition
            | Declares::MutualDefinitions
            | Declares::Datatypes => return None,
        };
        let parameters = tree.children(tree.child(command, 2)?);
        let parameters = parameters.map(|parameter| {
            let sort = if is_defined {
                tree.child(parameter, 1)?
            } else {
                parameter
            };
            self.sort(sort)
        });
        let parameters = parameters.collect::<Option<Vec<Vec<Slot>>>>()?;
        Some((self.sort(tree.child(command, 3)?)?, parameters))
    }

    /// The slots of a sort that is written out, by definitions of sorts without parameters, too. None if it is not
    /// understood.
    fn sort(&self, sort: Node) -> Option<Vec<Slot>> {
        let (tree, analysis) = (self.case.tree(), analysis(self.case));
        let mut slots = Vec::new();
        let mut pending = vec![sort];
        let mut steps = 0..MOST;
        while let Some(node) = pending.pop() {
            steps.next()?;
            let own = self.at(node);
            let head = if tree.is_list(node) { node + 1 } else { node };
            let binding = analysis
                .binding(head)
                .map(|id| &analysis.bindings()[id as usize]);
            let definition = binding.map(|binding| self.case.parent(binding.node));
            let is_of_sort =
                |&command: &Node| declared(tree, command) == Some(Declares::SortDefinition);
            let definition = definition.filter(is_of_sort);
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

    /// Joins what the operator of an application makes equal. Names that the text binds are left to [`Classes::bind`].
    fn apply(&mut self, node: Node) {
        let (tree, analysis) = (self.case.tree(), analysis(self.case));
        let terms: Vec<Node> = operands(tree, node).collect();
        let has_slots = |&node: &Node| !self.at(node).is_empty();
        let is_touched = has_slots(&node) || terms.iter().any(has_slots);
        if !is_touched || analysis.binding(node + 1).is_some() {
            return;
        }
        match (operator(tree, node), &terms[..]) {
            (b"=" | b"distinct", [first, rest @ ..]) => {
                for &term in rest {
                    self.join_nodes(*first, term);
                }
            }
            (b"ite", &[_, a, b]) => {
                self.join_nodes(node, a);
                self.join_nodes(node, b);
            }
            (b"let", &[_, body]) => self.join_nodes(node, body),
            (b"!", [term, ..]) => self.join_nodes(node, *term),
            (b"select", &[array, index]) => {
                let (indices, elements) = self.array(array);
                self.join(indices, self.at(index));
                self.join(elements, self.at(node));
            }
            (b"store", &[array, index, element]) => {
                let (indices, elements) = self.array(array);
                self.join(indices, self.at(index));
                self.join(elements, self.at(element));
                self.join_nodes(node, array);
            }
            (b"const", &[element]) => {
                let (_, elements) = self.array(node);
                self.join(elements, self.at(element));
                self.qualified(node);
            }
            (b"concat", parts) => self.add_sum(node, parts.iter().copied()),
            (b"repeat", &[part]) => {
                let sum = self.at(node).next().map_or(0, |slot| self.width(slot).1);
                let width = self.at(part).next().map_or(1, |slot| self.width(slot).1);
                let times = (sum / width) as usize;
                self.add_sum(node, std::iter::repeat_n(part, times.min(MOST)));
            }
            (b"extract", &[from]) => self.at_least.extend(self.at(from).zip(self.at(node))),
            (b"zero_extend" | b"sign_extend", &[from]) => {
                self.at_least.extend(self.at(node).zip(self.at(from)));
            }
            (b"to_fp", &[bits]) => {
                let sums = self.at(bits).map(|sum| (sum, self.at(node).collect()));
                self.sums.extend(sums.collect::<Vec<_>>());
            }
            (b"fp", &[sign, exponent, significand]) => {
                self.parts_of_float(node, [sign, exponent, significand]);
            }
            _ => {
                let sorts: Vec<Sort> = terms.iter().map(|&term| analysis.sort(term)).collect();
                let widths = theory_operator(tree, node).and_then(|found| found.widths(&sorts));
                self.join_equal(terms.into_iter().chain([node]), widths.as_deref());
            }
        }
    }

    /// Joins the widths of the nodes that are equal, and fixes the others. If nothing is known of them, all are fixed.
    fn join_equal(&mut self, nodes: impl Iterator<Item = Node>, widths: Option<&[Vec<Width>]>) {
        let mut joined: BTreeMap<usize, Slot> = BTreeMap::new();
        for (k, node) in nodes.enumerate() {
            let slots = self.at(node);
            let widths = widths.and_then(|widths| widths.get(k));
            let Some(widths) = widths.filter(|widths| widths.len() == slots.len()) else {
                self.fix(slots);
                continue;
            };
            for (slot, width) in slots.zip(widths) {
                match width {
                    Width::Variable(number) => {
                        let first = *joined.entry(*number).or_insert(slot);
                        self.join([first], [slot]);
                    }
                    Width::Fixed => self.fix([slot]),
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

    /// The sort of an application is written in its head, as in `((as const S) t)`.
    fn qualified(&mut self, node: Node) {
        let sort = self.case.tree().child(node + 1, 2);
        match sort.and_then(|sort| self.sort(sort)) {
            Some(slots) => self.join(slots, self.at(node)),
            None => self.fix(self.at(node)),
        }
    }

    fn add_sum(&mut self, sum: Node, parts: impl Iterator<Item = Node>) {
        let parts: Vec<Slot> = parts.flat_map(|part| self.at(part)).collect();
        self.sums.extend(
            self.at(sum)
                .map(|sum| (sum, parts.clone()))
                .collect::<Vec<_>>(),
        );
    }

    /// `(fp sign exponent significand)`: the sign is the hidden bit of the significand, too, as far as its width goes.
    fn parts_of_float(&mut self, node: Node, parts: [Node; 3]) {
        let [sign, exponent, significand] = parts.map(|part| self.at(part).next());
        let mut own = self.at(node);
        let (own_exponent, own_significand) = (own.next(), own.next());
        self.fix(sign);
        let own = exponent
            .zip(own_exponent)
            .zip(significand.zip(own_significand));
        if let Some((sign, ((exponent, own_exponent), (significand, own)))) = sign.zip(own) {
            // An exponent and a bit-vector differ in kind, so that they are joined by a sum of one part.
            self.sums.insert((own_exponent, vec![exponent]));
            self.sums.insert((own, vec![sign, significand]));
        } else {
            let all = parts.into_iter().chain([node]);
            let all: Vec<Slot> = all.flat_map(|part| self.at(part)).collect();
            self.fix(all);
        }
    }
}

fn float((exponent, significand): (u32, u32)) -> [(Kind, u32); 2] {
    [(Kind::Exponent, exponent), (Kind::Significand, significand)]
}

/// The widths in a sort, in the order in which they are written. Empty if there are too many.
fn widths(sort: Sort) -> Vec<(Kind, u32)> {
    let mut widths = Vec::new();
    let mut pending = vec![sort];
    let mut steps = 0..MOST;
    while let Some(sort) = pending.pop() {
        if steps.next().is_none() {
            return Vec::new();
        }
        match sort.kind() {
            SortKind::BitVec(width) => widths.push((Kind::BitVec, width)),
            SortKind::Float(exponent, significand) => widths.extend(float((exponent, significand))),
            SortKind::Array(index, element) => pending.extend([element, index]),
            SortKind::Other(_, arguments) => pending.extend(arguments.into_iter().rev()),
            SortKind::Unknown | SortKind::Bool | SortKind::Int | SortKind::Real => {}
        }
    }
    widths
}
