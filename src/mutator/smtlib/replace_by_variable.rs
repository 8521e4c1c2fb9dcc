//! replace-by-variable: a term becomes a variable of its sort.

use crate::language::TestCase;
use crate::language::smtlib::{Binding, BindingKind, Literal, Role, Sort};
use crate::mutator::shape::is_smaller_token;
use crate::mutator::{Mutator, everywhere};
use crate::tree::{Edit, Node, Piece, Symbol};

/// More variables are not tried at one term: in a text with hundreds of them, hardly one does what none of the
/// first did, and once the text is small all are among the first.
const MOST: usize = 16;

/// `(+ x 42)` → any variable of its sort that is visible there; a variable only to one whose name is smaller:
/// fewer bytes, or bytewise before it.
pub struct ReplaceByVariable;

impl Mutator for ReplaceByVariable {
    fn name(&self) -> &'static str {
        "replace-by-variable"
    }

    fn about(&self) -> &'static str {
        "Replace a term by a variable of its sort"
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        let (tree, analysis) = (case.tree(), case.analysis());
        analysis.role(node) == Role::Term
            && analysis.sort(node) != Sort::UNKNOWN
            && (tree.is_list(node) || Literal::of(tree.sym(node).bytes()).is_none())
    }

    fn nth(&self, case: &TestCase, node: Node, k: usize) -> Option<Edit> {
        if !self.applies(case, node) {
            return None;
        }
        let variable = variables(case, node).nth(k)?;
        let with = vec![Piece::Leaf(variable)];
        Some(Edit::replace(case.tree(), node, with))
    }

    fn nth_everywhere(&self, case: &TestCase, node: Node, k: usize) -> Option<Edit> {
        everywhere::repeat(case, node, || self.nth(case, node, k))
    }
}

/// The variables that the node may become, in the order in which they are bound.
fn variables(case: &TestCase, node: Node) -> impl Iterator<Item = Symbol> {
    let (tree, analysis) = (case.tree(), case.analysis());
    let old = tree.sym(node);
    analysis
        .variables(analysis.sort(node), node)
        .map(|id| &analysis.bindings()[id as usize])
        .filter(|binding| is_variable(binding))
        .map(|binding| tree.sym(binding.node))
        .filter(move |&name| tree.is_list(node) || is_smaller_token(name, old))
        .take(MOST)
}

fn is_variable(binding: &Binding) -> bool {
    binding.parameters.is_empty()
        && match binding.kind {
            BindingKind::Declared
            | BindingKind::Let
            | BindingKind::Quantified
            | BindingKind::Parameter => true,
            BindingKind::Defined
            | BindingKind::Sort
            | BindingKind::Datatype
            | BindingKind::Named => false,
        }
}
