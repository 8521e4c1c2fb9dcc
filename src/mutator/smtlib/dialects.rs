//! Mutators whose texts the standard does not have, though some solvers take them. They come in the last round.

use super::toolkit::pieces::{deletions, word};
use super::toolkit::shape::{is_assertion, is_form, operands};
use crate::language::TestCase;
use crate::language::smtlib::analysis;
use crate::mutator::proposal::none;
use crate::mutator::{At, ByDefault, Edits, Mutator};
use crate::tree::{Edit, Node, Piece, ROOT, Splice, Symbol, Tree};

pub(crate) static MUTATORS: &[&Mutator] = &[
    &DIALECT_QUERIES,
    &DIALECT_COMMANDS,
    &NO_CONSTRUCTORS,
    &MIX_NUMBERS,
];

/// A text with more assertions than this keeps them.
const MOST_ASSERTIONS: usize = 4;

/// `(assert p) (assert q) (check-sat)` → `(check-sat p q)`; → `(simplify q)`; → `(simplify p)`.
pub static DIALECT_QUERIES: Mutator = Mutator::smtlib("dialect-queries", "smtlib")
    .about("Make a query of assertions, as only some solvers know it")
    .by_default(ByDefault::InLastRound)
    .at(At::Root)
    .edits(queries)
    .judged();

fn queries(case: &TestCase, _root: Node) -> Edits<'_> {
    let tree = case.tree();
    let with_head = |head: &'static [u8]| {
        let is_command = move |&command: &Node| is_form(tree, command, head);
        tree.children(ROOT).filter(is_command)
    };
    let assertions: Vec<Node> = with_head(b"assert")
        .filter(|&command| is_assertion(case, command))
        .take(MOST_ASSERTIONS + 1)
        .collect();
    let queries: Vec<Node> = with_head(b"check-sat").collect();
    let Some(&query) = queries.first().filter(|_| assertions.len() <= MOST_ASSERTIONS) else {
        return none();
    };
    let together = (tree.child(query, 1).is_none() && !assertions.is_empty()).then(|| {
        let mut with = vec![Piece::Enter(query), word("check-sat")];
        with.extend(assertions.iter().map(|&assertion| Piece::Copy(assertion + 2)));
        with.push(Piece::Close);
        let mut splices = deletions(tree, assertions.iter().copied());
        splices.push(Splice::replace(tree, query, with));
        Edit::new(splices)
    });
    let alone = assertions.clone().into_iter().rev().map(move |simplified| {
        let others = assertions.iter().chain(&queries).copied();
        let mut splices = deletions(tree, others.filter(|&command| command != simplified));
        splices.push(Splice::replace(tree, simplified + 1, vec![word("simplify")]));
        Edit::new(splices)
    });
    Box::new(together.into_iter().chain(alone))
}

/// `(check-sat)` → `(push)`, which makes some solvers read the assertions; `(check-sat-assuming (p q))` →
/// `(check-sat p q)`; `(declare-const x Int)` → `(declare-var x Int)`; `(push 1)` → `(push)`.
pub static DIALECT_COMMANDS: Mutator = Mutator::smtlib("dialect-commands", "smtlib")
    .about("Replace a command by a shorter one that only some solvers know")
    .by_default(ByDefault::InLastRound)
    .at(At::TopLevel)
    .edit(shorter)
    .judged();

fn shorter(case: &TestCase, node: Node) -> Option<Edit> {
    let tree = case.tree();
    let renamed = |name: &[u8]| {
        let head = Piece::Leaf(Symbol::of(name));
        Edit::replace(tree, node + 1, vec![head])
    };
    let first = tree.child(node, 1);
    match tree.head(node)?.bytes() {
        b"check-sat" if first.is_none() => Some(renamed(b"push")),
        b"check-sat-assuming" => {
            let assumed = first.filter(|&list| tree.is_list(list))?;
            let terms = tree.children(assumed).map(Piece::Copy).collect();
            let flat = Edit::replace(tree, assumed, terms);
            Some(Edit::join(tree, [renamed(b"check-sat"), flat]))
        }
        b"declare-const" => Some(renamed(b"declare-var")),
        b"push" => first.map(|levels| Edit::delete(tree, levels)),
        _ => None,
    }
}

/// `(declare-datatypes ((T 0)) ((a (b (f Int)))))` → `(declare-datatypes ((T 0)) (()))`, where no constructor and no
/// selector is used.
pub static NO_CONSTRUCTORS: Mutator = Mutator::smtlib("no-constructors", "datatypes")
    .about("Remove all constructors of the datatypes of a command")
    .by_default(ByDefault::InLastRound)
    .at(At::TopLevel)
    .edit(without_constructors);

fn without_constructors(case: &TestCase, node: Node) -> Option<Edit> {
    let tree = case.tree();
    let lists: Vec<Node> = match tree.head(node)?.bytes() {
        b"declare-datatype" | b"declare-codatatype" => tree.child(node, 2).into_iter().collect(),
        b"declare-datatypes" | b"declare-codatatypes" => {
            tree.children(tree.child(node, 2)?).collect()
        }
        _ => return None,
    };
    let inside = |&list: &Node| tree.children(list);
    let gone: Vec<Node> = lists.iter().flat_map(inside).collect();
    let is_free = |&constructor: &Node| {
        let nodes = constructor..tree.next(constructor);
        let mut bound = analysis(case).bound_in(nodes.clone());
        bound.all(|id| {
            let uses = &analysis(case).bindings()[id as usize].uses;
            uses.iter().all(|place| nodes.contains(place))
        })
    };
    (!gone.is_empty() && gone.iter().all(is_free)).then(|| Edit::new(deletions(tree, gone)))
}

/// `(+ x (to_real n))` → `(+ x n)`, everywhere in the text.
pub static MIX_NUMBERS: Mutator = Mutator::smtlib("mix-numbers", "arithmetic")
    .about("Remove all conversions of integers to real numbers")
    .by_default(ByDefault::InLastRound)
    .at(At::Root)
    .edit(|case, _root| {
        let tree = case.tree();
        let splices: Vec<Splice> = (1..tree.end())
            .filter(|&node| is_form(tree, node, b"to_real"))
            .filter_map(|node| Some((node, operands(tree, node).next()?)))
            .map(|(node, operand)| Splice::replace(tree, node, vec![Piece::Copy(operand)]))
            .collect();
        (!splices.is_empty()).then(|| Edit::new(splices))
    });
