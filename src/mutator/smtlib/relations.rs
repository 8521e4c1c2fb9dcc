//! Mutators of relations and other operators.

use super::toolkit::capture::variables_within;
use super::toolkit::shape::{operands, own_operator, theory_operator};
use crate::language::TestCase;
use crate::language::smtlib::{Operator, Role, Sort, analysis, is_plain, operator, yielding};
use crate::mutator::proposal::{none, replacing};
use crate::mutator::{At, ByDefault, Mutator};
use crate::tree::{Edit, Node, Piece, ROOT, Splice, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

/// At most this many pairs of one conjunction are proposed.
const MOST_PAIRS: usize = 16;

/// A term with more cells than this does not count as shared. Otherwise, a deep term would be read at each conjunction
/// around it.
const LARGEST_SHARED: u32 = 1000;

/// `(and (< a b) p (< b c))` → `(and (< a b c) p)`; `(and (= a b) (= c a))` → `(= a b c)`. Equalities are joined if
/// they share any operand, other relations only if one begins with the last term of the other.
pub static CHAIN_RELATIONS: Mutator = Mutator::smtlib("chain-relations", "core")
    .about("Make one relation of two in a conjunction that share a term")
    .at(At::Head(b"and"))
    .only(|case, node| {
        let mut relations =
            operands(case.tree(), node).filter(|&relation| is_chainable(case, relation));
        analysis(case).role(node) == Role::Term && relations.nth(1).is_some()
    })
    .edits(|case, node| {
        let pairs = pairs(case, node).into_iter();
        Box::new(pairs.map(move |pair| chained(case, node, pair)))
    });

fn is_chainable(case: &TestCase, node: Node) -> bool {
    let tree = case.tree();
    let operator = tree.head(node).and_then(operator);
    operator.is_some_and(Operator::is_chainable) && tree.child(node, 2).is_some()
}

/// The first pairs of relations of the conjunction that share a term. The relation that comes first in the chain is the
/// first of its pair.
fn pairs(case: &TestCase, conjunction: Node) -> Vec<[Node; 2]> {
    let tree = case.tree();
    // The relations by the terms that they could share, and by whether these are at the end of a chain: the first and
    // the last operand. The operands of an equality may change places, so each of them counts as first.
    let mut shared: FxHashMap<(Symbol, &[u8], bool), Node> = FxHashMap::default();
    let mut pairs = Vec::new();
    for relation in operands(tree, conjunction).filter(|&node| is_chainable(case, node)) {
        let head = tree.sym(relation + 1);
        let is_ordered = head.bytes() != b"=";
        let mut terms: Vec<(Node, bool)> =
            operands(tree, relation).map(|term| (term, false)).collect();
        if is_ordered {
            terms = vec![terms[0], (terms[terms.len() - 1].0, true)];
        }
        terms.retain(|&(term, _)| tree.len(term) <= LARGEST_SHARED);
        // An earlier relation that shares a term at the opposite end.
        let found = terms.iter().find_map(|&(term, is_last)| {
            let opposite = is_ordered && !is_last;
            let other = *shared.get(&(head, tree.bytes(term), opposite))?;
            Some(if is_last {
                [relation, other]
            } else {
                [other, relation]
            })
        });
        for (term, is_last) in terms {
            let key = (head, tree.bytes(term), is_last);
            shared.entry(key).or_insert(relation);
        }
        pairs.extend(found);
        if pairs.len() == MOST_PAIRS {
            break;
        }
    }
    pairs
}

/// Joins two relations, at the place of the one that occurs first; or replaces a conjunction of only these two.
fn chained(case: &TestCase, conjunction: Node, pair: [Node; 2]) -> Edit {
    let tree = case.tree();
    let [first, second] = pair;
    let mut terms: Vec<Node> = operands(tree, first).collect();
    if tree.sym(first + 1).bytes() == b"=" {
        let texts: FxHashSet<&[u8]> = terms.iter().map(|&term| tree.bytes(term)).collect();
        terms.extend(operands(tree, second).filter(|&term| !texts.contains(tree.bytes(term))));
    } else {
        terms.extend(operands(tree, second).skip(1));
    }
    terms.insert(0, first + 1);
    let with = Piece::changed_list(first, terms.into_iter().map(Piece::Copy));
    if tree.child(conjunction, 3).is_none() {
        return Edit::new(vec![Splice::replace(case.tree(), conjunction, with)]);
    }
    let (kept, gone) = (first.min(second), first.max(second));
    Edit::new(vec![
        Splice::replace(case.tree(), kept, with),
        Splice::delete(case.tree(), gone),
    ])
}

/// At most this many operands are tried.
const MOST_PEELED: usize = 16;

/// `(= (f a b) (f c d))` → `(= a c)`, `(= b d)`; likewise for `distinct`. `(< (+ a 1) (+ b 2))` → `(< a b)`, `(< 1 2)`,
/// and likewise for all operators of two operands, as long as the sorts stay the same. Operands that are equal already,
/// and those of different or unknown sorts, are not proposed.
pub static CONGRUENCE: Mutator = Mutator::smtlib("congruence", "core")
    .about("Take the same function off both operands of an operator")
    .at(At::Term)
    .only(|case, node| {
        sides(case, node).is_some_and(|sides| peeled(case, node, sides).next().is_some())
    })
    .edits(|case, node| {
        let Some(sides) = sides(case, node) else {
            return none();
        };
        let compared = peeled(case, node, sides)
            .map(move |(a, b)| Piece::changed_list(node, [node + 1, a, b].map(Piece::Copy)));
        replacing(case, node, compared)
    })
    .judged();

/// The two applications that are the operands of the node, if they have the same head.
fn sides(case: &TestCase, node: Node) -> Option<[Node; 2]> {
    let tree = case.tree();
    tree.head(node).filter(|_| node != ROOT)?;
    let [_, left, right] = tree.elements(node)?;
    let sides = [left, right];
    let heads = sides.map(|side| tree.child(side, 0).map(|head| tree.bytes(head)));
    // Nothing is moved out of a binder, which has a list of names among its operands.
    let is_plain = |side| operands(tree, side).all(|part| analysis(case).role(part) == Role::Term);
    let are_terms = sides
        .iter()
        .all(|&side| analysis(case).role(side) == Role::Term);
    let fits = are_terms && heads[0].is_some() && heads[0] == heads[1];
    (fits && sides.into_iter().all(is_plain)).then_some(sides)
}

/// The pairs of operands at the same places that may replace the sides. Where the node compares terms of any sort, they
/// may have another sort than the sides.
fn peeled(case: &TestCase, node: Node, [a, b]: [Node; 2]) -> impl Iterator<Item = (Node, Node)> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let generic = theory_operator(tree, node).and_then(|operator| operator.generic(0, 2));
    let compares = generic.is_some_and(|same| !same.is_result && same.operands.len() == 2);
    let side = analysis.sort(a);
    let is_term = move |node| analysis.role(node) == Role::Term;
    operands(tree, a)
        .zip(operands(tree, b))
        .take(MOST_PEELED)
        .filter(move |&(a, b)| {
            let sort = analysis.sort(a);
            is_term(a)
                && is_term(b)
                && sort != Sort::UNKNOWN
                && (compares || sort == side)
                && sort == analysis.sort(b)
                && (tree.len(a) != tree.len(b) || tree.bytes(a) != tree.bytes(b))
        })
}

