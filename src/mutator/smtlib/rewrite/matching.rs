//! Matching: what the names of a pattern stand for in a term.

use super::pattern::{TermPattern, is_of};
use crate::language::TestCase;
use crate::language::smtlib::{Bits, analysis};
use crate::mutator::smtlib::toolkit::shape::index;
use crate::tree::Node;

/// What the names of a pattern stand for at one place.
#[derive(Debug)]
pub(super) struct Match<'a> {
    pub(super) case: &'a TestCase,
    bound: Vec<(&'static str, Matched)>,
}

#[derive(Debug)]
enum Matched {
    Term(Node),
    Terms(Vec<Node>),
    Index(i64),
}

impl<'a> Match<'a> {
    /// How the pattern matches the node; none if it does not.
    pub(super) fn of(case: &'a TestCase, pattern: &TermPattern, node: Node) -> Option<Match<'a>> {
        let mut found = Match {
            case,
            bound: Vec::new(),
        };
        found.matches(pattern, node).then_some(found)
    }

    /// The terms for which a name stands.
    pub(super) fn terms(&self, name: &str) -> &[Node] {
        match self.get(name) {
            Some(Matched::Term(node)) => std::slice::from_ref(node),
            Some(Matched::Terms(nodes)) => nodes,
            Some(Matched::Index(_)) | None => &[],
        }
    }

    /// Whether a name stands for any number of operands.
    pub(super) fn is_repeated(&self, name: &str) -> bool {
        matches!(self.get(name), Some(Matched::Terms(_)))
    }

    /// The index or the width for which a name stands.
    pub(super) fn number(&self, name: &str) -> Option<i64> {
        match self.get(name)? {
            Matched::Index(number) => Some(*number),
            Matched::Term(node) => analysis(self.case).sort(*node).width().map(i64::from),
            Matched::Terms(_) => None,
        }
    }

    fn get(&self, name: &str) -> Option<&Matched> {
        self.bound
            .iter()
            .find(|(bound, _)| *bound == name)
            .map(|(_, matched)| matched)
    }

    fn matches(&mut self, pattern: &TermPattern, node: Node) -> bool {
        let (tree, analysis) = (self.case.tree(), analysis(self.case));
        match pattern {
            TermPattern::Term(name, kind) => {
                let fits = kind.is_none_or(|kind| is_of(self.case, node, kind));
                fits && self.bind_term(name, node)
            }
            TermPattern::Index(name) => index(tree, node).is_some_and(|number| {
                self.bound.push((name, Matched::Index(i64::from(number))));
                true
            }),
            // An operator that the text binds itself means something else.
            TermPattern::Token(sym) => tree.sym(node) == *sym && analysis.binding(node).is_none(),
            TermPattern::Literal(bits) => Bits::of(tree.sym(node).bytes()).as_ref() == Some(bits),
            TermPattern::List(parts) => tree.is_list(node) && self.matches_list(parts, node),
            TermPattern::Terms(_) => false, // only the elements of a list are matched with it
        }
    }

    fn bind_term(&mut self, name: &'static str, node: Node) -> bool {
        let tree = self.case.tree();
        match self.get(name) {
            Some(Matched::Term(old)) => {
                tree.len(*old) == tree.len(node) && tree.bytes(*old) == tree.bytes(node)
            }
            Some(Matched::Terms(_) | Matched::Index(_)) => false,
            None => {
                self.bound.push((name, Matched::Term(node)));
                true
            }
        }
    }

    fn matches_list(&mut self, parts: &[TermPattern], list: Node) -> bool {
        let mut children = self.case.tree().children(list);
        for (at, part) in parts.iter().enumerate() {
            if let TermPattern::Terms(name) = part {
                return self.matches_rest(name, &parts[at + 1..], &children.collect::<Vec<Node>>());
            }
            if !children
                .next()
                .is_some_and(|child| self.matches(part, child))
            {
                return false;
            }
        }
        children.next().is_none()
    }

    /// Matches `name ...` and the parts after it with the rest of a list. If the parts after it are one part and
    /// another `...`, the first place at which that part matches is taken. Otherwise, they must match the end of the
    /// list.
    fn matches_rest(&mut self, name: &'static str, then: &[TermPattern], rest: &[Node]) -> bool {
        let (at, taken) = if let [middle, TermPattern::Terms(_)] = then {
            let known = self.bound.len();
            let place = rest.iter().position(|&node| {
                self.bound.truncate(known);
                self.matches(middle, node)
            });
            let Some(place) = place else { return false };
            (place, 1)
        } else {
            let Some(place) = rest.len().checked_sub(then.len()) else {
                return false;
            };
            let mut pairs = then.iter().zip(&rest[place..]);
            if !pairs.all(|(part, &node)| self.matches(part, node)) {
                return false;
            }
            (place, then.len())
        };
        self.bound.push((name, Matched::Terms(rest[..at].to_vec())));
        if let [_, TermPattern::Terms(last)] = then {
            self.bound
                .push((last, Matched::Terms(rest[at + taken..].to_vec())));
        }
        true
    }
}
