//! Terms that are their own values, and comparisons of such terms.

use super::output::TextWriter;
use super::relation::holds_between;
use super::term::{TUPLE, is_name, is_signed_name, number, print_term};
use crate::tree::{Node, Tree};

/// The text of a term or an atom that is its own value. None if it has variables, or anything that a grounder
/// evaluates: arithmetic, intervals, calls of scripts, other forms of numbers.
pub(super) fn value(tree: &Tree, term: Node) -> Option<Vec<u8>> {
    let is_value = (term..tree.next(term)).all(|node| {
        if tree.is_list(node) {
            is_function(tree, node)
        } else {
            is_constant(tree.bytes(node))
        }
    });
    is_value.then(|| {
        let mut out = TextWriter::default();
        print_term(&mut out, tree, term);
        out.finish()
    })
}

/// Whether a list is a function, a tuple, or the classical negation of a function.
fn is_function(tree: &Tree, list: Node) -> bool {
    let head = tree.head_bytes(list);
    match (head, tree.child(list, 1)) {
        (b"-", Some(negated)) => {
            let name = tree.head(negated).unwrap_or(tree.sym(negated));
            tree.children(list).count() == 2 && is_name(name.bytes())
        }
        _ => head == TUPLE || is_signed_name(head),
    }
}

/// Whether a token is a constant, a name, or the head of a tuple or of a classical negation.
fn is_constant(token: &[u8]) -> bool {
    let is_limit = matches!(token, b"#inf" | b"#sup");
    let is_name = is_signed_name(token) && !token.starts_with(b"@");
    let is_canonical = |number: i64| number.to_string().as_bytes() == token;
    let is_text = token.starts_with(b"\"");
    let is_head = token == TUPLE || token == b"-";
    is_limit || is_name || is_text || is_head || number(token).is_some_and(is_canonical)
}

/// Whether a comparison holds. None if its terms are not their own values, or if it depends on the order of terms that
/// are not both numbers.
pub(super) fn comparison(tree: &Tree, literal: Node) -> Option<bool> {
    let relation = tree.head(literal)?.bytes();
    let [left, right] = [tree.child(literal, 1)?, tree.child(literal, 2)?];
    let [left, right] = [value(tree, left)?, value(tree, right)?];
    let numbers = number(&left).zip(number(&right));
    holds_between(numbers, left == right, relation)
}
