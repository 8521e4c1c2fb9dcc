//! Rules: a pattern, a replacement, and a condition.

use super::formula::Condition;
use super::matching::Match;
use super::pattern::TermPattern;
use super::template::Template;
use crate::language::TestCase;
use crate::language::smtlib::parse;
use crate::mutator::smtlib::toolkit::quantifier::detached;
use crate::tree::{Edit, Node, Piece, Splice, Symbol, Tree};
use std::sync::Arc;

/// A rule in its notation: a pattern, a replacement, and a condition, which is empty if there is none.
pub(in crate::mutator::smtlib) struct RewriteRule {
    pub(in crate::mutator::smtlib) from: &'static str,
    pub(in crate::mutator::smtlib) to: &'static str,
    pub(in crate::mutator::smtlib) when: &'static str,
}

impl RewriteRule {
    /// The rule, ready for use: once for each order of commutative operands.
    pub(super) fn compile(&self) -> Vec<Compiled> {
        let (from, to) = (read(self.from), read(self.to));
        let to = Arc::new((Template::of(&to, 1), Condition::all(self.when)));
        let compiled = |from: TermPattern| Compiled {
            head: from.head(),
            from,
            to: Arc::clone(&to),
        };
        TermPattern::all(&from, 1)
            .into_iter()
            .map(compiled)
            .collect()
    }
}

/// Reads one side of a rule.
///
/// # Panics
/// If it is not well-formed, which is a mistake in the program.
fn read(text: &'static str) -> Tree {
    let parsed = parse(text.as_bytes()).expect("a rule is an S-expression");
    parsed.tree
}

/// A rule that is ready for use.
#[derive(Debug)]
pub(super) struct Compiled {
    /// The operator at the head of the pattern.
    pub(super) head: Symbol,
    from: TermPattern,
    to: Arc<(Template, Vec<Condition>)>,
}

impl Compiled {
    /// The match of the rule at the node. None if the pattern does not match or the condition does not hold.
    pub(super) fn matches<'a>(&self, case: &'a TestCase, node: Node) -> Option<Match<'a>> {
        let found = Match::of(case, &self.from, node)?;
        let (_, conditions) = &*self.to;
        let holds = conditions.iter().all(|condition| condition.holds(&found));
        holds.then_some(found)
    }

    /// The edit that applies the rule at the node.
    pub(super) fn edit(&self, case: &TestCase, node: Node) -> Option<Edit> {
        let (template, _) = &*self.to;
        let mut with = template.pieces(&self.matches(case, node)?)?;
        // The list keeps its identity, so that searches do not take it for a new one.
        if let Some(first @ Piece::Open) = with.first_mut() {
            *first = Piece::Enter(node);
        }
        let tree = case.tree();
        // The body of a quantifier may have been moved.
        let terms = with.iter().filter_map(|piece| piece.copied());
        let mut splices: Vec<Splice> = terms.flat_map(|term| detached(tree, term)).collect();
        splices.push(Splice::replace(tree, node, with));
        Some(Edit::new(splices))
    }
}
