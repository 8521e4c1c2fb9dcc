//! chain-relations: makes one relation of two that share a term.

use super::shape::{is_form, operands};
use crate::language::TestCase;
use crate::language::smtlib::{Operator, Role, analysis, operator};
use crate::mutator::proposal::{none, simplifications};
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, Splice, Symbol};
use rustc_hash::FxHashMap;

/// At most this many pairs of one conjunction are proposed.
const MOST: usize = 16;

/// `(and (< a b) p (< b c))` → `(and (< a b c) p)`; `(and (= a b) (= c a))` → `(= a b c)`. The operands of an equality may
/// come in any order, and those of other relations only if the second one begins with the last term of the first one.
pub struct ChainRelations;

impl Mutator for ChainRelations {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "chain-relations",
                "Make one relation of two in a conjunction that share a term",
                "core",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        let tree = case.tree();
        is_form(tree, node, b"and")
            && analysis(case).role(node) == Role::Term
            && operands(tree, node)
                .filter(|&relation| is_chainable(case, relation))
                .nth(1)
                .is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        if !self.applies(case, node) {
            return none();
        }
        let pairs = pairs(case, node).into_iter();
        simplifications(pairs.map(move |pair| chained(case, node, pair)))
    }
}

fn is_chainable(case: &TestCase, node: Node) -> bool {
    let tree = case.tree();
    let operator = tree.head(node).and_then(operator);
    operator.is_some_and(Operator::is_chainable) && tree.child(node, 2).is_some()
}

/// The first pairs of relations of the conjunction that share a term: each with the one that comes before it in a chain.
fn pairs(case: &TestCase, conjunction: Node) -> Vec<[Node; 2]> {
    let tree = case.tree();
    // The relations by what they could share: of an equality each operand, of another one its first or its last.
    let mut ends: FxHashMap<(Symbol, SharedOperand, &[u8]), Node> = FxHashMap::default();
    let mut pairs = Vec::new();
    for relation in operands(tree, conjunction).filter(|&node| is_chainable(case, node)) {
        let head = tree.sym(relation + 1);
        let mut terms: Vec<(SharedOperand, &[u8])> = operands(tree, relation)
            .map(|term| (SharedOperand::Any, tree.bytes(term)))
            .collect();
        if head.bytes() != b"=" {
            let (first, last) = (terms[0].1, terms[terms.len() - 1].1);
            terms = vec![(SharedOperand::First, first), (SharedOperand::Last, last)];
        }
        let found = terms.iter().find_map(|&(end, text)| {
            let other = *ends.get(&(head, end.opposite(), text))?;
            Some(match end {
                SharedOperand::Last => [relation, other],
                SharedOperand::First | SharedOperand::Any => [other, relation],
            })
        });
        for (end, text) in terms {
            ends.entry((head, end, text)).or_insert(relation);
        }
        pairs.extend(found);
        if pairs.len() == MOST {
            break;
        }
    }
    pairs
}

/// Where the shared term stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum SharedOperand {
    First,
    Last,
    Any,
}

impl SharedOperand {
    fn opposite(self) -> SharedOperand {
        match self {
            SharedOperand::First => SharedOperand::Last,
            SharedOperand::Last => SharedOperand::First,
            SharedOperand::Any => SharedOperand::Any,
        }
    }
}

/// The two relations joined: at the place of the one that stands first, or in place of a conjunction of only these.
fn chained(case: &TestCase, conjunction: Node, pair: [Node; 2]) -> Edit {
    let tree = case.tree();
    let [first, second] = pair;
    let mut terms: Vec<Node> = operands(tree, first).collect();
    if tree.sym(first + 1).bytes() == b"=" {
        let texts: Vec<&[u8]> = terms.iter().map(|&term| tree.bytes(term)).collect();
        terms.extend(operands(tree, second).filter(|&term| !texts.contains(&tree.bytes(term))));
    } else {
        terms.extend(operands(tree, second).skip(1));
    }
    let mut with = vec![Piece::Enter(first), Piece::Copy(first + 1)];
    with.extend(terms.into_iter().map(Piece::Copy));
    with.push(Piece::Close);
    if tree.child(conjunction, 3).is_none() {
        return Edit::new(vec![Splice::replace(case.tree(), conjunction, with)]);
    }
    let (kept, gone) = (first.min(second), first.max(second));
    Edit::new(vec![
        Splice::replace(case.tree(), kept, with),
        Splice::delete(case.tree(), gone),
    ])
}
