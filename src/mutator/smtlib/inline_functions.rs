//! inline-functions: replaces applications of defined functions by their bodies.

use super::capture::{means_the_same_at, would_capture};
use super::definition::{Definition, copy_with};
use super::names::bound;
use crate::language::TestCase;
use crate::language::smtlib::{BindingId, Role, analysis};
use crate::mutator::proposal::{judged, none};
use crate::mutator::{Mutator, Pass, Profile, Proposals};
use crate::tree::{Edit, Node, ROOT, Splice};

/// An application is not inlined if the text would grow by more cells than this.
const MOST_GROWTH: i64 = 1000;

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
                &[(Pass::Terms, 41)],
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        if let Some(id) = bound(case, node) {
            let is_used = !analysis(case).bindings()[id as usize].uses.is_empty();
            return is_used && Definition::of(case, id).is_some();
        }
        let id = function(case, node);
        id.is_some_and(|id| Definition::of(case, id).is_some())
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        if !self.applies(case, node) {
            return none();
        }
        let edit = match bound(case, node) {
            Some(id) => everywhere(case, id),
            None => single(case, node),
        };
        judged(case, edit)
    }
}

/// Inlines one application.
fn single(case: &TestCase, node: Node) -> Option<Edit> {
    let is_short = |call: &Call| case.tree().len(call.definition.body) <= LONGEST_BODY;
    let call = Call::of(case, node).filter(is_short)?;
    Some(Edit::new(vec![call.inlined(case)?]))
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

/// An application of a defined function.
struct Call {
    node: Node,
    definition: Definition,
    /// The places in the body where a parameter stands, in order, each with its operand.
    replaced: Vec<(Node, Node)>,
}

impl Call {
    /// The application at a node, if it has the right number of operands and its inlining is bounded.
    fn of(case: &TestCase, node: Node) -> Option<Call> {
        let (tree, analysis) = (case.tree(), analysis(case));
        let definition = Definition::of(case, function(case, node)?)?;
        let operands: Vec<Node> = tree.children(node).skip(1).collect();
        let parameters: Vec<Node> = definition
            .parameters
            .into_iter()
            .flat_map(|list| tree.children(list))
            .collect();
        if parameters.len() != operands.len() || tree.is_list(node) == operands.is_empty() {
            return None;
        }
        let mut growth = i64::from(tree.len(definition.body)) - i64::from(tree.len(node));
        let mut replaced = Vec::new();
        for (&parameter, &operand) in parameters.iter().zip(&operands) {
            let id = analysis.binding(tree.child(parameter, 0)?)?;
            let uses = &analysis.bindings()[id as usize].uses;
            let count = i64::try_from(uses.len()).ok()?;
            growth = growth.checked_add(count.checked_mul(i64::from(tree.len(operand)) - 1)?)?;
            if growth > MOST_GROWTH {
                return None;
            }
            replaced.extend(uses.iter().map(|&place| (place, operand)));
        }
        replaced.sort_unstable();
        Some(Call {
            node,
            definition,
            replaced,
        })
    }

    /// The splice that puts the body in the place of the application. None if a name would be captured.
    fn inlined(&self, case: &TestCase) -> Option<Splice> {
        let (tree, body) = (case.tree(), self.definition.body);
        let mut replaced = self.replaced.iter();
        let is_captured = |&(place, operand): &(Node, Node)| captures(case, body, place, operand);
        let keeps = means_the_same_at(case, body, self.node, self.definition.parameters);
        (keeps && !replaced.any(is_captured)).then(|| Splice {
            at: self.node,
            cells: tree.len(self.node),
            with: copy_with(case, body, &self.replaced),
        })
    }
}

/// Whether a binder in the body, around this place, captures a name of the operand.
fn captures(case: &TestCase, body: Node, place: Node, operand: Node) -> bool {
    let (tree, analysis) = (case.tree(), analysis(case));
    let mut binders = analysis.bound_in(body..tree.next(body));
    binders.any(|id| {
        let scope = &analysis.bindings()[id as usize].scope;
        scope.contains(&place) && would_capture(case, id, operand)
    })
}

/// Inlines all applications and removes the definition. None if an application cannot be inlined, or if the text would
/// grow by more than one application may.
fn everywhere(case: &TestCase, id: BindingId) -> Option<Edit> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let definition = Definition::of(case, id)?;
    let mut splices = vec![Splice {
        at: definition.command,
        cells: tree.len(definition.command),
        with: Vec::new(),
    }];
    let mut growth = 0;
    for &token in &analysis.bindings()[id as usize].uses {
        let parent = case.parent(token);
        let is_head = definition.parameters.is_some_and(|list| tree.len(list) > 1);
        let node = if is_head && parent + 1 == token {
            parent
        } else {
            token
        };
        let call = Call::of(case, node).filter(|_| function(case, node) == Some(id))?;
        growth += i64::from(tree.len(call.definition.body)) - i64::from(tree.len(node));
        if growth > MOST_GROWTH {
            return None;
        }
        splices.push(call.inlined(case)?);
    }
    Some(Edit::new(splices))
}
