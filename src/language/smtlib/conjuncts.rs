//! Conjuncts: the parts of assertions that can each be dropped so that the assertion claims less.
//!
//! If an assertion claims `(and a b)`, both operands are conjuncts: with `true` instead of one of them, less is
//! claimed. Where it denies a term, as in `(not (or a b))`, the operands of `or` are conjuncts, with `false` instead of
//! them; and in `(not (=> a b))`, the premise and the conclusion are. The whole assertion is a conjunct, too. Conjuncts
//! are also found inside quantifiers, `let`, `ite` and annotations. A term that a `let` binds counts as claimed (or
//! denied) if all uses of its name are.

use super::{Analysis, analysis};
use crate::language::{HintDepth, TestCase};
use crate::tree::{Edit, Node, Piece, ROOT, Splice, Symbol, Tree};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// A part of an assertion without which less is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Conjunct {
    /// The command if it is a whole assertion, otherwise the term.
    pub(super) node: Node,
    /// The truth value that stands for it once it is dropped, with which less is claimed: `true` for what is claimed, and
    /// `false` for what is denied.
    pub(super) neutral: bool,
}

impl Conjunct {
    /// The term that is dropped.
    pub(super) fn term(self, tree: &Tree) -> Node {
        tree.child(self.node, 1)
            .filter(|_| is_assertion(tree, self.node))
            .unwrap_or(self.node)
    }
}

/// The conjuncts of all assertions, in the order of the text: whole assertions, and also inner ones if `depth` says so.
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
    let mut walk = Walk {
        tree,
        analysis: analysis(case),
        neutral: FxHashMap::default(),
        found: Vec::new(),
        open: Vec::new(),
    };
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
    /// The neutral values of the terms that were visited.
    neutral: FxHashMap<Node, bool>,
    found: Vec<Conjunct>,
    /// What is still to be visited; the last one comes next.
    open: Vec<Visit>,
}

#[derive(Clone, Copy)]
enum Visit {
    /// A term, and its neutral value.
    Term(Node, bool),
    /// The terms that a `let` binds. Its body was visited before, so the neutral values of the uses are known.
    Bound(Node),
}

impl Walk<'_> {
    fn through(&mut self, term: Node) {
        self.open.push(Visit::Term(term, true));
        while let Some(visit) = self.open.pop() {
            match visit {
                Visit::Term(term, neutral) => self.visit(term, neutral),
                Visit::Bound(binders) => self.visit_bound(binders),
            }
        }
    }

    fn visit(&mut self, term: Node, neutral: bool) {
        self.neutral.insert(term, neutral);
        let operands: Vec<Node> = self.tree.children(term).skip(1).collect();
        let Some((&last, before)) = operands.split_last() else {
            return;
        };
        match self.tree.head_bytes(term) {
            b"not" => self.enter(&operands[..1], !neutral, false),
            b"and" => self.enter(&operands, neutral, neutral),
            b"or" => self.enter(&operands, neutral, !neutral),
            b"=>" => {
                self.enter(before, !neutral, !neutral);
                self.enter(&[last], neutral, !neutral);
            }
            b"ite" => self.enter(&operands[1..], neutral, false),
            b"!" => self.enter(&operands[..1], neutral, false),
            b"forall" | b"exists" => self.enter(&[last], neutral, false),
            b"let" => {
                // The last visit comes next, so the body is visited before the bound terms.
                self.open.push(Visit::Bound(operands[0]));
                self.enter(&[last], neutral, false);
            }
            _ => {}
        }
    }

    fn enter(&mut self, terms: &[Node], neutral: bool, is_removable: bool) {
        for &node in terms {
            self.open.push(Visit::Term(node, neutral));
            if is_removable {
                self.found.push(Conjunct { node, neutral });
            }
        }
    }

    fn visit_bound(&mut self, binders: Node) {
        for binder in self.tree.children(binders) {
            let mut parts = self.tree.children(binder);
            if let (Some(name), Some(term)) = (parts.next(), parts.next())
                && let Some(neutral) = self.of_uses(name)
            {
                self.open.push(Visit::Term(term, neutral));
            }
        }
    }

    /// The neutral value of all uses of a name. None if they differ, or if one is not known.
    fn of_uses(&self, name: Node) -> Option<bool> {
        let uses = &self.analysis.meaning(name)?.uses;
        let mut values = uses.iter().map(|used| self.neutral.get(used).copied());
        let first = values.next()??;
        values.all(|other| other == Some(first)).then_some(first)
    }
}

