//! The part of a script that is in force at one of its queries: the declarations, definitions and assertions that no
//! `pop` has undone.

use super::assertion_stack::{Levels, levels};
use crate::tree::{Node, ROOT, Tree};

/// What is in force at a query.
pub(super) struct InForce {
    /// Settings, declarations, definitions and assertions, in order.
    pub(super) commands: Vec<Node>,
    /// The query.
    pub(super) query: Node,
}

/// What is in force at the query with this number, from 0. None if the script has no such query, or what is in force
/// there depends on commands that are not followed.
pub(super) fn in_force(tree: &Tree, nth: usize) -> Option<InForce> {
    let mut commands: Vec<Node> = Vec::new();
    let mut open = Levels::default(); // with where each begins in `commands`
    let mut queries = 0;
    for command in tree.children(ROOT) {
        match tree.head(command)?.bytes() {
            b"push" => open.open(levels(tree, command)?, commands.len()),
            b"pop" => {
                let left = open.depth().checked_sub(levels(tree, command)?)?;
                if let Some(first) = open.close_to(left) {
                    commands.truncate(first);
                }
            }
            b"check-sat" | b"check-sat-assuming" if queries == nth => {
                return Some(InForce {
                    commands,
                    query: command,
                });
            }
            b"check-sat" | b"check-sat-assuming" => queries += 1,
            b"reset" | b"reset-assertions" | b"exit" => return None,
            b"set-option" if is_option(tree, command, b":global-declarations") => return None,
            head if is_kept(tree, command, head) => commands.push(command),
            _ => {}
        }
    }
    None
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

fn is_option(tree: &Tree, command: Node, option: &[u8]) -> bool {
    tree.child(command, 1).map(|option| tree.bytes(option)) == Some(option)
}

/// Appends the query, after what it assumes as assertions.
pub(super) fn put_query(text: &mut Vec<u8>, tree: &Tree, query: Node) {
    let assumed = tree.child(query, 1).filter(|&list| tree.is_list(list));
    for literal in assumed.into_iter().flat_map(|list| tree.children(list)) {
        text.extend_from_slice(b"(assert ");
        text.extend_from_slice(tree.bytes(literal));
        text.extend_from_slice(b")\n");
    }
    text.extend_from_slice(b"(check-sat)\n");
}

/// Appends a command.
pub(super) fn put(text: &mut Vec<u8>, tree: &Tree, command: Node) {
    text.extend_from_slice(tree.bytes(command));
    text.push(b'\n');
}
