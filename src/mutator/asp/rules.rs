//! Rules lose a part, or a part of them moves.

use super::settled::{all_settled, settled_by_choice};
use crate::language::TestCase;
use crate::language::asp::{ASPIF, Role, analysis, negated, rule};
use crate::mutator::proposal::replacing;
use crate::mutator::{At, ByDefault, Edits, Mutator};
use crate::tree::{Edit, Node, Piece, ROOT, Splice, Symbol};

/// `a, b :- c, d.` → `:- c, d.` This is the first half of DeltaASP's phase 2. Facts and constraints stay.
pub static EMPTY_HEAD: Mutator = EMPTYING_HEAD
    .edit(|case, node| emptied(case, node, Role::Head, 2))
    .with_forms(&[("any", &ANY_HEAD)]);

const EMPTYING_HEAD: Mutator = Mutator::asp("asp-empty-head").about("Make a constraint of a rule");

/// `a :- b, c.` → `a.` This is the second half of DeltaASP's phase 2. Facts and constraints stay.
pub static EMPTY_BODY: Mutator = EMPTYING_BODY
    .edit(|case, node| emptied(case, node, Role::Body, 2))
    .with_forms(&[("any", &ANY_BODY)]);

const EMPTYING_BODY: Mutator = Mutator::asp("asp-empty-body").about("Make a fact of a rule");

/// The forms in DeltaASP's phase 2. Elsewhere, a single element is left to erase-node.
static ANY_HEAD: Mutator = EMPTYING_HEAD.edit(|case, node| emptied(case, node, Role::Head, 1));
static ANY_BODY: Mutator = EMPTYING_BODY.edit(|case, node| emptied(case, node, Role::Body, 1));

/// Empties one side of a rule if it has at least this many elements, unless the other side is empty.
fn emptied(case: &TestCase, node: Node, side: Role, least: usize) -> Option<Edit> {
    let is_rule = analysis(case).role(node) == Role::Rule;
    let (head, body) = rule(case.tree(), node).filter(|_| is_rule)?;
    let (part, other) = match side {
        Role::Head => (head, body),
        _ => (body, head),
    };
    let count = |list| case.tree().children(list).count();
    let is_emptied = count(part) >= least && count(other) > 0;
    is_emptied.then(|| Edit::replace(case.tree(), part, Piece::list([])))
}

/// `a. b :- a, not c. d :- e.` → `a. b.`: atoms without a rule are false, facts are true, and the rules of atoms that
/// are never used are removed. Applies to the first statement.
pub static SETTLE: Mutator = Mutator::asp("asp-settle")
    .about("Remove what a grounder would find superfluous")
    .at(At::Program)
    .edit(|case, _| all_settled(case))
    .unasked();

/// `a :- not b.` → `a :- b.` This is DeltaASP's phase 6.
pub static DROP_NEGATION: Mutator = Mutator::asp("asp-drop-negation")
    .about("Make a negative literal positive")
    .edit(|case, node| {
        let positive = Piece::Copy(negated(case.tree(), node)?);
        Some(Edit::replace(case.tree(), node, vec![positive]))
    });

/// `a :- b, not c.` → `a | c :- b.`, the inverse of what is known as shifting (Ben-Eliyahu and Dechter 1994).
pub static SHIFT_NEGATION: Mutator = Mutator::asp("asp-shift-negation")
    .about("Make a negative literal of a body an alternative of the head")
    .edit(shifted);

fn shifted(case: &TestCase, node: Node) -> Option<Edit> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let atom = negated(tree, node).filter(|&atom| analysis.role(atom) == Role::Atom)?;
    let body = case.parent(node);
    let statement = case.parent(body);
    let is_rule = analysis.role(body) == Role::Body && analysis.role(statement) == Role::Rule;
    let (head, _) = rule(tree, statement).filter(|_| is_rule)?;
    let is_aggregate = tree
        .children(head)
        .any(|element| analysis.role(element) == Role::Aggregate);
    (!is_aggregate).then(|| {
        let with = tree.children(head).chain([atom]).map(Piece::Copy);
        Edit::new(vec![
            Splice::replace(tree, head, Piece::list(with)),
            Splice::delete(tree, node),
        ])
    })
}

/// `:- not a.` → `#assume a.`; and `a | b.` → `#assume a.` and `#assume b.`, each for an atom that has another rule, too.
/// Only aspif has such statements: smodels has one for the whole program.
pub static ASSUME: Mutator = Mutator::asp("asp-assume")
    .about("Assume an atom in place of a constraint or a disjunction that demands it")
    .at(At::Asp(Role::Rule))
    .only(|case, _| case.dialect() == ASPIF)
    .edits(|case, node| {
        let atoms = demanded(case, node).into_iter();
        let assume = |atom| Piece::list([Piece::Leaf(Symbol::of(b"#assume")), Piece::Copy(atom)]);
        replacing(case, node, atoms.map(assume))
    });

/// The atoms that may be assumed in place of a rule.
fn demanded(case: &TestCase, node: Node) -> Vec<Node> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let Some((head, body)) = rule(tree, node) else {
        return Vec::new();
    };
    let heads: Vec<Node> = tree.children(head).collect();
    let literals: Vec<Node> = tree.children(body).collect();
    match (&heads[..], &literals[..]) {
        (&[], &[literal]) => negated(tree, literal).into_iter().collect(),
        (&[first, second], &[]) => {
            let has_others = |&atom: &Node| {
                let uses = analysis.uses(case, tree.sym(atom));
                uses.is_some_and(|uses| uses.derivations() > 1)
            };
            [first, second].into_iter().filter(has_others).collect()
        }
        _ => Vec::new(),
    }
}