/// At most this many operators are proposed.
const MOST_SHORTER: usize = 2;

/// At most this many operators that are not shorter are proposed.
const MOST_PUMPS: usize = 4;

/// Terms with more operands are left to mutators that shorten lists.
const MOST_OPERANDS: usize = 16;

/// `(bvudiv x y)` → `(bvor x y)`, `(bvadd x y)`; `(bvult x y)` → `(= x y)`. Only operators of the same theory or of the
/// core. This saves only bytes, so it comes late.
pub static OTHER_OPERATOR: Mutator = OF_OTHER_OPERATORS
    .edits(|case, node| {
        let is_wanted =
            |new: &Operator, old: &Operator| is_shorter(new, old) || is_plainer(new, old);
        // The shortest come first; those that are as long come last.
        let mut shorter = fitting(case, node, is_wanted, |sort| sort);
        let length = case.tree().bytes(node + 1).len();
        let as_long = shorter.partition_point(|name| name.bytes().len() < length);
        let plainer = shorter.split_off(as_long).into_iter().take(1);
        let names = shorter.into_iter().take(MOST_SHORTER).chain(plainer);
        Box::new(names.map(move |name| renamed(case, node, name)))
    })
    .pumping(|case, node| {
        let is_other = |other: &Operator, old: &Operator| {
            !is_plainer(other, old) && other.name() != old.name() && other.theory == old.theory
        };
        let names = fitting(case, node, is_other, |sort| sort)
            .into_iter()
            .take(MOST_PUMPS);
        Box::new(names.map(move |name| renamed(case, node, name)))
    })
    .with_forms(&[("of-reals", &OPERATOR_OF_REALS)]);

/// `(= 0 (mod x y))` → `(= 0 (/ x y))`, which only solvers take that make real numbers of integers themselves.
pub static OPERATOR_OF_REALS: Mutator = OF_OTHER_OPERATORS.edits(|case, node| {
    let real = |sort| if sort == Sort::INT { Sort::REAL } else { sort };
    let own = fitting(case, node, is_shorter, |sort| sort);
    let mut names = fitting(case, node, is_shorter, real);
    names.retain(|name| !own.contains(name));
    let names = names.into_iter().take(MOST_SHORTER);
    Box::new(names.map(move |name| renamed(case, node, name)))
});

