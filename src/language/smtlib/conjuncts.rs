//! Conjuncts: the parts of a text's assertions that can be weakened away, each by itself.
//!
//! In `(and a b)`, which an assertion claims, both operands are conjuncts: with `true` in the place of one, less is
//! claimed. Where an assertion denies, as in `(not (or a b))`, the operands of `or` are, with `false` in their place. In
//! `(not (=> a b))`, so are the premise and the conclusion. The whole assertion is a conjunct, too. Quantifiers, `let`,
//! `ite` and annotations are looked through.

use super::{Analysis, analysis};
use crate::language::{HintDepth, TestCase};
use crate::tree::{Edit, Node, Piece, ROOT, Splice, Symbol, Tree};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// A part that can be weakened away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Conjunct {
    /// The command if it is a whole assertion, otherwise the term.
    pub(super) node: Node,
    /// What stands in its place once it is gone.
    pub(super) neutral: bool,
}

impl Conjunct {
    /// The term that is weakened away.
    pub(super) fn term(self, tree: &Tree) -> Node {
        let claimed = tree.child(self.node, 1);
        claimed
            .filter(|_| is_assertion(tree, self.node))
            .unwrap_or(self.node)
    }
}

/// What the assertions of a text do with a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Polarity {
    /// With `true` in its place, less is claimed.
    Claimed,
    /// With `false` in its place, less is claimed.
    Denied,
}

impl Polarity {
    fn flipped(self) -> Polarity {
        match self {
            Polarity::Claimed => Polarity::Denied,
            Polarity::Denied => Polarity::Claimed,
        }
    }

    fn neutral(self) -> bool {
        self == Polarity::Claimed
    }
}

/// Connectives and binders that pass on what is claimed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Not,
    And,
    Or,
    Implies,
    Ite,
    Annotated,
    Quantifier,
    Let,
}

fn shape(tree: &Tree, term: Node) -> Option<Shape> {
    let head = tree.head(term)?;
    Some(match head.bytes() {
        b"not" => Shape::Not,
        b"and" => Shape::And,
        b"or" => Shape::Or,
        b"=>" => Shape::Implies,
        b"ite" => Shape::Ite,
        b"!" => Shape::Annotated,
        b"forall" | b"exists" => Shape::Quantifier,
        b"let" => Shape::Let,
        _ => return None,
    })
}

/// The conjuncts of all assertions, in the order of the text; not only whole assertions if inner ones are wanted.
pub(super) fn conjuncts(case: &TestCase, depth: HintDepth) -> Vec<Conjunct> {
    let tree = case.tree();
    let assertions = tree.children(ROOT).filter(|&node| is_assertion(tree, node));
    let whole = |node| Conjunct {
        node,
        neutral: true,
    };
    if depth == HintDepth::Outer {
        return assertions.map(whole).collect();
    }
    let mut walk = Walk::new(tree, analysis(case));
    for node in assertions {
        walk.found.push(whole(node));
        if let Some(term) = tree.child(node, 1) {
            walk.through(term);
        }
    }
    walk.found.sort_unstable_by_key(|conjunct| conjunct.node);
    walk.found
}

fn is_assertion(tree: &Tree, node: Node) -> bool {
    tree.head_bytes(node) == b"assert"
}

/// A walk through terms from the outside to the inside.
struct Walk<'a> {
    tree: &'a Tree,
    analysis: &'a Analysis,
    /// What is known of the terms that were visited.
    polarities: FxHashMap<Node, Polarity>,
    found: Vec<Conjunct>,
    open: Vec<Visit>,
}

#[derive(Clone, Copy)]
enum Visit {
    Term(Node, Polarity),
    /// The terms that a `let` binds. What its body does with the names is known.
    Bound(Node),
}

