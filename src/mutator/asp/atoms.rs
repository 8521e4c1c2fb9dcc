//! Atoms are replaced by other atoms, or lose their arguments.

use super::names::{is_free_to_change, renamed, superfluous};
use crate::language::TestCase;
use crate::language::asp::{Role, analysis, is_variable, name, rule};
use crate::mutator::proposal::replacing;
use crate::mutator::{At, Mutator};
use crate::tree::{Edit, Node, Piece, Splice, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

/// At most this many atoms are tried at a place.
const MOST_OTHERS: usize = 8;

/// Only this many names, the first of the program, are tried.
const FIRST: usize = 100;

/// `c :- b. b :- a.` → `c :- a. b :- a.` The new atom occurs earlier in the program.
pub static OTHER_ATOM: Mutator = Mutator::asp("asp-other-atom")
    .about("Replace an atom by another one at one place")
    .at(At::Asp(Role::Atom))
    .only(|case, node| !case.tree().is_list(node))
    .edits(|case, node| {
        let others = others(case, node).into_iter();
        replacing(case, node, others.map(|other| [Piece::Leaf(other)]))
    });

/// The names that may replace the one at this node: smaller ones that do not occur in the statement yet. A name that
/// occurs only once is left to other mutators.
fn others(case: &TestCase, node: Node) -> Vec<Symbol> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let names = analysis.names(tree);
    let own = tree.sym(node);
    if names.places(own).len() < 2 {
        return Vec::new();
    }
    let statement = case.top_level(node);
    let fits = |other: &Symbol| {
        let places = names.places(*other);
        let is_smaller = (other.bytes().len(), other.bytes()) < (own.bytes().len(), own.bytes());
        let from = places.partition_point(|&place| place < statement);
        let next = places.get(from);
        let is_elsewhere = next.is_none_or(|&place| place >= tree.next(statement));
        let is_plain = (places.first()).is_some_and(|&place| analysis.role(place) == Role::Atom);
        is_smaller && is_elsewhere && is_plain
    };
    names
        .all()
        .iter()
        .copied()
        .take(FIRST)
        .filter(fits)
        .take(MOST_OTHERS)
        .collect()
}

/// An atom is merged with at most this many others.
const MOST_PARTNERS: usize = 2;

/// `a :- b. c :- a.` → `a :- b. b :- a.` The same candidate also removes literals that occur twice after that, and
/// rules whose head is in their body. Applies to the first occurrence of a name, and replaces all of them by a smaller
/// name.
pub static MERGE_ATOMS: Mutator = Mutator::asp("asp-merge-atoms")
    .about("Replace an atom by another one everywhere")
    .only(is_free_to_change)
    .edits(|case, node| {
        let name = case.tree().sym(node);
        let partners = partners(case, node).into_iter();
        Box::new(partners.map(move |other| merged(case, name, other)))
    });

/// The names that may replace this one everywhere: first those that occur in the same statements, then the first ones
/// of the program.
fn partners(case: &TestCase, node: Node) -> Vec<Symbol> {
    let tree = case.tree();
    let names = analysis(case).names(tree);
    let name = tree.sym(node);
    let is_smaller =
        |other: &Symbol| (other.bytes().len(), other.bytes()) < (name.bytes().len(), name.bytes());
    let arity = arity(case, node);
    let mut seen = FxHashSet::default();
    let mut partners: Vec<Symbol> = Vec::new();
    let near = names
        .places(name)
        .iter()
        .take(MOST_PARTNERS)
        .flat_map(|&place| neighbours(case, place));
    for other in near.chain(names.all().iter().copied().take(FIRST)) {
        let place = names.places(other).first();
        let fits = place.is_some_and(|&place| self::arity(case, place) == arity);
        if fits && is_smaller(&other) && seen.insert(other) {
            partners.push(other);
        }
        if partners.len() == MOST_PARTNERS {
            break;
        }
    }
    partners
}

/// The names of the atoms in the statement of a node.
fn neighbours(case: &TestCase, node: Node) -> Vec<Symbol> {
    let tree = case.tree();
    let statement = case.top_level(node);
    let names = analysis(case).names(tree);
    (statement..tree.next(statement))
        .map(|inner| tree.sym(inner))
        .filter(|&token| !names.places(token).is_empty())
        .take(4 * MOST_PARTNERS)
        .collect()
}

/// The number of arguments of the atom with this name; none for an atom without parentheses.
fn arity(case: &TestCase, name: Node) -> Option<usize> {
    let parent = case.parent(name);
    let is_head = parent + 1 == name && case.tree().head(parent) == Some(case.tree().sym(name));
    let is_atom = analysis(case).role(parent) == Role::Atom;
    (is_head && is_atom).then(|| case.tree().children(parent).count() - 1)
}

/// In rules with more cells, what becomes superfluous is left to other mutators: it would take a look at the whole rule for
/// each of its atoms.
const LONGEST: u32 = 1_000;

/// Replaces the atom `name` by `other` everywhere, and removes what becomes superfluous.
fn merged(case: &TestCase, name: Symbol, other: Symbol) -> Edit {
    let tree = case.tree();
    let alike = |token: Symbol| if token == name { other } else { token };
    let mut edits = Vec::new();
    let mut statements = FxHashSet::default();
    for &place in analysis(case).names(tree).places(name) {
        let statement = case.top_level(place);
        if tree.len(statement) <= LONGEST && statements.insert(statement) {
            let superfluous = superfluous(case, statement, &alike).into_iter();
            edits.extend(superfluous.map(|node| Edit::delete(tree, node)));
        }
    }
    // An edit is joined whole or not at all, so the renaming at each place is an edit of its own.
    let renaming = renamed(case, &[(name, other)]);
    let splices = renaming.parts().iter();
    edits.extend(splices.map(|splice| Edit::new(vec![splice.clone()])));
    Edit::join(tree, edits)
}

