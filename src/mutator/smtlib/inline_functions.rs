//! inline-functions: replaces applications of defined functions by their bodies, also where the text grows.

use super::capture::keeps_meaning;
use super::definition::Definition;
use super::expansion::{expansion_at, inlined};
use super::names::bound;
use crate::language::TestCase;
use crate::language::smtlib::{BindingId, Role, analysis};
use crate::mutator::proposal::{judged, none};
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, ROOT};

/// An application is not inlined if the text would grow by more cells than this.
const MOST_GROWTH: usize = 1000;

/// A longer body is only inlined together with the removal of its definition. Otherwise, looking at all applications of
/// one function would take too long.
const LONGEST_BODY: u32 = 1000;

/// `(f a b)`, where `f` is defined as `(and x y)` with the parameters `x` and `y`, → `(and a b)`. At the name in the
/// definition, all applications are inlined and the definition is removed. A pump where the text grows. An application
/// in which a name would be captured is refused, and so is one with a wrong number of operands. Recursive functions stay.
pub struct InlineFunctions;

impl Mutator for InlineFunctions {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "inline-functions",
                "Replace an application of a defined function by its body",
                "smtlib",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        if let Some(id) = bound(case, node) {
            let is_used = !analysis(case).bindings()[id as usize].uses.is_empty();
            return is_used && Definition::command(case, id).is_some();
        }
        let id = function(case, node);
        id.is_some_and(|id| Definition::command(case, id).is_some())
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        if !self.applies(case, node) {
            return none();
        }
        let edit = match bound(case, node) {
            Some(id) => Definition::of(case, id).and_then(|own| inlined(case, &[own], MOST_GROWTH)),
            None => single(case, node),
        };
        judged(case, edit)
    }
}

/// Inlines one application.
fn single(case: &TestCase, node: Node) -> Option<Edit> {
    let tree = case.tree();
    let definition = Definition::of(case, function(case, node)?)?;
    let own = definition.command..tree.next(definition.command);
    let is_own = |id: BindingId| own.contains(&analysis(case).bindings()[id as usize].node);
    let fits = tree.len(definition.body) <= LONGEST_BODY
        && keeps_meaning(case, definition.body, &[node], is_own);
    let budget = tree.len(node) as usize + MOST_GROWTH;
    let splice = fits.then(|| expansion_at(case, &definition, node, budget));
    Some(Edit::new(vec![splice.flatten()?]))
}

/// The function that a term applies; a constant is a function without operands.
fn function(case: &TestCase, node: Node) -> Option<BindingId> {
    let (tree, analysis) = (case.tree(), analysis(case));
    if node == ROOT || analysis.role(node) != Role::Term {
        return None;
    }
    let head = if tree.is_list(node) {
        tree.child(node, 0)?
    } else {
        node
    };
    analysis.binding(head)
}
