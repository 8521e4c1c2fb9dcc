//! erase-node: takes out any node, at any depth.

use super::proposal::simplifications;
use super::{Mutator, Pass, Profile, Proposals};
use crate::language::TestCase;
use crate::tree::{Edit, Node, ROOT, Splice};

/// `(and a b)` → `(and a)`. First removes the node with the cells that belong to it, if the language names any, then
/// the node alone. In SMT-LIB, a keyword is removed with its value, `(! t :named n)` → `(! t)`, and the
/// list of a grammar's nonterminals with their rules.
pub struct EraseNode;

impl Mutator for EraseNode {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_any_language(
                "erase-node",
                "Erase a node, or a keyword together with its value",
                "core",
                &[
                    (Pass::Commands, 1),
                    (Pass::Terms, 3),
                    (Pass::Promising, 1),
                    (Pass::Lists, 1),
                    (Pass::Levels, 0),
                ],
            )
        }
    }

    fn applies(&self, _case: &TestCase, node: Node) -> bool {
        node != ROOT
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let alone = case.tree().len(node);
        let together = case.cells_to_remove(node);
        let all = (node != ROOT).then_some(together).into_iter();
        let all = all.chain((node != ROOT && together > alone).then_some(alone));
        simplifications(all.map(move |cells| {
            Edit::new(vec![Splice {
                at: node,
                cells,
                with: Vec::new(),
            }])
        }))
    }

    fn coarse_forms(&self) -> &'static [(u8, &'static dyn Mutator)] {
        &[(2, &EraseNode)]
    }
}
