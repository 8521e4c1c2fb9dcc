//! Names for what a mutator adds to a text.

use crate::language::TestCase;
use crate::tree::{Node, Symbol};

/// A name that the text does not contain, and that differs from node to node, because joined edits must not share a
/// name.
pub(super) fn fresh_name(case: &TestCase, node: Node) -> Symbol {
    let mut name = format!("v{node}");
    loop {
        let sym = Symbol::of(name.as_bytes());
        if !case.has_token(sym) {
            return sym;
        }
        name.push('_');
    }
}
