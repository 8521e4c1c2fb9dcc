//! The part of a script that is in force at one of its queries: the declarations, definitions and assertions that no
//! `pop` has undone.

use super::assertion_stack::{Levels, levels, sets_global_declarations};
use super::commands::is_query;
use super::printed::{Printed, Said};
use crate::tree::{Node, ROOT, Tree};

/// What is in force at a query.
pub(super) struct InForce {
    /// Settings, declarations, definitions and assertions, in order.
    pub(super) commands: Vec<Node>,
    /// The query.
    pub(super) query: Node,
}

/// What is in force at the query to which the printed answer with this number, from 0, belongs. None if that is not
/// certain, or if what is in force there depends on commands that are not followed.
pub(super) fn in_force(tree: &Tree, printed: &Printed, nth: usize) -> Option<InForce> {
    let queries = queries(tree)?;
    let are_answered = printed.may_answer(queries.len());
    let query = *queries.get(nth).filter(|_| are_answered)?;
    let mut commands: Vec<Node> = Vec::new();
    let mut open = Levels::default(); // with where each begins in `commands`
    for command in tree.children(ROOT).take_while(|&command| command < query) {
        match tree.head(command)?.bytes() {
            b"push" => open.open(levels(tree, command)?, commands.len()),
            b"pop" => {
                let left = open.depth().checked_sub(levels(tree, command)?)?;
                if let Some(first) = open.close_to(left) {
                    commands.truncate(first);
                }
            }
            b"reset" | b"reset-assertions" => return None,
            _ if sets_global_declarations(tree, command) => return None,
            head if is_kept(tree, command, head) => commands.push(command),
            _ => {}
        }
    }
    asks_for_model(tree, query).then_some(InForce { commands, query })
}

/// The commands that a solver answers by `sat`, `unsat` or `unknown`. None if the script also prints such a word
/// itself.
fn queries(tree: &Tree) -> Option<Vec<Node>> {
    let is_read = |&command: &Node| tree.head_bytes(command) != b"exit";
    let mut queries = Vec::new();
    for command in tree.children(ROOT).take_while(is_read) {
        if is_answered(tree, command) {
            queries.push(command);
        } else if echoes_answer(tree, command) {
            return None;
        }
    }
    Some(queries)
}

/// Whether a solver answers a command by `sat`, `unsat` or `unknown`.
fn is_answered(tree: &Tree, command: Node) -> bool {
    let is_of_z3 = matches!(tree.head_bytes(command), b"check-sat-using" | b"query");
    is_of_z3 || tree.head(command).is_some_and(is_query)
}

/// Whether a command asks if what is in force has a model. A `query` is about rules, and `check-synth` about functions.
pub(super) fn asks_for_model(tree: &Tree, command: Node) -> bool {
    matches!(
        tree.head_bytes(command),
        b"check-sat" | b"check-sat-assuming" | b"check-sat-using"
    )
}

/// Whether a command prints a text in which a word looks like an answer.
fn echoes_answer(tree: &Tree, command: Node) -> bool {
    let mut words = tree
        .bytes(command)
        .split(|byte| !byte.is_ascii_alphanumeric());
    tree.head_bytes(command) == b"echo" && words.any(|word| Said::of(word).is_some())
}

/// Whether a command says something about the problem, or about how it is to be solved.
fn is_kept(tree: &Tree, command: Node, head: &[u8]) -> bool {
    match head {
        b"assert" | b"set-logic" => true,
        b"set-option" => {
            let option = tree.child(command, 1).map(|option| tree.bytes(option));
            let is_of_output = |option: &[u8]| {
                option.starts_with(b":produce-")
                    || matches!(
                        option,
                        b":print-success"
                            | b":regular-output-channel"
                            | b":diagnostic-output-channel"
                            | b":verbosity"
                    )
            };
            option.is_some_and(|option| !is_of_output(option))
        }
        _ => head.starts_with(b"declare-") || head.starts_with(b"define-"),
    }
}

/// Appends the query, after what it assumes as assertions.
pub(super) fn put_query(text: &mut Vec<u8>, tree: &Tree, query: Node) {
    let operands = || tree.children(query).skip(1);
    let assumed: Vec<Node> = match tree.head_bytes(query) {
        b"check-sat" => operands().collect(), // as only some solvers allow
        b"check-sat-assuming" => operands().flat_map(|list| tree.children(list)).collect(),
        _ => Vec::new(), // the operands are tactics
    };
    for formula in assumed {
        text.extend_from_slice(b"(assert ");
        text.extend_from_slice(tree.bytes(formula));
        text.extend_from_slice(b")\n");
    }
    text.extend_from_slice(b"(check-sat)\n");
}

/// Appends a command.
pub(super) fn put(text: &mut Vec<u8>, tree: &Tree, command: Node) {
    text.extend_from_slice(tree.bytes(command));
    text.push(b'\n');
}
