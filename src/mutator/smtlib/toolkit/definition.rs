//! Definitions of functions and sorts.

use super::shape::{bound_head, declared};
use crate::language::TestCase;
use crate::language::smtlib::{BindingId, BindingKind, Declares, analysis};
use crate::tree::{Node, ROOT};

/// A `define-fun`, `define-const` or `define-sort` at the top level. Recursive functions are none.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    /// The name that it defines.
    pub(crate) id: BindingId,
    /// The whole command.
    pub(crate) command: Node,
    /// The names of its parameters; a `define-const` has none.
    pub(crate) parameters: Vec<BindingId>,
    /// The body.
    pub(crate) body: Node,
}

impl Definition {
    /// The definition of a name.
    pub(crate) fn of(case: &TestCase, id: BindingId) -> Option<Definition> {
        let (tree, command) = (case.tree(), Definition::command(case, id)?);
        let parts: Vec<Node> = tree.children(command).collect();
        let (parameters, body) = match (declared(tree, command)?, &parts[..]) {
            (Declares::FunctionDefinition { .. }, &[_, _, parameters, _, body]) => {
                let parameters = tree.children(parameters);
                let names = parameters.map(|binder| bound_head(case, binder));
                (names.collect::<Option<_>>()?, body)
            }
            (Declares::ConstantDefinition, &[_, _, _, body]) => (Vec::new(), body),
            (Declares::SortDefinition, &[_, _, parameters, sort]) => {
                let parameters = tree.children(parameters);
                let names = parameters.map(|token| analysis(case).binding(token));
                (names.collect::<Option<_>>()?, sort)
            }
            _ => return None,
        };
        Some(Definition {
            id,
            command,
            parameters,
            body,
        })
    }

    /// The command that defines a name, if it may be a definition.
    pub(crate) fn command(case: &TestCase, id: BindingId) -> Option<Node> {
        let binding = &analysis(case).bindings()[id as usize];
        let command = case.parent(binding.node);
        let is_own = matches!(binding.kind, BindingKind::Defined | BindingKind::Sort)
            && case.parent(command) == ROOT
            && is_definition(case, command)
            && binding.node == command + 2;
        is_own.then_some(command)
    }
}

/// Whether the node is such a command.
pub(crate) fn is_definition(case: &TestCase, node: Node) -> bool {
    let is_command = node != ROOT && case.parent(node) == ROOT;
    let declared = declared(case.tree(), node).filter(|_| is_command);
    declared.is_some_and(|declared| match declared {
        Declares::FunctionDefinition { recursive } => !recursive,
        Declares::ConstantDefinition | Declares::SortDefinition => true,
        Declares::Function
        | Declares::Constant
        | Declares::Sort
        | Declares::MutualDefinitions
        | Declares::Datatypes => false,
    })
}
