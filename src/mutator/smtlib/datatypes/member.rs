//! Names of constructors and selectors, and where they are declared.

use crate::language::TestCase;
use crate::language::smtlib::{BindingKind, analysis};
use crate::tree::Node;

/// The token in the declaration of a datatype that binds the name `f` or `(as f S)`.
pub(super) fn member_of(case: &TestCase, head: Node) -> Option<Node> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let is_qualified = tree.head(head).is_some_and(|word| word.bytes() == b"as");
    let token = if is_qualified {
        tree.child(head, 1)?
    } else {
        head
    };
    let binding = &analysis.bindings()[analysis.binding(token)? as usize];
    (binding.kind == BindingKind::Datatype && binding.node != token).then_some(binding.node)
}
