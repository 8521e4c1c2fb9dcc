//! erase-pair: takes out two neighbouring operands.

use super::shape::{bound_head, operands};
use crate::language::TestCase;
use crate::language::smtlib::{Role, analysis, takes_any_number};
use crate::mutator::proposal::{none, simplifications};
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, ROOT, Splice};

/// `(xor a b c d)` → `(xor c d)`, `(xor a d)`, `(xor a b)`: for operands of which none can go alone, because they cancel
/// each other out. At least two operands stay, so that the term stays one of its operator. Longer lists are left to
/// binary-reduction.
pub struct ErasePair;

/// The largest number of operands.
const MOST: usize = 16;

impl Mutator for ErasePair {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib("erase-pair", "Erase two neighbouring operands", "core")
                .for_deep_searches()
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        let (tree, analysis) = (case.tree(), analysis(case));
        let head = tree.head(node).filter(|_| node != ROOT);
        head.is_some_and(takes_any_number)
            && analysis.role(node) == Role::Term
            && bound_head(case, node).is_none()
            && (4..=MOST).contains(&operands(tree, node).take(MOST + 1).count())
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        if !self.applies(case, node) {
            return none();
        }
        let tree = case.tree();
        let pairs = operands(tree, node).zip(operands(tree, node).skip(1));
        simplifications(pairs.map(move |(first, second)| {
            Edit::new(vec![Splice::delete_all(first..tree.next(second))])
        }))
    }
}
