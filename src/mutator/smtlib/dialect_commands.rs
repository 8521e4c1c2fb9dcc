//! dialect-commands: replaces commands by shorter ones that only some solvers know.

use crate::language::TestCase;
use crate::mutator::proposal::judged;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, ROOT, Symbol};

/// `(check-sat)` → `(push)`, which makes some solvers read the assertions; `(check-sat-assuming (p q))` →
/// `(check-sat p q)`; `(declare-const x Int)` → `(declare-var x Int)`; `(push 1)` → `(push)`.
pub struct DialectCommands;

impl Mutator for DialectCommands {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "dialect-commands",
                "Replace a command by a shorter one that only some solvers know",
                "smtlib",
            )
            .off_by_default()
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        node != ROOT && case.parent(node) == ROOT && shorter(case, node).is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let edit = self.applies(case, node).then(|| shorter(case, node));
        judged(case, edit.flatten())
    }
}

fn shorter(case: &TestCase, node: Node) -> Option<Edit> {
    let tree = case.tree();
    let renamed = |name: &[u8]| {
        let head = Piece::Leaf(Symbol::of(name));
        Edit::replace(tree, node + 1, vec![head])
    };
    let first = tree.child(node, 1);
    match tree.head(node)?.bytes() {
        b"check-sat" if first.is_none() => Some(renamed(b"push")),
        b"check-sat-assuming" => {
            let assumed = first.filter(|&list| tree.is_list(list))?;
            let terms = tree.children(assumed).map(Piece::Copy).collect();
            let flat = Edit::replace(tree, assumed, terms);
            Some(Edit::join(tree, [renamed(b"check-sat"), flat]))
        }
        b"declare-const" => Some(renamed(b"declare-var")),
        b"push" => first.map(|levels| Edit::delete(tree, levels)),
        _ => None,
    }
}
