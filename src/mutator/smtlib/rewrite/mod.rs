//! Rewrites as data: mutators that consist of rules such as `(bvnot (bvnot ?x))` → `?x`.
//!
//! [`TermPattern`](pattern::TermPattern) describes the notation of what a rule matches,
//! [`Template`](template::Template) that of its replacement, and [`Formula`](formula::Formula) that of numbers in both.
//! A rule is proposed wherever its pattern matches and its condition holds. The order of texts decides at each place
//! whether the result is a simplification or a pump.
//!
//! A rule moves a term only to a place where the same names are bound, so it never captures a name.

mod formula;
mod matching;
mod pattern;
mod rule;
mod template;

pub(super) use rule::RewriteRule;

use crate::language::TestCase;
use crate::language::smtlib::{Role, analysis};
use crate::mutator::Edits;
use crate::mutator::proposal::unseen;
use crate::mutator::smtlib::toolkit::shape::operator;
use crate::mutator::value::Family;
use crate::tree::{Node, Symbol};
use rule::Compiled;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// The rules of a mutator: `rules! { "(bvneg (bvneg ?x))" => "?x", }`, each with an optional condition: `when "i = j"`.
macro_rules! rules {
    ($($from:literal => $to:literal $(when $when:literal)?),+ $(,)?) => {{
        static RULES: $crate::mutator::smtlib::rewrite::Rules =
            $crate::mutator::smtlib::rewrite::Rules::of(&[
                $($crate::mutator::smtlib::rewrite::RewriteRule {
                    from: $from,
                    to: $to,
                    when: concat!($($when)?),
                }),+
            ]);
        &RULES
    }};
}
pub(super) use rules;

/// The rules of a mutator. At a node where several of them match, the first ones are proposed first.
pub(super) struct Rules {
    rules: &'static [RewriteRule],
    /// The rules by the heads of their patterns, in order; compiled on first use.
    compiled: OnceLock<FxHashMap<Symbol, Vec<Compiled>>>,
}

impl Rules {
    pub(super) const fn of(rules: &'static [RewriteRule]) -> Rules {
        Rules {
            rules,
            compiled: OnceLock::new(),
        }
    }

    /// The rules that may match at the node. For most nodes, a look at the head is enough to know that there are none.
    fn candidates(&self, case: &TestCase, node: Node) -> &[Compiled] {
        operator(case.tree(), node)
            .and_then(|head| self.compiled().get(&head))
            .filter(|_| analysis(case).role(node) == Role::Term)
            .map_or(&[], Vec::as_slice)
    }

    fn compiled(&self) -> &FxHashMap<Symbol, Vec<Compiled>> {
        self.compiled.get_or_init(|| {
            let mut by_head: FxHashMap<Symbol, Vec<Compiled>> = FxHashMap::default();
            for compiled in self.rules.iter().flat_map(RewriteRule::compile) {
                by_head.entry(compiled.head).or_default().push(compiled);
            }
            by_head
        })
    }
}

impl Family for Rules {
    fn applies(&self, case: &TestCase, node: Node) -> bool {
        self.candidates(case, node)
            .iter()
            .any(|rule| rule.matches(case, node).is_some())
    }

    fn edits<'a>(&'a self, case: &'a TestCase, node: Node) -> Edits<'a> {
        let rules = self.candidates(case, node).iter();
        let edits = rules.filter_map(move |rule| rule.edit(case, node));
        Box::new(unseen(edits, [])) // two rules may give the same edit
    }
}
