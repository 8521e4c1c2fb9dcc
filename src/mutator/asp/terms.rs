//! asp-replace-by-part: a term becomes one of its parts, an element one of its literals.

use crate::language::TestCase;
use crate::language::asp::{Role, analysis};
use crate::mutator::proposal::simplifications;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, Symbol};

/// At most this many parts are tried.
const MOST: usize = 6;

/// `f(X,1+Y)` → `X`, `1+Y`; `a : b, c` → `a`; `1..n` → `1`; `3@2` → `3`.
pub struct ReplaceByPart;

impl Mutator for ReplaceByPart {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_asp(
                "asp-replace-by-part",
                "Replace a term or a conditional literal by one of its parts",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        let head = case.tree().head(node).map(Symbol::bytes);
        let role = analysis(case).map(|analysis| analysis.role(node));
        match role {
            Some(Role::Term) => head.is_some(),
            Some(Role::Literal) => head == Some(b":"),
            _ => false,
        }
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let parts = if self.applies(case, node) { MOST } else { 0 };
        let parts = case.tree().children(node).skip(1).take(parts);
        simplifications(
            parts.map(move |part| Edit::replace(case.tree(), node, vec![Piece::Copy(part)])),
        )
    }
}
