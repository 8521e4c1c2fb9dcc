//! Removes what an edit makes superfluous: binders of `let`s, definitions and declarations that nothing uses any more.
//!
//! An edit that takes out a large term usually takes out the last uses of many names. If their binders went later, each
//! in a check of its own, the text would stay large for long, and a name that is longer than the one that it replaces
//! could never be tried.

use super::shape::is_form;
use crate::language::TestCase;
use crate::language::smtlib::{Binding, BindingId, BindingKind, analysis};
use crate::mutator::proposal::simplifications;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, ROOT};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::ops::Range;

/// The mutator, but each edit also removes what it makes superfluous.
pub struct WithoutUnused(pub &'static dyn Mutator);

impl Mutator for WithoutUnused {
    fn profile(&self) -> &'static Profile {
        self.0.profile()
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        self.0.applies(case, node)
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let proposals = self.0.proposals(case, node);
        simplifications(proposals.map(|proposal| without_unused(case, proposal.edit)))
    }
}

/// The edit, joined with the removal of everything of which it removes the last use. A binder with `:named` in its term
/// stays, because commands may ask for the name.
pub(super) fn without_unused(case: &TestCase, edit: Edit) -> Edit {
    let mut unused = Unused::new(case, &edit);
    let mut open = edit.removed(case.tree());
    while let Some(range) = open.pop() {
        unused.remove(range, &mut open);
    }
    let removals = unused.removals();
    Edit::join(case.tree(), [edit].into_iter().chain(removals))
}

/// What an edit makes superfluous, as far as it is known.
struct Unused<'a> {
    case: &'a TestCase,
    /// The names that the edit puts in.
    put_in: FxHashSet<BindingId>,
    /// The nodes that the edit copies.
    copied: Vec<Range<Node>>,
    /// The uses that are gone.
    gone: FxHashSet<Node>,
    /// How many uses of each name are gone.
    lost: FxHashMap<BindingId, usize>,
    /// The names without uses, in the order in which they were found.
    found: Vec<BindingId>,
}

impl<'a> Unused<'a> {
    fn new(case: &'a TestCase, edit: &Edit) -> Unused<'a> {
        let mut unused = Unused {
            case,
            put_in: FxHashSet::default(),
            copied: Vec::new(),
            gone: FxHashSet::default(),
            lost: FxHashMap::default(),
            found: Vec::new(),
        };
        let tree = case.tree();
        for splice in edit.splices(tree) {
            for piece in &splice.with {
                match *piece {
                    Piece::Leaf(name) => {
                        let meant = analysis(case).resolve(name, splice.at);
                        unused.put_in.extend(meant);
                    }
                    Piece::Copy(node) => unused.copied.push(node..tree.next(node)),
                    Piece::Open | Piece::Enter(_) | Piece::Close => {}
                }
            }
        }
        // Of nested nodes, the outermost is enough.
        unused
            .copied
            .sort_unstable_by_key(|nodes| (nodes.start, Reverse(nodes.end)));
        unused
            .copied
            .dedup_by(|inner, outer| inner.end <= outer.end);
        unused
    }

    fn is_copied(&self, node: Node) -> bool {
        let begun = self.copied.partition_point(|nodes| nodes.start <= node);
        begun > 0 && self.copied[begun - 1].contains(&node)
    }

    fn binding(&self, id: BindingId) -> &'a Binding {
        &analysis(self.case).bindings()[id as usize]
    }

    /// Notes that these nodes are gone, and adds what becomes superfluous to `open`.
    fn remove(&mut self, nodes: Range<Node>, open: &mut Vec<Range<Node>>) {
        for node in nodes {
            let used = analysis(self.case).binding(node);
            let used = used.filter(|&id| self.binding(id).node != node);
            let Some(id) = used.filter(|_| !self.is_copied(node)) else {
                continue;
            };
            if self.gone.insert(node) {
                *self.lost.entry(id).or_default() += 1;
                open.extend(self.superfluous(id));
            }
        }
    }

    /// The nodes of the name's binder if the name has no uses any more and the binder can go.
    fn superfluous(&mut self, id: BindingId) -> Option<Range<Node>> {
        let binding = self.binding(id);
        let binder = binder(self.case, binding).filter(|_| !self.put_in.contains(&id))?;
        let nodes = binder..self.case.tree().next(binder);
        let inside = binding.uses_in(nodes.clone()).len();
        let is_unused = self.lost.get(&id) == Some(&(binding.uses.len() - inside));
        let mut bound = analysis(self.case).bound_in(nodes.clone());
        let mut has_named = || bound.any(|id| self.binding(id).kind == BindingKind::Named);
        if !is_unused || has_named() {
            return None;
        }
        self.found.push(id);
        Some(nodes)
    }

    /// The edits that remove the binders without uses. A `let` without any binder becomes its body.
    fn removals(&self) -> Vec<Edit> {
        let (case, tree) = (self.case, self.case.tree());
        let binders = || {
            let found = self.found.iter();
            found.filter_map(|&id| binder(case, self.binding(id)))
        };
        let mut left: FxHashMap<Node, usize> = FxHashMap::default();
        for list in binders().map(|binder| case.parent(binder)) {
            let all = || tree.children(list).count();
            *left.entry(list).or_insert_with(all) -= 1;
        }
        let removal = |binder: Node| {
            let list = case.parent(binder);
            if list == ROOT || left[&list] > 0 {
                return Edit::delete(tree, binder);
            }
            let body = tree.next(list);
            Edit::replace(tree, case.parent(list), vec![Piece::Copy(body)])
        };
        binders().map(removal).collect()
    }
}

/// What can go with the name: the binder of a `let`, or a whole command.
fn binder(case: &TestCase, binding: &Binding) -> Option<Node> {
    let (tree, name) = (case.tree(), binding.node);
    let binder = case.parent(name);
    let above = case.parent(binder);
    match binding.kind {
        BindingKind::Let => {
            let is_whole = name == binder + 1 && tree.child(case.parent(above), 2).is_some();
            (is_whole && is_form(tree, case.parent(above), b"let")).then_some(binder)
        }
        BindingKind::Declared | BindingKind::Defined => {
            (above == ROOT && name == binder + 2).then_some(binder)
        }
        _ => None,
    }
}