impl<'a> Walk<'a> {
    fn new(tree: &'a Tree, analysis: &'a Analysis) -> Walk<'a> {
        Walk {
            tree,
            analysis,
            polarities: FxHashMap::default(),
            found: Vec::new(),
            open: Vec::new(),
        }
    }

    fn through(&mut self, term: Node) {
        self.open.push(Visit::Term(term, Polarity::Claimed));
        while let Some(visit) = self.open.pop() {
            match visit {
                Visit::Term(term, polarity) => self.visit(term, polarity),
                Visit::Bound(binders) => self.visit_bound(binders),
            }
        }
    }

    fn visit(&mut self, term: Node, polarity: Polarity) {
        self.polarities.insert(term, polarity);
        let Some(shape) = shape(self.tree, term) else {
            return;
        };
        let operands: Vec<Node> = self.tree.children(term).skip(1).collect();
        let Some((&last, before)) = operands.split_last() else {
            return;
        };
        let removable = match shape {
            Shape::And => polarity == Polarity::Claimed,
            Shape::Or | Shape::Implies => polarity == Polarity::Denied,
            _ => false,
        };
        match shape {
            Shape::Not => self.enter(&operands[..1], polarity.flipped(), false),
            Shape::And | Shape::Or => self.enter(&operands, polarity, removable),
            Shape::Implies => {
                self.enter(before, polarity.flipped(), removable);
                self.enter(&[last], polarity, removable);
            }
            Shape::Ite => self.enter(&operands[1..], polarity, false),
            Shape::Annotated => self.enter(&operands[..1], polarity, false),
            Shape::Quantifier => self.enter(&[last], polarity, false),
            Shape::Let => {
                // It is taken from the end, so the body, with all that it binds, comes first.
                self.open.push(Visit::Bound(operands[0]));
                self.enter(&[last], polarity, false);
            }
        }
    }

    fn enter(&mut self, terms: &[Node], polarity: Polarity, is_removable: bool) {
        for &node in terms {
            self.open.push(Visit::Term(node, polarity));
            if is_removable {
                let neutral = polarity.neutral();
                self.found.push(Conjunct { node, neutral });
            }
        }
    }

    fn visit_bound(&mut self, binders: Node) {
        for binder in self.tree.children(binders) {
            let mut parts = self.tree.children(binder);
            if let (Some(name), Some(term)) = (parts.next(), parts.next())
                && let Some(polarity) = self.of_uses(name)
            {
                self.open.push(Visit::Term(term, polarity));
            }
        }
    }

    /// The polarity of all uses of a name. None if they differ, or if one is not known.
    fn of_uses(&self, name: Node) -> Option<Polarity> {
        let id = self.analysis.binding(name)?;
        let uses = &self.analysis.bindings()[id as usize].uses;
        let mut polarities = uses.iter().map(|used| self.polarities.get(used).copied());
        let first = polarities.next()??;
        polarities
            .all(|other| other == Some(first))
            .then_some(first)
    }
}

static TRUTH: LazyLock<[Symbol; 2]> = LazyLock::new(|| [Symbol::of(b"false"), Symbol::of(b"true")]);

/// The edit that weakens the conjuncts at these nodes away. Operators of which no operand or only one is left go with
/// them.
pub(super) fn without(case: &TestCase, nodes: &[Node]) -> Edit {
    let nodes: FxHashSet<Node> = nodes.iter().copied().collect();
    let mut gone = conjuncts(case, HintDepth::Inner);
    gone.retain(|conjunct| nodes.contains(&conjunct.node));
    let mut removal = Removal::of(case, &gone);
    while let Some(parent) = removal.parents.pop_last() {
        removal.settle(parent);
    }
    removal.edit()
}

/// How conjuncts are taken out.
struct Removal<'a> {
    case: &'a TestCase,
    /// Terms and assertions that have become constants.
    constant: FxHashMap<Node, bool>,
    /// The lists with such elements that are still to be looked at. The innermost come last.
    parents: BTreeSet<Node>,
    splices: Vec<Splice>,
}

