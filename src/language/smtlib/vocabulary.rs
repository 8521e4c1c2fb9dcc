//! Whether a text has the vocabulary of another one: its commands, sorts, and operators of theories. Then reducing the text
//! may lead to the other one.
//!
//! Operators of the core, such as `=` and `not`, say nothing, because mutators make one of another; so do names and
//! values. How terms are nested does not count either, because mutators change that, too.

use super::name::name;
use super::operators::{is_quantifier, is_word, operator, sort_name};
use super::{Analysis, LiteralKind, analysis};
use crate::language::TestCase;
use crate::tree::{Node, ROOT, Symbol, Tree};
use rustc_hash::FxHashSet;

/// Whether `large` has the vocabulary of `small`, and the same commands that set something.
pub(super) fn contains(large: &TestCase, small: &TestCase) -> bool {
    let (analysis, large, small) = (analysis(small), large.tree(), small.tree());
    let commands: FxHashSet<&[u8]> = large
        .children(ROOT)
        .map(|command| large.bytes(command))
        .collect();
    let words: FxHashSet<Symbol> = (ROOT..large.end())
        .filter(|&node| !large.is_list(node))
        .map(|node| large.sym(node))
        .collect();
    small.children(ROOT).all(|command| {
        let head = small.head_bytes(command);
        if head.starts_with(b"set-") {
            return commands.contains(small.bytes(command));
        }
        // A declaration needs its sorts, of a term only the operators count.
        let is_declaration = head.starts_with(b"declare-") || head.starts_with(b"define-");
        let counts = |node: Node| {
            if is_declaration {
                node > command + 1
            } else {
                is_operator(small, node)
            }
        };
        (command..small.next(command))
            .filter(|&node| counts(node) && tells(small, analysis, node))
            .all(|node| words.contains(&small.sym(node)))
    })
}

/// Whether a node stands where operators do: first in a list, or as the name of an indexed operator that stands there.
fn is_operator(tree: &Tree, node: Node) -> bool {
    // The first child of a list comes right after it.
    let stands_first = |node: Node| node > ROOT && tree.first(node - 1) == Some(node);
    let index = node.saturating_sub(1);
    stands_first(node)
        || stands_first(index)
            && stands_first(index.saturating_sub(1))
            && !tree.is_list(index)
            && tree.sym(index).bytes() == b"_"
}

/// Whether a node is a word that not every text may have.
fn tells(tree: &Tree, analysis: &Analysis, node: Node) -> bool {
    if tree.is_list(node) || analysis.binding(node).is_some() {
        return false;
    }
    let name = name(tree.sym(node));
    let theories = [
        operator(name).map(|operator| operator.theory),
        sort_name(name).map(|sort| sort.theory),
    ];
    let is_of_core = || {
        theories
            .iter()
            .flatten()
            .any(|theory| theory.bytes() == b"Core")
    };
    let is_syntax = || is_word(name) && !is_quantifier(name);
    LiteralKind::of(name.bytes()).is_none() && !is_of_core() && !is_syntax()
}
