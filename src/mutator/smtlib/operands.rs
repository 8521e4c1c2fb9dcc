//! Mutators of lists of operands.

use super::toolkit::shape::{is_form, operands, own_operator};
use crate::language::TestCase;
use crate::language::smtlib::{Operator, Role, Sort, analysis, operator};
use crate::mutator::{At, ByDefault, Mutator};
use crate::tree::{Edit, Node, Piece, ROOT, Splice, Symbol, Tree};

/// `(+ x (+ x y))` → `(+ x x y)`, one operand per proposal. A formula is replaced by its operands only if they are
/// formulas, too: in `(= p (= 1 2))`, they are not.
pub static MERGE_CHILDREN: Mutator = Mutator::smtlib("merge-children", "core")
    .about("Merge operands into a term with the same head")
    .only(|case, node| with_same_head(case, node).next().is_some())
    .edits(|case, node| Box::new(with_same_head(case, node).map(|child| opened(case, child))));

/// The edit that replaces a term by its operands.
fn opened(case: &TestCase, term: Node) -> Edit {
    let with = operands(case.tree(), term).map(Piece::Copy).collect();
    Edit::replace(case.tree(), term, with)
}

/// The operands that have the same head as the node.
fn with_same_head(case: &TestCase, node: Node) -> impl Iterator<Item = Node> {
    let tree = case.tree();
    tree.head(node)
        .filter(|&head| node != ROOT && operator(head).is_some_and(Operator::takes_any_number))
        .map(Symbol::bytes)
        .into_iter()
        .flat_map(move |head| operands(tree, node).filter(move |&child| is_form(tree, child, head)))
        .filter(move |&child| keeps_sort(case, child))
}

/// Whether the operands of a term may have its sort, judged by the first operand.
fn keeps_sort(case: &TestCase, term: Node) -> bool {
    let sort = |node| analysis(case).sort(node);
    let first = operands(case.tree(), term).next();
    sort(term) != Sort::BOOL || first.is_none_or(|first| sort(first).fits(Sort::BOOL))
}

/// `(and (or a b) c)` → `(and a b c)`, one child per proposal. Only if the operands have the sort of the child. A child
/// with the same head is left to merge-children, and one with a single operand to substitute-children. A `concat`
/// stays, because its width would change.
pub static MERGE_OPERANDS: Mutator = Mutator::smtlib("merge-operands", "core")
    .about("Put the operands of a child in its place if their sorts allow it")
    .by_default(ByDefault::InDeepSearches)
    .at(At::Term)
    .only(|case, node| mergeable(case, node).next().is_some())
    .edits(|case, node| Box::new(mergeable(case, node).map(|child| opened(case, child))))
    .judged();

/// The children that may be replaced by their operands.
fn mergeable(case: &TestCase, node: Node) -> impl Iterator<Item = Node> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let takes = own_operator(case, node)
        .is_some_and(|operator| operator.takes_any_number() && !operator.accumulates());
    takes
        .then(|| operands(tree, node))
        .into_iter()
        .flatten()
        .filter(move |&child| {
            let sort = analysis.sort(child);
            let fits =
                |operand| analysis.role(operand) == Role::Term && analysis.sort(operand) == sort;
            tree.is_list(child)
                && tree
                    .head(child)
                    .is_some_and(|head| tree.head(node) != Some(head))
                && tree.child(child, 2).is_some()
                && !sort.has_unknown()
                && operands(tree, child).all(fits)
        })
}

/// `(+ (* y 2) x)` → `(+ x (* y 2))`. Heads, binders and parts of declarations stay where they are.
pub static SORT_CHILDREN: Mutator = Mutator::smtlib("sort-children", "core")
    .about("Sort the operands of a term by their size")
    .at(At::Term)
    .only(|case, node| {
        let (tree, analysis) = (case.tree(), analysis(case));
        let (mut sorted, mut largest) = (true, 0);
        for operand in operands(tree, node) {
            if analysis.role(operand) != Role::Term {
                return false;
            }
            sorted &= tree.len(operand) >= largest;
            largest = tree.len(operand);
        }
        !sorted
    })
    .edit(|case, node| Some(sorted(case.tree(), node)));

/// The list with its operands sorted. Equally large operands keep their order.
fn sorted(tree: &Tree, list: Node) -> Edit {
    let mut sorted: Vec<Node> = operands(tree, list).collect();
    sorted.sort_by_key(|&operand| tree.len(operand));
    let elements = tree.first(list).into_iter().chain(sorted);
    let with = Piece::changed_list(list, elements.map(Piece::Copy));
    Edit::replace(tree, list, with)
}

/// At most this many pairs of one list are tried.
const MOST_PAIRS: usize = 16;

