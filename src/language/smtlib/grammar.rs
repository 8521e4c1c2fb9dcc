//! Grammars of synthesis commands: `(synth-fun f ((x Int)) Int ((S Int)) ((S Int (0 x (+ S S)))))`.
//!
//! A nonterminal is a name with a sort, visible in the rules of all nonterminals, and each of its rules is a term of
//! that sort. In SyGuS 2, a list of all nonterminals comes first and binds them. In SyGuS 1, the groups of rules bind
//! them, so a rule may use a name that is bound later. The answers of `get-interpolant` and `get-abduct` may have a
//! grammar, too.

use super::binding::Space;
use super::name::{is_name, name};
use super::text::Text;
use super::walk::Walk;
use super::{BindingId, BindingKind, Role, Sort};
use crate::tree::{Node, Symbol};
use rustc_hash::FxHashSet;

/// A nonterminal and its rules.
struct Nonterminal {
    /// The list whose first two elements are the token that binds the nonterminal, and its sort.
    head: Node,
    /// The list of the nonterminal, its sort, and the list of its rules. In SyGuS 1, this is the same list as `head`.
    group: Node,
    /// The list of its rules.
    rules: Node,
}

/// Whether `(head S)` is a rule that stands for all constants or all variables of the sort `S`.
pub(super) fn is_wildcard(head: Symbol) -> bool {
    matches!(
        head.bytes(),
        b"Constant" | b"Variable" | b"InputVariable" | b"LocalVariable"
    )
}

impl<T: Text> Walk<'_, '_, T> {
    /// Walks through a grammar, in either syntax, for a function of this sort. None if it lacks parts.
    pub(super) fn grammar(&mut self, lists: &[Node], sort: Sort) -> Option<()> {
        let (heads, groups) = match *lists {
            [] => return Some(()),
            [groups] => (groups, groups),
            [heads, groups] => (heads, groups),
            _ => return None,
        };
        let parts = self.groups(heads, groups)?;
        let mark = self.scopes.mark();
        let bound = self.nonterminals(&parts, groups);
        if heads != groups {
            self.role(heads, Role::Binders);
            if !bound.first().is_none_or(|&(_, first)| first.fits(sort)) {
                let what = "the first nonterminal has another sort than the function";
                self.misfit(self.current, heads, what);
            }
        }
        for (part, (id, sort)) in parts.iter().zip(bound) {
            if part.head != part.group {
                self.repetition(part, id, sort);
            }
            self.rules(part.rules, sort);
        }
        self.scopes.leave(mark);
        Some(())
    }

    /// The nonterminals with their rules; none if some part is missing or misplaced, or a name occurs twice.
    fn groups(&self, heads: Node, groups: Node) -> Option<Vec<Nonterminal>> {
        let heads: Vec<Node> = self.elements(heads).collect();
        let groups: Vec<Node> = self.elements(groups).collect();
        let mut names = FxHashSet::default();
        let mut whole = Vec::with_capacity(groups.len());
        for (&head, &group) in heads.iter().zip(&groups) {
            let [token, _, rules] = self.elements(group).collect::<Vec<_>>()[..] else {
                return None;
            };
            let symbol = self.text.sym(token);
            let is_head = head == group || self.is_pair(head);
            let is_new = names.insert(name(symbol));
            let is_same = name(symbol) == name(self.text.sym(head + 1));
            if !is_head || !is_new || !is_name(symbol) || !is_same || self.text.len(rules) < 2 {
                return None;
            }
            whole.push(Nonterminal { head, group, rules });
        }
        let is_complete = !whole.is_empty() && heads.len() == groups.len();
        is_complete.then_some(whole)
    }

    /// Binds the nonterminals, which all rules see. Returns each with its sort.
    fn nonterminals(&mut self, parts: &[Nonterminal], groups: Node) -> Vec<(BindingId, Sort)> {
        let mut bound = Vec::with_capacity(parts.len());
        for part in parts {
            if part.head != part.group {
                self.role(part.head, Role::Binder);
            }
            let id = self.bind(part.head + 1, BindingKind::Nonterminal, Space::Term);
            bound.push((id, self.sort(part.head + 2)));
        }
        for &(id, sort) in &bound {
            self.enter(id, sort, groups..self.next(groups));
        }
        bound
    }

    /// Walks through the second occurrence of a nonterminal and its sort, before its rules.
    fn repetition(&mut self, part: &Nonterminal, id: BindingId, sort: Sort) {
        self.refer(part.group + 1, id);
        let repeated = self.sort(part.group + 2);
        if repeated != sort && !repeated.has_unknown() && !sort.has_unknown() {
            let what = "a nonterminal has two sorts";
            self.misfit(self.current, part.group, what);
        }
    }

    fn rules(&mut self, list: Node, sort: Sort) {
        self.role(list, Role::Rules);
        let rules: Vec<Node> = self.elements(list).collect();
        for rule in rules {
            self.term_of(
                rule,
                sort,
                "the sort of a rule differs from that of its nonterminal",
            );
        }
    }
}
