//! Mutators that make equations of negations and predicates. Few failures need more than an equation, which is short.

use super::toolkit::capture::variables_within;
use super::toolkit::pieces::word;
use super::toolkit::shape::is_form;
use super::toolkit::values::values;
use crate::language::TestCase;
use crate::language::smtlib::{Role, Sort, analysis, other_literals};
use crate::mutator::proposal::{none, replacing};
use crate::mutator::{At, ByDefault, Edits, Mutator};
use crate::tree::{Edit, Node, Piece, Tree};

/// At most this many values are proposed for each side of an equation.
const MOST_VALUES: usize = 2;

/// `(not (= x (f y)))` → `(= 0 (f y))`, `(= 1 (f y))`, `(= x 0)`, `(= x 1)`; the same for `(distinct x (f y))`.
pub static NEGATED_EQUATION: Mutator = Mutator::smtlib("negated-equation", "core")
    .about("Replace a negated equation by an equation with a value")
    .by_default(ByDefault::InDeepSearches)
    .at(At::Term)
    .only(|case, node| negated(case.tree(), node).is_some())
    .edits(with_values)
    .judged();

/// The two terms of which a formula says that they differ.
fn negated(tree: &Tree, node: Node) -> Option<[Node; 2]> {
    let formula = if is_form(tree, node, b"not") {
        tree.child(node, 1)
            .filter(|&formula| is_form(tree, formula, b"="))?
    } else {
        Some(node).filter(|&node| is_form(tree, node, b"distinct"))?
    };
    let [_, left, right] = tree.elements(formula)?;
    Some([left, right])
}

fn with_values(case: &TestCase, node: Node) -> Edits<'_> {
    let Some([left, right]) = negated(case.tree(), node) else {
        return none();
    };
    let side_values = move |side| {
        let sort = analysis(case).sort(side);
        let others = other_literals(sort)
            .into_iter()
            .map(|value| vec![Piece::Leaf(value)]);
        let values = values(case, sort, node).into_iter().chain(others);
        values.take(MOST_VALUES)
    };
    let instead_of_left = side_values(left).map(move |value| [value, vec![Piece::Copy(right)]]);
    let instead_of_right = side_values(right).map(move |value| [vec![Piece::Copy(left)], value]);
    let equations = instead_of_left
        .chain(instead_of_right)
        .map(|[left, right]| Piece::list([vec![word("=")], left, right].concat()));
    replacing(case, node, equations)
}

/// `(fp.isNaN (fp.add m x y))` → `(= x (fp.add m x y))`: a predicate of one operand becomes an equation of the operand
/// with the first variable of its sort in it.
pub static PREDICATE_TO_EQUATION: Mutator = Mutator::smtlib("predicate-to-equation", "core")
    .about("Replace a predicate of a term by an equation of it with a variable in it")
    .by_default(ByDefault::InDeepSearches)
    .at(At::SortedTerm)
    .only(|case, node| operand_of_predicate(case, node).is_some())
    .edit(|case, node| {
        let operand = operand_of_predicate(case, node)?;
        let sort = |term| analysis(case).sort(term);
        let variable = variables_within(case, operand).find(|&term| sort(term) == sort(operand))?;
        let with = Piece::list([word("="), Piece::Copy(variable), Piece::Copy(operand)]);
        Some(Edit::replace(case.tree(), node, with))
    })
    .judged();

/// The only operand of a predicate, if it is no formula and no token.
fn operand_of_predicate(case: &TestCase, node: Node) -> Option<Node> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let [_, operand] = tree.elements(node)?;
    let is_predicate = analysis.sort(node) == Sort::BOOL && tree.head(node).is_some();
    let sort = analysis.sort(operand);
    let is_compound = tree.is_list(operand) && analysis.role(operand) == Role::Term;
    (is_predicate && is_compound && sort != Sort::BOOL && !sort.has_unknown()).then_some(operand)
}
