//! A script with only those of its assertions that a solver names as an unsatisfiable core.
//!
//! Assertions without a name are always part of the core. A named assertion that is not becomes a definition of its
//! name, because other terms may use it.

use super::in_force::{in_force, put, put_query};
use super::name::name;
use super::parse::parse;
use super::printed::printed;
use crate::observation::Observation;
use crate::tree::{Node, ROOT, Symbol, Tree};

/// The text with the core that this run has printed as number `nth`. None if there is no such core, or if the list that
/// looks like it is not known to be one.
pub(super) fn with_core(text: &[u8], run: &Observation, nth: usize) -> Option<Vec<u8>> {
    let printed = printed(run)?;
    let (core, names) = printed.core(nth)?;
    let tree = parse(text).ok()?.tree;
    let in_force = in_force(&tree, &printed, core.answer)?;
    let asked = printing(&tree, in_force.query, core.place)?;
    if tree.head_bytes(asked) != b"get-unsat-core" {
        return None;
    }
    let mut made = Vec::with_capacity(text.len());
    for &command in &in_force.commands {
        match named(&tree, command) {
            Some((term, own)) if !names.contains(&name(own)) => {
                made.extend_from_slice(b"(define-fun ");
                made.extend_from_slice(own.bytes());
                made.extend_from_slice(b" () Bool ");
                made.extend_from_slice(tree.bytes(term));
                made.extend_from_slice(b")\n");
            }
            _ => put(&mut made, &tree, command),
        }
    }
    put_query(&mut made, &tree, in_force.query);
    Some(made)
}

/// The command after a query that prints the list with this number, from 0, before the next answer. None if that is not
/// certain.
fn printing(tree: &Tree, query: Node, mut nth: usize) -> Option<Node> {
    for command in tree.children(ROOT).filter(|&command| command > query) {
        match (prints_list(tree, command)?, nth) {
            (true, 0) => return Some(command),
            (prints, _) => nth -= usize::from(prints),
        }
    }
    None
}

/// Whether a solver prints a list at a command, and not a word or nothing. None if that is not known.
fn prints_list(tree: &Tree, command: Node) -> Option<bool> {
    let is_list = match tree.head_bytes(command) {
        b"get-assertions"
        | b"get-assignment"
        | b"get-info"
        | b"get-model"
        | b"get-unsat-assumptions"
        | b"get-unsat-core"
        | b"get-value" => true,
        b"assert" | b"pop" | b"push" | b"set-info" | b"set-option" => false,
        b"echo" if !tree.bytes(command)[1..].contains(&b'(') => false,
        head if head.starts_with(b"declare-") || head.starts_with(b"define-") => false,
        _ => return None,
    };
    Some(is_list)
}

/// The term and the name of a named assertion.
fn named(tree: &Tree, command: Node) -> Option<(Node, Symbol)> {
    let is_assertion = tree.head(command)?.bytes() == b"assert";
    let annotated = tree.child(command, 1).filter(|_| is_assertion)?;
    let is_annotated = tree.head(annotated)?.bytes() == b"!";
    let mut parts = tree.children(annotated).skip(1).filter(|_| is_annotated);
    let term = parts.next()?;
    parts.find(|&part| !tree.is_list(part) && tree.bytes(part) == b":named")?;
    let own = parts.next().filter(|&own| !tree.is_list(own))?;
    Some((term, tree.sym(own)))
}
