//! Judges an edit from its place alone, where that is enough: what is around a term sees no more of it than its sort.
//!
//! The least term that holds the edit is walked through. Keeps it its sort, all is well; else the term around it is
//! walked through, and so on, a few steps up. Without this, the judgement of every edit of one huge command would go
//! through all of it.

use super::case::analysis;
use super::edited::Judge;
use super::ill_formed::IllFormed;
use super::region::Region;
use super::scope::Key;
use super::{BindingId, BindingKind, Role, Sort, name, names, operators};
use crate::tree::{Node, Piece, ROOT, Splice, Symbol};

/// How many terms, each around the last one, are walked through.
const STEPS: usize = 4;

impl<'e> Judge<'e> {
    /// The judgement of the edits of one command; none if more than their place must be looked at.
    pub(super) fn in_place(
        &mut self,
        region: &Region<'e>,
        is_name: impl Fn(Key) -> bool,
    ) -> Option<Result<(), IllFormed>> {
        if region.top || region.splices.is_empty() || self.update.is_dirty(region.nodes.clone()) {
            return None;
        }
        let judged = self.judge_terms(region.splices, is_name);
        // What was looked at in vain is no concern of a walk through the whole command, nor of others.
        self.update.needs_full_analysis = false;
        match judged {
            Some(_) => self.update.fresh.clear(),
            None => self.update.forget(region.nodes.clone()),
        }
        judged
    }

    fn judge_terms(
        &mut self,
        edit: &'e [Splice],
        is_name: impl Fn(Key) -> bool,
    ) -> Option<Result<(), IllFormed>> {
        if let Some(judged) = self.without_operand(edit) {
            return Some(judged);
        }
        let mut term = self.least_term(edit)?;
        for _ in 0..STEPS {
            self.update.forget(term..self.case.tree().next(term));
            let (sort, fault) = match self.copied(term, edit, &is_name) {
                Some(Ok(sort)) => (sort, None),
                Some(Err(fault)) => return Some(Err(fault)),
                None => self.term(term, edit, &is_name)?,
            };
            if let Some(fault) = fault {
                return Some(Err(fault));
            }
            if sort == analysis(self.case).sort(term) {
                return Some(Ok(()));
            }
            term = self.term_from(self.case.parent(term))?;
        }
        None
    }

    /// The judgement of an edit that takes out one operand of an operator: whether enough are left, of sorts that fit
    /// without it as they did with it. None if that takes a look at the others.
    fn without_operand(&self, edit: &[Splice]) -> Option<Result<(), IllFormed>> {
        let [splice] = edit else { return None };
        let (tree, analysis) = (self.case.tree(), analysis(self.case));
        let (operand, term) = (splice.at, self.case.parent(splice.at));
        let is_operand = splice.with.is_empty()
            && splice.cells == tree.len(operand)
            && operand != term + 1
            && analysis.role(operand) == Role::Term
            && analysis.globals_in(operand..tree.next(operand)).is_empty()
            && self.stands_alone(term)
            && !analysis.has_faults_in(&(term..term + 1));
        let head = tree.head(term).map(name).filter(|_| is_operand)?;
        let operator = operators::operator(head)?;
        if analysis.resolve(head, term).is_some() {
            return None;
        }
        if tree.child(term, operator.min + 1).is_none() {
            let fault = IllFormed::Operands(head);
            let is_new = analysis.nodes_with(&fault).is_empty();
            return is_new.then_some(Err(fault));
        }
        let first = (operand != term + 2).then(|| analysis.sort(term + 2));
        operator
            .allows_without(analysis.sort(operand), first, analysis.sort(term))
            .then_some(Ok(()))
    }

    /// The least term that holds the edit, and may be walked through by itself.
    fn least_term(&self, edit: &[Splice]) -> Option<Node> {
        let (first, last) = (edit.first()?, edit.last()?);
        let tree = self.case.tree();
        if last.end() > tree.end() || first.at >= tree.end() {
            return None;
        }
        if edit.len() == 1 && first.cells == tree.len(first.at) && is_one(&first.with) {
            return self.term_from(first.at);
        }
        let mut node = self.case.parent(first.at);
        while node != ROOT && tree.next(node) < last.end().max(last.at + 1) {
            node = self.case.parent(node);
        }
        self.term_from(node)
    }

    /// The least term that may be walked through by itself, from this node upwards.
    fn term_from(&self, mut node: Node) -> Option<Node> {
        while node != ROOT && analysis(self.case).role(node) != Role::Command {
            if self.stands_alone(node) {
                return Some(node);
            }
            node = self.case.parent(node);
        }
        None
    }

