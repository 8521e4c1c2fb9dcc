//! A script with only those of its assertions that a solver names as an unsatisfiable core.
//!
//! Assertions without a name are always part of the core. A named assertion that is not becomes a definition of its
//! name, because other terms may use it.

use super::in_force::{in_force, put, put_query};
use super::name::name;
use super::printed::printed;
use crate::language::Syntax;
use crate::observation::Observation;
use crate::tree::{Node, Symbol, Tree};

/// The text with the core that this run has printed as number `nth`. None if there is no such core.
pub(super) fn with_core(
    syntax: &dyn Syntax,
    text: &[u8],
    run: &Observation,
    nth: usize,
) -> Option<Vec<u8>> {
    let (query, core) = printed(run)?.core(nth)?;
    let tree = syntax.parse(text).ok()?.tree;
    let in_force = in_force(&tree, query)?;
    let mut made = Vec::with_capacity(text.len());
    for &command in &in_force.commands {
        match named(&tree, command) {
            Some((term, own)) if !core.contains(&name(own)) => {
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
