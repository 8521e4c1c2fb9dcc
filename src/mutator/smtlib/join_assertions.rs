//! join-assertions: makes one assertion of several.

use super::shape::{is_assertion, is_form, operands};
use crate::language::TestCase;
use crate::language::smtlib::analysis;
use crate::mutator::proposal::{none, simplifications};
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, Splice, Symbol, Tree};

/// `(assert a) (assert b) (assert c)` → `(assert (and a b c))`, `(assert (and a b)) (assert c)`. First all assertions
/// that follow one another, then an assertion with the next one. The operands of a conjunction are joined, not the
/// conjunction.
pub struct JoinAssertions;

impl Mutator for JoinAssertions {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "join-assertions",
                "Make one assertion of several that follow one another",
                "smtlib",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        let tree = case.tree();
        is_assertion(case, node)
            && tree.next(node) < tree.end()
            && is_assertion(case, tree.next(node))
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        if !self.applies(case, node) {
            return none();
        }
        let tree = case.tree();
        let pair = [node, tree.next(node)];
        // Only the first of several assertions is asked for all, so that all of them together take linear time.
        let previous = analysis(case).command(node - 1).filter(|_| node > 1);
        let is_first = previous.is_none_or(|previous| !is_assertion(case, previous));
        let all = is_first.then(|| {
            let next = |&command: &Node| Some(tree.next(command)).filter(|&next| next < tree.end());
            let commands = std::iter::successors(Some(node), next);
            commands
                .take_while(|&command| is_assertion(case, command))
                .collect::<Vec<Node>>()
        });
        let all = all.filter(|all| all.len() > 2);
        let edits = all.into_iter().chain([pair.to_vec()]);
        simplifications(edits.map(move |assertions| joined(case, &assertions)))
    }
}

/// The edit that makes one assertion of these.
fn joined(case: &TestCase, assertions: &[Node]) -> Edit {
    let tree = case.tree();
    let mut with = vec![Piece::Enter(assertions[0])];
    with.extend([leaf(b"assert"), Piece::Open, leaf(b"and")]);
    for &assertion in assertions {
        with.extend(conjuncts(tree, assertion + 2));
    }
    with.extend([Piece::Close, Piece::Close]);
    let mut splices = vec![Splice::replace(case.tree(), assertions[0], with)];
    splices.extend(
        assertions[1..]
            .iter()
            .map(|&assertion| Splice::delete(case.tree(), assertion)),
    );
    Edit::new(splices)
}

fn conjuncts(tree: &Tree, formula: Node) -> Vec<Piece> {
    if is_form(tree, formula, b"and") && tree.len(formula) > 2 {
        operands(tree, formula).map(Piece::Copy).collect()
    } else {
        vec![Piece::Copy(formula)]
    }
}

fn leaf(token: &[u8]) -> Piece {
    Piece::Leaf(Symbol::of(token))
}
