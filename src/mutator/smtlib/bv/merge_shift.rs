//! bv-merge-shift: merges shifts by constants.

use crate::language::TestCase;
use crate::language::smtlib::{Bits, Operator, Role, analysis, operator};
use crate::mutator::proposal::judged;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, ROOT};

/// `(bvshl (bvshl x #x1) #x2)` → `(bvshl x #x3)`. Only if the sum has the same width.
pub struct MergeShift;

impl Mutator for MergeShift {
    fn profile(&self) -> &'static Profile {
        &const { Profile::of_smtlib("bv-merge-shift", "Merge nested shifts by constants", "bv") }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        merged(case, node).is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        judged(case, merged(case, node))
    }
}

fn merged(case: &TestCase, node: Node) -> Option<Edit> {
    let tree = case.tree();
    let shift = tree.head(node).filter(|_| node != ROOT)?;
    let is_shift = operator(shift).is_some_and(Operator::adds_up);
    let parts = |list: Node| -> Option<[Node; 2]> {
        let mut operands = tree.children(list).skip(1);
        let pair = [operands.next()?, operands.next()?];
        operands.next().is_none().then_some(pair)
    };
    let [inner, outer_by] = parts(node).filter(|_| is_shift)?;
    let is_nested = tree.head(inner) == Some(shift) && analysis(case).role(node) == Role::Term;
    let [term, inner_by] = parts(inner).filter(|_| is_nested)?;
    let [a, b] = [outer_by, inner_by].map(|by| Bits::of(tree.sym(by).bytes()));
    let (a, b) = (a?, b?);
    let sum = a.number()?.checked_add(b.number()?)?;
    let merged = Bits::of_number(sum, a.width());
    let fits = a.width() == b.width() && merged.number() == Some(sum);
    let with = [
        Piece::Enter(node),
        Piece::Copy(node + 1),
        Piece::Copy(term),
        Piece::Leaf(merged.shortest()),
        Piece::Close,
    ];
    fits.then(|| Edit::replace(tree, node, with.to_vec()))
}
