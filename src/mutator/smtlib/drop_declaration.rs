//! drop-declaration: removes a declaration or definition together with all its uses.

use super::deletion::deletion;
use super::shape::declared;
use super::unused::with_unused;
use super::values::values;
use crate::language::TestCase;
use crate::language::smtlib::{BindingId, BindingKind, Declares, Role, analysis};
use crate::mutator::proposal::{judged, none};
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, ROOT, Splice};
use std::collections::BTreeSet;

/// `(declare-const p Bool) (assert (or p q r)) (assert (= p q))` → `(assert (or q r)) (assert (= false q))`.
///
/// First, each use is deleted: as an operand where that is possible, otherwise by a default of its sort. If some use
/// cannot be deleted, the commands that use the name are. Then, each use is replaced by the second value of its sort. With
/// a sort or datatype go the declarations that need it. What becomes unused goes in the same candidate. A declaration
/// without uses is left to erase-node. One that a single term uses is left to the mutators of terms, which replace this
/// term by the same values.
pub struct DropDeclaration;

impl Mutator for DropDeclaration {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "drop-declaration",
                "Remove a declaration or definition together with all its uses",
                "smtlib",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        node != ROOT && case.parent(node) == ROOT && declared(case.tree(), node).is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        match Dropped::of(case, node) {
            Some(dropped) if !dropped.is_used_once() => dropped.edits(),
            _ => none(),
        }
    }

    fn forms(&self) -> &'static [(&'static str, &'static dyn Mutator)] {
        &[("in-lists", &DropDeclarations)]
    }
}

/// The same for many declarations at a time, whether one term uses a declaration or many do.
struct DropDeclarations;

impl Mutator for DropDeclarations {
    fn profile(&self) -> &'static Profile {
        DropDeclaration.profile()
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        DropDeclaration.applies(case, node)
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        Dropped::of(case, node).map_or_else(none, Dropped::edits)
    }
}

/// Declarations that go together, and the terms that use them.
struct Dropped<'a> {
    case: &'a TestCase,
    /// The declarations, in order.
    commands: BTreeSet<Node>,
    /// The outermost terms outside the declarations that use what they bind; in order.
    terms: Vec<Node>,
    /// The name that the first declaration binds first.
    name: Option<BindingId>,
}

impl<'a> Dropped<'a> {
    /// None if the node declares nothing, if nothing uses it, or if a use is such that it cannot be deleted.
    fn of(case: &'a TestCase, first: Node) -> Option<Dropped<'a>> {
        if !DropDeclaration.applies(case, first) {
            return None;
        }
        let analysis = analysis(case);
        let mut commands = BTreeSet::from([first]);
        let mut pending = vec![first];
        let mut terms = Vec::new();
        while let Some(command) = pending.pop() {
            let nodes = command..case.tree().next(command);
            let bindings = analysis.bound_in(nodes.clone());
            let bindings = bindings.map(|id| &analysis.bindings()[id as usize]);
            let uses = bindings.flat_map(|binding| &binding.uses);
            for &token in uses.filter(|token| !nodes.contains(token)) {
                if analysis.role(token) == Role::Sort {
                    let declaration = declaring(case, token)?;
                    if commands.insert(declaration) {
                        pending.push(declaration);
                    }
                } else {
                    terms.push(term_with(case, token)?);
                }
            }
        }
        // The outermost terms only: what lies inside goes with them.
        terms.sort_unstable();
        let mut reach = 0;
        terms.retain(|&term| {
            let is_inside = |command| commands.contains(&command);
            let keep = term >= reach && !analysis.command(term).is_some_and(is_inside);
            reach = reach.max(case.tree().next(term));
            keep
        });
        let name = analysis.bound_in(first..case.tree().next(first)).next();
        (!terms.is_empty() || commands.len() > 1).then_some(Dropped {
            case,
            commands,
            terms,
            name,
        })
    }

    /// Whether this is a declaration that only one term uses, and the term can be replaced by a value. With a definition
    /// go other definitions, so it is different.
    fn is_used_once(&self) -> bool {
        let analysis = analysis(self.case);
        let ([term], Some(name)) = (&self.terms[..], self.name) else {
            return false;
        };
        let is_declared = analysis.bindings()[name as usize].kind == BindingKind::Declared;
        let is_pattern = || analysis.role(self.case.parent(*term)) == Role::Other;
        let has_value = || !values(self.case, analysis.sort(*term), *term).is_empty();
        is_declared && self.commands.len() == 1 && !is_pattern() && has_value()
    }

    /// The proposals.
    fn edits(self) -> Proposals<'a> {
        let case = self.case;
        let forms: [fn(&Dropped<'a>) -> Option<Edit>; 2] = [
            |dropped| {
                dropped
                    .without_uses()
                    .or_else(|| Some(dropped.without_users()))
            },
            Dropped::with_second_values,
        ];
        let edits = forms.into_iter().filter_map(move |form| form(&self));
        judged(case, edits.map(move |edit| with_unused(case, edit)))
    }

    fn taken_out(&self) -> Vec<Splice> {
        let commands = self.commands.iter();
        commands
            .map(|&command| Splice::delete(self.case.tree(), command))
            .collect()
    }

    /// Each use is deleted.
    fn without_uses(&self) -> Option<Edit> {
        let mut splices = self.taken_out();
        splices.extend(deletion(self.case, self.terms.iter().copied(), self.name)?);
        Some(Edit::new(splices))
    }

    /// The commands that use the declarations are deleted.
    fn without_users(&self) -> Edit {
        let users = self
            .terms
            .iter()
            .filter_map(|&term| analysis(self.case).command(term));
        let all: BTreeSet<Node> = users.chain(self.commands.iter().copied()).collect();
        let splices = all
            .into_iter()
            .map(|command| Splice::delete(self.case.tree(), command));
        Edit::new(splices.collect())
    }

    /// Each use becomes the second value of its sort.
    fn with_second_values(&self) -> Option<Edit> {
        let mut splices = self.taken_out();
        for &term in &self.terms {
            if analysis(self.case).role(self.case.parent(term)) == Role::Other {
                return None; // a pattern
            }
            let sort = analysis(self.case).sort(term);
            let value = values(self.case, sort, term).into_iter().nth(1)?;
            splices.push(Splice::replace(self.case.tree(), term, value));
        }
        Some(Edit::new(splices))
    }
}

/// The declaration in which a sort is used. None if the sort is used inside another kind of command, or in a recursive
/// definition.
fn declaring(case: &TestCase, token: Node) -> Option<Node> {
    let command = analysis(case).command(token)?;
    let is_recursive = declared(case.tree(), command).map(Declares::is_recursive);
    (is_recursive == Some(false)).then_some(command)
}

/// The term that a token stands for, or the application of which it is the head.
fn term_with(case: &TestCase, token: Node) -> Option<Node> {
    let analysis = analysis(case);
    let above = std::iter::successors(Some(token), |&node| Some(case.parent(node)));
    let mut above = above.take_while(|&node| node != ROOT);
    above.find(|&node| analysis.role(node) == Role::Term)
}
