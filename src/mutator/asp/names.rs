//! The names of atoms: short names for all of them, and queries about names for other mutators.

use crate::language::TestCase;
use crate::language::asp::{Role, analysis, is_number, rule};
use crate::mutator::{At, Mutator};
use crate::tree::{Edit, Node, Piece, ROOT, Splice, Symbol};
use rustc_hash::FxHashSet;

/// `x17 :- x4, not x2.` → `a :- b, not c.`; in the numeric formats, the names are numbers. Programs that differ only in
/// their names become equal. Applies to the first statement.
pub static RENAME_ATOMS: Mutator = Mutator::asp("asp-rename-atoms")
    .about("Give all atoms short names in the order in which they occur")
    .at(At::Program)
    .edit(|case, _| canonical(case))
    .unasked()
    .judged();

/// Gives each name that may change the next short name that is not taken by a name that may not change.
fn canonical(case: &TestCase) -> Option<Edit> {
    let names = analysis(case).names(case.tree());
    let changes = |name: Symbol| {
        names
            .places(name)
            .first()
            .is_some_and(|&place| is_free_to_change(case, place))
    };
    // The short names in order; in numeric formats, these are numbers.
    let are_numbers = names.all().iter().all(|name| is_number(name.bytes()));
    let mut number = 0;
    let mut short_names = std::iter::repeat_with(|| {
        number += 1;
        if are_numbers {
            number.to_string().into_bytes()
        } else {
            letters(number - 1)
        }
    });
    let is_taken = |token: Symbol| {
        case.has_token(token) && (names.places(token).is_empty() || !changes(token))
    };
    // Each name that may change gets the next free one.
    let mut renaming = Vec::new();
    for &name in names.all().iter().filter(|&&name| changes(name)) {
        let short = short_names
            .by_ref()
            .map(|short| Symbol::of(&short))
            .find(|&short| short.bytes() != b"not" && !is_taken(short))?;
        if short != name {
            renaming.push((name, short));
        }
    }
    // The renaming is worth a candidate if it shortens some name.
    let saves = |&(from, to): &(Symbol, Symbol)| {
        let places = names.places(from).len();
        places * from.bytes().len() > places * to.bytes().len()
    };
    renaming.iter().any(saves).then(|| renamed(case, &renaming))
}

/// a, b, …, z, aa, ab, …
fn letters(mut number: usize) -> Vec<u8> {
    let mut name = Vec::new();
    loop {
        name.push(b'a' + u8::try_from(number % 26).unwrap_or(0));
        number /= 26;
        if number == 0 {
            break;
        }
        number -= 1;
    }
    name.reverse();
    name
}

/// Whether a node is the first place of an atom's name, and the name may change. The name of a classically negated atom
/// is tied to that of its complement, so it stays.
pub(super) fn is_free_to_change(case: &TestCase, node: Node) -> bool {
    let tree = case.tree();
    if tree.is_list(node) {
        return false;
    }
    let (token, names) = (tree.sym(node), analysis(case).names(tree));
    names.places(token).first() == Some(&node) && !names.is_negated(token)
}

/// The edit that gives atoms other names everywhere.
pub(super) fn renamed(case: &TestCase, renaming: &[(Symbol, Symbol)]) -> Edit {
    let names = analysis(case).names(case.tree());
    let mut splices = Vec::new();
    for &(from, to) in renaming {
        for &place in names.places(from) {
            splices.push(Splice::replace(case.tree(), place, vec![Piece::Leaf(to)]));
        }
    }
    Edit::new(splices)
}

/// The superfluous nodes of a rule once names are replaced as `alike` says: the whole rule if an atom of its head is in
/// its body; otherwise each literal that equals an earlier one of the same list.
pub(super) fn superfluous(
    case: &TestCase,
    statement: Node,
    alike: &dyn Fn(Symbol) -> Symbol,
) -> Vec<Node> {
    let tree = case.tree();
    let is_rule = analysis(case).role(statement) == Role::Rule;
    let Some((head, body)) = rule(tree, statement).filter(|_| is_rule) else {
        return Vec::new();
    };
    let tokens = |node: Node| -> Vec<Symbol> {
        (node..tree.next(node))
            .map(|inner| alike(tree.sym(inner)))
            .collect()
    };
    let mut superfluous = Vec::new();
    let mut in_head = FxHashSet::default();
    for (list, is_head) in [(head, true), (body, false)] {
        let mut seen = FxHashSet::default();
        for literal in tree.children(list) {
            let tokens = tokens(literal);
            if !is_head && in_head.contains(&tokens) {
                return vec![statement];
            }
            if !seen.insert(tokens) {
                superfluous.push(literal);
            }
        }
        if is_head {
            in_head = seen;
        }
    }
    superfluous.retain(|&node| case.parent(node) != ROOT);
    superfluous
}
