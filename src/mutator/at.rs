//! Where a mutator looks.

use crate::language::{TestCase, asp, smtlib};
use crate::tree::{Node, ROOT};

/// The nodes at which a mutator looks. This is data, so whether a node is one of them is found out without calling the
/// mutator.
///
/// Only mutators of SMT-LIB may look at terms and roles of SMT-LIB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// All nodes.
    Any,
    /// The root, for the text as a whole.
    Root,
    /// All top-level expressions.
    TopLevel,
    /// The top-level lists with this head.
    Command(&'static [u8]),
    /// The lists with this head, at any depth.
    Head(&'static [u8]),
    /// The terms of SMT-LIB.
    Term,
    /// The terms of SMT-LIB whose sorts are known.
    SortedTerm,
    /// The nodes with this role in SMT-LIB.
    Role(smtlib::Role),
    /// The first statement of an answer-set program, for the program as a whole.
    Program,
    /// The nodes with this role in an answer-set program.
    Asp(asp::Role),
}

impl At {
    /// Whether the mutator looks at this node.
    pub(super) fn holds(self, case: &TestCase, node: Node) -> bool {
        let is_top_level = || node != ROOT && case.parent(node) == ROOT;
        let has_head = |head: &[u8]| {
            node != ROOT && (case.tree().head(node)).is_some_and(|sym| sym.bytes() == head)
        };
        let role = || smtlib::analysis(case).role(node);
        match self {
            At::Any => true,
            At::Root => node == ROOT,
            At::TopLevel => is_top_level(),
            At::Command(head) => has_head(head) && is_top_level(),
            At::Head(head) => has_head(head),
            At::Term => role() == smtlib::Role::Term,
            At::SortedTerm => {
                role() == smtlib::Role::Term
                    && smtlib::analysis(case).sort(node) != smtlib::Sort::UNKNOWN
            }
            At::Role(wanted) => role() == wanted,
            At::Program => node == 1,
            At::Asp(wanted) => asp::analysis(case).role(node) == wanted,
        }
    }
}
