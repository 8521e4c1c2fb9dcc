//! inline-definitions: replaces all uses of a definition by its body, and removes the definition.

use super::definition::{Definition, is_definition};
use super::expansion::inlined;
use crate::language::TestCase;
use crate::language::smtlib::analysis;
use crate::mutator::proposal::{judged, none};
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::Node;

/// `(define-fun f ((x Int) (y Int)) Int (g x)) (assert (= (f 1 2) 0))` → `(assert (= (g 1) 0))`;
/// `(define-sort S () Int) (declare-const x S)` → `(declare-const x Int)`.
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
        let all =
            std::iter::once(()).filter_map(move |()| inlined(case, &all_from(case, node)?, 0));
        let alone = std::iter::once(()).filter_map(move |()| {
            let definition = definition(case, node)?;
            inlined(case, &[definition], 0)
        });
        judged(case, all.chain(alone))
    }
}

/// All definitions of the text, if this is the first one and not the only one.
fn all_from(case: &TestCase, first: Node) -> Option<Vec<Definition>> {
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
    let all: Vec<Definition> = definitions
        .filter_map(|node| definition(case, node))
        .collect();
    (all.len() > 1).then_some(all)
}

/// The definition, if something uses it.
fn definition(case: &TestCase, command: Node) -> Option<Definition> {
    let id = analysis(case).binding(case.tree().child(command, 1)?)?;
    let definition = Definition::of(case, id).filter(|own| own.command == command)?;
    let binding = &analysis(case).bindings()[id as usize];
    let fits = !binding.uses.is_empty() && definition.parameters.len() == binding.parameters.len();
    fits.then_some(definition)
}
