//! arith-split-nary-relations: replaces a chain of relations by a conjunction.

use super::super::shape::bound_head;
use crate::language::TestCase;
use crate::language::smtlib::{Operator, Role, analysis, operator};
use crate::mutator::proposal::judged;
use crate::mutator::smtlib::shape::operands;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, ROOT, Symbol};

/// `(< a b c d)` → `(and (< a b) (< b c) (< c d))`, for all relations, equality included. A pump, because it has more
/// cells. Of a `distinct`, which is no chain,
/// only neighbours stay distinct, as in ddSMT.
pub struct SplitNaryRelations;

impl Mutator for SplitNaryRelations {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "arith-split-nary-relations",
                "Replace a relation of many operands by a conjunction",
                "arithmetic",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        let tree = case.tree();
        let head = tree.head(node).filter(|_| node != ROOT);
        head.and_then(operator).is_some_and(Operator::is_relation)
            && analysis(case).role(node) == Role::Term
            && bound_head(case, node).is_none()
            && tree.child(node, 3).is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        judged(case, self.applies(case, node).then(|| split(case, node)))
    }
}

fn split(case: &TestCase, node: Node) -> Edit {
    let tree = case.tree();
    let terms: Vec<Node> = operands(tree, node).collect();
    let mut with = vec![Piece::Open, Piece::Leaf(Symbol::of(b"and"))];
    for pair in terms.windows(2) {
        let relation = Piece::Leaf(tree.sym(node + 1));
        let [a, b] = [pair[0], pair[1]].map(Piece::Copy);
        with.extend([Piece::Open, relation, a, b, Piece::Close]);
    }
    with.push(Piece::Close);
    Edit::replace(tree, node, with)
}
