//! Edits of which nothing else sees anything: terms go for other terms of their sorts, operands out of terms that keep
//! many, and commands that declare nothing that is left in use.
//!
//! Most edits of long lists are such. To tell, no part of the edited text needs to be evaluated, so this takes a
//! fraction of the time. What it cannot tell is left to the evaluation.

use super::annotation::is_of_quantifier;
use super::case::analysis;
use super::flat::{Operands, keeps_sort};
use super::scope::Space;
use super::term::sort_of_leaf;
use super::{Analysis, BindingId, BindingKind, Role, Sort};
use crate::language::TestCase;
use crate::tree::{Node, Piece, ROOT, Splice, Symbol};
use std::ops::Range;

/// A term may leave so many binders behind that it does not use.
const BINDERS: usize = 4;

/// Whether the edit certainly makes no fault and leaves all other sorts and names as they are. `mixes` tells whether
/// `Int` and `Real` may mix: if not, the surroundings of a numeral see more of it than its sort.
pub(super) fn is_unseen(case: &TestCase, splices: &[Splice], mixes: bool) -> bool {
    let mut unseen = Unseen {
        case,
        analysis: analysis(case),
        splices,
        mixes,
        list: None,
    };
    splices.iter().all(|splice| unseen.is_one(splice))
}

struct Unseen<'e> {
    case: &'e TestCase,
    analysis: &'e Analysis,
    splices: &'e [Splice],
    mixes: bool,
    /// The term that was last asked about an operand that it loses, and what it keeps.
    list: Option<(Node, Operands)>,
}

impl Unseen<'_> {
    /// Whether nothing around the splice sees anything of it, if that holds for the other splices, too.
    fn is_one(&mut self, splice: &Splice) -> bool {
        let tree = self.case.tree();
        let nodes = splice.at..splice.end();
        if splice.cells == 0
            || nodes.end != tree.next(nodes.start)
            || self.analysis.faults_of(nodes.clone()).next().is_some()
        {
            return false;
        }
        match (self.analysis.role(splice.at), &splice.with[..]) {
            (Role::Command, []) => self.is_useless(&nodes),
            (Role::Term, _) if !self.analysis.globals_in(nodes.clone()).is_empty() => false,
            (Role::Term, []) => self.is_spare(&nodes),
            (Role::Term, &[Piece::Leaf(token)]) => {
                self.is_alike(splice.at, self.leaf(token, &nodes))
            }
            (Role::Term, &[Piece::Copy(inner)]) => {
                self.is_alike(splice.at, self.copy(inner, &nodes))
            }
            _ => false,
        }
    }

    /// Whether the surroundings of a term see no difference to a term of this sort.
    fn is_alike(&self, term: Node, sort: Option<Sort>) -> bool {
        let parent = self.case.parent(term);
        let stands_alone = match self.analysis.role(parent) {
            Role::Term => term != parent + 1,
            Role::Binder | Role::Command => true,
            _ => false,
        };
        let old = self.analysis.sort(term);
        stands_alone && sort == Some(old) && (self.mixes || old != Sort::INT)
    }

    /// The sort of a token that is put in; none if its meaning is not certain.
    fn leaf(&self, token: Symbol, place: &Range<Node>) -> Option<Sort> {
        let key = (super::name(token), Space::Term);
        if !self.analysis.early(key).is_empty() {
            return None;
        }
        let id = self.analysis.resolve(token, place.start);
        let binding = id.map(|id| &self.analysis.bindings()[id as usize]);
        if binding.is_some_and(|binding| self.splice_of(binding.node).is_some()) {
            return None;
        }
        sort_of_leaf(token, binding)
    }

    /// The sort of a part that takes the place of a term; none if its names may mean something else there.
    fn copy(&self, inner: Node, outer: &Range<Node>) -> Option<Sort> {
        let nodes = inner..self.case.tree().next(inner);
        let is_inside = outer.contains(&inner) && self.analysis.role(inner) == Role::Term;
        let (all, kept) = (
            self.analysis.bound_in(outer.clone()),
            self.analysis.bound_in(nodes.clone()),
        );
        let is_outside = !is_inside || is_of_quantifier(self.case.tree(), inner);
        if is_outside || all.len() - kept.len() > BINDERS {
            return None;
        }
        let mut left = all.filter(|id| !kept.contains(id));
        let is_used = |id: BindingId| {
            let binding = &self.analysis.bindings()[id as usize];
            !binding.uses_in(nodes.clone()).is_empty()
        };
        (!left.any(is_used)).then(|| self.analysis.sort(inner))
    }

    /// Whether a term keeps enough operands and its sort without this one.
    fn is_spare(&mut self, operand: &Range<Node>) -> bool {
        let term = self.case.parent(operand.start);
        if self.list.as_ref().is_none_or(|&(last, _)| last != term) {
            let is_kept = |node: Node| !self.takes_out(node);
            self.list = Some((term, Operands::of(self.case, term, is_kept)));
        }
        let kept = self.list.as_ref().map(|(_, kept)| kept);
        kept.is_some_and(|kept| keeps_sort(self.case, operand.start, kept))
    }

    /// Whether nothing that is left uses what a command declares.
    fn is_useless(&self, command: &Range<Node>) -> bool {
        let globals = self.analysis.globals_in(command.clone()).iter();
        globals.copied().all(|id| {
            let binding = &self.analysis.bindings()[id as usize];
            let is_other = |&other: &BindingId| other != id && self.analysis.is_global(other);
            binding.kind != BindingKind::Datatype
                && binding.uses.iter().all(|&used| self.goes(used))
                && !self
                    .analysis
                    .named(self.analysis.key(id))
                    .iter()
                    .any(is_other)
        })
    }

    /// The splice that takes out or copies a node.
    fn splice_of(&self, node: Node) -> Option<&Splice> {
        let begun = self.splices.partition_point(|splice| splice.at <= node);
        let last = begun.checked_sub(1).map(|last| &self.splices[last]);
        last.filter(|splice| node < splice.end())
    }

    /// Whether a node is gone, and not copied either.
    fn goes(&self, node: Node) -> bool {
        let is_copied = |piece: &Piece| match *piece {
            Piece::Copy(copied) => (copied..self.case.tree().next(copied)).contains(&node),
            Piece::Open | Piece::Enter(_) | Piece::Close | Piece::Leaf(_) => false,
        };
        let splice = self.splice_of(node);
        splice.is_some_and(|splice| !splice.with.iter().any(is_copied))
    }

    /// Whether a node is taken out and nothing put in its place.
    fn takes_out(&self, node: Node) -> bool {
        node != ROOT
            && self
                .splice_of(node)
                .is_some_and(|splice| splice.with.is_empty())
    }
}
