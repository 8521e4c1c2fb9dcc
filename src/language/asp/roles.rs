//! The role of each node of a program, and which terms are read by themselves.

use super::statement::{is_aggregate, is_comparison};
use super::term::{TUPLE, is_name, is_signed_name};
use crate::tree::{Node, ROOT, Symbol, Tree};

/// What a node is. The roles are the same in all formats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Role {
    /// Something else: a keyword, a relation, a name, or part of what is not understood.
    #[default]
    Other,
    /// A rule: the list of a head and a body.
    Rule,
    /// Any other statement.
    Statement,
    /// The list of a rule's alternatives.
    Head,
    /// The list of a statement's conditions.
    Body,
    /// A negated or conditional literal, a truth value, a comparison or a theory atom.
    Literal,
    /// An atom: a name, or the list of a name and arguments.
    Atom,
    /// A choice, a weight constraint, or an aggregate.
    Aggregate,
    /// An element of a weight constraint or aggregate, with its weight or tuple.
    Element,
    /// A bound of an aggregate, empty if there is none.
    Guard,
    /// A list of terms.
    Tuple,
    /// A term, or part of one.
    Term,
}

/// The roles of all nodes.
pub(super) fn roles(tree: &Tree) -> Box<[Role]> {
    let mut roles = vec![Role::Other; tree.cells().len()];
    // Nodes with the roles that their parents expect of them, which the nodes may refine.
    let mut stack: Vec<(Node, Role)> = Vec::new();
    for statement in tree.children(ROOT) {
        stack.push((statement, Role::Statement));
        while let Some((node, role)) = stack.pop() {
            roles[node as usize] = role;
            match role {
                Role::Term => roles[node as usize..tree.next(node) as usize].fill(Role::Term),
                Role::Statement => {
                    roles[node as usize] = parts_of_statement(tree, node, &mut stack);
                }
                Role::Literal => roles[node as usize] = parts_of_literal(tree, node, &mut stack),
                Role::Head | Role::Body => {
                    stack.extend(tree.children(node).map(|literal| (literal, Role::Literal)));
                }
                Role::Tuple => stack.extend(tree.children(node).map(|term| (term, Role::Term))),
                Role::Guard => stack.extend(tree.child(node, 1).map(|bound| (bound, Role::Term))),
                Role::Element => parts_of_element(tree, node, &mut stack),
                Role::Other | Role::Rule | Role::Atom | Role::Aggregate => {}
            }
        }
    }
    roles.into()
}

/// Adds the parts of a statement, and returns its role.
fn parts_of_statement(tree: &Tree, node: Node, stack: &mut Vec<(Node, Role)>) -> Role {
    let parts: Vec<Node> = tree.children(node).collect();
    match (tree.head(node).map(Symbol::bytes), &parts[..]) {
        (None, &[head, body]) => {
            stack.extend([(head, Role::Head), (body, Role::Body)]);
            return Role::Rule;
        }
        (Some(b":~"), &[_, body, weight]) => {
            stack.extend([(body, Role::Body), (weight, Role::Tuple)]);
        }
        (Some(b"#heuristic"), &[_, atom, body, weight]) => {
            stack.extend([
                (atom, Role::Literal),
                (body, Role::Body),
                (weight, Role::Tuple),
            ]);
        }
        (Some(b"#edge"), &[_, from, to, body]) => {
            stack.extend([(from, Role::Term), (to, Role::Term), (body, Role::Body)]);
        }
        (Some(b"#minimize" | b"#maximize"), [_, elements @ ..]) => {
            stack.extend(elements.iter().map(|&element| (element, Role::Element)));
        }
        (Some(b"minimize"), [_, priority, elements @ ..]) => {
            stack.push((*priority, Role::Term));
            stack.extend(elements.iter().map(|&element| (element, Role::Element)));
        }
        (Some(b"#external"), [_, atom, body, ..]) => {
            stack.extend([(*atom, Role::Literal), (*body, Role::Body)]);
        }
        (Some(b"#const"), &[_, _, value]) => stack.push((value, Role::Term)),
        (Some(b"#show"), &[_, term, body]) => {
            stack.extend([(term, Role::Term), (body, Role::Body)]);
        }
        (Some(b"#project"), &[_, signature]) if is_signature(tree, signature) => {}
        (Some(b"#project" | b"#assume"), [_, literals @ ..]) => {
            stack.extend(literals.iter().map(|&literal| (literal, Role::Literal)));
        }
        (Some(b"#output"), [_, .., condition]) => stack.push((*condition, Role::Body)),
        _ => {}
    }
    Role::Statement
}