impl<'a> Removal<'a> {
    fn of(case: &'a TestCase, gone: &[Conjunct]) -> Removal<'a> {
        let mut removal = Removal {
            case,
            constant: FxHashMap::default(),
            parents: BTreeSet::new(),
            splices: Vec::new(),
        };
        for conjunct in gone {
            removal.becomes(conjunct.node, conjunct.neutral);
        }
        removal
    }

    fn becomes(&mut self, node: Node, value: bool) {
        self.constant.insert(node, value);
        let parent = self.case.parent(node);
        if parent != ROOT {
            self.parents.insert(parent);
        }
    }

    /// Works out what is left of a list some of whose elements have become constants.
    fn settle(&mut self, parent: Node) {
        if self.constant.contains_key(&parent) {
            return;
        }
        let tree = self.case.tree();
        let shape = shape(tree, parent);
        let operands: Vec<Node> = tree.children(parent).skip(1).collect();
        let value = |this: &Self, node: &Node| this.constant.get(node).copied();
        match shape {
            Some(Shape::Not) => {
                if let Some(inner) = operands.first().and_then(|node| value(self, node)) {
                    self.becomes(parent, !inner);
                }
            }
            // The body of a quantifier, and what is annotated.
            Some(Shape::Quantifier | Shape::Annotated) => {
                let inner = operands.iter().find_map(|node| value(self, node));
                if let Some(inner) = inner {
                    self.becomes(parent, inner);
                }
            }
            Some(Shape::And) => self.settle_operands(parent, &operands, true),
            Some(Shape::Or) => self.settle_operands(parent, &operands, false),
            Some(Shape::Implies) => self.settle_implication(parent, &operands),
            None if is_assertion(tree, parent) && self.case.parent(parent) == ROOT => {
                match operands.first().and_then(|node| value(self, node)) {
                    Some(true) => self.becomes(parent, true),
                    _ => self.spell_out(&operands),
                }
            }
            _ => self.spell_out(&operands),
        }
    }

    /// `neutral` as an operand changes nothing, and the other value decides.
    fn settle_operands(&mut self, parent: Node, operands: &[Node], neutral: bool) {
        let value = |node: &Node| self.constant.get(node).copied();
        if operands.iter().any(|node| value(node) == Some(!neutral)) {
            return self.becomes(parent, !neutral);
        }
        let left = operands.iter().filter(|node| value(node).is_none());
        let left: Vec<Node> = left.copied().collect();
        match left[..] {
            [] => self.becomes(parent, neutral),
            [only] => self.replace(parent, only),
            _ => self.delete(operands),
        }
    }

    fn settle_implication(&mut self, parent: Node, operands: &[Node]) {
        let value = |node: &Node| self.constant.get(node).copied();
        let Some((last, premises)) = operands.split_last() else {
            return;
        };
        let is_vacuous = premises.iter().any(|node| value(node) == Some(false));
        let left = premises.iter().filter(|node| value(node).is_none()).count();
        match value(last) {
            Some(true) => self.becomes(parent, true),
            _ if is_vacuous => self.becomes(parent, true),
            Some(false) if left == 0 => self.becomes(parent, false),
            None if left == 0 => self.replace(parent, *last),
            of_last => {
                self.delete(premises);
                if of_last.is_some() {
                    self.spell_out(&[*last]);
                }
            }
        }
    }

    fn replace(&mut self, parent: Node, by: Node) {
        let with = vec![Piece::Copy(by)];
        self.splices
            .push(Splice::replace(self.case.tree(), parent, with));
    }

    /// Deletes those of these nodes that have become constants.
    fn delete(&mut self, nodes: &[Node]) {
        let constants = nodes
            .iter()
            .filter(|&node| self.constant.contains_key(node));
        let deletions = constants.map(|&node| Splice::delete(self.case.tree(), node));
        self.splices.extend(deletions);
    }

    /// Writes constants in the places of those of these nodes that have become constants.
    fn spell_out(&mut self, nodes: &[Node]) {
        for &node in nodes {
            if let Some(&value) = self.constant.get(&node) {
                let with = vec![Piece::Leaf(TRUTH[usize::from(value)])];
                self.splices
                    .push(Splice::replace(self.case.tree(), node, with));
            }
        }
    }

    fn edit(mut self) -> Edit {
        let tree = self.case.tree();
        let assertions = self.constant.keys().copied();
        let assertions = assertions.filter(|&node| self.case.parent(node) == ROOT);
        let deletions: Vec<Splice> = assertions.map(|node| Splice::delete(tree, node)).collect();
        self.splices.extend(deletions);
        Edit::new(self.splices)
    }
}
