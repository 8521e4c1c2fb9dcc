//! replace-by-variable: replaces a term by a variable of its sort.

use super::all_occurrences;
use super::shape::is_smaller_token;
use crate::language::TestCase;
use crate::language::smtlib::{Binding, BindingKind, LiteralKind, Role, Sort, analysis};
use crate::mutator::proposal::{none, simplifications};
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, Symbol};

/// At most this many variables are tried for a term. In a text with hundreds of variables, a later one hardly ever
/// succeeds where all of the first ones fail; and in a small text, all variables are among the first ones.
const MOST: usize = 2;

/// `(+ x 42)` → any variable of the same sort that is visible there. A variable is only replaced by one with a smaller
/// name: one with fewer bytes, or with as many bytes but bytewise smaller.
pub struct ReplaceByVariable;

impl Mutator for ReplaceByVariable {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "replace-by-variable",
                "Replace a term by a variable of its sort",
                "core",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        let (tree, analysis) = (case.tree(), analysis(case));
        analysis.role(node) == Role::Term
            && analysis.sort(node) != Sort::UNKNOWN
            && (tree.is_list(node) || LiteralKind::of(tree.sym(node).bytes()).is_none())
            && !is_single_use(case, node)
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let variables = self.applies(case, node).then(|| variables(case, node));
        simplifications(
            variables
                .into_iter()
                .flatten()
                .map(move |variable| Edit::replace(case.tree(), node, vec![Piece::Leaf(variable)])),
        )
    }

    fn proposals_at_all_occurrences<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        // All uses of a name are left to merge-symbols.
        if analysis(case).binding(node).is_some() {
            return none();
        }
        all_occurrences::repeated(case, node, || self.proposals(case, node))
    }
}

/// The variables that may replace the node, in the order in which they are bound.
fn variables(case: &TestCase, node: Node) -> impl Iterator<Item = Symbol> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let old = tree.sym(node);
    analysis
        .variables(analysis.sort(node), node)
        .map(|id| &analysis.bindings()[id as usize])
        .filter(|binding| is_variable(binding))
        .map(|binding| tree.sym(binding.node))
        .filter(move |&name| tree.is_list(node) || is_smaller_token(name, old))
        .take(MOST)
}

/// Whether the token is the only use of a declaration. Then merge-symbols replaces it, together with the declaration.
fn is_single_use(case: &TestCase, node: Node) -> bool {
    let analysis = analysis(case);
    let binding = analysis
        .binding(node)
        .filter(|_| !case.tree().is_list(node));
    binding.is_some_and(|id| {
        let binding = &analysis.bindings()[id as usize];
        binding.kind == BindingKind::Declared && binding.uses.len() == 1
    })
}

fn is_variable(binding: &Binding) -> bool {
    binding.parameters.is_empty()
        && match binding.kind {
            BindingKind::Declared
            | BindingKind::Let
            | BindingKind::Quantified
            | BindingKind::Parameter
            | BindingKind::Nonterminal => true,
            BindingKind::Defined
            | BindingKind::Sort
            | BindingKind::Datatype
            | BindingKind::Named => false,
        }
}
