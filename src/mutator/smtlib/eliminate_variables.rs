//! eliminate-variables: replaces a variable everywhere by a term to which an equality makes it equal.

use super::capture::keeps_meaning;
use super::shape::{is_form, operands};
use crate::language::TestCase;
use crate::language::smtlib::{Binding, BindingKind, Role, analysis};
use crate::mutator::proposal::{judged, none};
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, ROOT, Splice};

/// A variable with more uses is left alone until other mutators have removed some of them.
const MOST_USES: usize = 256;

/// The text may grow by so many cells.
const MOST_GROWTH: u32 = 1000;

/// An equality with more operands is left to mutators that shorten lists.
const MOST_OPERANDS: usize = 16;

/// `(= x (+ y 1))`: each `x` → `(+ y 1)`, and the declaration of `x` goes. A pump where the text grows. Refused if the
/// term contains the variable, or if one of its names has another meaning at a use. Constants are never replaced.
pub struct EliminateVariables;

impl Mutator for EliminateVariables {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "eliminate-variables",
                "Replace a variable by a term that is equal to it",
                "smtlib",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        is_form(case.tree(), node, b"=")
            && analysis(case).role(node) == Role::Term
            && operands(case.tree(), node)
                .take(MOST_OPERANDS)
                .any(|operand| variable(case, operand).is_some())
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        if !self.applies(case, node) {
            return none();
        }
        let terms: Vec<Node> = operands(case.tree(), node).take(MOST_OPERANDS).collect();
        let pairs = terms.clone().into_iter().flat_map(move |name| {
            let others = terms.clone().into_iter().filter(move |&term| term != name);
            others.map(move |term| (name, term))
        });
        judged(
            case,
            pairs.filter_map(move |(name, term)| eliminate(case, variable(case, name)?, term)),
        )
    }
}

/// The variable at a token, if it may be eliminated. Those of a `let` are let-substitution's.
fn variable(case: &TestCase, node: Node) -> Option<&Binding> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let binding =
        &analysis.bindings()[analysis.binding(node).filter(|_| !tree.is_list(node))? as usize];
    let is_variable = matches!(
        binding.kind,
        BindingKind::Declared | BindingKind::Quantified | BindingKind::Parameter
    );
    let fits = is_variable && binding.parameters.is_empty() && binding.uses.len() <= MOST_USES;
    fits.then_some(binding)
}

/// Puts the term in the place of each use of the variable, and removes its declaration.
fn eliminate(case: &TestCase, variable: &Binding, term: Node) -> Option<Edit> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let growth = u32::try_from(variable.uses.len())
        .ok()?
        .checked_mul(tree.len(term) - 1)?;
    let is_inside = !variable.uses_in(term..tree.next(term)).is_empty();
    let is_bounded = growth <= MOST_GROWTH;
    let mut uses = variable.uses.iter();
    let fits = is_bounded
        && !is_inside
        && uses.all(|&place| analysis.role(place) == Role::Term)
        && keeps_meaning(case, term, &variable.uses, |_| false);
    let declaration = case.parent(variable.node);
    let is_declared = variable.kind == BindingKind::Declared && case.parent(declaration) == ROOT;
    let gone = is_declared.then(|| Splice::delete(tree, declaration));
    let places = variable.uses.iter().map(|&at| Splice {
        at,
        cells: 1,
        with: vec![Piece::Copy(term)],
    });
    fits.then(|| Edit::new(gone.into_iter().chain(places).collect()))
}
