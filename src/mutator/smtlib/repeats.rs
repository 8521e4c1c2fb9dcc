//! Mutators that name a term or a sort that a text repeats.

use super::toolkit::all_occurrences::means_the_same;
use super::toolkit::pieces::{before_command, replacements, word};
use crate::language::TestCase;
use crate::language::smtlib::{BindingKind, LiteralKind, Role, analysis, shortest_unused_name};
use crate::mutator::Mutator;
use crate::tree::{Edit, Node, Piece, ROOT, Splice};

/// At most this many lists around a term are looked at, to find the one in which it is named.
const MOST_LEVELS: usize = 1000;

/// A term or sort with fewer bytes is not worth a name.
const SHORTEST: usize = 5;

/// For one term, at most this many commands are proposed.
const MOST_COMMANDS: usize = 4;

/// `(and (f (g x y) 1) (g x y) (h (g x y)))` → `(let ((v (g x y))) (and (f v 1) v (h v)))`;
/// `(declare-const a (Array Int Int))` and two more such → `(define-sort S () (Array Int Int)) (declare-const a S) …`.
///
/// A term is named in the smallest term around all its occurrences in a command. A term that occurs only together with
/// the term around it is not named, but that one is. A proposal that saves only bytes is a pump, because the binder
/// would hide from the other mutators what they could still remove.
pub static NAME_REPEATS: Mutator = Mutator::smtlib("name-repeats", "smtlib")
    .about("Name a term or a sort that occurs several times")
    .only(|case, node| {
        let role = analysis(case).role(node);
        node != ROOT
            && matches!(role, Role::Term | Role::Sort)
            && case.tree().bytes(node).len() >= SHORTEST
            && (case.tree().len(node) > 2 || is_literal(case, node))
            && equal_nodes(case, node).next().is_some()
    })
    .edits(|case, node| match analysis(case).role(node) {
        Role::Sort => Box::new(named_sort(case, node).into_iter()),
        _ => Box::new(named_terms(case, node).into_iter()),
    })
    .judged();

fn is_literal(case: &TestCase, node: Node) -> bool {
    !case.tree().is_list(node) && LiteralKind::of(case.tree().sym(node).bytes()).is_some()
}

/// The later nodes that are equal to the node, if it is the first of them.
fn equal_nodes(case: &TestCase, node: Node) -> impl Iterator<Item = Node> {
    case.equal_subterms(node).chain(case.equal_tokens(node))
}

/// The edits that name the term and those equal to it, one for each command that has several of them.
fn named_terms(case: &TestCase, first: Node) -> Vec<Edit> {
    let analysis = analysis(case);
    if goes_with_parent(case, first) {
        return Vec::new();
    }
    // The occurrences, grouped by command; one with another meaning begins a new group.
    let mut commands: Vec<Vec<Node>> = Vec::new();
    for place in std::iter::once(first).chain(equal_nodes(case, first)) {
        let is_next = |places: &&mut Vec<Node>| {
            analysis.command(places[0]) == analysis.command(place)
                && means_the_same(case, places[0], place)
        };
        match commands.last_mut().filter(is_next) {
            Some(places) => places.push(place),
            None => commands.push(vec![place]),
        }
    }
    commands
        .iter()
        .filter(|places| pays(case, places, &LET))
        .take(MOST_COMMANDS)
        .filter_map(|places| named_term(case, places))
        .collect()
}

/// Whether the term around the first of several equal terms occurs as often.
fn goes_with_parent(case: &TestCase, first: Node) -> bool {
    let parent = case.parent(first);
    let count = |node| equal_nodes(case, node).count();
    analysis(case).role(parent) == Role::Term && count(parent) == count(first)
}

/// What a definition needs besides the term or sort that it names.
struct Overhead {
    cells: usize,
    bytes: usize,
}

/// The `let`, its two lists and its name.
const LET: Overhead = Overhead {
    cells: 5,
    bytes: "(let ((v )) )".len(),
};

/// The `define-sort` with its name and its list of parameters.
const DEFINE_SORT: Overhead = Overhead {
    cells: 4,
    bytes: "(define-sort v () )\n".len(),
};

/// Whether the text gets fewer cells or bytes if a definition names the term at these places. The name counts as one
/// byte.
fn pays(case: &TestCase, places: &[Node], overhead: &Overhead) -> bool {
    let (cells, bytes) = (
        case.tree().len(places[0]) as usize,
        case.tree().bytes(places[0]).len(),
    );
    let saves = |length, overhead| places.len() * length > overhead + length + places.len();
    saves(cells, overhead.cells) || saves(bytes, overhead.bytes)
}

/// Puts a `let` around the places. None if it would be too far away, or if a place is in a pattern.
fn named_term(case: &TestCase, places: &[Node]) -> Option<Edit> {
    // The smallest term around all places. It must be near enough to the first and to the last one.
    let (first, last) = (*places.first()?, *places.last()?);
    let is_around =
        |node: Node| case.tree().contains(node, last) && analysis(case).role(node) == Role::Term;
    let whole = levels(case, first).find(|&node| is_around(node))?;
    levels(case, last).find(|&node| node == whole)?;
    let name = Piece::Leaf(shortest_unused_name(case)?);
    let binder = Piece::list([vec![name], written_out(case, first)].concat());
    let parts = [
        vec![word("let")],
        Piece::list(binder),
        vec![Piece::Copy(whole)],
    ];
    let with = Piece::list(parts.concat());
    let mut splices = vec![Splice::replace(case.tree(), whole, with)];
    splices.extend(replacements(case.tree(), places, name));
    Some(Edit::new(splices))
}

/// The node and the lists around it, up to the first one that is neither a term nor a part of its binders.
fn levels(case: &TestCase, node: Node) -> impl Iterator<Item = Node> {
    std::iter::successors(Some(node), |&node| Some(case.parent(node)))
        .take(MOST_LEVELS)
        .take_while(|&node| {
            matches!(
                analysis(case).role(node),
                Role::Term | Role::Binder | Role::Binders
            )
        })
}

/// Defines the sort before the first command that has it.
fn named_sort(case: &TestCase, first: Node) -> Option<Edit> {
    let mut places = vec![first];
    let others = equal_nodes(case, first);
    places.extend(others.filter(|&other| means_the_same(case, first, other)));
    if !pays(case, &places, &DEFINE_SORT) || has_parameter(case, first) {
        return None;
    }
    let name = Piece::Leaf(shortest_unused_name(case)?);
    let head = vec![word("define-sort"), name];
    let parts = [head, Piece::list([]), written_out(case, first)].concat();
    let mut splices = vec![before_command(case, first, Piece::list(parts))?];
    splices.extend(replacements(case.tree(), &places, name));
    Some(Edit::new(splices))
}

/// Whether a parameter of a definition or a datatype occurs in the sort.
fn has_parameter(case: &TestCase, sort: Node) -> bool {
    (sort..case.tree().next(sort)).any(|token| {
        let meaning = analysis(case).meaning(token);
        meaning.is_some_and(|binding| binding.kind == BindingKind::Parameter)
    })
}

/// The node, written out as a list of copies of its elements. Unlike a copy of the node, it stays where the node itself
/// is replaced.
fn written_out(case: &TestCase, list: Node) -> Vec<Piece> {
    if !case.tree().is_list(list) {
        return vec![Piece::Leaf(case.tree().sym(list))];
    }
    Piece::list(case.tree().children(list).map(Piece::Copy))
}
