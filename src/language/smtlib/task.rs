//! What is still to be done in a walk through a term: the stack that takes the place of recursion.

use super::operators::Operator;
use super::{BindingId, Sort};
use crate::tree::{Node, Symbol};

/// What is still to be done; each term leaves its sort on the stack of values.
#[derive(Clone, Copy, Debug)]
pub(super) enum Task {
    /// Infer the sort of this term.
    Term(Node),
    /// The operands lie above `mark`: apply the head to them.
    Apply(Node, usize, Head),
    /// Bind the token of a `let`, unseen until its terms are done.
    Name(Node),
    /// The terms of a `let` lie above the first mark, its names above the second.
    Let(Node, usize, usize),
    /// The body is done: leave what was entered since the mark.
    Leave(Node, usize, Body),
    /// The term of a `!` is done: its attributes follow.
    Attributes(Node),
    /// Enter the variables of a case of the match whose values begin at the mark.
    Case(Node, usize),
    /// The cases lie above the mark.
    Match(Node, usize),
    /// Forget one sort.
    Drop,
}

/// What a binder makes of its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Body {
    /// What the body is.
    Same,
    /// The body must be `Bool`, and so is the whole.
    Bool,
    /// This.
    Makes(Sort),
}

/// What is applied.
#[derive(Clone, Copy, Debug)]
pub(super) enum Head {
    Bound(BindingId),
    Operator(Operator, Symbol),
    Indexed(Operator, Node),
    Makes(Sort),
}