/// At most this many arguments of a predicate are tried.
const MOST_ARGUMENTS: usize = 8;

/// `p(X,Y) :- q(Y,X).` → `p(Y) :- q(Y,X).` Applies to the first atom with a name.
pub static DROP_ARGUMENT: Mutator = Mutator::asp("asp-drop-argument")
    .about("Drop an argument of all atoms with the same name")
    .at(At::Asp(Role::Atom))
    .only(is_first)
    .edits(|case, node| {
        let count = case.tree().children(node).count();
        let arguments = 1..count.min(1 + MOST_ARGUMENTS);
        Box::new(arguments.map(move |argument| without(case, node, argument, count)))
    });

/// Whether the node is the first atom of its name, and has arguments.
fn is_first(case: &TestCase, node: Node) -> bool {
    let tree = case.tree();
    tree.is_list(node)
        && tree.head(node).is_some_and(|name| {
            let places = analysis(case).names(tree).places(name);
            places.first() == Some(&(node + 1))
        })
}

/// Drops an argument of all atoms with the name of this one and as many arguments. An atom that loses its only argument
/// also loses its parentheses.
fn without(case: &TestCase, node: Node, argument: usize, count: usize) -> Edit {
    let tree = case.tree();
    let name = tree.sym(node + 1);
    let places = analysis(case).names(tree).places(name);
    let splices = places
        .iter()
        .map(|&place| place - 1)
        .filter(|&atom| tree.is_list(atom) && tree.children(atom).count() == count)
        .filter_map(|atom| {
            let (at, with) = if count == 2 {
                (atom, vec![Piece::Leaf(name)])
            } else {
                (tree.child(atom, argument)?, Vec::new())
            };
            Some(Splice::replace(tree, at, with))
        });
    Edit::new(splices.collect())
}

/// `p(X) :- q(X,Y), X < Y. q(1,2). q(2,3).` → `p :- q. q.`: all atoms lose their arguments, and comparisons and facts
/// that then occur twice are removed. Applies to the first statement.
pub static PROPOSITIONAL: Mutator = Mutator::asp("asp-propositional")
    .about("Drop all arguments of all atoms, and all comparisons")
    .at(At::Program)
    .edit(|case, _| propositional(case))
    .unasked();

fn propositional(case: &TestCase) -> Option<Edit> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let mut facts = FxHashSet::default();
    let mut edits = Vec::new();
    for node in 1..tree.end() {
        match analysis.role(node) {
            Role::Rule => {
                if let Some(fact) = fact(case, node)
                    && !facts.insert(fact)
                {
                    edits.push(Edit::delete(tree, node));
                }
            }
            Role::Atom if tree.is_list(node) => {
                let name = name(tree, node).map(|name| vec![Piece::Leaf(tree.sym(name))]);
                edits.extend(name.map(|name| Edit::replace(tree, node, name)));
            }
            Role::Literal if is_comparison(case, node) => edits.push(Edit::delete(tree, node)),
            _ => {}
        }
    }
    (!edits.is_empty()).then(|| Edit::join(tree, edits))
}

/// The name of the only atom of a fact. None if the statement is no fact.
fn fact(case: &TestCase, node: Node) -> Option<Symbol> {
    let tree = case.tree();
    let (head, body) = rule(tree, node)?;
    let [atom] = tree.elements(head)?;
    let is_fact = analysis(case).role(atom) == Role::Atom && tree.len(body) == 1;
    is_fact.then(|| Some(tree.sym(name(tree, atom)?))).flatten()
}

/// Whether a literal has a term as an operand, as comparisons do.
fn is_comparison(case: &TestCase, node: Node) -> bool {
    let mut parts = case.tree().children(node).skip(1);
    case.tree().is_list(node) && parts.any(|part| analysis(case).role(part) == Role::Term)
}

/// `p(1) :- q(1,2).` → `a :- b.`: each ground atom gets a name of its own. Applies to the first statement, in programs
/// without variables.
pub static FLATTEN_ATOMS: Mutator = Mutator::asp("asp-flatten-atoms")
    .about("Give each ground atom a name of its own in place of its arguments")
    .at(At::Program)
    .only(|case, _| {
        let tree = case.tree();
        let is_variable = |node: Node| !tree.is_list(node) && is_variable(tree.bytes(node));
        !(1..tree.end()).any(is_variable)
    })
    .edit(|case, _| flattened(case));

fn flattened(case: &TestCase) -> Option<Edit> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let mut names = FxHashMap::default();
    let mut number = 0;
    let mut splices = Vec::new();
    let atoms =
        (1..tree.end()).filter(|&node| tree.is_list(node) && analysis.role(node) == Role::Atom);
    for at in atoms {
        let name = *names.entry(tree.bytes(at)).or_insert_with(|| {
            loop {
                number += 1;
                let name = Symbol::of(format!("a{number}").as_bytes());
                if !case.has_token(name) {
                    break name;
                }
            }
        });
        splices.push(Splice::replace(tree, at, vec![Piece::Leaf(name)]));
    }
    (!splices.is_empty()).then(|| Edit::new(splices))
}
