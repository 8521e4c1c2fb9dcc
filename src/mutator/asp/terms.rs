//! Terms are replaced by one of their parts, and constants by their values.

use crate::language::TestCase;
use crate::language::asp::{Role, analysis};
use crate::mutator::proposal::replacing;
use crate::mutator::{At, Mutator};
use crate::tree::{Edit, Node, Piece, Splice, Symbol};

/// At most this many parts are tried.
const MOST: usize = 6;

/// `f(X,1+Y)` → `X`, `1+Y`; `a : b, c` → `a`; `1..n` → `1`; `3@2` → `3`.
pub static REPLACE_BY_PART: Mutator = Mutator::asp("asp-replace-by-part")
    .about("Replace a term or a conditional literal by one of its parts")
    .only(|case, node| {
        let head = case.tree().head(node).map(Symbol::bytes);
        match analysis(case).role(node) {
            Role::Term => head.is_some(),
            Role::Literal => head == Some(b":"),
            _ => false,
        }
    })
    .edits(|case, node| {
        let parts = case.tree().children(node).skip(1).take(MOST);
        replacing(case, node, parts.map(|part| [Piece::Copy(part)]))
    });

/// `#const n = 3. p(1..n).` → `p(1..3).` Applies to the definition.
pub static INLINE_CONSTANTS: Mutator = Mutator::asp("asp-inline-constants")
    .about("Put the value of a `#const` in the place of its name")
    .at(At::Command(b"#const"))
    .edit(inlined)
    .unasked()
    .judged();

fn inlined(case: &TestCase, node: Node) -> Option<Edit> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let (name, value) = (tree.child(node, 1)?, tree.child(node, 2)?);
    let mut splices = vec![Splice::delete(tree, node)];
    let places = case.places(tree.sym(name)).iter().copied();
    let uses = places.filter(|&place| analysis.is_term(tree, place));
    splices.extend(uses.map(|at| Splice::replace(tree, at, vec![Piece::Copy(value)])));
    Some(Edit::new(splices))
}
