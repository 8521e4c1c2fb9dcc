//! Judges an edit from its place alone if that is enough: the surroundings of a term depend only on its sort.
//!
//! First, the smallest term that contains the edit is walked through. If it keeps its sort, the text stays well-formed.
//! Otherwise, the term around it is walked through, and so on, for a few steps up. Without this, each edit of a huge
//! command would need a walk through the whole command.

use super::case::analysis;
use super::edited::Judge;
use super::ill_formed::IllFormed;
use super::numeral::is_number;
use super::region::Region;
use super::scope::Key;
use super::{BindingId, BindingKind, Role, Sort, name, names, operators};
use crate::tree::{Node, Piece, ROOT, Splice, Symbol};

/// How many terms are walked through, each one around the previous one.
const STEPS: usize = 4;

impl<'e> Judge<'e> {
    /// Judges the edits of one command. None if looking at the place of the edits is not enough.
    pub(super) fn in_place(
        &mut self,
        region: &Region<'e>,
        is_name: impl Fn(Key) -> bool,
    ) -> Option<Result<(), IllFormed>> {
        if region.top || region.splices.is_empty() || self.update.is_dirty(region.nodes.clone()) {
            return None;
        }
        let judged = self.judge_terms(region.splices, is_name);
        // An unsuccessful attempt must not affect the walk through the whole command, or other commands.
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
            // `Int` is not all that the surroundings may see of a number.
            let is_number = !self.mixes && is_number(self.case.tree(), term);
            if sort == analysis(self.case).sort(term) && !is_number {
                return Some(Ok(()));
            }
            term = self.term_from(self.case.parent(term))?;
        }
        None
    }

    /// Judges an edit that takes out one operand of an operator: whether enough operands are left, and whether their
    /// sorts still fit and give the same sort. None if this depends on the other operands.
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
        if tree.child(term, operator.fewest() + 1).is_none() {
            let fault = IllFormed::Operands(head);
            let is_new = analysis.nodes_with(&fault).is_empty();
            return is_new.then_some(Err(fault));
        }
        let first = (operand != term + 2).then(|| analysis.sort(term + 2));
        operator
            .allows_without(analysis.sort(operand), first, analysis.sort(term))
            .then_some(Ok(()))
    }

    /// The smallest term that contains the edit and may be walked through by itself.
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

    /// The smallest term that contains this node and may be walked through by itself.
    fn term_from(&self, mut node: Node) -> Option<Node> {
        while node != ROOT && analysis(self.case).role(node) != Role::Command {
            if self.stands_alone(node) {
                return Some(node);
            }
            node = self.case.parent(node);
        }
        None
    }

    /// Whether the node is a term of which its surroundings see only the sort. The command must have no names that
    /// [`names::minded`] lists.
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

    /// If the edit replaces the term by a part of itself and this part keeps its meaning: the sort of the part. If a
    /// name in the part has no meaning at the new place: the fault. None otherwise.
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

    /// The name of this token, if it has no meaning at the place of the term.
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

    /// Walks through the edited term. Returns its sort, and what is ill-formed in it. None if the term alone is not
    /// enough to tell.
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
        // Patterns may use names that are given later, and only the walk through the command knows what is in a
        // pattern.
        let command = analysis(self.case).command(node)?;
        let known = |undeclared| self.names_in(command).any(|name| name == undeclared);
        match fault {
            Some(IllFormed::Undeclared(name)) if known(name) => None,
            fault => Some((sort, fault)),
        }
    }

    /// Whether all names that `:named` bound in the last term and that are now gone are unused.
    fn loses_no_used_name(&mut self) -> bool {
        let missing = self.update.missing();
        let bindings = analysis(self.case).bindings();
        let is_used = |&id: &BindingId| !bindings[id as usize].uses.is_empty();
        !self.update.needs_full_analysis && !missing.iter().any(is_used)
    }

    /// The names that `:named` binds in a command.
    fn names_in(&self, command: Node) -> impl Iterator<Item = Symbol> {
        let analysis = analysis(self.case);
        let globals = analysis.globals_in(command..self.case.tree().next(command));
        let bindings = analysis.globals()[globals].iter();
        let bindings = bindings.map(|&id| &analysis.bindings()[id as usize]);
        let named = bindings.filter(|binding| binding.kind == BindingKind::Named);
        named.map(|binding| binding.name)
    }
}

/// Whether the pieces are exactly one expression.
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
