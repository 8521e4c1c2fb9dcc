//! simplify-quoted-symbols: removes the bars of names that do not need them.

use super::names;
use crate::language::TestCase;
use crate::language::smtlib::{analysis, is_reserved, is_verbatim};
use crate::mutator::proposal::simplifications;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, ROOT};

/// `|x|` → `x`. At the token that binds a name, this token and all uses change; a token of an unbound name changes
/// alone. Both spellings are the same name, so the meaning stays the same.
pub struct SimplifyQuotedSymbols;

impl Mutator for SimplifyQuotedSymbols {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "simplify-quoted-symbols",
                "Remove the bars of a quoted symbol that does not need them",
                "smtlib",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        let (tree, parent) = (case.tree(), case.parent(node));
        unquoted(tree.sym(node).bytes()).is_some()
            && (names::bound(case, node).is_some() || analysis(case).binding(node).is_none())
            && !(parent != ROOT && tree.head(parent).is_some_and(is_verbatim))
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let edit = self.applies(case, node).then(|| without_bars(case, node));
        simplifications(edit.flatten())
    }
}

fn without_bars(case: &TestCase, node: Node) -> Option<Edit> {
    let new = |token: &[u8]| unquoted(token).map(|name| names::token(name, false));
    if let Some(id) = names::bound(case, node) {
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
