//! asp-inline-constants: puts the value of a `#const` in the place of its name.

use crate::language::TestCase;
use crate::language::asp::analysis;
use crate::mutator::proposal::judged;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, ROOT, Splice};

/// `#const n = 3. p(1..n).` → `p(1..3).` Applies to the definition.
pub struct InlineConstants;

impl Mutator for InlineConstants {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_asp(
                "asp-inline-constants",
                "Put the value of a `#const` in the place of its name",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        let head = case.tree().head(node);
        let is_definition = head.is_some_and(|head| head.bytes() == b"#const");
        is_definition && case.parent(node) == ROOT && analysis(case).is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let edit = self
            .applies(case, node)
            .then(|| inlined(case, node))
            .flatten();
        judged(case, edit)
    }
}

fn inlined(case: &TestCase, node: Node) -> Option<Edit> {
    let tree = case.tree();
    let (name, value) = (tree.child(node, 1)?, tree.child(node, 2)?);
    let mut splices = vec![Splice::delete(tree, node)];
    let uses = case
        .places(tree.sym(name))
        .iter()
        .filter(|&&place| place != name);
    splices.extend(uses.map(|&at| Splice {
        at,
        cells: 1,
        with: vec![Piece::Copy(value)],
    }));
    Some(Edit::new(splices))
}
