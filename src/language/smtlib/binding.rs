//! Names that are bound in a text, and the roles of its nodes.

use super::Sort;
use crate::tree::{Node, Symbol};
use std::ops::Range;

/// An index into [`super::Analysis::bindings`].
pub type BindingId = u32;

/// No binding.
pub(super) const NONE: BindingId = BindingId::MAX;

/// What a name stands for. Texts bind names of terms and of sorts only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Space {
    Term,
    Sort,
    /// A command.
    Command,
    /// An operator with indices.
    Indexed,
}

/// A name and its space.
pub(super) type ScopedName = (Symbol, Space);

/// How a name came to be bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BindingKind {
    /// `declare-fun`, `declare-const` and similar commands.
    Declared,
    /// `define-fun` and similar commands.
    Defined,
    /// `declare-sort`, `define-sort`, a datatype's name.
    Sort,
    /// A datatype's constructor, selector or tester.
    Datatype,
    /// A binder of `let`.
    Let,
    /// A variable of `forall`, `exists`, `lambda`, …
    Quantified,
    /// A parameter of a definition, or of a parametric sort.
    Parameter,
    /// A nonterminal in the grammar of a function to be synthesised.
    Nonterminal,
    /// `(! t :named n)`
    Named,
}

impl BindingKind {
    /// Whether the name belongs to a variable, which is visible only in a term.
    pub fn is_variable(self) -> bool {
        use BindingKind::{Let, Parameter, Quantified};
        matches!(self, Let | Quantified | Parameter)
    }
}

/// A name that the text binds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The name. Its quoted and unquoted spellings are the same name.
    pub name: Symbol,
    /// How the name is bound.
    pub kind: BindingKind,
    /// The token that binds the name.
    pub node: Node,
    /// Where the name is visible.
    pub scope: Range<Node>,
    /// The sort of the named term; for a function, the sort of its result.
    pub sort: Sort,
    /// The sorts of a function's parameters.
    pub parameters: Vec<Sort>,
    /// The tokens that refer to the binding, in order.
    pub uses: Vec<Node>,
    pub(super) space: Space,
    /// The binding that it shadows.
    pub(super) outer: BindingId,
    /// Whether the binding is visible to later commands.
    pub(super) global: bool,
    /// The node from which on the command that makes a global binding sees it itself; [`Node::MAX`] for nowhere.
    pub(super) early: Node,
}

impl Binding {
    /// The name, in its space.
    pub(super) fn key(&self) -> ScopedName {
        (self.name, self.space)
    }

    /// Of two bindings of a name that are visible at a place, the one that begins later shadows the other one.
    pub(super) fn begin(&self) -> (Node, Node) {
        (self.scope.start, self.node)
    }

    /// The uses among these nodes.
    pub fn uses_in(&self, nodes: Range<Node>) -> &[Node] {
        let place = |node| self.uses.partition_point(|&used| used < node);
        &self.uses[place(nodes.start)..place(nodes.end)]
    }
}

/// The role of a node in its text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Role {
    /// A top-level command.
    Command,
    /// A term.
    Term,
    /// A sort.
    Sort,
    /// A token that binds a name.
    Name,
    /// The list of a `let`'s binders, a quantifier's variables or a definition's parameters.
    Binders,
    /// An element of such a list: `(x t)` or `(x S)`.
    Binder,
    /// The list of the rules of a nonterminal, which are terms.
    Rules,
    /// Anything else: keywords, attributes, indices, heads, and what is not understood.
    #[default]
    Other,
}
