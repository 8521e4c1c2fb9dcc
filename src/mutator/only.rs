//! A mutator held to the top-level commands of one kind.

use super::Mutator;
use crate::language::TestCase;
use crate::tree::{Edit, Node, ROOT};

/// The mutator, at top-level expressions with this head only.
pub struct Only {
    /// The head; none for any, tokens included.
    head: Option<&'static [u8]>,
    mutator: &'static dyn Mutator,
}

impl Only {
    /// Held to the commands with this head.
    pub const fn headed(head: &'static [u8], mutator: &'static dyn Mutator) -> Only {
        Only {
            head: Some(head),
            mutator,
        }
    }

    /// Held to the top level.
    pub const fn top_level(mutator: &'static dyn Mutator) -> Only {
        Only {
            head: None,
            mutator,
        }
    }

    fn covers(&self, case: &TestCase, node: Node) -> bool {
        let headed = |head| {
            case.tree()
                .head(node)
                .is_some_and(|sym| sym.bytes() == head)
        };
        node != ROOT && case.parent(node) == ROOT && self.head.is_none_or(headed)
    }
}

impl Mutator for Only {
    fn name(&self) -> &'static str {
        self.mutator.name()
    }

    fn about(&self) -> &'static str {
        self.mutator.about()
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        self.covers(case, node) && self.mutator.applies(case, node)
    }

    fn nth(&self, case: &TestCase, node: Node, k: usize) -> Option<Edit> {
        self.covers(case, node)
            .then(|| self.mutator.nth(case, node, k))?
    }

    fn nth_everywhere(&self, case: &TestCase, node: Node, k: usize) -> Option<Edit> {
        self.covers(case, node)
            .then(|| self.mutator.nth_everywhere(case, node, k))?
    }
}
