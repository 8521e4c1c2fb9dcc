//! form: a term is replaced by a shorter one that applies a simple operator to parts of it.

use super::toolkit::capture::uses_name_bound_between;
use super::toolkit::shape::operands;
use super::toolkit::values::{cells, default};
use crate::language::TestCase;
use crate::language::smtlib::{Operator, Role, Sort, analysis, yielding};
use crate::mutator::proposal::replacing;
use crate::mutator::{At, Edits, Mutator};
use crate::tree::{Node, Piece, Symbol};

/// At most this many parts of a term are considered.
const MOST_PARTS: usize = 16;

/// At most this many pairs of parts are proposed.
const MOST_PAIRS: usize = 3;

/// `(bvult (bvmul x y) (f z))` → `(= x y)`; `(select (store a i x) (f y z))` → `(+ x y)`; `(and p (< (* x y) z))` →
/// `(= (* x y) 0)`; `(= (fp.neg x) (_ +zero 2 3))` → `(fp.isNaN (fp.neg x))`.
///
/// The parts are operands, and operands of operands. A formula becomes an equation of two parts of one sort, or of its
/// largest part that is no formula and a default, or a predicate of this part. A term of another sort becomes a sum, a
/// disjunction of bits or a concatenation of two parts of its sort.
pub static FORM: Mutator = Mutator::smtlib("form", "smtlib")
    .about("Replace a term by a simple operator on one or two parts of it")
    .at(At::Term)
    .only(|case, node| case.tree().len(node) > 3 && !analysis(case).sort(node).has_unknown())
    .edits(simple_forms)
    .judged();

fn simple_forms(case: &TestCase, node: Node) -> Edits<'_> {
    let sort = analysis(case).sort(node);
    let part = (sort == Sort::BOOL)
        .then(|| largest_part(case, node))
        .flatten();
    let two: Vec<Vec<Piece>> = pairs(case, node, &parts(case, node))
        .into_iter()
        .map(|(a, b)| vec![Piece::Copy(a), Piece::Copy(b)])
        .chain(part.and_then(|part| with_default(case, part, node)))
        .collect();
    let joined = (!two.is_empty()).then(|| join(sort)).flatten();
    // Which predicate there is takes a look at all operators, so it is found out only if the edit is asked for.
    let tested = std::iter::once_with(move || {
        let part = part?;
        let predicate = predicate(analysis(case).sort(part))?;
        Some((predicate, vec![Piece::Copy(part)]))
    });
    let forms = joined
        .into_iter()
        .flat_map(move |operator| two.clone().into_iter().map(move |two| (operator, two)))
        .chain(tested.flatten())
        .filter(move |(operator, operands)| is_new(case, node, *operator, operands))
        .map(|(operator, operands)| Piece::list([vec![Piece::Leaf(operator)], operands].concat()));
    replacing(case, node, forms)
}

/// The predicate with the shortest name that the theories declare for terms of this sort alone.
fn predicate(sort: Sort) -> Option<Symbol> {
    let takes =
        |operands: &[Sort]| matches!(*operands, [only] if only == sort || only.has_unknown());
    yielding(Sort::BOOL)
        .filter(|operator| {
            operator
                .yielding(Sort::BOOL)
                .any(|operands| takes(&operands))
        })
        .filter(|operator| operator.result(&[], &[sort]) == Some(Sort::BOOL))
        .map(Operator::name)
        .min_by_key(|name| (name.bytes().len(), name.bytes()))
}

/// The operator that makes a term of this sort from two terms: for formulas from two terms of any one sort, otherwise
/// from two terms of this sort. It is the one with the shortest name among those that the theories declare and for
/// which some operand makes no difference.
fn join(sort: Sort) -> Option<Symbol> {
    let takes = |operands: &[Sort]| match *operands {
        [a, b] if sort == Sort::BOOL => a == b && a.has_unknown(),
        [a, b] => a == sort && b == sort,
        _ => false,
    };
    let joins = |operator: &&Operator| {
        let is_loose = sort == Sort::BOOL || operator.has_neutral();
        is_loose && operator.yielding(sort).any(|operands| takes(&operands))
    };
    yielding(sort)
        .filter(|operator| operator.indices() == 0)
        .filter(joins)
        .map(Operator::name)
        .min_by_key(|name| name.bytes().len())
}

