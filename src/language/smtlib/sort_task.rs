//! The tasks that remain during a walk through a term. A stack of them replaces recursion.

use super::{BindingId, Operator, Sort};
use crate::tree::{Node, Symbol};

/// A remaining task. Each finished term leaves its sort on the stack of values.
#[derive(Clone, Copy, Debug)]
pub(super) enum SortTask {
    /// Infer the sort of this term.
    Term(Node),
    /// Infer the sorts of the terms from the first node up to the second one, one after the other. There may be
    /// millions of operands, so they do not get a task each.
    Terms(Node, Node),
    /// Apply the head to the operands, whose sorts are the values above the mark.
    Apply(Node, usize, ApplicationHead),
    /// Bind the token of a `let`. The name stays invisible until all terms of the `let` are done.
    Name(Node),
    /// Bind the token in a binder `(x S t)` in the same way, and leave the sort `S` on the stack of values.
    TypedName(Node),
    /// The term of this binder `(x S t)` is done. Below its sort on the stack is `S`, which is the sort of the name.
    TypedTerm(Node),
    /// Enter the names of a `let`. The sorts of its terms are above the first mark, its names above the second one.
    Let(Node, usize, usize),
    /// The body of a binder is done: leave the bindings that were entered since the mark.
    Leave(Node, usize, BinderSort),
    /// The term of a `!` is done: continue with its attributes.
    Attributes(Node),
    /// Enter the variables in a case of a `match`. The values of the `match` begin at the mark.
    Case(Node, usize),
    /// The cases of a `match` are done. Their sorts are the values above the mark.
    Match(Node, usize),
    /// Drop one sort from the stack of values.
    Drop,
}

/// The sort of a term that binds names, given its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BinderSort {
    /// The sort of the body.
    Same,
    /// `Bool`; the body must be `Bool`, too.
    Bool,
    /// This sort.
    Makes(Sort),
}

/// The head of an application.
#[derive(Clone, Copy, Debug)]
pub(super) enum ApplicationHead {
    /// A name that the text binds.
    Bound(BindingId),
    /// A plain operator.
    Operator(&'static Operator),
    /// An indexed operator, and the list with its indices.
    Indexed(&'static Operator, Node),
    /// `(as f S)`: a name that the text binds, and the sort of the application.
    Qualified(BindingId, Sort),
    /// `(as const S)` or a tester: its name, the sort of its only operand, and that of the application.
    Takes(Symbol, Sort, Sort),
    /// Anything else: the application has this sort, whatever its operands are.
    Makes(Sort),
}
