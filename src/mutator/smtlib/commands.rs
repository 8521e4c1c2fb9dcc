//! Mutators of commands that neither declare nor assert anything.

use super::toolkit::pieces::{word, words};
use super::toolkit::shape::is_form;
use crate::language::smtlib::levels;
use crate::mutator::proposal::{none, replacing};
use crate::mutator::{At, Mutator};
use crate::tree::{Edit, Node, Splice, Tree};

/// `(check-sat-assuming (a b))` → `(check-sat)`
pub static CHECK_SAT_ASSUMING: Mutator = Mutator::smtlib("check-sat-assuming", "smtlib")
    .about("Replace check-sat-assuming by check-sat")
    .at(At::Head(b"check-sat-assuming"))
    .edit(|case, node| Some(Edit::replace(case.tree(), node, words(&["check-sat"]))));

/// Parts of a logic's name, and what may replace each of them. Transcendental functions are a `T` behind an arithmetic.
const SIMPLER: [(&str, &str); 13] = [
    ("BV", ""),
    ("FP", ""),
    ("UF", ""),
    ("S", ""),
    ("DT", ""),
    ("AT", "A"),
    ("NRA", "LRA"),
    ("LRA", ""),
    ("NIA", "LIA"),
    ("LIA", ""),
    ("NIRA", "LIRA"),
    ("LIRA", "LRA"),
    ("QF_", ""),
];

/// What is left of names that name no theory, or only that of arrays. These are no logics: that of arrays is `AX`.
const NO_LOGICS: [&str; 3] = ["", "A", "AUF"];

/// `(set-logic QF_NRA)` → `(set-logic QF_LRA)`, `(set-logic NRA)`. The new name names a theory, and `ALL` is never
/// replaced. A logic with quantifiers has the shorter name.
pub static SIMPLIFY_LOGIC: Mutator = Mutator::smtlib("simplify-logic", "smtlib")
    .about("Replace the logic by a smaller one, or one with a shorter name")
    .at(At::Head(b"set-logic"))
    .edits(|case, node| {
        let Some((logic, name)) = logic(case.tree(), node) else {
            return none();
        };
        let simpler = SIMPLER
            .iter()
            .filter(|(part, _)| name.contains(part) && !name.starts_with("ALL"))
            .map(|(part, with)| name.replace(part, with))
            .filter(|simpler| !NO_LOGICS.contains(&simpler.strip_prefix("QF_").unwrap_or(simpler)));
        replacing(case, logic, simpler.map(|simpler| [word(simpler)]))
    });

/// The logic that a `set-logic` sets: its token and its name.
fn logic(tree: &Tree, command: Node) -> Option<(Node, &'static str)> {
    let logic = tree.child(command, 1)?;
    let name = std::str::from_utf8(tree.sym(logic).bytes()).ok()?;
    Some((logic, name))
}

/// A scope that contains more levels than this stays until inner ones are gone. Otherwise, finding the ends of all
/// scopes in a long chain of nested ones would take quadratic time.
const MOST_LEVELS: u64 = 64;

/// `(push) … (pop)` → nothing; then the content without the `push` and `pop`.
pub static PUSH_POP: Mutator = Mutator::smtlib("push-pop", "smtlib")
    .about("Remove a push and its pop, with or without the commands between them")
    .at(At::Command(b"push"))
    .only(|case, node| levels_of(case.tree(), node, b"push").is_some())
    .edits(|case, node| {
        let tree = case.tree();
        let Some((pop, is_pair)) = matching_pop(tree, node) else {
            return none();
        };
        let with_content = Edit::new(vec![Splice::delete_all(node..tree.next(pop))]);
        let has_content = tree.next(node) < pop;
        let without_content = (is_pair && has_content)
            .then(|| Edit::join(tree, [Edit::delete(tree, node), Edit::delete(tree, pop)]));
        Box::new(std::iter::once(with_content).chain(without_content))
    });

/// The command that closes the level that `push` opens, and whether it closes nothing else.
fn matching_pop(tree: &Tree, push: Node) -> Option<(Node, bool)> {
    let opened = levels_of(tree, push, b"push")?;
    let mut open = opened;
    let mut command = tree.next(push);
    while command < tree.end() && !is_form(tree, command, b"reset") {
        if let Some(more) = levels_of(tree, command, b"push") {
            open = open.checked_add(more)?;
            if open - opened > MOST_LEVELS {
                return None;
            }
        } else if let Some(closed) = levels_of(tree, command, b"pop") {
            open = open.checked_sub(closed)?; // gives up on a `pop` that also closes an outer level
            if open == 0 {
                return Some((command, closed == opened));
            }
        }
        command = tree.next(command);
    }
    None
}

/// How many levels a `push` or a `pop` opens or closes. None if the command has another head, or concerns no level.
fn levels_of(tree: &Tree, command: Node, head: &[u8]) -> Option<u64> {
    let levels = is_form(tree, command, head).then(|| levels(tree, command));
    levels.flatten().filter(|&levels| levels > 0)
}
