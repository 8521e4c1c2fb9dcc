//! The shape of a node: simple questions that several mutators ask.

use crate::language::smtlib::{
    BindingId, Operator, Parts, analysis, declares, is_quantifier, rank,
};
use crate::language::{TestCase, smtlib};
use crate::tree::{Node, ROOT, Symbol, Tree};

/// Whether the node is a list with this head. False for the root, which is not a list of the text.
pub(crate) fn is_form(tree: &Tree, node: Node, head: &[u8]) -> bool {
    node != ROOT && tree.head(node).is_some_and(|sym| sym.bytes() == head)
}

/// Whether the node is a quantified term.
pub(crate) fn is_quantified(tree: &Tree, node: Node) -> bool {
    node != ROOT && tree.head(node).is_some_and(is_quantifier)
}

/// The parts of the command that the node is, if it binds names for later commands and does nothing else.
pub(crate) fn declared(case: &TestCase, node: Node) -> Option<Parts> {
    let is_command = node != ROOT && case.parent(node) == ROOT;
    case.tree()
        .head(node)
        .filter(|_| is_command)
        .and_then(declares)
}

/// Whether the node is a command that asserts one formula, which is its second element.
pub(crate) fn is_assertion(case: &TestCase, node: Node) -> bool {
    is_command_of_one(case, node, b"assert")
}

/// Whether a node is a command with this name and one argument.
pub(crate) fn is_command_of_one(case: &TestCase, node: Node, name: &[u8]) -> bool {
    let tree = case.tree();
    node != ROOT
        && case.parent(node) == ROOT
        && is_form(tree, node, name)
        && tree.elements::<2>(node).is_some()
}

/// Whether a query comes before the node.
pub(crate) fn is_after_query(case: &TestCase, node: Node) -> bool {
    let queries: [&[u8]; 2] = [b"check-sat", b"check-sat-assuming"];
    queries.iter().any(|query| {
        let places = case.places(Symbol::of(query));
        places.first().is_some_and(|&first| first < node)
    })
}

/// Whether the list is a case of a `match`.
pub(crate) fn is_case(case: &TestCase, list: Node) -> bool {
    let cases = case.parent(list);
    let term = case.parent(cases);
    is_form(case.tree(), term, b"match") && case.tree().child(term, 2) == Some(cases)
}

/// The elements of a list after its head.
pub(crate) fn operands(tree: &Tree, node: Node) -> impl Iterator<Item = Node> {
    tree.children(node).skip(1)
}

/// Whether replacing the token `old` by `new` makes a text smaller in the order.
pub(crate) fn is_smaller_token(new: Symbol, old: Symbol) -> bool {
    let key = |sym: Symbol| (rank(sym.bytes()), sym.bytes().len(), sym.bytes());
    key(new) < key(old)
}

/// The operator of an application, without its indices or its sort.
pub(crate) fn operator(tree: &Tree, node: Node) -> Option<Symbol> {
    let head = tree.first(node)?;
    if !tree.is_list(head) {
        return Some(tree.sym(head));
    }
    let is_qualified = is_form(tree, head, b"_") || is_form(tree, head, b"as");
    let name = tree.child(head, 1);
    let name = name.filter(|&name| is_qualified && !tree.is_list(name))?;
    Some(tree.sym(name))
}

/// The plain operator of a theory that a term applies. None if the text binds its name.
pub(crate) fn own_operator(case: &TestCase, node: Node) -> Option<&'static Operator> {
    let head = case.tree().head(node).filter(|_| node != ROOT)?;
    smtlib::operator(head).filter(|_| bound_head(case, node).is_none())
}

/// The operator of a theory that is applied, unless it is qualified by a sort. Whether the text binds its name is not
/// checked.
pub(crate) fn theory_operator(tree: &Tree, node: Node) -> Option<&'static Operator> {
    let head = tree.first(node)?;
    match tree.head(node) {
        Some(name) => smtlib::operator(name),
        None if is_form(tree, head, b"_") => smtlib::indexed(tree.sym(tree.child(head, 1)?)),
        None => None,
    }
}

/// The binding of the head of an application. None if the text does not bind it, or if there is no head.
pub(crate) fn bound_head(case: &TestCase, node: Node) -> Option<BindingId> {
    analysis(case).binding(case.tree().first(node)?)
}

/// The indices of the operator of an application, each None if it is not a small number.
pub(crate) fn indices(tree: &Tree, node: Node) -> Vec<Option<u32>> {
    tree.first(node)
        .filter(|&head| is_form(tree, head, b"_"))
        .into_iter()
        .flat_map(|head| tree.children(head).skip(2))
        .map(|node| index(tree, node))
        .collect()
}

/// The value of an index.
pub(crate) fn index(tree: &Tree, node: Node) -> Option<u32> {
    std::str::from_utf8(tree.sym(node).bytes())
        .ok()?
        .parse()
        .ok()
}
