//! push-pop: removes scopes, with or without their content.

use super::shape::is_form;
use crate::language::TestCase;
use crate::language::smtlib::levels;
use crate::mutator::proposal::{none, simplifications};
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, ROOT, Splice, Tree};

/// A scope with more levels in it is left alone until inner ones are gone. In a long chain of nested scopes, the ends of
/// all of them would otherwise be looked for in quadratic time.
const MOST_LEVELS: u64 = 64;

/// `(push) … (pop)` → nothing; then the content without the `push` and `pop`.
pub struct PushPop;

impl Mutator for PushPop {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "push-pop",
                "Remove a push and its pop, with or without the commands between them",
                "smtlib",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        case.parent(node) == ROOT && levels_of(case.tree(), node, b"push").is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let tree = case.tree();
        let at_top = case.parent(node) == ROOT;
        let Some((pop, is_pair)) = at_top.then(|| matching_pop(tree, node)).flatten() else {
            return none();
        };
        let with_content = Edit::new(vec![Splice::delete_all(node..tree.next(pop))]);
        let alone = is_pair && tree.next(node) < pop;
        let alone = alone.then(|| {
            let ends = [Edit::delete(tree, node), Edit::delete(tree, pop)];
            Edit::join(tree, ends)
        });
        simplifications(std::iter::once(with_content).chain(alone))
    }
}

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

/// How many levels a command of this kind is about; none if it is of another, or is about none.
fn levels_of(tree: &Tree, command: Node, head: &[u8]) -> Option<u64> {
    let levels = is_form(tree, command, head).then(|| levels(tree, command));
    levels.flatten().filter(|&levels| levels > 0)
}
