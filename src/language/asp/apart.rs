//! Which terms are read by themselves: a program with such a term is legal if and only if the term is, and the program
//! is with any other term in its place.

use super::relation::is_relation;
use super::roles::Role;
use super::statement::CHAIN;
use super::term::{TUPLE, is_name, is_signed_name};
use crate::tree::{Node, ROOT, Tree};

/// For each node, whether it is such a term. These are the arguments of functions, predicates and tuples, which stand
/// between parentheses and commas, and what is compared, counted or weighed in a body; the operands of such a term are
/// such terms, too, because the printer puts parentheses around an operand that needs them. In a head this does not
/// hold outside of parentheses, because the bar of an absolute value would divide it. Nor does it hold for what
/// `#show` shows, which may look like a predicate with its arity.
pub(super) fn terms_apart(tree: &Tree, roles: &[Role]) -> Box<[bool]> {
    let role = |node: Node| roles[node as usize];
    let mut apart = vec![false; tree.cells().len()];
    let mut head_end = ROOT;
    for list in (1..tree.end()).filter(|&node| tree.is_list(node)) {
        if role(list) == Role::Head {
            head_end = tree.next(list);
        }
        let holds_terms = match role(list) {
            _ if is_call(tree, list, role(list)) => true,
            Role::Term => apart[list as usize],
            Role::Literal => is_comparison(tree.head_bytes(list)) && list >= head_end,
            Role::Guard | Role::Tuple | Role::Element => list >= head_end,
            _ => false,
        };
        if holds_terms {
            for child in tree.children(list) {
                apart[child as usize] = role(child) == Role::Term && !has_level(tree, child);
            }
        }
    }
    apart.into()
}

/// Whether a node with this role is a tuple, or a function or predicate with its arguments.
pub(super) fn is_call(tree: &Tree, node: Node, role: Role) -> bool {
    let head = tree.head_bytes(node);
    match role {
        Role::Term => head == TUPLE || is_name(head),
        Role::Atom => is_signed_name(head),
        _ => false,
    }
}

/// Whether a node is a weight with its level, such as `1@2`, which is not a term although its parts are.
pub(super) fn has_level(tree: &Tree, node: Node) -> bool {
    tree.head_bytes(node) == b"@"
}

fn is_comparison(head: &[u8]) -> bool {
    is_relation(head) || head == CHAIN
}
