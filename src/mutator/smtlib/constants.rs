//! constants: a term becomes a constant of its sort.

use crate::language::TestCase;
use crate::language::smtlib::{Role, Sort};
use crate::mutator::shape::is_smaller_token;
use crate::mutator::{Mutator, everywhere};
use crate::tree::{Edit, Node, Piece, Symbol};

/// `(= x 1)` → `false`, `true`; `x` → `0`, `1`. Only where the sort is known, and not where the term is one of
/// these constants already.
pub struct Constants;

impl Mutator for Constants {
    fn name(&self) -> &'static str {
        "constants"
    }

    fn about(&self) -> &'static str {
        "Replace a term by a constant of its sort"
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        !constants(case, node).is_empty()
    }

    fn nth(&self, case: &TestCase, node: Node, k: usize) -> Option<Edit> {
        let &constant = constants(case, node).get(k)?;
        let with = vec![Piece::Leaf(constant)];
        Some(Edit::replace(case.tree(), node, with))
    }

    fn nth_everywhere(&self, case: &TestCase, node: Node, k: usize) -> Option<Edit> {
        everywhere::repeat(case, node, || self.nth(case, node, k))
    }
}

/// What the node may become.
fn constants(case: &TestCase, node: Node) -> Vec<Symbol> {
    let (tree, analysis) = (case.tree(), case.analysis());
    let sort = analysis.sort(node);
    if analysis.role(node) != Role::Term || sort == Sort::UNKNOWN {
        return Vec::new();
    }
    let mut constants = analysis.constants(sort);
    if tree.is_list(node) {
        return constants;
    }
    let old = tree.sym(node);
    if constants.contains(&old) {
        return Vec::new();
    }
    constants.retain(|&new| is_smaller_token(new, old));
    constants
}
