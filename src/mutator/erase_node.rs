//! erase-node: takes out any node, at any depth.

use super::proposal::simplifications;
use super::{Mutator, Profile, Proposals, UNFILTERED};
use crate::language::TestCase;
use crate::tree::{Edit, Node, ROOT, Splice};
use std::ops::Range;

/// `(and a b c)` → `(and a b)`. First removes the node with the cells that belong to it, if the language names any, then
/// the node alone. In SMT-LIB, a keyword is removed with its value, `(! t :named n)` → `(! t)`, and the
/// list of a grammar's nonterminals with their rules. What its list cannot do without stays: `(= a b)` does not become
/// `(= a)`.
pub struct EraseNode;

/// Like [`EraseNode`], but takes out also what its list cannot do without: `(= a b)` → `(= a)`.
struct EraseAnyNode;

impl Mutator for EraseNode {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_any_language(
                "erase-node",
                "Erase a node, or a keyword together with its value",
                "core",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        erasures(case, node).any(|gone| case.can_spare(&gone))
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let spared = erasures(case, node).filter(|gone| case.can_spare(gone));
        simplifications(spared.map(without))
    }

    fn forms(&self) -> &'static [(&'static str, &'static dyn Mutator)] {
        &[(UNFILTERED, &EraseAnyNode)]
    }
}

impl Mutator for EraseAnyNode {
    fn profile(&self) -> &'static Profile {
        EraseNode.profile()
    }

    fn applies(&self, _case: &TestCase, node: Node) -> bool {
        node != ROOT
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        simplifications(erasures(case, node).map(without))
    }
}

/// What to take out at a node: the cells that are best taken out together, then the node alone. Each is one element of
/// a list, or several neighbouring ones.
fn erasures(case: &TestCase, node: Node) -> impl Iterator<Item = Range<Node>> {
    let alone = case.tree().len(node);
    let together = case.cells_to_remove(node);
    let all = (node != ROOT).then_some(together).into_iter();
    let all = all.chain((node != ROOT && together > alone).then_some(alone));
    all.map(move |cells| node..node + cells)
}

fn without(gone: Range<Node>) -> Edit {
    Edit::new(vec![Splice::delete_all(gone)])
}