/// Adds the parts of a literal, and returns its role.
fn parts_of_literal(tree: &Tree, node: Node, stack: &mut Vec<(Node, Role)>) -> Role {
    if !tree.is_list(node) {
        let is_truth = matches!(tree.bytes(node), b"#true" | b"#false");
        return if is_truth { Role::Literal } else { Role::Atom };
    }
    let mut parts = tree.children(node).skip(1);
    match tree.head_bytes(node) {
        b"not" | b":" => stack.extend(parts.map(|literal| (literal, Role::Literal))),
        b"&" => {}
        head if is_comparison(head) => stack.extend(parts.map(|term| (term, Role::Term))),
        head if is_aggregate(head) => {
            stack.extend(parts.by_ref().take(2).map(|guard| (guard, Role::Guard)));
            if head == b"[]" {
                // A weight is one term, whatever it looks like: these roles are given last.
                let weights = parts.clone().filter_map(|element| tree.first(element));
                stack.extend(weights.map(|weight| (weight, Role::Term)));
            }
            let role = match head {
                b"{}" => Role::Literal,
                _ => Role::Element,
            };
            stack.extend(parts.map(|element| (element, role)));
            return Role::Aggregate;
        }
        _ => {
            stack.extend(parts.map(|term| (term, Role::Term)));
            return Role::Atom;
        }
    }
    Role::Literal
}

/// Adds the parts of an element: a weight or a tuple, then literals.
fn parts_of_element(tree: &Tree, node: Node, stack: &mut Vec<(Node, Role)>) {
    let mut parts = tree.children(node);
    if let Some(first) = parts.next() {
        let role = if tree.is_list(first) {
            Role::Tuple
        } else {
            Role::Term
        };
        stack.push((first, role));
    }
    stack.extend(parts.map(|literal| (literal, Role::Literal)));
}

/// Whether a node of a tree with these roles is a term, and not what a term begins with: the name of a function or an
/// operator.
pub(super) fn is_term(tree: &Tree, roles: &[Role], node: Node) -> bool {
    let has_role = |node: Node| roles.get(node as usize) == Some(&Role::Term);
    let is_first = || has_role(node - 1) && tree.first(node - 1) == Some(node);
    has_role(node) && !is_first()
}

/// Whether a node is a predicate with its arity, such as `p/2`.
pub(super) fn is_signature(tree: &Tree, node: Node) -> bool {
    !tree.is_list(node) && memchr::memchr(b'/', tree.bytes(node)).is_some_and(|place| place > 0)
}

/// The head and the body of a rule.
pub fn rule(tree: &Tree, node: Node) -> Option<(Node, Node)> {
    let [head, body] = tree.elements(node)?;
    (tree.is_list(head) && tree.is_list(body)).then_some((head, body))
}

/// The literal without its negation, if it is negated.
pub fn negated(tree: &Tree, node: Node) -> Option<Node> {
    (tree.head_bytes(node) == b"not").then(|| tree.child(node, 1))?
}

/// For each node, whether it is a term that is read by itself: a program with such a term is legal if and only if the
/// term is, and the program is with any other term in its place.
///
/// These are the arguments of functions, predicates and tuples, which stand between parentheses and commas, and what is
/// compared, counted or weighed in a body. The operands of such a term are such terms, too, because the printer puts
/// parentheses around an operand that needs them. In a head this does not hold outside of parentheses, because the bar
/// of an absolute value would divide it. Nor does it hold for what `#show` shows, which may look like a predicate with
/// its arity.
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
