//! str-contains-to-concat: replaces a test for a part of a string by a concatenation around that part.

use crate::language::TestCase;
use crate::language::smtlib::{Role, analysis};
use crate::mutator::proposal::judged;
use crate::mutator::smtlib::shape::is_form;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, Splice, Symbol};

/// `(str.contains v w)` → `(= v (str.++ p w s))` with two new constants `p` and `s`, there and at all equal terms. A pump,
/// because it has more cells. The constants are declared before the command of the first one.
pub struct ContainsToConcat;

impl Mutator for ContainsToConcat {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "str-contains-to-concat",
                "Replace str.contains by an equality with a concatenation",
                "strings",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        let tree = case.tree();
        is_form(tree, node, b"str.contains")
            && analysis(case).role(node) == Role::Term
            && tree.child(node, 2).is_some()
            && tree.child(node, 3).is_none()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let edit = self.applies(case, node).then(|| concatenated(case, node));
        judged(case, edit.flatten())
    }
}

fn concatenated(case: &TestCase, node: Node) -> Option<Edit> {
    let tree = case.tree();
    let word = |text: &str| Piece::Leaf(Symbol::of(text.as_bytes()));
    let names = ["prefix", "suffix"].map(|kind| Piece::Leaf(fresh(case, kind, node)));
    let declare = |name| {
        [
            Piece::Open,
            word("declare-const"),
            name,
            word("String"),
            Piece::Close,
        ]
    };
    let mut splices = vec![Splice {
        at: analysis(case).command(node)?,
        cells: 0,
        with: names.into_iter().flat_map(declare).collect(),
    }];
    for at in std::iter::once(node).chain(case.equal_subterms(node)) {
        let (whole, part) = (tree.child(at, 1)?, tree.child(at, 2)?);
        let [prefix, suffix] = names;
        let mut with = vec![Piece::Enter(at), word("="), Piece::Copy(whole)];
        let concatenation = [
            Piece::Open,
            word("str.++"),
            prefix,
            Piece::Copy(part),
            suffix,
        ];
        with.extend(
            concatenation
                .into_iter()
                .chain([Piece::Close, Piece::Close]),
        );
        splices.push(Splice::replace(tree, at, with));
    }
    Some(Edit::new(splices))
}

/// A name that the text does not contain, different for each node, so that edits can be joined.
fn fresh(case: &TestCase, kind: &str, node: Node) -> Symbol {
    let mut name = format!("{kind}{node}");
    while case.has_token(Symbol::of(name.as_bytes())) {
        name.push('_');
    }
    Symbol::of(name.as_bytes())
}