/// The operands and their operands that keep their meaning instead of the term, in order.
fn parts(case: &TestCase, node: Node) -> Vec<Node> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let direct: Vec<Node> = operands(tree, node).take(MOST_PARTS).collect();
    let deeper = direct
        .iter()
        .filter(|&&operand| tree.is_list(operand))
        .flat_map(|&operand| operands(tree, operand).take(MOST_PARTS));
    direct
        .iter()
        .copied()
        .chain(deeper)
        .filter(|&part| analysis.role(part) == Role::Term && analysis.sort(part) != Sort::UNKNOWN)
        .filter(|&part| !uses_name_bound_between(case, part, node))
        .take(MOST_PARTS)
        .collect()
}

/// The first pairs of different parts of the same sort. If the node is no formula, the parts must have its sort.
fn pairs(case: &TestCase, node: Node, parts: &[Node]) -> Vec<(Node, Node)> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let sort = analysis.sort(node);
    let fits = |&(a, b): &(Node, Node)| {
        analysis.sort(a) == analysis.sort(b)
            && (sort == Sort::BOOL && analysis.sort(a) != Sort::BOOL
                || sort != Sort::BOOL && analysis.sort(a) == sort)
            && tree.bytes(a) != tree.bytes(b)
            && !tree.contains(a, b)
    };
    let all_pairs = (1..)
        .zip(parts)
        .flat_map(|(after, &a)| parts[after..].iter().map(move |&b| (a, b)));
    let shrinks = |&(a, b): &(Node, Node)| 2 + tree.len(a) + tree.len(b) <= tree.len(node);
    let mut texts: Vec<[&[u8]; 2]> = Vec::new();
    let is_new = |&(a, b): &(Node, Node)| {
        let (a, b) = (tree.bytes(a), tree.bytes(b));
        let is_new = !texts.contains(&[a, b]) && !texts.contains(&[b, a]);
        texts.push([a, b]);
        is_new
    };
    all_pairs
        .filter(fits)
        .filter(shrinks)
        .filter(is_new)
        .take(MOST_PAIRS)
        .collect()
}

/// The largest part of a formula that is no formula itself. It is found by going to the largest operand again and
/// again.
fn largest_part(case: &TestCase, node: Node) -> Option<Node> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let largest_operand = |&term: &Node| {
        operands(tree, term)
            .take(MOST_PARTS)
            .filter(|&child| analysis.role(child) == Role::Term)
            .max_by_key(|&child| tree.len(child))
    };
    std::iter::successors(Some(node), largest_operand)
        .take(MOST_PARTS)
        .filter(|&term| {
            let sort = analysis.sort(term);
            sort != Sort::BOOL && sort != Sort::UNKNOWN && tree.is_list(term)
        })
        .find(|&term| !uses_name_bound_between(case, term, node))
}

/// A part of a term, and a default of its sort. None if an equation of them would be larger than the term.
fn with_default(case: &TestCase, part: Node, node: Node) -> Option<Vec<Piece>> {
    let tree = case.tree();
    let value = default(case, analysis(case).sort(part), node)?;
    let fits = 2 + tree.len(part) as usize + cells(&value) <= tree.len(node) as usize;
    fits.then(|| [vec![Piece::Copy(part)], value].concat())
}

/// Whether the term differs from the operator applied to the pair.
fn is_new(case: &TestCase, node: Node, operator: Symbol, pair: &[Piece]) -> bool {
    let tree = case.tree();
    let mut old_operands = operands(tree, node);
    let is_same = |piece: &Piece| {
        let old = old_operands.next();
        match *piece {
            Piece::Copy(part) => old == Some(part),
            Piece::Leaf(token) => old.is_some_and(|old| tree.sym(old) == token),
            Piece::Open | Piece::Enter(_) | Piece::Close => old.is_some(),
        }
    };
    tree.head(node) != Some(operator) || !pair.iter().all(is_same)
}
