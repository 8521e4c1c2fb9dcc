//! drop-parameter: removes parameters of a function with the operands that are given for them.

use super::shape::{bound_head, declared};
use super::values::{default, values};
use crate::language::TestCase;
use crate::language::smtlib::{Binding, Declares, analysis};
use crate::mutator::binary_reduction::{SHORTEST, sections};
use crate::mutator::proposal::{judged, none};
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, ROOT, Splice};
use std::ops::Range;

/// A single parameter is proposed only if it is one of the first so many. In longer lists, sections go first.
const MOST: usize = 256;

/// `(declare-fun f (Int Bool) Int) (assert (= (f 1 p) 2))` → `(declare-fun f (Bool) Int) (assert (= (f p) 2))`. With its
/// last operand, an application becomes the name alone. In the body of a definition, a default of its sort takes the
/// place of the parameter. At a long list of parameters, halves of it, quarters, and so on.
pub struct DropParameter;

impl Mutator for DropParameter {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "drop-parameter",
                "Remove a parameter of a function with the operands that are given for it",
                "smtlib",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        let tree = case.tree();
        is_list_of_parameters(case, case.parent(node))
            || is_list_of_parameters(case, node) && tree.child(node, SHORTEST - 1).is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        if !self.applies(case, node) {
            return none();
        }
        let tree = case.tree();
        if is_list_of_parameters(case, node) {
            let function = Function::of(case, node, tree.children(node).count());
            let sections = function.into_iter().flat_map(|function| {
                let all = sections(function.parameters.len());
                all.filter_map(move |section| function.without(section).into_iter().next())
            });
            return judged(case, sections);
        }
        let list = case.parent(node);
        let place = tree
            .children(list)
            .take(MOST)
            .position(|other| other == node);
        let edits = place.and_then(|place| {
            let function = Function::of(case, list, place + 1)?;
            Some(function.without(place..place + 1))
        });
        judged(case, edits.into_iter().flatten())
    }
}

fn is_list_of_parameters(case: &TestCase, list: Node) -> bool {
    let (tree, command) = (case.tree(), case.parent(list));
    let has_parameters = |made| {
        matches!(
            made,
            Declares::Function | Declares::FunctionDefinition { .. }
        )
    };
    command != ROOT
        && case.parent(command) == ROOT
        && tree.child(command, 2) == Some(list)
        && declared(tree, command).is_some_and(has_parameters)
}

/// A function, with the beginnings of the lists of its parameters and of the operands in all its applications.
struct Function<'a> {
    case: &'a TestCase,
    is_declared: bool,
    parameters: Vec<Node>,
    applications: Vec<Application>,
}

struct Application {
    term: Node,
    operands: Vec<Node>,
}

impl<'a> Function<'a> {
    /// The function with its first `count` parameters. None if a use of it is no application to at least as many
    /// operands.
    fn of(case: &'a TestCase, list: Node, count: usize) -> Option<Function<'a>> {
        let tree = case.tree();
        let command = case.parent(list);
        let id = analysis(case).binding(command + 2)?;
        let uses = &analysis(case).bindings()[id as usize].uses;
        let applications = uses.iter().map(|&token| {
            let term = case.parent(token);
            let operands: Vec<Node> = tree.children(term).skip(1).take(count).collect();
            let is_applied = term + 1 == token && operands.len() == count;
            is_applied.then_some(Application { term, operands })
        });
        Some(Function {
            case,
            is_declared: declared(tree, command) == Some(Declares::Function),
            parameters: tree.children(list).take(count).collect(),
            applications: applications.collect::<Option<_>>()?,
        })
    }

    /// The edits that take out these parameters. For a single one of a definition, there is one for each value that may
    /// stand for it in the body.
    fn without(&self, places: Range<usize>) -> Vec<Edit> {
        let gone = self.parameters[places.clone()].iter();
        let mut splices: Vec<Splice> = gone
            .map(|&node| Splice::delete(self.case.tree(), node))
            .collect();
        for application in &self.applications {
            self.shorten(application, &places, &mut splices);
        }
        if self.is_declared {
            return vec![Edit::new(splices)];
        }
        let analysis = analysis(self.case);
        let bodies = self.parameters[places].iter().map(|&parameter| {
            let id = bound_head(self.case, parameter);
            id.map_or(Vec::new(), |id| {
                uses_replaced(self.case, &analysis.bindings()[id as usize])
            })
        });
        let mut bodies: Vec<Vec<Vec<Splice>>> = bodies.collect();
        if bodies.len() == 1 {
            let with = |body: Vec<Splice>| {
                let splices = splices.iter().cloned().chain(body);
                Edit::new(splices.collect())
            };
            return bodies.swap_remove(0).into_iter().map(with).collect();
        }
        for body in bodies {
            match body.into_iter().next() {
                Some(first) => splices.extend(first),
                None => return Vec::new(),
            }
        }
        vec![Edit::new(splices)]
    }

    /// Takes the operands at these places out of an application.
    fn shorten(&self, application: &Application, places: &Range<usize>, out: &mut Vec<Splice>) {
        let (tree, Application { term, operands }) = (self.case.tree(), application);
        let is_first = places.start == 0;
        let last = operands[places.end - 1];
        if is_first && tree.next(last) == tree.next(*term) {
            let name = vec![Piece::Leaf(tree.sym(term + 1))];
            out.push(Splice::replace(self.case.tree(), *term, name));
        } else {
            let gone = operands[places.clone()].iter();
            out.extend(gone.map(|&operand| Splice::delete(self.case.tree(), operand)));
        }
    }
}

/// For each of the first two values of a variable's sort, or else for a default: the splices that put it at all uses.
/// A single way without splices if there are no uses.
pub(super) fn uses_replaced(case: &TestCase, variable: &Binding) -> Vec<Vec<Splice>> {
    let Some(&first) = variable.uses.first() else {
        return vec![Vec::new()];
    };
    let mut ways = values(case, variable.sort, first);
    ways.truncate(2);
    if ways.is_empty() {
        ways.extend(default(case, variable.sort, variable.node));
    }
    let uses = |value: Vec<Piece>| {
        let uses = variable.uses.iter();
        uses.map(|&at| Splice::replace(case.tree(), at, value.clone()))
            .collect()
    };
    ways.into_iter().map(uses).collect()
}