/// The edit that drops the conjuncts at these nodes. An operator that is left with at most one operand goes, too.
///
/// From the inside to the outside, each list with a dropped element is settled: it becomes a constant itself, is
/// replaced by the only operand that is left, or loses the elements that are constants.
pub(super) fn without(case: &TestCase, nodes: &[Node]) -> Edit {
    let nodes: FxHashSet<Node> = nodes.iter().copied().collect();
    let mut gone = conjuncts(case, HintDepth::Inner);
    gone.retain(|conjunct| nodes.contains(&conjunct.node));
    let mut removal = Removal {
        case,
        constant: FxHashMap::default(),
        parents: BTreeSet::new(),
        splices: Vec::new(),
    };
    for conjunct in gone {
        removal.becomes(conjunct.node, conjunct.neutral);
    }
    while let Some(parent) = removal.parents.pop_last() {
        removal.settle(parent);
    }
    removal.edit()
}

/// How conjuncts are dropped.
struct Removal<'a> {
    case: &'a TestCase,
    /// Terms and assertions that have become constants.
    constant: FxHashMap<Node, bool>,
    /// The lists with such elements that are still to be settled. A list comes after those that contain it.
    parents: BTreeSet<Node>,
    splices: Vec<Splice>,
}

impl Removal<'_> {
    /// The constant that a node has become, if it has.
    fn value(&self, node: Node) -> Option<bool> {
        self.constant.get(&node).copied()
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
        let operands: Vec<Node> = tree.children(parent).skip(1).collect();
        match tree.head_bytes(parent) {
            b"not" => {
                if let Some(inner) = operands.first().and_then(|&node| self.value(node)) {
                    self.becomes(parent, !inner);
                }
            }
            // The constant is the body of the quantifier, or the annotated term.
            b"forall" | b"exists" | b"!" => {
                if let Some(inner) = operands.iter().find_map(|&node| self.value(node)) {
                    self.becomes(parent, inner);
                }
            }
            b"and" => self.settle_operands(parent, &operands, true),
            b"or" => self.settle_operands(parent, &operands, false),
            b"=>" => self.settle_implication(parent, &operands),
            b"assert" if self.case.parent(parent) == ROOT => {
                match operands.first().and_then(|&node| self.value(node)) {
                    Some(true) => self.becomes(parent, true),
                    _ => self.spell_out(&operands),
                }
            }
            _ => self.spell_out(&operands),
        }
    }

    /// Settles `and` or `or`: an operand `neutral` changes nothing, and one with the other value decides the result.
    fn settle_operands(&mut self, parent: Node, operands: &[Node], neutral: bool) {
        let decides = |&node: &Node| self.value(node) == Some(!neutral);
        if operands.iter().any(decides) {
            return self.becomes(parent, !neutral);
        }
        let mut left = operands.to_vec();
        left.retain(|&node| self.value(node).is_none());
        match left[..] {
            [] => self.becomes(parent, neutral),
            [only] => self.replace(parent, only),
            _ => self.delete(operands),
        }
    }

    fn settle_implication(&mut self, parent: Node, operands: &[Node]) {
        let Some((&conclusion, premises)) = operands.split_last() else {
            return;
        };
        let is_vacuous = premises.iter().any(|&node| self.value(node) == Some(false));
        let is_unconditional = premises.iter().all(|&node| self.value(node).is_some());
        match self.value(conclusion) {
            Some(true) => self.becomes(parent, true),
            _ if is_vacuous => self.becomes(parent, true),
            Some(false) if is_unconditional => self.becomes(parent, false),
            None if is_unconditional => self.replace(parent, conclusion),
            Some(false) | None => {
                self.delete(premises);
                self.spell_out(&[conclusion]);
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
        for &node in nodes {
            if self.constant.contains_key(&node) {
                self.splices.push(Splice::delete(self.case.tree(), node));
            }
        }
    }

    /// Replaces those of these nodes that have become constants by their values.
    fn spell_out(&mut self, nodes: &[Node]) {
        for &node in nodes {
            if let Some(&value) = self.constant.get(&node) {
                let token = Symbol::of(if value { b"true" } else { b"false" });
                let with = vec![Piece::Leaf(token)];
                self.splices
                    .push(Splice::replace(self.case.tree(), node, with));
            }
        }
    }

    fn edit(mut self) -> Edit {
        // An assertion that has become a constant goes as a whole.
        for &node in self.constant.keys() {
            if self.case.parent(node) == ROOT {
                self.splices.push(Splice::delete(self.case.tree(), node));
            }
        }
        Edit::new(self.splices)
    }
}
