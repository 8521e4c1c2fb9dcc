//! Mutators of assertions.

use super::toolkit::pieces::{deletions, word};
use super::toolkit::shape::{declared, is_assertion, is_command_of_one, is_form, operands};
use crate::language::TestCase;
use crate::language::smtlib::{Binding, BindingKind, Parts, analysis};
use crate::mutator::{ByDefault, Edits, Mutator};
use crate::tree::{Edit, Node, Piece, ROOT, Splice, Symbol, Tree};
use rustc_hash::FxHashSet;

/// The logic is looked for among the first commands, at most this many.
const MOST_COMMANDS: usize = 16;

/// `(declare-const x Int) (assert (exists ((y Int)) (< x y)))` → `(assert (exists ((y Int) (x Int)) (< x y)))`.
///
/// All constants that only this assertion uses are bound at once. A binder has one cell less than a declaration, and a
/// new quantifier has three cells of its own, so this is a pump unless the assertion is a quantifier already or has
/// many constants. If the logic has no quantifiers, it is replaced by one that has.
pub static BIND_DECLARATIONS: Mutator = Mutator::smtlib("bind-declarations", "smtlib")
    .about("Make variables of a quantifier of constants with one assertion")
    .by_default(ByDefault::InThoroughSearches)
    .only(|case, node| is_assertion(case, node) && !declares_variables(case))
    .edit(bound)
    .judged();

/// `(declare-var x Int) (check-sat (< x 0))` → `(check-sat (exists ((x Int)) (< x 0)))`: [`BIND_DECLARATIONS`] in
/// texts that the standard does not have.
pub static BIND_VARIABLES: Mutator = Mutator::smtlib("bind-variables", "smtlib")
    .about("Make variables of a quantifier of variables with one assertion or query")
    .by_default(ByDefault::InDeepSearches)
    .only(|case, node| {
        is_assertion(case, node) && declares_variables(case)
            || is_command_of_one(case, node, b"check-sat")
    })
    .edit(bound)
    .judged();

/// Whether a text may have variables that are declared with a command that is not in the standard.
fn declares_variables(case: &TestCase) -> bool {
    case.has_token(Symbol::of(b"declare-var"))
}

fn bound(case: &TestCase, assertion: Node) -> Option<Edit> {
    let tree = case.tree();
    let formula = assertion + 2;
    // The list of binders, if the formula is a quantifier already.
    let list = tree
        .child(formula, 1)
        .filter(|&list| tree.is_list(list) && is_form(tree, formula, b"exists"));
    // A name that the quantifier binds already cannot be bound again.
    let bound_names: FxHashSet<Symbol> = list
        .into_iter()
        .flat_map(|list| tree.children(list))
        .filter_map(|binder| tree.head(binder))
        .collect();
    let mut constants = constants(case, assertion);
    constants.retain(|&(name, _)| !bound_names.contains(&tree.sym(name)));
    if constants.is_empty() {
        return None;
    }
    let binder = |&(name, sort): &(Node, Node)| {
        let (name, sort) = (Piece::Leaf(tree.sym(name)), Piece::Copy(sort));
        [Piece::Open, name, sort, Piece::Close]
    };
    let binders = constants.iter().flat_map(binder);
    let declarations = constants.iter().map(|&(name, _)| case.parent(name));
    let mut splices = deletions(tree, declarations);
    splices.extend(with_quantifiers(case));
    splices.push(if let Some(list) = list {
        let all = tree.children(list).map(Piece::Copy).chain(binders);
        Splice::replace(tree, list, Piece::changed_list(list, all))
    } else {
        let parts = [
            vec![word("exists")],
            Piece::list(binders),
            vec![Piece::Copy(formula)],
        ];
        Splice::replace(tree, formula, Piece::list(parts.concat()))
    });
    Some(Edit::new(splices))
}

/// The splice that changes a logic without quantifiers: `QF_LIA` → `LIA`.
fn with_quantifiers(case: &TestCase) -> Option<Splice> {
    let tree = case.tree();
    let command = tree
        .children(ROOT)
        .take(MOST_COMMANDS)
        .find(|&command| is_form(tree, command, b"set-logic"))?;
    let logic = tree.child(command, 1)?;
    let name = tree.sym(logic).bytes().strip_prefix(b"QF_")?;
    let with = vec![Piece::Leaf(Symbol::of(name))];
    (!name.is_empty()).then(|| Splice::replace(case.tree(), logic, with))
}