/// `(+ x (* y 2) z)` → `(+ x z (* y 2))`, one pair per proposal, for terms that fail only if some operands keep their
/// order. Only operands of the same sort are swapped. A list with two operands is left to sort-children.
pub static SWAP_CHILDREN: Mutator = Mutator::smtlib("swap-children", "core")
    .about("Swap two neighbouring operands of which the larger one comes first")
    .at(At::Term)
    .only(|case, node| pairs(case, node).next().is_some())
    .edits(|case, node| {
        Box::new(pairs(case, node).take(MOST_PAIRS).map(|(a, b)| {
            let cells = case.tree().len(a) + case.tree().len(b);
            let with = vec![Piece::Copy(b), Piece::Copy(a)];
            Edit::new(vec![Splice {
                at: a,
                cells,
                with: with.into(),
            }])
        }))
    })
    .judged();

/// The pairs to swap; none if there are only two operands, which sort-children swaps.
fn pairs(case: &TestCase, node: Node) -> impl Iterator<Item = (Node, Node)> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let has_more = node != ROOT && tree.child(node, 3).is_some();
    operands(tree, node)
        .zip(operands(tree, node).skip(1))
        .filter(move |&(a, b)| {
            let is_term = |operand| analysis.role(operand) == Role::Term;
            has_more
                && tree.len(a) > tree.len(b)
                && is_term(a)
                && is_term(b)
                && analysis.sort(a) == analysis.sort(b)
        })
}

/// `(xor a b c d)` → `(xor c d)`, `(xor a d)`, `(xor a b)`: for operands none of which can be removed alone, because
/// they cancel each other out. At least two operands stay, so that the operator still fits. Longer lists are left to
/// binary-reduction.
pub static ERASE_PAIR: Mutator = Mutator::smtlib("erase-pair", "core")
    .about("Erase two neighbouring operands")
    .by_default(ByDefault::InDeepSearches)
    .at(At::Term)
    .only(|case, node| {
        let count = || operands(case.tree(), node).take(MOST_OPERANDS + 1).count();
        own_operator(case, node).is_some_and(Operator::takes_any_number)
            && (4..=MOST_OPERANDS).contains(&count())
    })
    .edits(|case, node| {
        let tree = case.tree();
        let pairs = operands(tree, node).zip(operands(tree, node).skip(1));
        Box::new(pairs.map(move |(first, second)| {
            Edit::new(vec![Splice::delete_all(first..tree.next(second))])
        }))
    });

/// Lists with more operands than this are left to binary-reduction.
const MOST_OPERANDS: usize = 16;

/// `(and true x y)` → `(and x y)`, `(bvor #x0 x)` → `x`: all neutral operands at once. If one operand is left, the term
/// becomes that operand.
pub static NEUTRAL_OPERANDS: Mutator = Mutator::smtlib("neutral-operands", "core")
    .about("Remove operands that do not change the value of a term")
    .by_default(ByDefault::InDeepSearches)
    .at(At::Term)
    .edit(|case, node| stripped(case, node, operator_of(case, node)?))
    .judged();

/// The operator of a term of at least two operands, if some literal is neutral for it.
fn operator_of(case: &TestCase, node: Node) -> Option<&'static Operator> {
    let operator = own_operator(case, node).filter(|operator| operator.has_neutral())?;
    case.tree().child(node, 2).map(|_| operator)
}

/// The operands that stay, and whether any others go. If all are neutral, the last one stays.
fn kept(case: &TestCase, node: Node, operator: &Operator) -> (Vec<Node>, bool) {
    let all: Vec<Node> = operands(case.tree(), node).collect();
    let is_neutral = |at: usize, operand: Node| {
        let literal = case.tree().sym(operand).bytes();
        analysis(case).binding(operand).is_none() && operator.is_neutral(literal, at == 0)
    };
    let mut stay: Vec<Node> = all
        .iter()
        .copied()
        .enumerate()
        .filter(|&(at, operand)| !is_neutral(at, operand))
        .map(|(_, operand)| operand)
        .collect();
    if stay.is_empty() {
        stay.extend(all.last());
    }
    let is_shorter = stay.len() < all.len();
    (stay, is_shorter)
}

fn stripped(case: &TestCase, node: Node, operator: &Operator) -> Option<Edit> {
    let (stay, is_shorter) = kept(case, node, operator);
    let with = if let [only] = stay[..] {
        vec![Piece::Copy(only)]
    } else {
        let elements = [node + 1].into_iter().chain(stay);
        Piece::changed_list(node, elements.map(Piece::Copy))
    };
    is_shorter.then(|| Edit::replace(case.tree(), node, with))
}
