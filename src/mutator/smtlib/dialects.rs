//! Mutators whose texts the standard does not have, though some solvers take them. They come in the last round.

use super::toolkit::capture::uses_name_bound_between;
use super::toolkit::pieces::{deletions, word};
use super::toolkit::shape::{is_after_query, is_assertion, is_form, is_quantified, operands};
use crate::language::TestCase;
use crate::language::smtlib::{Role, analysis};
use crate::mutator::proposal::{none, replacing};
use crate::mutator::{At, ByDefault, Edits, Mutator};
use crate::tree::{Edit, Node, Piece, ROOT, Splice};

/// A query takes over at most this many assertions.
const MOST_ASSERTIONS: usize = 8;

/// `(assert p) (assert q) (check-sat)` → `(check-sat p q)`; `(assert (< 0 (div 1 0))) (check-sat)` → `(simplify (< 0 (div
/// 1 0)))`, because a solver evaluates what has no constants; `(simplify (f x y))` → `(simplify x)`, `(simplify y)`,
/// whatever their sorts; in a text without queries, `(assert (< x (div 1 0)))` → `(simplify (div 1 0))`. Solvers check
/// their models against assertions only.
pub static DIALECT_QUERIES: Mutator = Mutator::smtlib("dialect-queries", "smtlib")
    .about("Put the last assertions into the query, as only some solvers allow")
    .by_default(ByDefault::InLastRound)
    .losing_answers()
    .at(At::TopLevel)
    .edits(|case, node| match case.tree().head(node) {
        Some(head) if head.bytes() == b"check-sat" => with_assertions(case, node),
        Some(head) if head.bytes() == b"simplify" => with_operands(case, node),
        _ if is_assertion(case, node) && !is_after_query(case, case.tree().end()) => {
            of_operands(case, node)
        }
        _ => none(),
    })
    .judged();

/// Joins a `check-sat` with the assertions directly before it.
fn with_assertions(case: &TestCase, query: Node) -> Edits<'_> {
    let tree = case.tree();
    let previous = |&command: &Node| analysis(case).command(command - 1).filter(|_| command > 1);
    let mut assertions: Vec<Node> = std::iter::successors(previous(&query), previous)
        .take_while(|&command| is_assertion(case, command))
        .take(MOST_ASSERTIONS)
        .collect();
    let Some(&last) = assertions
        .first()
        .filter(|_| tree.child(query, 1).is_none())
    else {
        return none();
    };
    assertions.reverse();
    let of = |head: &str, assertions: &[Node]| {
        let formulas = assertions
            .iter()
            .map(|&assertion| Piece::Copy(assertion + 2));
        Piece::changed_list(query, [word(head)].into_iter().chain(formulas))
    };
    let simplified = is_closed(case, last + 2).then(|| of("simplify", &[last]));
    let queries = simplified.into_iter().chain([of("check-sat", &assertions)]);
    Box::new(queries.map(move |with| {
        let mut splices = deletions(tree, assertions.iter().copied());
        splices.push(Splice::replace(tree, query, with));
        Edit::new(splices)
    }))
}

/// Whether a term uses no names that are bound outside of it.
fn is_closed(case: &TestCase, term: Node) -> bool {
    let nodes = term..case.tree().next(term);
    let mut meanings = nodes
        .clone()
        .filter_map(|token| analysis(case).meaning(token));
    meanings.all(|binding| nodes.contains(&binding.node))
}

/// Simplifies an operand of what is asserted instead. Solvers do not evaluate quantifiers.
fn of_operands(case: &TestCase, command: Node) -> Edits<'_> {
    let tree = case.tree();
    let terms = complex_operands(case, command + 2)
        .filter(|&operand| !is_quantified(tree, operand) && is_closed(case, operand));
    let simplified = terms
        .map(move |operand| Piece::changed_list(command, [word("simplify"), Piece::Copy(operand)]));
    replacing(case, command, simplified)
}

/// The operands of a term that are no tokens.
fn complex_operands(case: &TestCase, term: Node) -> impl Iterator<Item = Node> {
    let tree = case.tree();
    operands(tree, term)
        .filter(|&operand| tree.is_list(operand) && analysis(case).role(operand) == Role::Term)
}

/// Replaces the simplified term by each of its operands.
fn with_operands(case: &TestCase, command: Node) -> Edits<'_> {
    let Some(term) = case.tree().child(command, 1) else {
        return none();
    };
    let terms = complex_operands(case, term)
        .filter(move |&operand| !uses_name_bound_between(case, operand, term));
    replacing(case, term, terms.map(|operand| [Piece::Copy(operand)]))
}

/// `(check-sat-assuming (p q))` → `(check-sat p q)`; `(push 1)` → `(push)`.
pub static DIALECT_COMMANDS: Mutator = Mutator::smtlib("dialect-commands", "smtlib")
    .about("Replace a command by a shorter one that only some solvers know")
    .by_default(ByDefault::InLastRound)
    .at(At::TopLevel)
    .edit(shorter);

fn shorter(case: &TestCase, node: Node) -> Option<Edit> {
    let tree = case.tree();
    let first = tree.child(node, 1)?;
    match tree.head(node)?.bytes() {
        b"check-sat-assuming" if tree.is_list(first) => {
            let terms = tree.children(first).map(Piece::Copy).collect();
            let flat = Edit::replace(tree, first, terms);
            let renamed = Edit::replace(tree, node + 1, vec![word("check-sat")]);
            Some(Edit::join(tree, [renamed, flat]))
        }
        b"push" => Some(Edit::delete(tree, first)),
        _ => None,
    }
}

/// `(declare-const x Int)` → `(declare-var x Int)`, for all constants at once: a solver knows the command or does not.
pub static DECLARE_VARIABLES: Mutator = Mutator::smtlib("declare-variables", "smtlib")
    .about("Declare all constants with declare-var, which only some solvers know")
    .by_default(ByDefault::InLastRound)
    .at(At::Root)
    .edit(|case, _root| {
        let tree = case.tree();
        let splices: Vec<Splice> = tree
            .children(ROOT)
            .filter(|&command| is_form(tree, command, b"declare-const"))
            .map(|command| Splice::replace(tree, command + 1, vec![word("declare-var")]))
            .collect();
        (!splices.is_empty()).then(|| Edit::new(splices))
    });

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
            let uses = &analysis(case).get(id).uses;
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
