//! Patterns: what a rule matches.

use crate::language::TestCase;
use crate::language::smtlib::{Bits, Sort, analysis, operator};
use crate::tree::{Node, Symbol, Tree};
use std::slice;

/// What a rule matches, in the notation of SMT-LIB. `?x` is any term, and where the same name occurs again, an equal
/// term. `?x:bv` is a term of a sort (`bool`, `int`, `bv`, or `bit` for a single bit), and `?x:zero` a bit-vector
/// literal of value 0. `?x ...` are any number of operands, perhaps none. `@n` is an index. Anything else stands for
/// itself; a bit-vector literal also for its other spellings. If a commutative operator has two operands in a pattern,
/// the pattern matches them in either order.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum TermPattern {
    Term(&'static str, Option<&'static str>),
    Terms(&'static str),
    Index(&'static str),
    Token(Symbol),
    Literal(Bits),
    List(Vec<TermPattern>),
}

impl TermPattern {
    /// The patterns at a node of the tree of a rule, one for each order of commutative operands.
    pub(super) fn all(tree: &Tree, node: Node) -> Vec<TermPattern> {
        if !tree.is_list(node) {
            return vec![TermPattern::of_token(tree.sym(node))];
        }
        let mut lists: Vec<Vec<TermPattern>> = vec![Vec::new()];
        for part in tree.children(node) {
            if tree.sym(part).bytes() == b"..." {
                lists.iter_mut().for_each(Self::repeat_last);
                continue;
            }
            // Each form of the part extends each list so far.
            let forms = TermPattern::all(tree, part);
            let mut extended = Vec::new();
            for list in &lists {
                for form in &forms {
                    extended.push([&list[..], slice::from_ref(form)].concat());
                }
            }
            lists = extended;
        }
        let commutes = tree
            .head(node)
            .and_then(operator)
            .is_some_and(|operator| operator.is_commutative);
        let swapped = |list: &Vec<TermPattern>| match &list[..] {
            [head, a, b] if commutes && !a.is_shaped_like(b) => {
                Some(vec![head.clone(), b.clone(), a.clone()])
            }
            _ => None,
        };
        let is_repeated = |list: &Vec<TermPattern>| {
            list.iter()
                .any(|part| matches!(part, TermPattern::Terms(_)))
        };
        let swapped: Vec<_> = lists
            .iter()
            .filter(|list| !is_repeated(list))
            .filter_map(swapped)
            .collect();
        lists
            .into_iter()
            .chain(swapped)
            .map(TermPattern::List)
            .collect()
    }

    /// Whether the patterns match the same terms, apart from their names, so that either order finds the same.
    fn is_shaped_like(&self, other: &TermPattern) -> bool {
        match (self, other) {
            (TermPattern::List(a), TermPattern::List(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_shaped_like(b))
            }
            (TermPattern::Term(..), TermPattern::Term(..))
            | (TermPattern::Terms(_), TermPattern::Terms(_))
            | (TermPattern::Index(_), TermPattern::Index(_)) => true,
            _ => self == other,
        }
    }

    /// Turns the `?x` that was read last into `?x ...`.
    fn repeat_last(list: &mut Vec<TermPattern>) {
        if let Some(TermPattern::Term(name, _)) = list.pop() {
            list.push(TermPattern::Terms(name));
        }
    }

    fn of_token(sym: Symbol) -> TermPattern {
        let text = std::str::from_utf8(sym.bytes()).unwrap_or_default();
        if let Some(name) = text.strip_prefix('?') {
            return match name.split_once(':') {
                Some((name, sort)) => TermPattern::Term(name, Some(sort)),
                None => TermPattern::Term(name, None),
            };
        }
        if let Some(name) = text.strip_prefix('@') {
            return TermPattern::Index(name);
        }
        Bits::of(sym.bytes()).map_or(TermPattern::Token(sym), TermPattern::Literal)
    }

    /// The name of the operator at the head of the pattern.
    pub(super) fn head(&self) -> Symbol {
        match self {
            TermPattern::List(list) => match &list[..] {
                [TermPattern::List(head), ..] => {
                    head.get(1).map_or(Symbol::LIST, TermPattern::head)
                }
                [head, ..] => head.head(),
                [] => Symbol::LIST,
            },
            TermPattern::Token(sym) => *sym,
            _ => Symbol::LIST,
        }
    }
}

/// Whether a node is of a kind that a pattern names, such as `bv`.
pub(super) fn is_of(case: &TestCase, node: Node, kind: &str) -> bool {
    let sort = analysis(case).sort(node);
    match kind {
        "bool" => sort == Sort::BOOL,
        "int" => sort == Sort::INT,
        "bit" => sort == Sort::BIT,
        "bv" => sort.width().is_some(),
        "zero" => Bits::of(case.tree().sym(node).bytes()).is_some_and(|bits| bits.is_zero()),
        _ => false,
    }
}