/// The constants without parameters that are declared at the top level and used only in this command, in the order of
/// their first uses: the token that declares the name of each, and its sort.
fn constants(case: &TestCase, command: Node) -> Vec<(Node, Node)> {
    let nodes = command..case.tree().next(command);
    let first_use = |token| {
        let binding = analysis(case).meaning(token)?;
        let is_first = binding.uses.first() == Some(&token);
        let ends_here = binding.uses.last().is_some_and(|last| nodes.contains(last));
        if !is_first || !ends_here {
            return None;
        }
        Some((binding.node, sort_of_constant(case, binding)?))
    };
    nodes.clone().filter_map(first_use).collect()
}

/// The sort in the declaration of a constant. None for other names.
fn sort_of_constant(case: &TestCase, binding: &Binding) -> Option<Node> {
    let (tree, declaration) = (case.tree(), case.parent(binding.node));
    if binding.kind != BindingKind::Declared || !binding.parameters.is_empty() {
        return None;
    }
    match declared(case, declaration)? {
        Parts::Constant => tree.child(declaration, 2),
        Parts::Function => tree.child(declaration, 3),
        _ => None,
    }
}

/// `(assert a) (assert b) (assert c)` → `(assert (and a b c))`, `(assert (and a b)) (assert c)`. First joins all
/// assertions that follow one another, then an assertion with the next one. Of a conjunction, the operands are joined.
pub static JOIN_ASSERTIONS: Mutator = Mutator::smtlib("join-assertions", "smtlib")
    .about("Make one assertion of several that follow one another")
    .only(|case, node| {
        let tree = case.tree();
        is_assertion(case, node)
            && tree.next(node) < tree.end()
            && is_assertion(case, tree.next(node))
    })
    .edits(joined_with_next);

fn joined_with_next(case: &TestCase, node: Node) -> Edits<'_> {
    let tree = case.tree();
    let pair = [node, tree.next(node)];
    // Only the first of several assertions proposes to join all, so that all of them together take linear time.
    let previous = analysis(case).command(node - 1).filter(|_| node > 1);
    let is_first = previous.is_none_or(|previous| !is_assertion(case, previous));
    let mut groups: Vec<Vec<Node>> = Vec::new();
    if is_first {
        let next = |&command: &Node| Some(tree.next(command)).filter(|&next| next < tree.end());
        let all: Vec<Node> = std::iter::successors(Some(node), next)
            .take_while(|&command| is_assertion(case, command))
            .collect();
        groups.extend((all.len() > 2).then_some(all));
    }
    groups.push(pair.to_vec());
    Box::new(
        groups
            .into_iter()
            .map(move |assertions| joined(case, &assertions)),
    )
}

/// The edit that makes one assertion of these.
fn joined(case: &TestCase, assertions: &[Node]) -> Edit {
    let tree = case.tree();
    let formulas = assertions
        .iter()
        .flat_map(|&assertion| conjuncts(tree, assertion + 2));
    let conjunction = Piece::list([word("and")].into_iter().chain(formulas));
    let parts = [word("assert")].into_iter().chain(conjunction);
    let with = Piece::changed_list(assertions[0], parts);
    let mut splices = deletions(tree, assertions[1..].iter().copied());
    splices.push(Splice::replace(tree, assertions[0], with));
    Edit::new(splices)
}

fn conjuncts(tree: &Tree, formula: Node) -> Vec<Piece> {
    if is_form(tree, formula, b"and") && tree.len(formula) > 2 {
        operands(tree, formula).map(Piece::Copy).collect()
    } else {
        vec![Piece::Copy(formula)]
    }
}

/// `(assert (and a b))` → `(assert a) (assert b)`. A pump: two assertions have as many cells and more bytes, and three
/// have more cells. Afterwards, each operand can be removed as a command, and join-assertions joins the rest again.
pub static SPLIT_ASSERTIONS: Mutator = Mutator::smtlib("split-assertions", "smtlib")
    .about("Make an assertion of each operand of a conjunction")
    .only(|case, node| {
        let tree = case.tree();
        is_assertion(case, node)
            && is_form(tree, node + 2, b"and")
            && tree.child(node + 2, 2).is_some()
    })
    .edit(|case, node| Some(split(case, node)))
    .judged();

fn split(case: &TestCase, assertion: Node) -> Edit {
    let assertions = operands(case.tree(), assertion + 2)
        .flat_map(|term| [Piece::Open, word("assert"), Piece::Copy(term), Piece::Close])
        .collect();
    Edit::replace(case.tree(), assertion, assertions)
}