    /// Whether the node is a term of which only the sort matters to what is around it, in a command of whose names none
    /// must be minded.
    fn stands_alone(&self, node: Node) -> bool {
        let (tree, analysis) = (self.case.tree(), analysis(self.case));
        let parent = self.case.parent(node);
        let is_operand = match analysis.role(parent) {
            Role::Term => node != parent + 1,
            Role::Binder | Role::Command => true,
            _ => false,
        };
        let Some(command) = analysis.command(node) else {
            return false;
        };
        let head = tree.head(command).map_or(&b""[..], |head| head.bytes());
        is_operand
            && analysis.role(node) == Role::Term
            && matches!(head, b"assert" | b"define-fun")
            && !names::any_minded(analysis, &(command..tree.next(command)))
    }

    /// The sort of what the edit makes of this term, if it makes it a part of itself that means there what it did; or
    /// a name in it that means nothing there.
    fn copied(
        &mut self,
        term: Node,
        edit: &[Splice],
        is_name: impl Fn(Key) -> bool,
    ) -> Option<Result<Sort, IllFormed>> {
        let [splice] = edit else { return None };
        let [Piece::Copy(part)] = splice.with[..] else {
            return None;
        };
        let (tree, analysis) = (self.case.tree(), analysis(self.case));
        let is_part =
            splice.at == term && tree.contains(term, part) && analysis.role(part) == Role::Term;
        let marked = self.update.fresh.len();
        if !is_part || !self.moves_well(part, term) {
            return None;
        }
        let lost = &self.update.fresh[marked..];
        let nodes = part..tree.next(part);
        if lost.is_empty() && !self.update.is_dirty(nodes.clone()) {
            self.update.begin(term..tree.next(term));
            self.update.keep(nodes);
            return self.loses_no_used_name().then_some(Ok(analysis.sort(part)));
        }
        let mut lost = lost
            .iter()
            .filter(|&&node| analysis.role(node) == Role::Term);
        let name = lost.find_map(|&node| self.loses_its_name(node, term, &is_name));
        name.map(|name| Err(IllFormed::Undeclared(name)))
    }

    /// The name of this token, if it means nothing at the place of the term.
    fn loses_its_name(
        &self,
        token: Node,
        term: Node,
        is_name: impl Fn(Key) -> bool,
    ) -> Option<Symbol> {
        let analysis = analysis(self.case);
        let key = analysis.key(analysis.binding(token)?);
        let undeclared = IllFormed::Undeclared(key.0);
        let is_lost = is_name(key)
            && analysis.resolve_key(key, term, |_| true).is_none()
            && operators::operator(key.0).is_none()
            && analysis.nodes_with(&undeclared).is_empty()
            && !self
                .names_in(analysis.command(term)?)
                .any(|name| name == key.0);
        is_lost.then_some(key.0)
    }

    /// Walks through what the edit makes of a term: its sort, and what is ill-formed in it. None if that cannot be
    /// told from there.
    fn term(
        &mut self,
        node: Node,
        edit: &'e [Splice],
        is_name: impl Fn(Key) -> bool,
    ) -> Option<(Sort, Option<IllFormed>)> {
        let region = Region {
            nodes: node..self.case.tree().next(node),
            splices: edit,
            top: false,
        };
        let (told, fault) = self.walk(&region, is_name, |walk| {
            walk.visible.start = node;
            let sort = walk.term(0);
            walk.pending.is_empty().then_some(sort)
        });
        let sort = told.filter(|_| self.loses_no_used_name())?;
        // A pattern sees the name behind it, and only the command's own walk knows what is in a pattern.
        let command = analysis(self.case).command(node)?;
        let known = |undeclared| self.names_in(command).any(|name| name == undeclared);
        match fault {
            Some(IllFormed::Undeclared(name)) if known(name) => None,
            fault => Some((sort, fault)),
        }
    }

    /// Whether nothing is used of what `:named` bound in the term that was looked at last, and is gone.
    fn loses_no_used_name(&mut self) -> bool {
        let missing = self.update.missing();
        let bindings = analysis(self.case).bindings();
        let is_used = |&id: &BindingId| !bindings[id as usize].uses.is_empty();
        !self.update.needs_full_analysis && !missing.iter().any(is_used)
    }

    /// The names that `:named` gives in a command.
    fn names_in(&self, command: Node) -> impl Iterator<Item = Symbol> {
        let analysis = analysis(self.case);
        let globals = analysis.globals_in(command..self.case.tree().next(command));
        let bindings = analysis.globals()[globals].iter();
        let bindings = bindings.map(|&id| &analysis.bindings()[id as usize]);
        let named = bindings.filter(|binding| binding.kind == BindingKind::Named);
        named.map(|binding| binding.name)
    }
}

/// Whether the pieces are one expression.
fn is_one(pieces: &[Piece]) -> bool {
    let (mut depth, mut expressions) = (0_u32, 0_u32);
    for piece in pieces {
        match piece {
            Piece::Open | Piece::Enter(_) => depth += 1,
            Piece::Close => depth = depth.saturating_sub(1),
            Piece::Leaf(_) | Piece::Copy(_) => {}
        }
        expressions += u32::from(depth == 0);
    }
    expressions == 1
}