const OF_OTHER_OPERATORS: Mutator = Mutator::smtlib("other-operator", "core")
    .about("Replace an operator by one with a shorter name for the same operands")
    .at(At::Term)
    .only(|case, node| replaceable(case, node).is_some());

/// The operator of a term whose sort and operands are known.
fn replaceable(case: &TestCase, node: Node) -> Option<&'static Operator> {
    let is_known = !analysis(case).sort(node).has_unknown();
    own_operator(case, node).filter(|_| is_known)
}

fn renamed(case: &TestCase, node: Node, name: Symbol) -> Edit {
    Edit::replace(case.tree(), node + 1, vec![Piece::Leaf(name)])
}

fn is_shorter(new: &Operator, old: &Operator) -> bool {
    new.name().bytes().len() < old.name().bytes().len()
}

/// Whether the new operator is as long as the old one, and comes first in the order of texts.
fn is_plainer(new: &Operator, old: &Operator) -> bool {
    let [new, old] = [new, old].map(|operator| operator.name().bytes());
    new.len() == old.len() && is_plain(new) && !is_plain(old)
}

/// The names of the operators that `is_wanted` accepts instead of the operator of the term and that fit its operands,
/// the shortest first. `is_wanted` gets the new operator and the old one. Each sort counts as the one that `read_as`
/// makes of it.
fn fitting(
    case: &TestCase,
    node: Node,
    is_wanted: impl Fn(&Operator, &Operator) -> bool,
    read_as: impl Fn(Sort) -> Sort,
) -> Vec<Symbol> {
    let Some(old) = replaceable(case, node) else {
        return Vec::new();
    };
    let (tree, analysis) = (case.tree(), analysis(case));
    let sort = read_as(analysis.sort(node));
    let operands: Vec<Sort> = tree
        .children(node)
        .skip(1)
        .take(MOST_OPERANDS + 1)
        .map(|operand| read_as(analysis.sort(operand)))
        .collect();
    let is_unknown = operands.iter().any(|sort| sort.has_unknown());
    if operands.is_empty() || operands.len() > MOST_OPERANDS || is_unknown {
        return Vec::new();
    }
    let is_near =
        |operator: &Operator| operator.theory == old.theory || operator.theory.bytes() == b"Core";
    let fits = yielding(sort).filter(|&operator| {
        is_wanted(operator, old)
            && is_near(operator)
            && operator.result(&[], &operands) == Some(sort)
            && analysis.resolve(operator.name(), node).is_none()
    });
    let mut names: Vec<Symbol> = fits.map(Operator::name).collect();
    names.sort_by_key(|name| (name.bytes().len(), name.bytes()));
    names
}

/// At most this many variables are proposed for a formula.
const MOST_VARIABLES: usize = 2;

/// `(= 1 (str.len (str.substr a 1 1)))` → `(str.< a a)`. Of a formula, the first variables of different sorts are
/// proposed. The relation is the one with the shortest name that the theories declare for terms of this sort alone.
pub static SELF_RELATION: Mutator = Mutator::smtlib("self-relation", "core")
    .about("Replace a formula by a relation of one of its variables to itself")
    .by_default(ByDefault::InDeepSearches)
    .at(At::SortedTerm)
    .only(|case, node| case.tree().len(node) > 4 && analysis(case).sort(node) == Sort::BOOL)
    .edits(|case, node| {
        let variables = first_variables(case, node).into_iter();
        let related = variables.filter_map(|(variable, sort)| {
            let variable = Piece::Copy(variable);
            Some(Piece::list([
                Piece::Leaf(relation(sort)?),
                variable,
                variable,
            ]))
        });
        replacing(case, node, related)
    });

/// The first variables of different sorts in a formula, apart from formulas, that keep their meaning in its place.
fn first_variables(case: &TestCase, node: Node) -> Vec<(Node, Sort)> {
    let mut found: Vec<(Node, Sort)> = Vec::new();
    for token in variables_within(case, node) {
        let sort = analysis(case).sort(token);
        let is_known = sort == Sort::BOOL || found.iter().any(|&(_, known)| known == sort);
        if !is_known && !sort.has_unknown() && found.len() < MOST_VARIABLES {
            found.push((token, sort));
        }
    }
    found
}

/// The relation with the shortest name that the theories declare for two terms of this sort alone.
fn relation(sort: Sort) -> Option<Symbol> {
    yielding(Sort::BOOL)
        .filter(|operator| operator.indices() == 0 && !operator.is_parametric())
        .filter(|operator| operator.result(&[], &[sort, sort]) == Some(Sort::BOOL))
        .map(Operator::name)
        .min_by_key(|name| (name.bytes().len(), name.bytes()))
}
