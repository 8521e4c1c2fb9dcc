//! Definitions of functions, and copies of their bodies with operands in the place of parameters.

use super::shape::is_form;
use crate::language::TestCase;
use crate::language::smtlib::{BindingId, BindingKind, analysis};
use crate::tree::{Node, Piece, ROOT};

/// A `define-fun` or `define-const` at the top level. Recursive functions are none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Definition {
    /// The whole command.
    pub(super) command: Node,
    /// The list of parameters; a `define-const` has none.
    pub(super) parameters: Option<Node>,
    /// The body.
    pub(super) body: Node,
}

impl Definition {
    /// The definition of a name.
    pub(super) fn of(case: &TestCase, id: BindingId) -> Option<Definition> {
        let binding = &analysis(case).bindings()[id as usize];
        if binding.kind != BindingKind::Defined {
            return None;
        }
        let (tree, command) = (case.tree(), case.parent(binding.node));
        if case.parent(command) != ROOT || tree.child(command, 1) != Some(binding.node) {
            return None;
        }
        let parts: Vec<Node> = tree.children(command).collect();
        let (parameters, body) = match parts[..] {
            [_, _, parameters, _, body] if is_form(tree, command, b"define-fun") => {
                (Some(parameters), body)
            }
            [_, _, _, body] if is_form(tree, command, b"define-const") => (None, body),
            _ => return None,
        };
        Some(Definition {
            command,
            parameters,
            body,
        })
    }

    /// The names of the parameters.
    pub(super) fn names(&self, case: &TestCase) -> Option<Vec<BindingId>> {
        let binders = self
            .parameters
            .into_iter()
            .flat_map(|list| case.tree().children(list));
        binders
            .map(|binder| analysis(case).binding(binder + 1))
            .collect()
    }
}

/// A copy of a term in which nodes, in order and none inside another, are replaced by copies of other nodes.
pub(super) fn copy_with(case: &TestCase, term: Node, replaced: &[(Node, Node)]) -> Vec<Piece> {
    let tree = case.tree();
    let mut replaced = replaced.iter().copied().peekable();
    let mut open: Vec<Node> = Vec::new(); // where the open lists end
    let mut with = Vec::new();
    let mut node = term;
    while node < tree.next(term) {
        if let Some((_, new)) = replaced.next_if(|&(old, _)| old == node) {
            with.push(Piece::Copy(new));
            node = tree.next(node);
        } else if replaced
            .peek()
            .is_none_or(|&(old, _)| tree.next(node) <= old)
        {
            with.push(Piece::Copy(node));
            node = tree.next(node);
        } else {
            with.push(Piece::Open);
            open.push(tree.next(node));
            node += 1;
        }
        while open.last() == Some(&node) {
            open.pop();
            with.push(Piece::Close);
        }
    }
    with
}
