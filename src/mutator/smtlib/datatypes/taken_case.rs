//! The case of a `match` that is certainly taken, because the matched term is an application of a constructor.

use super::member::member_of;
use crate::language::TestCase;
use crate::language::smtlib::{BindingId, BindingKind, Role, analysis};
use crate::mutator::smtlib::capture::keeps_meaning;
use crate::mutator::smtlib::shape::{is_form, operands};
use crate::tree::{Edit, Node, Piece, Splice, Tree};

/// The body of the case, and the terms for which the variables of its pattern stand.
pub(super) struct TakenCase {
    body: Node,
    variables: Vec<(Node, Node)>,
}

impl TakenCase {
    /// The case that is taken: the first one for the constructor of the matched term, or for any term. None if that is
    /// not certain.
    pub(super) fn of(case: &TestCase, node: Node) -> Option<TakenCase> {
        let tree = case.tree();
        if !is_form(tree, node, b"match") || analysis(case).role(node) != Role::Term {
            return None;
        }
        let mut parts = operands(tree, node);
        let (term, cases) = (parts.next()?, parts.next()?);
        let constructor = constructor(case, term);
        for arm in tree.children(cases) {
            let (pattern, body) = (tree.child(arm, 0)?, tree.child(arm, 1)?);
            let is_variable = bound(case, pattern).is_some();
            let tested = self::constructor(case, pattern).filter(|_| !is_variable);
            let variables = match tested {
                None if is_variable => vec![(pattern, term)],
                Some(_) if tested == constructor => fields(tree, pattern, term)?,
                Some(_) if constructor.is_some() => continue,
                _ => return None,
            };
            return Some(TakenCase { body, variables });
        }
        None
    }

    /// Puts the body in the place of the `match`, with terms for the variables. None if a name would be captured.
    pub(super) fn instead_of(&self, case: &TestCase, node: Node) -> Option<Edit> {
        let tree = case.tree();
        let mut splices = vec![Splice::replace(tree, node, vec![Piece::Copy(self.body)])];
        let ids = |&(token, term): &(Node, Node)| Some((bound(case, token)?, term));
        let variables: Vec<(BindingId, Node)> = self.variables.iter().filter_map(ids).collect();
        let is_gone = |id| variables.iter().any(|&(variable, _)| variable == id);
        for &(id, term) in &variables {
            let uses = &analysis(case).bindings()[id as usize].uses;
            if !keeps_meaning(case, term, uses, is_gone) {
                return None;
            }
            let put = |&at: &Node| Splice::replace(tree, at, vec![Piece::Copy(term)]);
            splices.extend(uses.iter().map(put));
        }
        Some(Edit::new(splices))
    }
}

/// The token that declares the constructor of a term or of a pattern.
fn constructor(case: &TestCase, term: Node) -> Option<Node> {
    let tree = case.tree();
    let is_plain = tree.is_list(term) && !is_form(tree, term, b"as");
    let head = if is_plain { tree.child(term, 0)? } else { term };
    let declared = member_of(case, head)?;
    // A selector stands in the list of its constructor.
    let around = case.parent(case.parent(declared));
    let is_selector = tree.head(around).is_some() && is_member(case, around + 1);
    (!is_selector).then_some(declared)
}

/// Whether the token declares a constructor or a selector.
fn is_member(case: &TestCase, token: Node) -> bool {
    let id = bound(case, token).map(|id| &analysis(case).bindings()[id as usize]);
    id.is_some_and(|binding| binding.kind == BindingKind::Datatype)
}

/// What the variables of a pattern stand for. None if the term has other parts.
fn fields(tree: &Tree, pattern: Node, term: Node) -> Option<Vec<(Node, Node)>> {
    let parts = |list: Node| tree.children(list).skip(1).collect::<Vec<Node>>();
    let is_qualified = is_form(tree, term, b"as");
    let terms = if is_qualified {
        Vec::new()
    } else {
        parts(term)
    };
    let variables = parts(pattern);
    (variables.len() == terms.len()).then(|| variables.into_iter().zip(terms).collect())
}

/// The variable that the token binds.
fn bound(case: &TestCase, token: Node) -> Option<BindingId> {
    let id = analysis(case).binding(token)?;
    (analysis(case).bindings()[id as usize].node == token).then_some(id)
}
