//! Mutators of names.

use super::toolkit::names;
use crate::language::TestCase;
use crate::language::smtlib::{analysis, is_reserved, is_taken, is_verbatim, short_name};
use crate::mutator::proposal::none;
use crate::mutator::{Edits, Mutator};
use crate::tree::{Edit, Node, Piece, ROOT, Symbol};

/// `(declare-const abcdef Int)` → `a`, `abc`, `abcde`, `bcdef`, there and at all uses. Proposed at the token that binds
/// the name. A name that the text or the language already has is never proposed. The first proposals of any two
/// bindings differ, so that all names can be changed at once.
pub static SIMPLIFY_SYMBOL_NAMES: Mutator = Mutator::smtlib("simplify-symbol-names", "smtlib")
    .about("Shorten a name in all its occurrences")
    .only(|case, node| {
        let (name, _) = names::content(case.tree().sym(node).bytes());
        name.len() > 1 && analysis(case).bound_at(node).is_some()
    })
    .edits(shortened);

fn shortened(case: &TestCase, node: Node) -> Edits<'_> {
    let Some(id) = analysis(case).bound_at(node) else {
        return none();
    };
    let (name, quoted) = names::content(case.tree().sym(node).bytes());
    let shortest = short_name(case, id);
    let others = shorter(name)
        .into_iter()
        .flatten()
        .filter(move |&shorter| {
            let is_new = Some(shorter) != shortest.map(Symbol::bytes);
            is_new && is_valid(shorter, quoted) && !is_taken(case, shorter)
        })
        .map(move |shorter| {
            names::rename(case, id, |token| {
                let (_, quoted) = names::content(token);
                Some(names::token(shorter, quoted || !names::can_begin(shorter)))
            })
        });
    let first = shortest.map(|token| names::rename(case, id, |_| Some(token)));
    Box::new(first.into_iter().chain(others))
}

/// The first half of the name, the name without its last character, and the name without its first character.
fn shorter(name: &[u8]) -> [Option<&[u8]>; 3] {
    let is_start = |&at: &usize| at == name.len() || name[at] & 0xc0 != 0x80; // of a UTF-8 character
    let second = (1..=name.len()).find(is_start);
    let last = (0..name.len()).rev().find(is_start);
    let half = Some(name.len() / 2).filter(|at| name.len() > 3 && is_start(at));
    [
        half.map(|at| &name[..at]),
        last.filter(|_| last != half).map(|at| &name[..at]),
        second.map(|at| &name[at..]),
    ]
}

fn is_valid(name: &[u8], quoted: bool) -> bool {
    let fits = if quoted {
        names::is_quotable(name)
    } else {
        names::can_begin(name)
    };
    fits && !is_reserved(name)
}

/// `|x|` → `x`. At the token that binds a name, this token and all uses are changed; a token of an unbound name is
/// changed alone. Both spellings are the same name, so the meaning stays the same.
pub static SIMPLIFY_QUOTED_SYMBOLS: Mutator = Mutator::smtlib("simplify-quoted-symbols", "smtlib")
    .about("Remove the bars of a quoted symbol that does not need them")
    .only(|case, node| {
        let (tree, parent) = (case.tree(), case.parent(node));
        unquoted(tree.sym(node).bytes()).is_some()
            && (analysis(case).bound_at(node).is_some() || analysis(case).binding(node).is_none())
            && !(parent != ROOT && tree.head(parent).is_some_and(is_verbatim))
    })
    .edit(without_bars);

fn without_bars(case: &TestCase, node: Node) -> Option<Edit> {
    let new = |token: &[u8]| unquoted(token).map(|name| names::token(name, false));
    if let Some(id) = analysis(case).bound_at(node) {
        return Some(names::rename(case, id, new));
    }
    let (tree, token) = (case.tree(), case.tree().sym(node));
    let with = vec![Piece::Leaf(new(token.bytes())?)];
    Some(Edit::replace(tree, node, with))
}

/// The name of a token with bars that does not need them.
fn unquoted(token: &[u8]) -> Option<&[u8]> {
    let (name, quoted) = names::content(token);
    (quoted && names::is_simple(name) && !is_reserved(name)).then_some(name)
}
