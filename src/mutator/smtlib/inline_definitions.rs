//! inline-definitions: replaces all uses of a definition by its body, and removes the definition.

use super::capture::has_free_name_captured;
use super::definition::Definition;
use super::deletion::taken_out;
use super::expansion::{Expandable, expansion};
use super::shape::is_form;
use crate::language::TestCase;
use crate::language::smtlib::analysis;
use crate::mutator::proposal::{judged, none};
use crate::mutator::{Mutator, Pass, Profile, Proposals};
use crate::tree::{Edit, Node, ROOT};

/// `(define-fun f ((x Int) (y Int)) Int (g x)) (assert (= (f 1 2) 0))` → `(assert (= (g 1) 0))`.
///
/// At the first definition of a text, all definitions are inlined at once, so that a chain of them goes as a whole. Then
/// each one alone. Nothing is proposed if it makes the text larger. A body is never put where one of its names has
/// another meaning.
pub struct InlineDefinitions;

impl Mutator for InlineDefinitions {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "inline-definitions",
                "Replace all uses of a definition by its body and remove the definition",
                "smtlib",
                &[(Pass::Commands, 4), (Pass::Promising, 11)],
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        is_definition(case, node)
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        if !is_definition(case, node) {
            return none();
        }
        let all = std::iter::once(()).filter_map(move |()| inlined(case, &all_from(case, node)?));
        let alone = std::iter::once(()).filter_map(move |()| {
            let definition = definition(case, node)?;
            inlined(case, &[definition])
        });
        judged(case, all.chain(alone))
    }
}

fn is_definition(case: &TestCase, node: Node) -> bool {
    let tree = case.tree();
    node != ROOT
        && case.parent(node) == ROOT
        && (is_form(tree, node, b"define-fun") || is_form(tree, node, b"define-const"))
}

/// All definitions of the text, if this is the first one and not the only one.
fn all_from(case: &TestCase, first: Node) -> Option<Vec<Expandable>> {
    let tree = case.tree();
    // Each definition looks back to the one before it, so all of them together take linear time.
    let previous = |&at: &Node| analysis(case).command(at - 1).filter(|_| at > 1);
    let mut earlier = std::iter::successors(Some(first), previous).skip(1);
    if earlier.any(|command| is_definition(case, command)) {
        return None;
    }
    let next = |&at: &Node| Some(tree.next(at)).filter(|&next| next < tree.end());
    let commands = std::iter::successors(Some(first), next);
    let definitions = commands.filter(|&command| is_definition(case, command));
    let all: Vec<Expandable> = definitions
        .filter_map(|node| definition(case, node))
        .collect();
    (all.len() > 1).then_some(all)
}

/// The definition, if something uses it.
fn definition(case: &TestCase, command: Node) -> Option<Expandable> {
    let name = case.tree().child(command, 1)?;
    let id = analysis(case).binding(name)?;
    let definition = Definition::of(case, id).filter(|own| own.command == command)?;
    let parameters = definition.names(case)?;
    let binding = &analysis(case).bindings()[id as usize];
    let fits = !binding.uses.is_empty() && parameters.len() == binding.parameters.len();
    fits.then_some(Expandable {
        id,
        command,
        parameters,
        body: definition.body,
    })
}

/// The edit that inlines these definitions. None if the text would grow or a name would be captured.
fn inlined(case: &TestCase, definitions: &[Expandable]) -> Option<Edit> {
    let tree = case.tree();
    let uses = |definition: &Expandable| &analysis(case).bindings()[definition.id as usize].uses;
    let is_captured = |definition: &Expandable| {
        let places = uses(definition);
        has_free_name_captured(case, definition.body, definition.command, places)
    };
    if definitions.iter().any(is_captured) {
        return None;
    }
    let saved = definitions
        .iter()
        .map(|definition| tree.len(definition.command) as usize);
    let applied = definitions.iter().flat_map(uses).map(|&token| {
        let term = case.parent(token);
        let is_applied = term + 1 == token;
        if is_applied {
            tree.len(term) as usize
        } else {
            1
        }
    });
    let budget = saved.sum::<usize>() + 2 * applied.sum::<usize>();
    let mut splices = expansion(case, definitions, budget)?;
    let commands = definitions.iter().map(|definition| definition.command);
    splices.extend(commands.map(|command| taken_out(case, command)));
    Some(Edit::new(splices))
}
