//! Names that are bound in a text, and what its nodes are.

use super::Sort;
use crate::tree::{Node, Symbol};
use std::ops::Range;

/// An index into [`super::Analysis::bindings`].
pub type BindingId = u32;

/// How a name came to be bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BindingKind {
    /// `declare-fun`, `declare-const` and their kin.
    Declared,
    /// `define-fun` and its kin.
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
    /// `(! t :named n)`
    Named,
}

/// A name bound somewhere.
#[derive(Clone, Debug)]
pub struct Binding {
    /// The name; quoted and unquoted spellings are one.
    pub name: Symbol,
    /// How it is bound.
    pub kind: BindingKind,
    /// The token that binds it.
    pub node: Node,
    /// Where it is visible.
    pub scope: Range<Node>,
    /// Its sort; of a function, the result's.
    pub sort: Sort,
    /// The sorts of a function's parameters.
    pub parameters: Vec<Sort>,
    /// The tokens that refer to it, in order.
    pub uses: Vec<Node>,
}

impl Binding {
    /// The uses among these nodes.
    pub fn uses_in(&self, nodes: Range<Node>) -> &[Node] {
        let place = |node| self.uses.partition_point(|&used| used < node);
        &self.uses[place(nodes.start)..place(nodes.end)]
    }
}

/// What a node is in its text.
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
    /// The list of a `let`'s binders, a quantifier's variables, a definition's parameters.
    Binders,
    /// One of those: `(x t)` or `(x S)`.
    Binder,
    /// Anything else: keywords, attributes, indices, heads, what is not understood.
    #[default]
    Other,
}