/// Bodies with more literals are only unfolded where the atom is used once.
const LONG: usize = 1;

/// `a :- b. c :- a, not d.` → `c :- b, not d.` for an atom without arguments that is the head of only one rule and does
/// not occur in its body. Applies to this rule.
pub static UNFOLD: Mutator = Mutator::asp("asp-unfold")
    .about("Put the body of an atom's only rule in the place of the atom")
    .at(At::Asp(Role::Rule))
    .edit(unfolded)
    .judged();

fn unfolded(case: &TestCase, node: Node) -> Option<Edit> {
    let (tree, analysis) = (case.tree(), analysis(case));
    if case.parent(node) != ROOT {
        return None;
    }
    // The only atom of the head, which has no arguments.
    let (head, body) = rule(tree, node)?;
    let [atom] = tree.elements(head)?;
    let is_plain = !tree.is_list(atom) && analysis.role(atom) == Role::Atom;
    let name = tree.sym(atom);
    // Where several rules have the atom, this would look at all of its places for each of them.
    if !is_plain || analysis.uses(case, name)?.derivations() != 1 {
        return None;
    }
    // Its other places, each of which becomes a copy of the body.
    let literals: Vec<Node> = tree.children(body).collect();
    let uses: Vec<Node> = analysis
        .names(tree)
        .places(name)
        .iter()
        .copied()
        .filter(|&place| place != atom)
        .collect();
    let is_long = literals.len() > LONG && uses.len() > 1;
    if is_long || uses.iter().any(|&place| tree.contains(node, place)) {
        return None;
    }
    let mut splices = vec![Splice::delete(tree, node)];
    for place in uses {
        splices.push(replaced(case, place, &literals)?);
    }
    Some(Edit::new(splices))
}

/// Replaces a use of the atom by the literals. None where that is not possible.
fn replaced(case: &TestCase, place: Node, literals: &[Node]) -> Option<Splice> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let parent = case.parent(place);
    if analysis.role(parent) == Role::Body || tree.head_bytes(parent) == b"#assume" {
        let copies = literals.iter().map(|&literal| Piece::Copy(literal));
        return Some(Splice::replace(tree, place, copies));
    }
    // `not a` with a single positive literal for `a`.
    let is_negated = negated(tree, parent) == Some(place);
    let only = literals.first().filter(|_| literals.len() == 1)?;
    let fits = is_negated && analysis.role(*only) == Role::Atom;
    fits.then(|| Splice::replace(tree, place, vec![Piece::Copy(*only)]))
}

/// `a | b :- c.` → `{a} :- c.` for each alternative, without everything that needs the other ones; then the choice of
/// all alternatives, `{a; b} :- c.` Applies to the head.
///
/// In the order of texts, a disjunction is smaller than a choice of the same atoms in all formats, because its tree has
/// fewer cells. So `asp-choice-to-disjunction` is always a simplification. The opposite direction is one only if enough
/// goes with the alternatives; otherwise it is a pump. So no search goes round in circles.
///
/// On 12 programs whose searches each end at a disjunction, this mutator took a tenth of all checks and none succeeded,
/// so it is for deep searches only.
pub static DISJUNCTION_TO_CHOICE: Mutator = Mutator::asp("asp-disjunction-to-choice")
    .about("Make a choice of a disjunction")
    .by_default(ByDefault::InDeepSearches)
    .at(At::Asp(Role::Head))
    .only(is_disjunction)
    .edits(chosen)
    .judged();

/// At most this many alternatives are tried alone.
const MOST: usize = 8;

fn chosen(case: &TestCase, head: Node) -> Edits<'_> {
    let tree = case.tree();
    let alternatives: Vec<Node> = tree.children(head).collect();
    let choice = choice(alternatives.iter().copied());
    let all = Edit::replace(tree, head, Piece::list(choice));
    Box::new(
        alternatives
            .into_iter()
            .take(MOST)
            .filter_map(move |alternative| alone(case, head, alternative))
            .chain([all]),
    )
}

/// Whether the node is a head with several atoms and nothing else.
fn is_disjunction(case: &TestCase, node: Node) -> bool {
    let (tree, analysis) = (case.tree(), analysis(case));
    rule(tree, case.parent(node)).is_some_and(|(head, _)| head == node)
        && tree.children(node).nth(1).is_some()
        && tree
            .children(node)
            .all(|element| analysis.role(element) == Role::Atom)
}

/// The choice of one alternative, without everything that the loss of the others settles. None if that removes the rule
/// itself.
fn alone(case: &TestCase, head: Node, alternative: Node) -> Option<Edit> {
    let tree = case.tree();
    let settled = settled_by_choice(case, head, alternative)?;
    let choice = Edit::replace(tree, alternative, choice([alternative]));
    Some(Edit::join(tree, [settled, choice]))
}

/// A choice without bounds.
fn choice(atoms: impl IntoIterator<Item = Node>) -> Vec<Piece> {
    let mut parts = vec![Piece::Leaf(Symbol::of(b"{}"))];
    parts.extend([Piece::list([]), Piece::list([])].concat());
    parts.extend(atoms.into_iter().map(Piece::Copy));
    Piece::list(parts)
}
