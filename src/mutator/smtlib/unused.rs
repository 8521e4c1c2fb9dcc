//! Takes out, in the same edit, what an edit leaves without a use: declarations, definitions and bound variables.

use super::deletion::{replaced, taken_out};
use super::shape::is_form;
use crate::language::TestCase;
use crate::language::smtlib::{Analysis, BindingId, BindingKind, analysis};
use crate::tree::{Edit, Node, Piece, Splice};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// Commands that bind one name, and do nothing else.
const DECLARATIONS: [&[u8]; 7] = [
    b"declare-fun",
    b"declare-const",
    b"declare-var",
    b"define-fun",
    b"define-const",
    b"declare-sort",
    b"define-sort",
];

/// At most this many declarations and binders go with an edit. In a long chain of definitions, each would otherwise take
/// all earlier ones with it, which takes quadratic time for the whole chain.
const MOST: usize = 32;

/// The edit, and what becomes unused by it. A binder in whose term something is named stays.
pub(super) fn with_unused(case: &TestCase, edit: &Edit) -> Edit {
    let mut unused = Unused {
        case,
        analysis: analysis(case),
        left: FxHashMap::default(),
        gone: FxHashSet::default(),
        binders: FxHashMap::default(),
        splices: edit.parts().to_vec(),
    };
    let mut removed = edit.removed(case.tree());
    while let Some(nodes) = removed.pop() {
        let without_use: Vec<BindingId> = nodes.filter_map(|node| unused.remove(node)).collect();
        let left = (MOST + edit.parts().len()).saturating_sub(unused.splices.len());
        let taken_out = without_use.into_iter().take(left);
        removed.extend(taken_out.filter_map(|id| unused.take_out(id)));
    }
    Edit::new(unused.splices)
}

struct Unused<'a> {
    case: &'a TestCase,
    analysis: &'a Analysis,
    /// How many uses are left, of names that have lost some.
    left: FxHashMap<BindingId, usize>,
    /// The tokens that are gone.
    gone: FxHashSet<Node>,
    /// How many binders of a list are gone.
    binders: FxHashMap<Node, usize>,
    splices: Vec<Splice>,
}

impl Unused<'_> {
    /// Counts a node as removed. Returns the name of which it was the last use.
    fn remove(&mut self, node: Node) -> Option<BindingId> {
        if self.case.tree().is_list(node) || !self.gone.insert(node) {
            return None;
        }
        let id = self.analysis.binding(node)?;
        let binding = &self.analysis.bindings()[id as usize];
        if binding.node == node {
            return None;
        }
        let left = self.left.entry(id).or_insert(binding.uses.len());
        *left = left.saturating_sub(1);
        (*left == 0).then_some(id)
    }

    /// Takes out what binds the name, and returns the nodes that are removed with it.
    fn take_out(&mut self, id: BindingId) -> Option<Range<Node>> {
        let binding = &self.analysis.bindings()[id as usize];
        if self.gone.contains(&binding.node) {
            return None;
        }
        match binding.kind {
            BindingKind::Declared | BindingKind::Defined | BindingKind::Sort => {
                let command = self.analysis.command(binding.node)?;
                let tree = self.case.tree();
                if !DECLARATIONS.iter().any(|head| is_form(tree, command, head)) {
                    return None;
                }
                self.splices.push(taken_out(self.case, command));
                Some(command..tree.next(command))
            }
            BindingKind::Let | BindingKind::Quantified => self.take_out_binder(binding.node),
            BindingKind::Datatype | BindingKind::Parameter | BindingKind::Named => None,
        }
    }

    /// Takes out a binder, or with the last one the whole `let` or quantifier.
    fn take_out_binder(&mut self, token: Node) -> Option<Range<Node>> {
        let tree = self.case.tree();
        let binder = self.case.parent(token);
        let list = self.case.parent(binder);
        let nodes = binder..tree.next(binder);
        let mut bound = self.analysis.bound_in(nodes.clone());
        let names =
            |id: BindingId| self.analysis.bindings()[id as usize].kind == BindingKind::Named;
        if bound.any(names) {
            return None;
        }
        self.splices.push(taken_out(self.case, binder));
        let gone = self.binders.entry(list).or_default();
        *gone += 1;
        if *gone == tree.children(list).count() {
            let body = Piece::Copy(tree.next(list));
            let term = self.case.parent(list);
            self.splices.push(replaced(self.case, term, vec![body]));
        }
        Some(nodes)
    }
}
